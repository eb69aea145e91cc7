/**
 * The machine: runs routines until they ask, return or end, and takes answers. One per linked game; all it
 * knows of a position is in the State.
 */
import { IllegalChoice, LudoError, RuleError, RunawayRule } from '../errors.js'
import type { Linker } from '../link/linker.js'
import type { Program, Toolbox } from '../link/program.js'
import { FRAME } from '../link/routine.js'
import { Names } from '../names.js'
import { problem } from '../selection.js'
import { type List, NO_ITEMS, type Slot, type State, STEP_FUEL, type Witness } from '../state.js'
import { Asked, makeAsking } from './asked.js'
import { makeBoard } from './board.js'
import { lists } from './lists.js'
import { makeEndings } from './outcome.js'
import { Recorder } from './record.js'

/** Longest call stack, in slots. */
const DEEPEST_STACK = 20_000

/** Stands for a routine in the frame below a block of the workbench: when it is reached, the machine stops. */
export const ROOT = -1
const ROOT_SLOTS = 7 // the question that waited, and the context

export class Machine {
  readonly program: Program = {
    resumables: [],
    plains: [],
    legal: [],
    requires: [],
    asks: [],
    prompts: [],
    labels: [],
    shared: new Map(),
  }
  readonly asked = new Asked()
  readonly names: Names
  readonly toolbox: Toolbox
  /** By routine: 1 if it can ask. For actions known only in play. */
  readonly asks: number[] = []
  private readonly signatures: string[] = []
  private readonly chosen: (s: State, id: number, picks: List) => List

  constructor(readonly linker: Linker) {
    const { layout, places, questions, kinds } = linker
    this.names = new Names(layout, kinds)
    const { chosen, ...asking } = makeAsking(layout, questions, places, this.asked)
    this.chosen = chosen
    const { routines } = linker
    const fail = (sentence: string, place: number): never => {
      throw new RuleError(sentence, places[place] ?? {})
    }
    const runaway = (sentence: string, place: number): never => {
      throw new RunawayRule(sentence, places[place] ?? {})
    }
    this.toolbox = {
      ...lists,
      ...makeBoard(layout, places),
      ...makeEndings(layout.seats, places),
      ...asking,
      stuck: (_s: State, place: number) => runaway('This rule does not come to an end.', place),
      tooDeep: (_s: State, place: number) => runaway('This rule calls itself without end.', place),
      lost: () => fail('The state points to no place in this procedure.', 0),
      show: (s: State, type: string, value: Slot) => this.names.label(s, type, value),
      tell: (s: State, type: string, value: Slot) => this.names.openLabel(s, type, value),
      push(s: State, routine: number, place: number): number {
        const k = s.k
        const nf = s.sp
        if (nf > DEEPEST_STACK) runaway('Procedures call each other without end.', place)
        if (--s.fuel < 0) runaway('This rule does not come to an end.', place)
        k[nf] = routine
        k[nf + 1] = 0
        k[nf + 2] = s.fp
        const template = routines[routine].template
        for (let i = 0; i < template.length; i++) k[nf + FRAME + i] = template[i]!
        s.sp = nf + FRAME + template.length
        s.fp = nf
        return nf
      },
      pop(s: State, fp: number): void {
        s.sp = fp
        s.fp = s.k[fp + 2] as number
      },
      saveContext(s: State, k: Slot[], at: number): void {
        saveContext(s, k, at)
      },
      loadContext(s: State, k: Slot[], at: number): void {
        loadContext(s, k, at)
      },
      someAction: (action: number, types: string, place: number): number => {
        if (action < 0) fail('There is no action to perform here.', place)
        if (this.signatures[action] !== types)
          fail(`The action '${layout.procedures[action]}' takes other arguments than are given.`, place)
        return action
      },
      LEGAL: this.program.legal,
      REQUIRES: this.program.requires,
      PLAIN: this.program.plains,
      ASKS: this.asks,
      KS: kinds.sets,
      NONE: NO_ITEMS,
    }
  }

  recorder(): Recorder {
    return new Recorder(this.names, this.linker, this.asked)
  }

  /** Takes note of routines that were linked. */
  register(): void {
    for (const r of this.linker.routines) {
      this.asks[r.index] = r.asks ? 1 : 0
      this.signatures[r.index] = r.params.join(',')
    }
  }

  /** Pushes a frame for a routine that can be resumed. */
  enter(s: State, routine: number, args: readonly Slot[]): void {
    const push = this.toolbox.push as (s: State, routine: number, place: number) => number
    const nf = push(s, routine, this.linker.routines[routine].place)
    args.forEach((a, i) => {
      s.k[nf + FRAME + i] = a
    })
  }

  /** Pushes the frame at which the machine stops and everything is as it was. */
  enterRoot(s: State): void {
    const { k, sp } = s
    k[sp] = ROOT
    k[sp + 1] = 0
    k[sp + 2] = s.fp
    k[sp + FRAME] = s.q
    saveContext(s, k, sp + FRAME + 1)
    s.fp = sp
    s.sp = sp + FRAME + ROOT_SLOTS
    s.q = 0
  }

