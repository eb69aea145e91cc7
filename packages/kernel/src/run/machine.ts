/**
 * The machine: runs routines until they ask, return or end the game, and takes answers. There is one per linked game.
 * The position is in the State only.
 */
import { IllegalChoice, LudoError, present, RuleError, RunawayRule } from '../errors.js'
import type { Linker } from '../link/linker.js'
import type { Program, Runtime } from '../link/program.js'
import type { QuestionSite } from '../link/question.js'
import { FRAME, ROOT } from '../link/routine.js'
import { Names } from '../layout/names.js'
import { answerAhead, mayStand, storeSeries, storeThroughout } from './answers-ahead.js'
import { selectionError, THROUGHOUT } from './selection.js'
import { closeFrames } from './close-frames.js'
import {
  type ComputedQuestion,
  CONTEXT_SIZE,
  type List,
  loadContext,
  NO_CONTEXT,
  NO_ITEMS,
  numberAt,
  saveContext,
  type Slot,
  type State,
  STEP_FUEL,
  stampOf,
} from '../layout/state.js'
import { notAsked } from './not-asked.js'
import { OpenQuestion, makeQuestions, OPTION_FUEL } from './questions.js'
import type { Lookahead } from './lookahead.js'
import { allSeats, answerAt, makeSimultaneous, pendingSeats, takeAnswer } from './simultaneous.js'
import { makeBoard } from './board.js'
import { makeContext, returnTo } from './context.js'
import { makeLists } from './lists.js'
import { makeListVariables } from './list-variables.js'
import { makeOutcomes } from './end-game.js'
import { EventRecorder } from './event-recorder.js'
import { makeSuppositions } from './suppositions.js'
import { declinesOffers } from './declines-offers.js'

const MAX_STACK = 20_000 // the limit of the call stack, in slots

/** The limit of items in the lists on the stack while a question waits. */
const MAX_STACK_ITEMS = 1_000_000
/** A step that spends less fuel than this can't have built large lists. */
const SMALL_STEP_FUEL = 20_000

const LAST_MOMENT = 0x7fffffff // moment numbers must fit into 32 bits

const ROOT_SLOTS = 1 + CONTEXT_SIZE // the question that waited, and the context

export class Machine {
  thinker: Lookahead | null = null
  private moments = 0 // the number of positions that policies have evaluated
  readonly program: Program = {
    resumables: [],
    plains: [],
    legal: [],
    requires: [],
    holds: [],
    asks: [],
    prompts: [],
    subjects: [],
    labels: [],
    shared: new Map(),
  }
  readonly asked = new OpenQuestion()
  readonly names: Names
  readonly toolbox: Runtime
  /** By routine: 1 if it can ask. For actions known only in play. */
  readonly asks: number[] = []
  private readonly signatures: string[] = []
  private readonly gives: (string | undefined)[] = []
  private readonly chosen: (s: State, id: number, picks: List) => List
  private readonly onlyAnswer: (s: State, id: number) => List | null
  private readonly pickOf: (s: State, id: number, value: number) => number

