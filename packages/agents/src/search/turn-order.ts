/** Move ordering: turns that caused cutoffs elsewhere in the tree come first. */
import type { PortableAnswer } from './answers.js'
import type { AnswerOrder } from './list-turns.js'

const KILLERS = 2 // by ply

type Turn = readonly PortableAnswer[]

/** Killer moves and the history heuristic (Akl and Newborn 1977; Schaeffer 1983). */
export class TurnOrder {
  readonly #killers: Turn[][] = [] // by ply: the last turns that caused a cutoff
  readonly #history = new Map<number, number>()

  killers(ply: number): readonly Turn[] {
    return this.#killers[ply] ?? []
  }

  /** Notes a turn that caused a cutoff. Deeper searches count more. */
  cutoff(turn: Turn, ply: number, depth: number): void {
    const killers = (this.#killers[ply] ??= [])
    const [first] = killers
    if (first === undefined || !isSame(first, turn)) killers.unshift(turn)
    if (killers.length > KILLERS) killers.length = KILLERS
    turn.forEach((answer, i) => {
      const key = historyKey(answer, turn[i - 1])
      this.#history.set(key, (this.#history.get(key) ?? 0) + depth * depth)
    })
  }

  /** Sorts answers by their cutoffs (history heuristic). */
  readonly sort: AnswerOrder = (answers, before) => {
    const last = before.at(-1)
    const scores = new Map(answers.map((one) => [one, this.#history.get(historyKey(one, last)) ?? 0]))
    answers.sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  }
}

function isSame(a: Turn, b: Turn): boolean {
  return a.length === b.length && a.every((answer, i) => isSameAnswer(answer, b[i]))
}

function isSameAnswer(a: PortableAnswer, b: PortableAnswer | undefined): boolean {
  return b !== undefined && a.site === b.site && a.offer === b.offer && a.values[0] === b.values[0]
}

/** A hash of an answer and the one before it in the turn. A collision only makes the order a little worse. */
function historyKey({ site, values, offer }: PortableAnswer, before: PortableAnswer | undefined): number {
  const own = site * 1_000_003 + offer * 8191 + (values[0] ?? -1)
  return before === undefined ? own : own * 4099 + (before.values[0] ?? -1)
}
