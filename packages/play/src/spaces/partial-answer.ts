/** Answers built up from atomic actions. Every sequence of legal actions ends in a legal answer. */
import {
  type Game,
  IllegalChoice,
  isComplete,
  present,
  type Question,
  selectable,
  type State,
} from '@ludoforge/kernel'
import type { Machine } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'
import { type ActionSpace, actionSpaceOf, DIGIT_BASE, DONE, type OptionCode } from './action-space.js'

/** A set of numbers that can still be given: a range, or the options that can be picked. */
interface Candidates {
  readonly hasBetween: (low: number, high: number) => boolean
  readonly isSigned: boolean
  readonly width: number // in digits
}

/**
 * The answer in progress to the open question of a state. `legal` lists the actions that are legal now and lead to a
 * legal answer. Reuse one object for many questions: `begin` starts again.
 *
 * An answer ahead (a list for the rounds of a series, or one throughout) is given round by round.
 */
export class PartialAnswer {
  readonly legal: number[] = []
  /** The actions taken so far. */
  readonly taken: number[] = []
  /** The seat that answers; -1: nobody is asked. */
  seat = -1
  readonly space: ActionSpace
  readonly #machine: Machine
  readonly #meanings: number[] = [] // of `legal`: an option, an offer (-1 - i), or the symbol of a number
  readonly #picks: number[] = []
  #question: Question | undefined
  #code: OptionCode = { by: 'index' }
  #candidates: Candidates | null = null // of a number in progress
  #isNegative = false
  #digits = 0 // given so far
  #magnitude = 0 // their value

  constructor(game: Game) {
    this.space = actionSpaceOf(game)
    this.#machine = linkedGame(game).linked.machine
  }

  /** How many options are picked so far. */
  get picked(): number {
    return this.#picks.length
  }

  /** Starts an answer to the open question, of this seat in a simultaneous choice. */
  begin(state: State, seat = -1): void {
    const machine = this.#machine
    const asked = machine.question(state, seat)
    this.taken.length = 0
    this.#picks.length = 0
    this.#candidates = null
    this.seat = asked?.seat ?? -1
    this.#question = undefined
    this.legal.length = 0
    this.#meanings.length = 0
    if (asked === undefined) return
    this.#code = this.space.code(machine.linker.question(state.q))
    // The machine reuses its question. A simultaneous one isn't shared by copies of a state, so it is copied here.
    this.#question = machine.computed(state) ?? asked.copy()
    this.#list(state)
  }

  /**
   * Takes an action. Returns the picks of the whole answer, for `game.answer`, or null if the answer isn't complete.
   * Throws `IllegalChoice` if the action isn't legal.
   */
  take(state: State, action: number): readonly number[] | null {
    const at = this.legal.indexOf(action)
    if (at < 0) throw new IllegalChoice(this.refusal(action))
    const question = present(this.#question, 'an action is legal only if a question is open.')
    const meaning = present(this.#meanings[at], 'every legal action has a meaning.')
    this.taken.push(action)
    if (action === DONE) return this.#picks
    if (meaning < 0) return [meaning] // an offer
    if (this.#candidates !== null) {
      const value = this.#addSymbol(meaning)
      if (value === null) return this.#continue(state)
      this.#candidates = null
      if (question.kind === 'number') return [value]
      return this.#pick(state, question, this.#code.by === 'number' ? question.values.indexOf(value) : value)
    }
    return this.#pick(state, question, meaning)
  }

  /**
   * Returns the actions that give a legal answer by picks, and takes them. Throws `IllegalChoice` for any other, also for
   * an answer ahead.
   */
  takeAll(state: State, picks: readonly number[]): readonly number[] {
    const question = present(this.#question, 'an answer needs an open question.')
    let answer: readonly number[] | null = null
    for (const pick of picks)
      for (const action of this.#actionsOf(state, question, pick)) {
        if (answer !== null) throw new IllegalChoice(`This answer has too many picks: ${picks.join(', ')}.`)
        answer = this.take(state, action)
      }
    if (answer === null) this.take(state, DONE)
    return [...this.taken]
  }

  #actionsOf(state: State, question: Question, pick: number): readonly number[] {
    const code = this.#code
    if (question.kind === 'number') return this.#symbolsOf(pick, rangeOf(question))
    if (pick < 0) return [this.space.offerAction(question.offers[-1 - pick] ?? -1)]
    const value = question.values[pick] ?? -1
    if (code.by !== 'number' && code.by !== 'index') return [this.#actionOf(state, code, value)]
    const byValue = code.by === 'number'
    return this.#symbolsOf(byValue ? value : pick, candidatesOf(question, null, byValue))
  }

  #symbolsOf(value: number, { isSigned, width }: Candidates): readonly number[] {
    const { signs } = this.space
    const actions: number[] = []
    for (let rest = Math.abs(value), n = 0; n < width; n += 1) {
      actions.unshift(signs + 2 + (rest % DIGIT_BASE))
      rest = Math.floor(rest / DIGIT_BASE)
    }
    return isSigned ? [value < 0 ? signs + 1 : signs, ...actions] : actions
  }

  #pick(state: State, question: Question, pick: number): readonly number[] | null {
    this.#picks.push(pick)
    if (question.kind === 'one') return this.#picks
    this.#continue(state)
    const [only, ...others] = this.legal
    return only === DONE && others.length === 0 ? this.#picks : null
  }

  #continue(state: State): null {
    this.legal.length = 0
    this.#meanings.length = 0
    this.#list(state)
    return null
  }

