/** A linked game: implements the protocol on the machine. */
import { withoutUndefined } from '../def/shape.js'
import { choiceOf, offersOf, optionsOf, picksOf, subjectOf } from '../run/choice.js'
import type { Constant, GameDef } from '../def/index.js'
import { IllegalChoice, present } from '../errors.js'
import { quote } from '../def/shape.js'
import { horizonOf } from '../run/horizon.js'
import type { Coverage } from '../link/coverage.js'
import { type Linked, link } from './link-game.js'
import type { EvaluationFunction } from './policy-functions.js'
import { type CodeLoader, evalLoader } from '../link/program.js'
import type {
  Question,
  Choice,
  Decision,
  Game,
  Outcome,
  SavedState,
  StartOptions,
  Step,
  View,
} from '../protocol.js'
import { wordsOfSeed } from '../run/rng.js'
import { restore, save, stateHash } from './save.js'
import { type ChanceSource, forkState, setCell, type State, type StepObserver } from '../layout/state.js'
import { view } from './view.js'

export class LinkedGame implements Game {
  readonly linked: Linked

  constructor(
    readonly def: GameDef,
    coverage: Coverage | null = null,
    loader: CodeLoader = evalLoader,
  ) {
    this.linked = link(def, loader, coverage)
  }

  get fingerprint(): string {
    return this.linked.fingerprint
  }

  private get machine() {
    return this.linked.machine
  }

  start(options: StartOptions = {}): State {
    return this.launch(options, null, null)
  }

  /** Like `begin` of the protocol. A chance source replaces the random numbers of the seed. */
  begin(options: StartOptions = {}, chance: ChanceSource | null = null): Pick<Step, 'state' | 'events'> {
    const recorder = this.machine.recorder()
    const state = this.launch(options, recorder, chance)
    state.recorder = null
    state.chance = null
    return { state, events: recorder.events }
  }

  private launch(options: StartOptions, recorder: StepObserver | null, chance: ChanceSource | null): State {
    const { machine } = this
    const { layout } = machine.linker
    const scenario = this.scenarioIndex(options.scenario)
    const { seed = 0 } = options
    if (typeof seed !== 'number' && typeof seed !== 'string')
      throw new IllegalChoice(`The seed must be a number or a text, not ${quote(seed)}.`)
    const s = layout.blank(wordsOfSeed(seed))
    setCell(s, layout.scenario, scenario < 0 ? 0 : scenario)
    this.setOptions(s, this.def.scenarios[scenario]?.options ?? {}, `scenario '${options.scenario ?? ''}'`)
    this.setOptions(s, options.options ?? {}, 'the options given')
    if (options.empty === true) return s
    s.actor = 0 // the first seat acts until a rule changes that
    s.chance = chance
    machine.begin(s)
    this.linked.setup.run(s, scenario)
    s.recorder = recorder
    if (s.over === 0) {
      machine.enter(s, this.linked.play, [])
      machine.run(s)
    } else machine.finish(s)
    return s
  }

  private scenarioIndex(id: string | undefined): number {
    const { scenarios } = this.def
    if (id === undefined) return scenarios.length > 0 ? 0 : -1
    const i = scenarios.findIndex((x) => x.id === id)
    if (i < 0)
      throw new IllegalChoice(
        `There is no scenario ${quote(id)}. The scenarios are: ${scenarios.map((x) => x.id).join(', ')}.`,
      )
    return i
  }

  private setOptions(s: State, given: Readonly<Record<string, Constant>>, origin: string): void {
    const { layout } = this.machine.linker
    for (const [id, value] of Object.entries(given)) {
      const list = layout.lists.get(id)
      if (list !== undefined) {
        const items = layout.listGiven(list, value)
        if (typeof items === 'string')
          throw new IllegalChoice(`The value of the option '${id}' is not valid: ${items} (in ${origin}).`)
        s.lists = s.lists.map((old, i) => (i === list.index ? items : old))
        continue
      }
      const o = layout.options.get(id)
      if (o === undefined) throw new IllegalChoice(`There is no option '${id}' (in ${origin}).`)
      let n: number | undefined
      try {
        n = layout.scalar(o.type, value)
      } catch {
        n = undefined
      }
      if (n === undefined || n < o.min || n > o.max)
        throw new IllegalChoice(`The option '${id}' cannot be ${quote(value)} (in ${origin}).`)
      setCell(s, o.cell, n)
    }
  }

  /** Returns the number of a seat, or -1 (the seat that must answer next) without an id. */
  seat(id: string | undefined): number {
    if (id === undefined) return -1
    const index = this.machine.linker.layout.seatIndex.get(id)
    if (index === undefined) throw new IllegalChoice(`There is no seat ${quote(id)}.`)
    return index
  }