  constructor(readonly linker: Linker) {
    const { layout, places, questions, kinds } = linker
    this.names = new Names(layout, kinds)
    const runaway = (sentence: string, place: number): never => {
      throw new RunawayRule(sentence, places[place] ?? {})
    }
    const stuck = (_s: State, place: number): never =>
      runaway('This rule does too much work in one step, or never ends. Check its loops.', place)
    const spend = (s: State, work: number, place: number): void => {
      if ((s.fuel -= work) < 0) stuck(s, place)
    }
    const { chosen, onlyAnswer, pickOf, ...asking } = makeQuestions(
      layout,
      questions,
      places,
      this.asked,
      spend,
    )
    this.chosen = chosen
    this.onlyAnswer = onlyAnswer
    this.pickOf = pickOf
    const { routines } = linker
    const board = makeBoard(layout, places, spend)
    const fail = (sentence: string, place: number): never => {
      throw new RuleError(sentence, places[place] ?? {})
    }
    this.toolbox = {
      ...makeLists(spend),
      ...board,
      ...makeContext(layout, board.put),
      ...makeListVariables(layout, places, board.putCell),
      ...makeOutcomes(layout, places),
      ...asking,
      ...makeSimultaneous(this.program, questions, places),
      stuck,
      stampOf,
      tooDeep: (_s: State, place: number) => runaway('This rule calls itself endlessly.', place),
      lost: () => fail('The state has an invalid resume point. It is damaged.', 0),
      show: (s: State, type: string, value: Slot, place: number) => {
        if (typeof value !== 'number') spend(s, value.length * OPTION_FUEL, place)
        return this.names.label(s, type, value)
      },
      tell: (s: State, type: string, value: Slot, place: number) => {
        if (typeof value !== 'number') spend(s, value.length * OPTION_FUEL, place)
        return this.names.openLabel(s, type, value)
      },
      push(s: State, routine: number, place: number): number {
        const k = s.k
        const nf = s.sp
        if (nf > MAX_STACK) runaway('Procedures call each other endlessly.', place)
        const template = routines[routine].template
        spend(s, 1 + (template.length >> 3), place)
        k[nf] = routine
        k[nf + 1] = 0
        k[nf + 2] = s.fp
        for (let i = 0; i < template.length; i++) k[nf + FRAME + i] = template[i]
        s.sp = nf + FRAME + template.length
        s.fp = nf
        return nf
      },
      pop(s: State, fp: number): void {
        s.sp = fp
        s.fp = numberAt(s.k, fp + 2)
      },
      someAction: (action: number, types: string, place: number): number => {
        if (action < 0) fail('There is no action to perform here.', place)
        if (this.signatures[action] !== types)
          fail(`The arguments don't fit the action '${layout.procedures[action]}'.`, place)
        return action
      },
      ...makeSuppositions(spend),
      valueAfter: (s: State, value: (copy: State) => Slot) => this.thinking.after(s, value),
      valueIf: (s: State, action: number, value: (copy: State) => Slot) =>
        this.thinking.would(s, action, value),
      lookAt: (pick: number): void => this.thinking.lookAt(pick),
      changesBy: (action: number) => this.thinking.changes(action),
      diceOf: (sides: number) => this.thinking.roll(sides),
      LEGAL: this.program.legal,
      REQUIRES: this.program.requires,
      HOLDS: this.program.holds,
      SIGNED: this.signatures,
      GIVES: this.gives,
      PLAIN: this.program.plains,
      ASKS: this.asks,
      KS: kinds.sets,
      NONE: NO_ITEMS,
    }
  }

  /** An error of the rules, so that an explanation can leave out a value that only a deciding policy has. */
  private get thinking(): Lookahead {
    if (this.thinker === null) throw new RuleError('Only a policy that decides can look ahead.', {})
    return this.thinker
  }

  recorder(): EventRecorder {
    return new EventRecorder(this.names, this.linker, this.program, this.asked)
  }

  /** Registers the linked routines. */
  register(): void {
    for (const r of this.linker.routines) {
      this.asks[r.index] = r.asks ? 1 : 0
      this.signatures[r.index] = r.params.join(',')
      this.gives[r.index] = r.gives
    }
  }

  /** Frees the number of the last routine: a plain function that nothing calls by its number. */
  release(index: number): void {
    this.linker.routines.length = index
    this.program.plains.length = Math.min(this.program.plains.length, index)
    this.program.shared.delete(this.linker.nameOf('p', index))
  }

  /** Drops a routine. Its number isn't reused, because a state may still wait in it. */
  drop(index: number): void {
    const { routines, questions } = this.linker
    const { resumables, asks, prompts, labels } = this.program
    const gone = (): never => {
      throw new RuleError('This state waits in a block that has been dropped. Use an earlier state.', {})
    }
    routines[index] = { ...routines[index], name: 'dropped', locals: [], template: [], resumes: new Map() }
    resumables[index] = gone
    questions.forEach((q, id) => {
      if (q?.routine !== index) return
      questions[id] = null
      asks[id] = gone
      prompts[id] = undefined
      this.program.subjects[id] = undefined
      labels[id] = undefined
    })
    this.asked.state = null
  }

  /** Pushes a frame for a resumable routine. */
  enter(s: State, routine: number, args: readonly Slot[]): void {
    const push = this.toolbox.push as (s: State, routine: number, place: number) => number
    const nf = push(s, routine, this.linker.routines[routine].place)
    args.forEach((a, i) => {
      s.k[nf + FRAME + i] = a
    })
  }

  /** Pushes the frame at which the machine stops and restores everything. */
  enterRoot(s: State): void {
    const { k, sp } = s
    k[sp] = ROOT
    k[sp + 1] = 0
    k[sp + 2] = s.fp
    k[sp + FRAME] = s.q
    saveContext(s, k, sp + FRAME + 1)
    s.changed = 0
    s.fp = sp
    s.sp = sp + FRAME + ROOT_SLOTS
    s.q = 0
  }

  private leaveRoot(s: State, fp: number): void {
    s.q = numberAt(s.k, fp + FRAME)
    returnTo(s, s.k, fp + FRAME + 1)
    s.sp = fp
    s.fp = numberAt(s.k, fp + 2)
  }

  /** Begins a step: refuels, and drops the cached question. */
  begin(s: State): void {
    this.refuel(s)
    s.serial++
    s.open = null
  }

  refuel(s: State): void {
    s.fuel = STEP_FUEL
    s.depth = 0
  }

