/**
 * A position of a game, even in the middle of a move: the board, the call stack and the registers.
 * It has only integers and immutable lists of integers, so copies share the lists.
 */
import { mixA, mixB } from './hash.js'
import type { Property } from './components.js'
import type { Outcome } from './outcome.js'

export type List = readonly number[]

/** The cells of a board: 16 bits each if every value fits, else 32. */
export type CellArray = Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer>

/** A cell of the call stack: a number or a list of them. */
export type Slot = number | List

export const NO_ITEMS: List = []

/** Returns the number in a slot. The linker fixes which slots hold numbers and which hold lists. */
export const numberAt = (k: readonly Slot[], at: number): number => k[at] as number

/** Returns the list in a slot. */
export const listAt = (k: readonly Slot[], at: number): List => k[at] as List
const NO_LISTS: readonly List[] = []

/**
 * Observes the machine during one step. There is none on the fast lane. `place` is the number of the statement that
 * caused the event.
 */
export interface StepObserver {
  chose(s: State, question: number, picks: List, forced: boolean): void
  answered(s: State, question: number, seat: number): void // one seat of a simultaneous choice
  opened(s: State, question: number, seat: number, answer: Slot): void // all of its seats have answered
  piece(s: State, token: number, old: number, now: number, place: number): void
  /** `now`: the new kind. */
  card(s: State, token: number, from: number, into: number, now: number, under: boolean, place: number): void
  turned(s: State, token: number, property: Property, now: number, place: number): void
  variable(s: State, cell: number, value: number, place: number): void
  /** The items of a list variable, before and after. `cell`: the first of its cells. */
  list(s: State, cell: number, before: List, items: List, place: number): void
  began(s: State, place: number): void
  ended(s: State, place: number): void
  entered(s: State, procedure: number, title: string, place: number): void
  left(s: State, procedure: number, place: number): void
  rolled(s: State, name: string, value: number, min: number, max: number, place: number): void
  shuffled(s: State, zone: number, place: number): void
  revealed(s: State, tokens: List, to: List | null, place: number): void
  said(s: State, text: string, to: List | null, place: number): void
  over(s: State, outcome: Outcome, place: number): void
  /** The next branch depends on a value, and the value on hidden information. `where`: of tokens, only their zones. */
  weigh(s: State, value: Probe, args: readonly Slot[], where: boolean): void
}

/** A source of random numbers that replaces the generator of a state, to enumerate or to fix what chance decides. */
export interface ChanceSource {
  /** Returns a whole number from 0 to n - 1. */
  below(n: number): number
}

/** Recomputes a value in another position, such as a determinization. */
export type Probe = (s: State, ...args: readonly Slot[]) => Slot

/** A question, computed for one seat. */
export interface ComputedQuestion {
  site: number
  seat: number
  kind: 'one' | 'many' | 'number'
  values: List
  counts: List | null
  costs: List | null
  min: number
  max: number
  budget: number
  optional: boolean
  offers: List
  timing: number // of the offers
  series: number
  repeats: boolean
  throughout: boolean
  /** The offered values before grouping: the tokens that the options stand for. */
  offered: List
}

/** The fuel of one step: a step that needs more work is a RunawayRule. */
export const STEP_FUEL = 5_000_000

/** A position, as integers only. Change it through the game only. */
export class State {
  /** The board: random generator, game options, variables, tokens; then the cells derived from them. */
  d: CellArray
  /** The call stack. Slot 0 holds a list, so that JavaScript engines use one array representation in every state. */
  k: Slot[]
  sp: number // first free cell of the stack
  fp: number // frame pointer of the running procedure; -1: nothing runs
  q: number // the open question; 0: none; -1: an error left this state unusable
  // The context of the action in progress.
  actor: number
  free: number
  actionClass: number
  within: List | null
  action: number
  timing: number // of the window: 0 none, 1 before, 2 during, 3 after
  changed: number // 1: this action has changed the board
  last: number // 1: the previous action changed the board
  passedBy: List | null // a seat, a timing and the offers it declined, as long as nothing has changed since
  over: number
  outcome: Outcome | null
  forced: List // results of the next rolls; for examples
  lists: readonly List[] // the values of list options; never changes
  h1: number
  h2: number
  // Of one step only, never saved.
  given: Slot // the return register: the result of the routine that has just ended
  fuel: number
  depth: number
  serial: number // increases with every change of the state, so that its question can be cached
  stamp: number // the number of this position, for what is computed from its cells and kept; 0: none yet
  shadows: number // grows when a legality test shadows variables of an action, which the stamp ignores
  still: number // not 0: a policy evaluates this position, and it doesn't change meanwhile
  recorder: StepObserver | null
  chance: ChanceSource | null // null: the generator in the cells
  /** The open question, if it was computed before the state was copied: copies share it. */
  open: Readonly<ComputedQuestion> | null

