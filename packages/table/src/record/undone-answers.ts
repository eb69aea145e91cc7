/** Remembers undone bot answers, so that a bot repeats its answer at the same position. */
import type { Choice, PolicyReason } from '@ludoforge/kernel'
import type { DecisionEntry, Entry } from './entries.js'

const BOT = 'bot ' // ids of people have no space

/** An undone answer of a bot, and its reasons. */
export interface UndoneAnswer {
  readonly choice: Choice
  readonly why: readonly PolicyReason[]
}

/** Returns a bot's name in the `by` field of the record. */
export function botOnRecord(agent: string): string {
  return BOT + agent
}

/** Checks whether the `by` field of the record names a bot. */
export function isBotOnRecord(by: string): boolean {
  return by.startsWith(BOT)
}

/**
 * Tracks the entries of a table. Each undone answer is repeated once. A bot that reaches a position again without an undo
 * decides freely, so that games can't loop.
 */
export class UndoneAnswers {
  readonly #active: { readonly entry: DecisionEntry; readonly key: string }[] = []
  readonly #undone = new Map<string, UndoneAnswer[]>()

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.take(entry)
  }

  take(entry: Entry): void {
    if (entry.kind === 'moved') this.#undone.clear()
    else if (entry.kind === 'decision') {
      const key = this.#key(entry.seat, entry.by)
      const known = this.#undone.get(key)
      if (known?.[0] !== undefined && isSame(known[0].choice, entry.choice)) known.shift()
      this.#active.push({ entry, key })
    } else if (entry.kind === 'undo')
      while ((this.#active.at(-1)?.entry.number ?? 0) >= entry.to) {
        const last = this.#active.pop()
        if (last === undefined) break
        const { choice, why = [] } = last.entry
        const known = this.#undone.get(last.key)
        if (known === undefined) this.#undone.set(last.key, [{ choice, why }])
        else known.unshift({ choice, why })
      }
  }

  /** Returns the bot's undone answer for the seat at the current position, or `undefined`. */
  answer(seat: string, agent: string): UndoneAnswer | undefined {
    return this.#undone.get(this.#key(seat, botOnRecord(agent)))?.[0]
  }

  /** Identifies the position by the hash after the last decision. */
  #key(seat: string, by: string): string {
    return JSON.stringify([this.#active.at(-1)?.entry.hash ?? '', seat, by])
  }
}

function isSame(a: Choice, b: Choice): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