  /**
   * Runs until a question with more than one answer, the end of the game, or the end of the running block. An error
   * leaves the state unusable.
   */
  run(s: State, answer?: List): void {
    try {
      if (answer !== undefined) this.take(s, answer, false)
      this.loop(s)
    } catch (e) {
      s.q = -1
      s.recorder = null
      throw this.readable(e, s)
    }
  }

  private loop(s: State): void {
    const { resumables } = this.program
    const { asked } = this
    const k = s.k
    asked.state = null // forced questions on the way overwrite it
    for (;;) {
      for (let fp = s.fp; fp >= 0; fp = s.fp) {
        const routine = numberAt(k, fp)
        if (routine === ROOT) {
          this.leaveRoot(s, fp)
          return
        }
        if (resumables[routine](s, k, fp) !== 0) break
      }
      if (s.over !== 0) {
        this.finish(s)
        return
      }
      if (s.q === 0) throw new RuleError('The rules ended without a result. End the game in `play`.', {})
      const only = this.onlyAnswer(s, s.q)
      const picks = only ?? answerAhead(s, this.linker, this.linker.question(s.q), asked, this.pickOf)
      if (picks === null) break
      if (only === null) this.refuel(s) // each answer of a person is a step, also one given ahead
      this.take(s, picks, only !== null)
    }
    asked.throughout = mayStand(s, this.linker, asked)
    s.given = 0
    if (s.fuel < STEP_FUEL - SMALL_STEP_FUEL) this.checkStackItems(s)
    asked.state = s
    asked.serial = s.serial
    asked.first = true
  }

  /** Limits the lists on the stack: it is saved and copied at every question, so they must not keep growing. */
  private checkStackItems(s: State): void {
    const { routines, places } = this.linker
    let kept = 0
    for (let i = 0; i < s.sp; i++) {
      const slot = s.k[i]
      if (typeof slot !== 'number') kept += slot.length
    }
    if (kept > MAX_STACK_ITEMS)
      throw new RunawayRule(
        `The rules hold lists with ${kept} items while they ask. Keep fewer.`,
        places[routines[numberAt(s.k, s.fp)].place],
      )
  }

  /** Clears the stack and the context at the end of the game. */
  finish(s: State): void {
    if (s.recorder !== null) closeFrames(s, s.recorder, this.linker)
    s.fp = -1
    s.sp = 1
    s.q = 0
    loadContext(s, NO_CONTEXT, 0)
    s.last = 0
    s.given = 0
    s.passedBy = null
  }

  guarded<T>(s: State, work: () => T): T {
    try {
      return work()
    } catch (e) {
      throw this.readable(e, s)
    }
  }

  /** Converts the JavaScript engine's stack overflow into a RunawayRule. */
  readable(e: unknown, s: State): unknown {
    if (e instanceof LudoError || !(e instanceof RangeError)) return e
    const { routines, places } = this.linker
    const at = routines[numberAt(s.k, s.fp)]?.place ?? 0
    return new RunawayRule('Rules call each other too deeply here.', places[at] ?? {})
  }

  /** Returns the numbers of the seats that must answer; in a simultaneous choice, the pending ones. */
  deciding(s: State): List {
    const asked = this.question(s)
    if (asked === undefined) return NO_ITEMS
    const together = this.linker.questions[s.q]?.together ?? null
    return together === null ? [asked.seat] : pendingSeats(s, together)
  }

  /**
   * Returns the question of a state, cached from the last step or computed. In a simultaneous choice it is the question
   * of the first pending seat, or of the given seat. Returns undefined if the seat is not asked.
   */
  question(s: State, seat = -1): OpenQuestion | undefined {
    const { asked } = this
    if (s.open !== null && !asked.isOf(s)) asked.load(s, s.open)
    const cached = asked.isOf(s)
    if (cached && (seat < 0 ? asked.first : asked.seat === seat)) return asked
    if (s.q <= 0) {
      if (s.q < 0)
        throw new RuleError('An error in the rules left this state unusable. Use an earlier one.', {})
      return undefined
    }
    const together = this.linker.questions[s.q]?.together ?? null
    if (together === null) {
      if (!cached) this.cache(s, -1, true)
      return seat < 0 || asked.seat === seat ? asked : undefined
    }
    const pending = pendingSeats(s, together)
    if (seat >= 0 && !pending.includes(seat)) return undefined
    this.cache(s, seat < 0 ? pending[0] : seat, seat < 0 || seat === pending[0])
    return asked
  }

  /** Returns a number for a position that a policy evaluates. Memo tables are keyed by it. */
  moment(): number {
    if (this.moments === LAST_MOMENT) {
      for (const memory of this.linker.memories) memory.fill(0)
      this.moments = 0
    }
    return ++this.moments
  }