  constructor(d: CellArray) {
    this.d = d
    this.k = [NO_ITEMS]
    this.sp = 1
    this.fp = -1
    this.q = 0
    this.actor = -1
    this.free = 0
    this.actionClass = -1
    this.within = null
    this.action = -1
    this.timing = 0
    this.changed = 0
    this.last = 0
    this.passedBy = null
    this.over = 0
    this.outcome = null
    this.forced = NO_ITEMS
    this.lists = NO_LISTS
    this.h1 = 0
    this.h2 = 0
    this.given = 0
    this.fuel = STEP_FUEL
    this.depth = 0
    this.serial = 0
    this.stamp = 0
    this.shadows = 0
    this.still = 0
    this.recorder = null
    this.chance = null
    this.open = null
  }
}

export function forkState(s: State): State {
  const t = new State(s.d.slice())
  t.k = s.k.slice(0, s.sp)
  copyRegisters(s, t)
  return t
}

/** Copies `s` over a state of the same game that is no longer needed. Returns that state. */
export function forkInto(t: State, s: State): State {
  t.d.set(s.d)
  for (let i = 0; i < s.sp; i++) t.k[i] = s.k[i]
  copyRegisters(s, t)
  t.given = 0
  t.fuel = STEP_FUEL
  t.depth = 0
  t.recorder = null
  t.chance = null
  t.serial++
  t.still = 0
  t.open = null
  return t
}

function copyRegisters(s: State, t: State): void {
  t.sp = s.sp
  t.fp = s.fp
  t.q = s.q
  t.actor = s.actor
  t.free = s.free
  t.actionClass = s.actionClass
  t.within = s.within
  t.action = s.action
  t.timing = s.timing
  t.changed = s.changed
  t.last = s.last
  t.passedBy = s.passedBy
  t.over = s.over
  t.outcome = s.outcome
  t.forced = s.forced
  t.lists = s.lists
  t.h1 = s.h1
  t.h2 = s.h2
  t.stamp = s.stamp
  t.shadows = s.shadows
}

let stamps = 0

/** Returns the number of a position: equal numbers mean equal cells. Every write renews it, and copies share it. */
export function stampOf(s: State): number {
  if (s.stamp === 0) s.stamp = ++stamps
  return s.stamp
}

/** The number of slots of a context: actor, free, class, within, action, timing, changed. */
export const CONTEXT_SIZE = 7
/** The same plus one list: the shadowed variables of the performed action. */
export const CONTEXT_SLOTS = CONTEXT_SIZE + 1

export function saveContext(s: State, k: Slot[], at: number): void {
  k[at] = s.actor
  k[at + 1] = s.free
  k[at + 2] = s.actionClass
  k[at + 3] = s.within ?? -1
  k[at + 4] = s.action
  k[at + 5] = s.timing
  k[at + 6] = s.changed
}

export function loadContext(s: State, k: readonly Slot[], at: number): void {
  const within = k[at + 3]
  s.actor = numberAt(k, at)
  s.free = numberAt(k, at + 1)
  s.actionClass = numberAt(k, at + 2)
  s.within = typeof within === 'number' ? null : within
  s.action = numberAt(k, at + 4)
  s.timing = numberAt(k, at + 5)
  s.changed = numberAt(k, at + 6)
}

/** The context when nobody acts. */
export const NO_CONTEXT: readonly Slot[] = [-1, 0, -1, -1, -1, 0, 0]

/** The state of the random generator: four words in the first cells, each in two halves to fit 16-bit cells. */
export const RANDOM_CELLS = 8

export function randomWord(d: CellArray, i: number): number {
  return (d[2 * i] << 16) | (d[2 * i + 1] & 0xffff)
}

export function putRandomWords(s: State, words: List): void {
  for (let i = 0; i < 4; i++) {
    writeCell(s, 2 * i, words[i] >> 16)
    writeCell(s, 2 * i + 1, (words[i] << 16) >> 16)
  }
}

/** Writes a hashed cell for a rule, and marks the board as changed. */
export function setCell(s: State, index: number, value: number): void {
  if (s.d[index] === value) return
  s.changed = 1
  s.passedBy = null
  writeCell(s, index, value)
}

/** Writes a hashed cell without marking a change: for random numbers and determinizations. */
export function writeCell(s: State, index: number, value: number): void {
  const d = s.d
  const old = d[index]
  if (old === value) return
  d[index] = value
  s.stamp = 0
  s.h1 ^= mixA(index, old) ^ mixA(index, value)
  s.h2 ^= mixB(index, old) ^ mixB(index, value)
}

/** Computes both halves of the board's hash from scratch. */
export function boardHash(d: ArrayLike<number>, hashed: number): readonly [number, number] {
  let a = 0
  let b = 0
  for (let i = 0; i < hashed; i++) {
    a ^= mixA(i, d[i])
    b ^= mixB(i, d[i])
  }
  return [a, b]
}
