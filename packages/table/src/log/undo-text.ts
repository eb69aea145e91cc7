/** Renders an undo for the log. */
import type { UndoBarrier } from '../protocol/index.js'
import { type Phrases, phrasesOf } from './phrases.js'

/** Returns a sentence about an undo. If it wasn't free, it names what had been seen. */
export function undoText(
  { by, beyond = [] }: { by: string; beyond?: readonly UndoBarrier[] },
  { notes }: Phrases = phrasesOf(),
): string {
  return notes.undid(
    by,
    beyond.map((barrier) => notes.barriers[barrier]),
  )
}