  decision(s: State, seat?: string): Decision | undefined {
    const { machine } = this
    const asked = machine.question(s, this.seat(seat))
    if (asked === undefined) return undefined
    const { names, program, linker } = machine
    const q = linker.question(s.q)
    const place = linker.places[q.place]
    machine.refuel(s) // naming a question costs fuel of its own, however often a caller repeats it
    const label = (value: number): string => {
      if (q.kind !== 'alternatives') return names.label(s, q.type, value)
      return (
        present(program.labels[q.id], 'a question has code for its labels.')(
          s,
          s.k,
          s.fp,
          value,
          asked.seat,
        ) || q.ids[value]
      )
    }
    return {
      seat: names.layout.seats[asked.seat],
      kind: asked.kind,
      prompt: present(program.prompts[q.id], 'a question has code for its prompt.')(s, s.k, s.fp, asked.seat),
      name: q.name,
      type: q.type,
      ...withoutUndefined({ rule: q.rule }),
      ...(s.action < 0 ? {} : { action: names.scalar('action', s.action) }),
      ...(place?.place === undefined ? {} : { place: place.place }),
      min: asked.min,
      max: asked.max,
      ...(asked.costs === null ? {} : { budget: asked.budget }),
      optional: asked.optional,
      ...(asked.series === 0 ? {} : { series: asked.series }),
      ...(asked.repeats && asked.series > 0 ? { repeats: true as const } : {}),
      ...(asked.throughout ? { throughout: true as const } : {}),
      ...subjectOf(names, s, q, asked.seat, program.subjects[q.id]),
      options: optionsOf(names, s, q, asked, label),
      offers: offersOf(names, s, q, asked),
      secret: q.secret || q.together !== null,
      ...(q.together === null ? {} : { atOnce: true as const }),
    }
  }

  decide(s: State, choice: Choice, seat?: string): State {
    const picks = this.picks(s, choice, seat)
    const t = this.fork(s)
    this.machine.answer(t, picks, this.seat(seat))
    return t
  }

  /** Converts a choice by names to picks, in this state. */
  picks(s: State, choice: Choice, seat?: string): number[] {
    const { machine } = this
    const asked = machine.asking(s, this.seat(seat))
    return picksOf(machine.names, s, machine.linker.question(s.q), asked, choice)
  }

  /** Converts picks to a choice by names, in this state. */
  choice(s: State, picks: readonly number[], seat?: number): Choice {
    const { machine } = this
    const asked = machine.asking(s, seat)
    return choiceOf(machine.names, s, machine.linker.question(s.q), asked, picks)
  }

  step(s: State, choice: Choice, seat?: string): Step {
    const { machine } = this
    const picks = this.picks(s, choice, seat)
    const decider = machine.names.layout.seats[machine.asked.seat]
    const state = this.fork(s)
    const recorder = machine.recorder()
    state.recorder = recorder
    machine.answer(state, picks, this.seat(seat))
    state.recorder = null
    return { state, events: recorder.events, horizon: horizonOf(machine, state, decider, recorder) }
  }

  outcome(s: State): Outcome | undefined {
    return s.outcome ?? undefined
  }

  view(s: State, seat: string | null): View {
    return view(this.linked, s, seat, (mine) => this.decision(s, mine))
  }

  hash(s: State): string {
    return stateHash(s)
  }

  fork(s: State): State {
    const t = forkState(s)
    t.open = this.machine.computed(s)
    return t
  }

  save(s: State): SavedState {
    return save(this.linked, s)
  }

  restore(saved: unknown): State {
    return restore(this.linked, saved)
  }

  worth(s: State, seat: string): number | undefined {
    const { worth } = this.linked
    return worth === null ? undefined : this.estimate(s, worth, this.seat(seat))
  }

  worths(s: State, into: number[]): boolean {
    return this.estimates(s, this.linked.worth, into)
  }

  promises(s: State, into: number[]): boolean {
    const { promise, features } = this.linked
    if (promise === null && features.length === 0) return false
    const seats = this.def.seats.length
    for (let seat = 0; seat < seats; seat++) {
      const own = promise === null ? 0 : this.estimate(s, promise, seat)
      into[seat] = own + (features.length === 0 ? 0 : this.estimate(s, this.weightedFeatures, seat) / 1000)
    }
    return true
  }

  features(s: State, seat: number, into: number[]): void {
    this.linked.features.forEach(({ value }, i) => {
      into[i] = this.estimate(s, value, seat)
    })
  }

  /** The weighted sum of the features for a seat, in thousandths. */
  private readonly weightedFeatures = (s: State, seat: number): number => {
    let sum = 0
    for (const { value, weights } of this.linked.features)
      if (weights[seat] !== 0) sum += weights[seat] * value(s, seat)
    return sum
  }

  private estimates(s: State, evaluate: EvaluationFunction | null, into: number[]): boolean {
    if (evaluate === null) return false
    const seats = this.def.seats.length
    for (let seat = 0; seat < seats; seat++) into[seat] = this.estimate(s, evaluate, seat)
    return true
  }

  private estimate(s: State, evaluate: EvaluationFunction, seat: number): number {
    this.machine.refuel(s)
    return this.machine.guarded(s, () => evaluate(s, seat))
  }

  ask(s: State, seat?: number): Question | undefined {
    return this.machine.question(s, seat)
  }

  answer(s: State, picks: readonly number[], seat?: number): void {
    this.machine.answer(s, picks, seat)
  }

  deciding(s: State): readonly number[] {
    return this.machine.deciding(s)
  }

  present(s: State): readonly string[] {
    const { layout } = this.machine.linker
    return layout.seats.slice(0, layout.presentCount(s.d))
  }
}

/** Links a GameDef into a playable game. Throws LinkError if it is invalid. `coverage` records the rules that run. */
export function linkGame(def: GameDef, coverage: Coverage | null = null): Game {
  return new LinkedGame(def, coverage)
}