  /** Returns why an action isn't legal. */
  refusal(action: number): string {
    if (this.#question === undefined) return 'Nothing is asked here, so no action is legal.'
    const { name } = this.space.describe(action)
    const some = this.legal.slice(0, 12).map((one) => `${one} (${this.space.describe(one).name})`)
    const more = this.legal.length > some.length ? `, and ${this.legal.length - some.length} more` : ''
    return `The action ${action} (${name}) isn't legal here. Legal: ${some.join(', ')}${more}.`
  }

  /** Lists what is legal now. */
  #list(state: State): void {
    const question = present(this.#question, 'a question is open.')
    const code = this.#code
    const { kind, offers } = question
    if (this.#candidates !== null) return this.#listSymbols()
    const isNumber = kind === 'number'
    const isFirst = this.#picks.length === 0
    if (isNumber ? question.optional : isComplete(question, this.#picks)) this.#add(DONE, DONE)
    if (isNumber) return this.#listNumber(rangeOf(question))
    if (isFirst && offers.length > 0)
      for (let i = 0; i < offers.length; i++)
        this.#add(this.space.offerAction(present(offers[i], 'an offer is an action.')), -1 - i)
    const open =
      isFirst && question.costs === null && question.max > 0 ? null : selectable(question, this.#picks)
    const count = open === null ? question.values.length : open.length
    if (count === 0) return
    if (code.by === 'number' || code.by === 'index')
      return this.#listNumber(candidatesOf(question, open, code.by === 'number'))
    for (let n = 0; n < count; n++) {
      const i = open === null ? n : (open[n] ?? 0)
      const value = question.values[i] ?? 0
      this.#add(this.#actionOf(state, code, value), i)
    }
  }

  #actionOf(state: State, code: OptionCode, value: number): number {
    if (code.by === 'value') return code.first + value
    if (code.by === 'token') return this.space.tokenAction(state, value)
    return code.by === 'alternative' ? (code.actions[value] ?? -1) : -1
  }

  #add(action: number, meaning: number): void {
    this.legal.push(action)
    this.#meanings.push(meaning)
  }

  #listNumber(candidates: Candidates): void {
    this.#candidates = candidates
    this.#isNegative = false
    this.#digits = candidates.isSigned ? -1 : 0 // the sign comes first
    this.#magnitude = 0
    this.#listSymbols()
  }

  #listSymbols(): void {
    const { hasBetween, width } = present(this.#candidates, 'a number is in progress.')
    const { signs } = this.space
    if (this.#digits < 0) {
      const most = DIGIT_BASE ** width - 1
      if (hasBetween(0, most)) this.#add(signs, 0)
      if (hasBetween(-most, -1)) this.#add(signs + 1, 1)
      return
    }
    const unit = DIGIT_BASE ** (width - this.#digits - 1)
    for (let digit = 0; digit < DIGIT_BASE; digit++) {
      const low = (this.#magnitude * DIGIT_BASE + digit) * unit
      const high = low + unit - 1
      if (this.#isNegative ? hasBetween(-high, Math.min(-low, -1)) : hasBetween(low, high))
        this.#add(signs + 2 + digit, digit)
    }
  }

  /** Adds a sign or a digit. Returns the number if it is complete. */
  #addSymbol(symbol: number): number | null {
    const { width } = present(this.#candidates, 'a number is in progress.')
    if (this.#digits < 0) this.#isNegative = symbol === 1
    else this.#magnitude = this.#magnitude * DIGIT_BASE + symbol
    this.#digits += 1
    if (this.#digits < width) return null
    return this.#isNegative ? -this.#magnitude : this.#magnitude
  }
}

function rangeOf({ min, max }: Question): Candidates {
  return {
    hasBetween: (low, high) => low <= max && high >= min,
    isSigned: min < 0,
    width: widthOf(Math.max(Math.abs(min), Math.abs(max))),
  }
}

/** The options that can be picked, by their numbers or by their places. Null: all. */
function candidatesOf({ values }: Question, open: readonly number[] | null, byValue: boolean): Candidates {
  const all = byValue ? values : values.map((_, i) => i)
  const left = open === null ? all : open.map((i) => present(all[i], 'an option has a number.'))
  return {
    hasBetween: (low, high) => left.some((value) => value >= low && value <= high),
    isSigned: all.some((value) => value < 0),
    width: widthOf(Math.max(...all.map(Math.abs))),
  }
}

function widthOf(most: number): number {
  let width = 1
  for (let limit = DIGIT_BASE; most >= limit; limit *= DIGIT_BASE) width += 1
  return width
}
