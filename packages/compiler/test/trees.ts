import { effectTree } from '@ludoforge/effect-tree'
import type { CompileOptions } from '../src/dialect.js'

/** For games that have rules in the effect-tree dialect. */
export const TREES: CompileOptions = { dialects: [effectTree] }
