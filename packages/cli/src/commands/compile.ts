import { writeFileSync } from 'node:fs'
import { findGame, load } from '../games.js'
import type { Terminal } from '../terminal.js'
import { EXIT, Failure } from '../usage.js'

/** Writes the GameDef of a game, to a file or to standard output. */
export async function compile(name: string, { out }: { out?: string }, terminal: Terminal): Promise<number> {
  const { def } = await load(findGame(name))
  const text = JSON.stringify(def, null, 1)
  if (out === undefined) terminal.out(text)
  else {
    write(out, `${text}\n`)
    terminal.out(`Wrote ${out} (${Math.ceil(text.length / 1024)} KB). Play it with: ludoforge play ${out}`)
  }
  return EXIT.ok
}

export function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Failure(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
