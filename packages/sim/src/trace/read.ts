import { readFileSync, statSync } from 'node:fs'
import { BadTrace, recoverTrace, type Trace, requireIntact } from '@ludoforge/play'
import { errorCode } from './file-errors.js'

const MAX_BYTES = 256 * 1024 * 1024

/** Reads a trace from a file. Throws `BadTrace` if the file isn't a trace or is damaged. */
export function readTrace(file: string): Trace {
  return requireIntact(recoverFile(file))
}

/** Reads a trace, or the readable part of a damaged one. `problem` describes the damage. */
export function recoverFile(file: string): Trace {
  let bytes: Uint8Array
  try {
    const stat = statSync(file)
    if (stat.isDirectory()) throw new BadTrace(`${file} is a folder, not a saved game.`)
    if (!stat.isFile()) throw new BadTrace(`${file} is a device or a pipe, not a saved game.`)
    if (stat.size > MAX_BYTES) throw new BadTrace(`${file} is too big for a saved game (${stat.size} bytes).`)
    bytes = readFileSync(file)
  } catch (error) {
    if (error instanceof BadTrace) throw error
    const code = errorCode(error)
    throw new BadTrace(code === 'ENOENT' ? `There is no file ${file}.` : `Cannot read ${file} (${code}).`)
  }
  return recoverTrace(bytes, file)
}
