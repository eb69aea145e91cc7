// Plain JavaScript: it must run before anything is built.
import path from 'node:path'

export const pageFolder = path.join(import.meta.dirname, 'dist')
export const documentationFolder = path.join(import.meta.dirname, 'docs')
