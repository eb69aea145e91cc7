/** Event sourcing: the entries of a table, numbered from 1 and append-only. Everything else is derived from them. */
import type { Choice, PolicyReason } from '@ludoforge/kernel'
import type { UndoBarrier, SeatDocument } from '../protocol/index.js'

export type EntryBody =
  | {
      readonly kind: 'decision'
      readonly seat: string
      readonly name: string // of the choice in the rules
      readonly choice: Choice
      readonly hash: string // of the state after it
      readonly by: string // a person's id, or a bot's spec
      readonly why?: readonly PolicyReason[] // of a bot that gives reasons
    }
  /** Undoes the decision with number `to` and everything after it: the position before it is current again. */
  | {
      readonly kind: 'undo'
      readonly to: number
      readonly by: string
      readonly beyond?: readonly UndoBarrier[] // what had been seen, if the undo wasn't free
    }
  | { readonly kind: 'proposal'; readonly to: number; readonly person: string; readonly by: string }
  | {
      readonly kind: 'consent'
      readonly proposal: number
      readonly person: string
      readonly yes: boolean
      readonly by: string
    }
  | {
      readonly kind: 'chat'
      readonly by: string
      readonly person?: string // entries of earlier versions have none
      readonly seats: readonly string[]
      readonly text: string
    }
  | { readonly kind: 'seats'; readonly seats: readonly SeatDocument[] }
  | { readonly kind: 'note'; readonly text: string }
  /** The server has handed out the seed, with the save of the finished game. No decision and no undo follows. */
  | { readonly kind: 'disclosed' }
  /** A rematch of the finished game: the id of the new table, and who asked for it. */
  | { readonly kind: 'rematch'; readonly table: string; readonly by: string }
  /** Rules migration. The hashes of earlier entries belong to the old rules. */
  | { readonly kind: 'moved'; readonly fingerprint: string }

export type Entry = EntryBody & { readonly number: number; readonly at: number }
export type DecisionEntry = Extract<Entry, { readonly kind: 'decision' }>

/** Returns the decisions that were not undone, in order. */
export function activeDecisions(entries: Iterable<Entry>): DecisionEntry[] {
  const active: DecisionEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'decision') active.push(entry)
    else if (entry.kind === 'undo')
      while (active.length > 0 && (active.at(-1)?.number ?? 0) >= entry.to) active.pop()
  }
  return active
}