  /** Returns the computed question, which copies of the state can share. */
  computed(s: State): Readonly<ComputedQuestion> | null {
    const { asked } = this
    if (s.open === null && asked.isOf(s) && this.linker.questions[s.q]?.together === null)
      s.open = asked.copy()
    return s.open
  }

  private cache(s: State, seat: number, first: boolean): void {
    const { asked } = this
    this.compute(s, seat)
    asked.throughout = mayStand(s, this.linker, asked)
    asked.state = s
    asked.serial = s.serial
    asked.first = first
  }

  /** Computes the open question for a seat of a simultaneous choice. Returns undefined if it has no choice. */
  compute(s: State, seat: number): OpenQuestion | undefined {
    const { asked } = this
    this.refuel(s)
    asked.state = null
    const found = this.guarded(s, () => this.program.asks[s.q](s, s.k, s.fp, seat))
    return found === 0 ? undefined : asked
  }

  /** Returns the open question. Throws IllegalChoice if there is none, or none for the seat. */
  asking(s: State, seat = -1): OpenQuestion {
    const asked = this.question(s, seat)
    if (asked !== undefined) return asked
    throw notAsked(this.names, s, seat, this.deciding(s))
  }

  answer(s: State, picks: readonly number[], seat = -1): void {
    const asked = this.asking(s, seat)
    const wrong = selectionError(asked, picks)
    if (wrong !== null) throw new IllegalChoice(wrong)
    const q = this.linker.question(s.q)
    if (q.together !== null) {
      this.answerAtOnce(s, q, picks)
      return
    }
    this.begin(s)
    this.run(s, this.storeAhead(s, q, picks))
  }

  /** Stores the part of an answer that is for later rounds of a series. Returns the rest. */
  private storeAhead(s: State, q: QuestionSite, picks: List): List {
    const { asked } = this
    if (asked.kind === 'many' || picks.length < 2) return picks
    if (picks[1] === THROUGHOUT) {
      storeThroughout(s, this.linker, asked.seat, asked.kind === 'number' ? picks[0] : asked.values[picks[0]])
      return [picks[0]]
    }
    const series = present(q.series, 'a list answers a question in a series.')
    const picked = picks.slice(0, -1)
    const items = q.repeats ? picked.map((p) => asked.values[p]) : this.chosen(s, q.id, picked)
    storeSeries(s, series, items.slice(1))
    return [picks[0]]
  }

  /** Writes the answer to the open question into the frame, where its routine reads it. */
  private take(s: State, picks: List, forced: boolean): void {
    const { asked } = this
    const id = s.q
    const q = this.linker.question(id)
    if (s.recorder !== null) s.recorder.chose(s, id, picks, forced)
    const { k, fp } = s
    s.q = 0
    if (asked.kind !== 'number' && picks.length > 0 && picks[0] < 0) {
      const { window, again } = present(q.offering, 'a question with offers has a window for them.')
      k[fp + 1] = again
      this.enter(s, window, [asked.offers[-1 - picks[0]]])
      s.timing = asked.timing
      s.passedBy = null
      return
    }
    if (asked.offers.length > 0 && !forced)
      s.passedBy = declinesOffers(q, asked.values, picks) ? [asked.seat, asked.timing, ...asked.offers] : null
    if (q.slot < 0 && q.kind === 'window')
      return // declined: the routine resumes after the window
    else if (q.kind === 'alternatives') k[fp + 1] = q.branches[asked.values[picks[0]]]
    else k[fp + FRAME + q.slot] = this.answerOf(s, q, picks)
  }

  /** Takes an answer to a simultaneous choice. After the last, reveals all answers in list order and resumes. */
  private answerAtOnce(s: State, q: QuestionSite, picks: List): void {
    const { seat } = this.asked
    const together = present(q.together, 'this question is asked of several seats at once.')
    const last = takeAnswer(s, together, seat, this.answerOf(s, q, picks))
    const { recorder } = s
    if (recorder !== null) recorder.answered(s, q.id, seat)
    this.begin(s)
    if (!last) return
    if (recorder !== null)
      // Skips seats that had nothing to choose. The board hasn't changed since they were skipped.
      for (const other of allSeats(s, together))
        if (this.compute(s, other) !== undefined)
          recorder.opened(s, q.id, other, answerAt(s, together, other))
    s.q = 0
    this.run(s)
  }

  /** Returns the value of an answer to the open question. An empty answer is none. */
  answerOf(s: State, q: QuestionSite, picks: List): Slot {
    const { asked } = this
    if (q.kind === 'many') return this.chosen(s, q.id, picks)
    if (picks.length === 0) return -1
    return asked.kind === 'number' ? picks[0] : asked.values[picks[0]]
  }
}
