import { coverageOf } from '@ludoforge/compiler/files'
import { type Game, type GameDef, presentSeats } from '@ludoforge/kernel'
import type { BatchTask } from '../messages.js'
import { seedOfGame } from '../seeds.js'
import type { Series } from '../series.js'
import { planOf, type SimRequest } from '../simulation.js'
import { statistics } from '../statistics.js'
import { addCount, addTally, emptyTally, packTally, unpackTally } from '../tally.js'
import { linkRulesWithCoverage } from './coverage-replayer.js'
import { type Evaluation, evaluationOf, type RuleCoverage } from './evaluation.js'
import type { EvaluationBatch, EvaluationPlan } from './evaluator.js'
import type { GameNote, OptionName } from './game-note.js'
import type { GameScore } from './score-recorder.js'
import { type SlowDecision, slowest } from './slow-decision.js'

/** The settings of an evaluation. */
export interface EvaluationRequest extends SimRequest {
  /** How many games to replay with coverage counters (default: 1,000; 0 for none). */
  readonly covered?: number
  /** The score to follow (default: the `worth` of the rules). */
  readonly score?: GameScore
}

/** A line of the rules, and the number of games in which it ran. */
export interface LineRuns {
  readonly file: string
  readonly line: number
  readonly games: number
}

const CURVES = 2000 // games; more wouldn't change the picture
const COVERED = 1000

/** The rules with coverage counters, shared by all series of a game. Each use clears the counters. */
const linked = new WeakMap<GameDef, ReturnType<typeof linkRulesWithCoverage>>()

/** Creates the series of an evaluation, before any game is played. */
export function evaluationSeries(request: EvaluationRequest): EvaluationSeries {
  const { game, games, covered = COVERED, score } = request
  const plan = planOf(request)
  const present = new Set(presentSeats(game.def, plan).map(({ id }) => id))
  const seats = game.def.seats.flatMap(({ id }, seat) => (present.has(id) ? [seat] : []))
  return new EvaluationSeries(
    game,
    {
      ...plan,
      seats,
      curves: CURVES,
      covered: Math.min(covered, games),
      ...(score === undefined ? {} : { score }),
    },
    games,
  )
}

/** The games of an evaluation. */
export class EvaluationSeries implements Series<EvaluationBatch, Evaluation> {
  readonly work: { readonly evaluate: EvaluationPlan }
  readonly #sum = emptyTally()
  readonly #notes: GameNote[] = []
  readonly #names = new Map<string, OptionName>()
  /** The games that reached a coverage point, by its number. */
  readonly #reached = new Map<number, number>()
  #slowest: SlowDecision[] = []

  constructor(
    readonly game: Pick<Game, 'def'>,
    plan: EvaluationPlan,
    readonly games: number,
  ) {
    this.work = { evaluate: plan }
  }

  get def(): GameDef {
    return this.game.def
  }

  get done(): number {
    return this.#sum.games
  }

  get errors(): number {
    return this.#sum.errors.length
  }

  /** The completed games so far, in order. */
  get notes(): readonly GameNote[] {
    return this.#notes.toSorted((a, b) => a.game - b.game)
  }

  /** The names of all options met so far. */
  get names(): ReadonlyMap<string, OptionName> {
    return this.#names
  }

  add(batch: EvaluationBatch): void {
    addTally(this.#sum, batch.tally)
    this.#notes.push(...batch.notes)
    for (const [key, name] of batch.names) this.#names.set(key, name)
    for (const [point, games] of batch.reached) addCount(this.#reached, point, games)
    for (const decision of batch.slowest) this.#slowest = slowest(this.#slowest, decision)
  }

  lose({ from, to }: BatchTask, message: string): void {
    const seed = seedOfGame(this.work.evaluate.seed, from)
    const error = { game: from, seed, decision: 0, message, place: null }
    addTally(this.#sum, { ...emptyTally(), games: to - from, errors: [error] })
  }

  summary(seconds: number): Evaluation {
    const { def } = this
    const { seed, agents, seats, scenario, score } = this.work.evaluate
    const id = (seat: number) => def.seats[seat]?.id ?? ''
    return evaluationOf({
      def,
      ...(scenario === undefined ? {} : { scenario }),
      seed,
      agents,
      seats,
      notes: this.notes,
      names: this.#names,
      score: score?.name,
      statistics: statistics(this.#sum, seats.map(id), seconds),
      rules: this.#coverage(),
      slowest: this.#slowest.map(({ seat, ms, ...of }) => ({
        ...of,
        ms: Math.round(ms * 10) / 10,
        seat: id(seat),
      })),
    })
  }

  /** Links the game once more: the numbers of the points are the same in every thread. */
  #rules(): ReturnType<typeof linkRulesWithCoverage> {
    const known = linked.get(this.def) ?? linkRulesWithCoverage(this.def)
    linked.set(this.def, known)
    return known
  }

  /** The rules that ran. */
  #coverage(): RuleCoverage {
    const games = Math.min(this.work.evaluate.covered, this.done)
    const { game, coverage } = this.#rules()
    coverage.clear()
    for (const point of this.#reached.keys()) coverage.hits[point] = 1
    const { total, missed } = coverageOf(game.def, coverage)
    return { games, total, missed: games === 0 ? [] : missed }
  }

  /** Returns the lines of the rules, and in how many of the covered games each of them ran. */
  lineRuns(): LineRuns[] {
    const { game, coverage } = this.#rules()
    const lines = new Map<string, LineRuns>()
    coverage.points.forEach(({ kind, src }, point) => {
      const at = game.def.sources[src]
      if (kind !== 'statement' || at === undefined) return
      const key = `${at.file}:${at.line}`
      const games = Math.max(lines.get(key)?.games ?? 0, this.#reached.get(point) ?? 0)
      lines.set(key, { file: at.file, line: at.line, games })
    })
    return [...lines.values()]
  }

  pack(batch: EvaluationBatch): unknown {
    return { ...batch, tally: packTally(batch.tally) }
  }

  unpack(data: unknown): EvaluationBatch {
    const batch = data as EvaluationBatch & { readonly tally: unknown }
    return { ...batch, tally: unpackTally(batch.tally) }
  }
}