  private leaveRoot(s: State, fp: number): void {
    s.q = s.k[fp + FRAME] as number
    loadContext(s, s.k, fp + FRAME + 1)
    s.sp = fp
    s.fp = s.k[fp + 2] as number
  }

  /** Begins a step: full fuel, and whatever question was kept is forgotten. */
  begin(s: State): void {
    this.refuel(s)
    s.serial++
  }

  refuel(s: State): void {
    s.fuel = STEP_FUEL
    s.depth = 0
  }

  /** Runs until a question, the end of the game, or the end of what runs. An error leaves the state unusable. */
  run(s: State): void {
    try {
      this.loop(s)
    } catch (e) {
      s.q = -1
      s.recorder = null
      throw this.readable(e)
    }
  }

  private loop(s: State): void {
    const { resumables } = this.program
    const { asked } = this
    const k = s.k
    for (let fp = s.fp; fp >= 0; fp = s.fp) {
      const routine = k[fp] as number
      if (routine === ROOT) {
        this.leaveRoot(s, fp)
        return
      }
      if (resumables[routine]!(s, k, fp) !== 0) break
    }
    if (s.over !== 0) {
      this.finish(s)
      return
    }
    if (s.q === 0) throw new RuleError('The game came to the end of its rules without a result.', {})
    asked.state = s
    asked.serial = s.serial
  }

  /** Nothing runs after the end of a game. */
  finish(s: State): void {
    if (s.recorder !== null) this.unwind(s, s.recorder)
    s.fp = -1
    s.sp = 1
    s.q = 0
    s.actor = -1
    s.free = 0
    s.actionClass = -1
    s.within = null
    s.action = -1
    s.timing = 0
  }

  /** The end of the game ends all that is under way: whoever listens is told so, from the inside out. */
  private unwind(s: State, witness: Witness): void {
    const { routines } = this.linker
    const { k } = s
    for (let fp = s.fp; fp >= 0; ) {
      const caller = k[fp + 2] as number
      const resume = routines[k[caller] as number]?.resumes.get(k[caller + 1] as number)
      if (resume?.kind !== 'call') return // the game itself, or a block of the workbench: nobody called it
      const locals = caller + FRAME
      if (resume.context !== undefined) {
        witness.ended(s, resume.cause)
        loadContext(s, k, locals + resume.context)
      } else if (resume.titled) witness.left(s, resume.callee, resume.cause)
      if (resume.timing !== undefined) s.timing = k[locals + resume.timing] as number
      if (resume.actor !== undefined) s.actor = k[locals + resume.actor] as number
      fp = caller
    }
  }

  /** The engine's own complaint about a stack that is too deep becomes one about the rule. */
  readable(e: unknown): unknown {
    if (e instanceof LudoError || !(e instanceof RangeError)) return e
    return new RunawayRule('A rule calls itself without end.', {})
  }

  /** The question of a state: kept from the step before, or computed again. */
  question(s: State): Asked | undefined {
    if (s.q <= 0) {
      if (s.q < 0)
        throw new RuleError('This state was left behind by an error in the rules; use an earlier one.', {})
      return undefined
    }
    const { asked } = this
    if (asked.state === s && asked.serial === s.serial) return asked
    this.refuel(s)
    asked.state = null
    this.program.asks[s.q]!(s, s.k, s.fp)
    asked.state = s
    asked.serial = s.serial
    return asked
  }

  answer(s: State, picks: readonly number[]): void {
    const asked = this.question(s)
    if (asked === undefined) throw new IllegalChoice('Nothing is to be decided in this state.')
    const wrong = problem(asked, picks)
    if (wrong !== null) throw new IllegalChoice(wrong)
    const id = s.q
    const q = this.linker.questions[id]!
    if (s.recorder !== null) s.recorder.chose(s, id, picks)
    const { k, fp } = s
    if (q.kind === 'alternatives') k[fp + 1] = q.branches[asked.values[picks[0]]]!
    else if (q.kind === 'many') k[fp + FRAME + q.slot] = this.chosen(s, id, picks)
    else if (picks.length === 0) k[fp + FRAME + q.slot] = -1
    else k[fp + FRAME + q.slot] = asked.kind === 'number' ? picks[0] : asked.values[picks[0]]
    s.q = 0
    this.begin(s)
    this.run(s)
  }
}

function saveContext(s: State, k: Slot[], at: number): void {
  k[at] = s.actor
  k[at + 1] = s.free
  k[at + 2] = s.actionClass
  k[at + 3] = s.within ?? -1
  k[at + 4] = s.action
  k[at + 5] = s.timing
}

function loadContext(s: State, k: Slot[], at: number): void {
  const within = k[at + 3]
  s.actor = k[at] as number
  s.free = k[at + 1] as number
  s.actionClass = k[at + 2] as number
  s.within = typeof within === 'number' ? null : within
  s.action = k[at + 4] as number
  s.timing = k[at + 5] as number
}
