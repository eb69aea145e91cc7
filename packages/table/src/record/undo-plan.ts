/** Plans undos: the active decisions, and how far each person may undo them. */
import type { UndoBarrier, UndoHorizon } from '../protocol/index.js'
import { activeDecisions, type Entry } from './entries.js'
import type { Transition } from './replay.js'

/** What a decision revealed, and the questions around it. */
interface StepFacts {
  readonly seat: string
  readonly rolled: boolean
  readonly revealed: boolean
  readonly before: number
  readonly after: number
}

interface ActiveDecision {
  readonly number: number
  readonly seat: string
  /** Undefined until the step is replayed. */
  facts: StepFacts | undefined
}

/** An answer, or the number of a decision whose step must be replayed first (`learn`). */
export type KnownOrNeeded<T> = { readonly known: T } | { readonly needs: number }

/** The plan of an undo. Undefined if the person has no such decision. */
export type UndoPlan =
  /** Nobody loses anything. `again` has the others' answers to the same question, which are repeated. */
  | { readonly free: true; readonly to: number; readonly again: readonly number[] }
  /** Dice were rolled, or something was revealed or decided by others since: the others must agree. */
  | { readonly free: false; readonly to: number; readonly beyond: readonly UndoBarrier[] }
  | undefined

/** Nothing can be undone. */
export const NO_HORIZON: UndoHorizon = { free: null, ask: null }

/** Tracks the active decisions incrementally, with a few facts each, so that no query reads all entries again. */
export class UndoLine {
  #active: ActiveDecision[]

  /** `entries` must be all entries of the table so far. */
  constructor(entries: Iterable<Entry> = []) {
    this.#active = activeDecisions(entries).map(({ number, seat }) => ({ number, seat, facts: undefined }))
  }

  /** Appends the next entry. */
  take(transition: Transition): void {
    const { entry } = transition
    switch (entry.kind) {
      case 'decision':
        this.#active.push({ number: entry.number, seat: entry.seat, facts: factsOf(transition) })
        break
      case 'undo':
        while ((this.#active.at(-1)?.number ?? 0) >= entry.to) this.#active.pop()
        break
      case 'moved': // other rules may roll or reveal other things
        this.#active = this.#active.map(({ number, seat }) => ({ number, seat, facts: undefined }))
        break
      case 'proposal':
      case 'consent':
      case 'chat':
      case 'seats':
      case 'note':
        break
    }
  }

  /** Adds the facts of a replayed decision. */
  learn(transition: Transition): void {
    const decision = this.#active.find(({ number }) => number === transition.entry.number)
    if (decision !== undefined) decision.facts ??= factsOf(transition)
  }

  /** Returns how far a person with the seats `mine` may undo. `question` is the current question's number. */
  horizon(mine: readonly string[], question: number): KnownOrNeeded<UndoHorizon> {
    const ask = this.#active.find(({ seat }) => mine.includes(seat))?.number ?? null
    let free: number | null = null
    let alone = true // nobody else has decided since, and nothing was rolled or revealed
    let open = true // all decisions since answer the current question
    for (const { number, seat, facts } of this.#active.toReversed()) {
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

  /** Plans the undo of the decision `to` of the seats `mine`, by default their last. */
  plan(mine: readonly string[], to?: number): KnownOrNeeded<UndoPlan> {
    const at = this.#active.findLastIndex(
      ({ number, seat }) => (to === undefined || number === to) && mine.includes(seat),
    )
    const own = this.#active[at]
    if (own === undefined) return { known: undefined }
    const since: (ActiveDecision & { readonly facts: StepFacts })[] = []
    for (const { facts, ...decision } of this.#active.slice(at)) {
      if (facts === undefined) return { needs: decision.number }
      since.push({ ...decision, facts })
    }
    const { number } = own
    if (since.every(({ facts }) => isAlone(facts, mine)))
      return { known: { free: true, to: number, again: [] } }
    const question = since.at(-1)?.facts.after
    if (since.every(({ facts: { before, after } }) => before === question && after === question)) {
      const others = since.filter(({ seat }) => !mine.includes(seat))
      return { known: { free: true, to: number, again: others.map((decision) => decision.number) } }
    }
    const crossed: Readonly<Record<UndoBarrier, boolean>> = {
      rolled: since.some(({ facts }) => facts.rolled),
      revealed: since.some(({ facts }) => facts.revealed),
      answered: since.some(({ seat }) => !mine.includes(seat)),
    }
    const beyond = (['rolled', 'revealed', 'answered'] as const).filter((barrier) => crossed[barrier])
    return { known: { free: false, to: number, beyond } }
  }
}

function isAlone({ seat, rolled, revealed }: StepFacts, mine: readonly string[]): boolean {
  return mine.includes(seat) && !rolled && !revealed
}

function factsOf({ horizon, before, after }: Transition): StepFacts | undefined {
  return horizon === undefined ? undefined : { ...horizon, before: before.question, after: after.question }
}
