/** What happened at a table, as it is kept: numbered from 1, only ever added to. Everything else is computed. */
import type { Choice, PolicyReason } from '@ludoforge/kernel'
import type { UndoBarrier, SeatDocument } from '../protocol/index.js'

export type EntryBody =
  | {
      readonly kind: 'decision'
      readonly seat: string
      readonly name: string // what the rule calls it
      readonly choice: Choice
      readonly hash: string // of the state after it
      readonly by: string // a person, or the spec of a bot
      readonly why?: readonly PolicyReason[] // of a bot that can tell
    }
  /** Takes back the decision with number `to` and all after it: the game stands as it did before that. */
  | {
      readonly kind: 'undo'
      readonly to: number
      readonly by: string
      readonly beyond?: readonly UndoBarrier[] // what had been seen, if it was not free
    }
  | { readonly kind: 'proposal'; readonly to: number; readonly person: string; readonly by: string }
  | {
      readonly kind: 'consent'
      readonly proposal: number
      readonly person: string
      readonly yes: boolean
      readonly by: string
    }
  | { readonly kind: 'chat'; readonly by: string; readonly seats: readonly string[]; readonly text: string }
  | { readonly kind: 'seats'; readonly seats: readonly SeatDocument[] }
  | { readonly kind: 'note'; readonly text: string }
  /** From here on the table is played by other rules; hashes before it are of the old ones. */
  | { readonly kind: 'moved'; readonly fingerprint: string }

export type Entry = EntryBody & { readonly number: number; readonly at: number }
export type DecisionEntry = Extract<Entry, { readonly kind: 'decision' }>

/** The decisions that count after these entries, in their order: those that nobody took back. */
export function activeDecisions(entries: Iterable<Entry>): DecisionEntry[] {
  const line: DecisionEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'decision') line.push(entry)
    else if (entry.kind === 'undo')
      while (line.length > 0 && (line.at(-1)?.number ?? 0) >= entry.to) line.pop()
  }
  return line
}
