/** The decisions that count, and how far each person may undo them. */
import type { UndoBarrier, UndoHorizon } from '../protocol/index.js'
import { activeDecisions, type Entry } from './entries.js'
import type { Transition } from './replay.js'

/** What became known with a decision, and the questions around it. */
interface StepFacts {
  readonly seat: string
  readonly rolled: boolean
  readonly revealed: boolean
  readonly before: number
  readonly after: number
}

interface LineDecision {
  readonly number: number
  readonly seat: string
  /** Undefined if the step was not replayed yet. */
  facts: StepFacts | undefined
}

/** An answer, or the number of a decision whose step must be replayed first (`learn`). */
export type KnownOrNeeded<T> = { readonly known: T } | { readonly needs: number }

/** What a wish to undo decisions comes to; undefined if there is no such decision of theirs. */
export type UndoPlan =
  /** It costs nobody anything. `again`: the numbers of others' answers to the same question, which are repeated. */
  | { readonly free: true; readonly to: number; readonly again: readonly number[] }
  /** Something was rolled, shown, or decided by somebody else since: the others are asked. */
  | { readonly free: false; readonly to: number; readonly beyond: readonly UndoBarrier[] }
  | undefined

/** Nothing can be undone. */
export const NO_HORIZON: UndoHorizon = { free: null, ask: null }

/** Follows the entries of a table, with a few words for each decision, so that no question needs all entries again. */
export class UndoLine {
  #line: LineDecision[]

  /** `entries` are all of the table so far. */
  constructor(entries: Iterable<Entry> = []) {
    this.#line = activeDecisions(entries).map(({ number, seat }) => ({ number, seat, facts: undefined }))
  }

  /** The next entry happens. */
  take(transition: Transition): void {
    const { entry } = transition
    switch (entry.kind) {
      case 'decision':
        this.#line.push({ number: entry.number, seat: entry.seat, facts: factsOf(transition) })
        break
      case 'undo':
        while ((this.#line.at(-1)?.number ?? 0) >= entry.to) this.#line.pop()
        break
      case 'moved': // by other rules the same answers may roll or show other things
        this.#line = this.#line.map(({ number, seat }) => ({ number, seat, facts: undefined }))
        break
      case 'proposal':
      case 'consent':
      case 'chat':
      case 'seats':
      case 'note':
        break
    }
  }

  /** A decision of the line was replayed. */
  learn(transition: Transition): void {
    const one = this.#line.find(({ number }) => number === transition.entry.number)
    if (one !== undefined) one.facts ??= factsOf(transition)
  }

  /** How far somebody with the seats `mine` may undo; `question` is the number of the current question. */
  horizon(mine: readonly string[], question: number): KnownOrNeeded<UndoHorizon> {
    const ask = this.#line.find(({ seat }) => mine.includes(seat))?.number ?? null
    let free: number | null = null
    let alone = true // nobody else has decided since, and nothing was rolled or shown
    let open = true // all of it answers the current question
    for (const { number, seat, facts } of this.#line.toReversed()) {
      const own = mine.includes(seat)
      if (!own && number <= question) break
      if (facts === undefined) return { needs: number }
      alone &&= isAlone(facts, mine)
      open &&= facts.before === question && facts.after === question
      if (!alone && !open) break
      if (own) free = number
    }
    return { known: { free, ask } }
  }

  /** Plans to undo the decision `to` of the seats `mine`, by default their last. */
  plan(mine: readonly string[], to?: number): KnownOrNeeded<UndoPlan> {
    const at = this.#line.findLastIndex(
      ({ number, seat }) => (to === undefined || number === to) && mine.includes(seat),
    )
    const own = this.#line[at]
    if (own === undefined) return { known: undefined }
    const since: (LineDecision & { readonly facts: StepFacts })[] = []
    for (const { facts, ...one } of this.#line.slice(at)) {
      if (facts === undefined) return { needs: one.number }
      since.push({ ...one, facts })
    }
    const { number } = own
    if (since.every(({ facts }) => isAlone(facts, mine)))
      return { known: { free: true, to: number, again: [] } }
    const question = since.at(-1)?.facts.after
    if (since.every(({ facts: { before, after } }) => before === question && after === question)) {
      const others = since.filter(({ seat }) => !mine.includes(seat))
      return { known: { free: true, to: number, again: others.map((one) => one.number) } }
    }
    const crossed: Readonly<Record<UndoBarrier, boolean>> = {
      rolled: since.some(({ facts }) => facts.rolled),
      revealed: since.some(({ facts }) => facts.revealed),
      answered: since.some(({ seat }) => !mine.includes(seat)),
    }
    const beyond = (['rolled', 'revealed', 'answered'] as const).filter((one) => crossed[one])
    return { known: { free: false, to: number, beyond } }
  }
}

function isAlone({ seat, rolled, revealed }: StepFacts, mine: readonly string[]): boolean {
  return mine.includes(seat) && !rolled && !revealed
}

function factsOf({ horizon, before, after }: Transition): StepFacts | undefined {
  return horizon === undefined ? undefined : { ...horizon, before: before.question, after: after.question }
}
