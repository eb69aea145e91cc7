/** Plans undos: the active decisions, and how far each person may undo them. */
import type { UndoBarrier, UndoHorizon } from '../protocol/index.js'
import type { Entry } from './entries.js'
import type { Transition } from './replay.js'

/** What a decision revealed, and the questions around it. */
interface StepFacts {
  readonly seat: string
  readonly rolled: boolean
  readonly revealed: boolean
  readonly ended: boolean // the game was over after it
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
  /** Dice were rolled, something was revealed or decided by others, or the game ended since: the others must agree. */
  | { readonly free: false; readonly to: number; readonly beyond: readonly UndoBarrier[] }
  | undefined

/** Nothing can be undone. */
export const NO_HORIZON: UndoHorizon = { free: null, ask: null }

/** Tracks the active decisions incrementally, with a few facts each, so that no query reads all entries again. */
export class UndoLine {
  #active: ActiveDecision[] = [] // in order of their numbers
  readonly #first = new Map<string, number>() // the first active decision of each seat

  /** Appends the next entry, with its step. */
  take(transition: Transition): void {
    this.#take(transition.entry, factsOf(transition))
  }

  /** Appends the next entry. A query may need its step later (`learn`). */
  takeEntry(entry: Entry): void {
    this.#take(entry, undefined)
  }

  #take(entry: Entry, facts: StepFacts | undefined): void {
    switch (entry.kind) {
      case 'decision': {
        const { number, seat } = entry
        this.#active.push({ number, seat, facts })
        if (!this.#first.has(seat)) this.#first.set(seat, number)
        break
      }
      case 'undo':
        for (let last = this.#active.at(-1); (last?.number ?? 0) >= entry.to; last = this.#active.at(-1)) {
          this.#active.pop()
          if (last !== undefined && this.#first.get(last.seat) === last.number) this.#first.delete(last.seat)
        }
        break
      case 'moved': // other rules may roll or reveal other things
        this.#active = this.#active.map(({ number, seat }) => ({ number, seat, facts: undefined }))
        break
      case 'proposal':
      case 'consent':
      case 'chat':
      case 'seats':
      case 'note':
      case 'disclosed':
      case 'rematch':
        break
    }
  }

  /** Adds the facts of a replayed decision. */
  learn(transition: Transition): void {
    const decision = this.#find(transition.entry.number)
    if (decision !== undefined) decision.facts ??= factsOf(transition)
  }

  /** Returns the active decision with this number, by binary search. */
  #find(number: number): ActiveDecision | undefined {
    let [low, high] = [0, this.#active.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#active[middle]?.number ?? number) < number) low = middle + 1
      else high = middle
    }
    const found = this.#active[low]
    return found?.number === number ? found : undefined
  }

  /** Returns how far a person with the seats `mine` may undo. `question` is the current question's number. */
  horizon(mine: readonly string[], question: number): KnownOrNeeded<UndoHorizon> {
    const firsts = mine.flatMap((seat) => this.#first.get(seat) ?? [])
    const ask = firsts.length === 0 ? null : Math.min(...firsts)
    let free: number | null = null
    let alone = true // nobody else has decided since, and nothing was rolled or revealed
    let open = true // all decisions since answer the current question
    for (let i = this.#active.length - 1; i >= 0; i -= 1) {
      const { number, seat, facts } = this.#active[i] ?? { number: 0, seat: '', facts: undefined }
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
      ended: since.some(({ facts }) => facts.ended),
    }
    const beyond = (['rolled', 'revealed', 'answered', 'ended'] as const).filter(
      (barrier) => crossed[barrier],
    )
    return { known: { free: false, to: number, beyond } }
  }
}

function isAlone({ seat, rolled, revealed, ended }: StepFacts, mine: readonly string[]): boolean {
  return mine.includes(seat) && !rolled && !revealed && !ended
}

function factsOf({ horizon, before, after }: Transition): StepFacts | undefined {
  return horizon === undefined ? undefined : { ...horizon, before: before.question, after: after.question }
}
