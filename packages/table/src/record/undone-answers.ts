/** What bots answered that was taken back: asked at the same position again, they answer the same again. */
import type { Choice, PolicyReason } from '@ludoforge/kernel'
import type { DecisionEntry, Entry } from './entries.js'

/** An answer that a bot has given before, and why. */
export interface UndoneAnswer {
  readonly choice: Choice
  readonly why: readonly PolicyReason[]
}

/** Who decided, as it stands on the record. */
export function botOnRecord(agent: string): string {
  return `bot ${agent}`
}

/**
 * Follows the entries of a table. Each answer is recalled once for each time that it was taken back: a bot that comes to
 * a position for the second time without an undo is free, so that no game goes round in a circle.
 */
export class UndoneAnswers {
  readonly #line: { readonly entry: DecisionEntry; readonly key: string }[] = []
  readonly #takenBack = new Map<string, UndoneAnswer[]>()

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.take(entry)
  }

  take(entry: Entry): void {
    if (entry.kind === 'moved') this.#takenBack.clear()
    else if (entry.kind === 'decision') {
      const key = this.#key(entry.seat, entry.by)
      const known = this.#takenBack.get(key)
      if (known?.[0] !== undefined && isSame(known[0].choice, entry.choice)) known.shift()
      this.#line.push({ entry, key })
    } else if (entry.kind === 'undo')
      while ((this.#line.at(-1)?.entry.number ?? 0) >= entry.to) {
        const last = this.#line.pop()
        if (last === undefined) break
        const { choice, why = [] } = last.entry
        const known = this.#takenBack.get(last.key)
        if (known === undefined) this.#takenBack.set(last.key, [{ choice, why }])
        else known.unshift({ choice, why })
      }
  }

  /** What this bot answered for the seat when the game stood as it does now. */
  answer(seat: string, agent: string): UndoneAnswer | undefined {
    return this.#takenBack.get(this.#key(seat, botOnRecord(agent)))?.[0]
  }

  /** How the game stands is known by the hash after the last decision. */
  #key(seat: string, by: string): string {
    return JSON.stringify([this.#line.at(-1)?.entry.hash ?? '', seat, by])
  }
}

function isSame(a: Choice, b: Choice): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
