import path from 'node:path'
import { reportError } from '../report-error.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT } from '../usage.js'
import { type FileChange, watchFiles } from './watch-files.js'

/** Runs a command now, and again after every change of these places, until it is interrupted. Errors don't end it. */
export async function runWatched(
  places: readonly string[],
  command: () => Promise<number>,
  terminal: Terminal,
): Promise<number> {
  const run = async (): Promise<void> => {
    try {
      await command()
    } catch (error) {
      reportError(error, terminal)
    }
    terminal.err(terminal.paint.dim('Waiting for a change. Press Ctrl-C to stop.'))
  }
  await run()
  return new Promise((resolve) => {
    const stop = watchFiles(places, async (changes) => {
      terminal.out(`\n${changesText(changes, terminal)}`)
      await run()
    })
    terminal.onInterrupt(() => {
      stop()
      resolve(EXIT.ok)
    })
  })
}

const MAX_LISTED = 3

/** `12:30:05 rules.md changed, look/board.yaml is new`. */
export function changesText(changes: readonly FileChange[], { paint }: Terminal): string {
  const texts = changes.map(
    ({ file, how }) => `${path.relative('', file)} ${how === 'changed' ? how : `is ${how}`}`,
  )
  const more = texts.length - MAX_LISTED
  const shown = more > 0 ? [...texts.slice(0, MAX_LISTED), `${more} more`] : texts
  return paint.bold(`${new Date().toTimeString().slice(0, 8)} ${shown.join(', ')}`)
}
