import type { Game, Question, State } from '@ludoforge/kernel'
import type { GameRecorder } from '../game-recorder.js'
import { type PlayedMatch, startOptionsOf } from '../match.js'
import { playGames, type SimPlan } from '../play-simulation.js'
import type { Seed } from '../seeds.js'
import type { Tally } from '../tally.js'
import { CourseRecorder } from './course-recorder.js'
import { type Answer, CoverageReplayer } from './coverage-replayer.js'
import type { GameNote, OptionName } from './game-note.js'
import { OptionRecorder } from './option-recorder.js'
import { type GameScore, ScoreRecorder } from './score-recorder.js'
import { type SlowDecision, slowest } from './slow-decision.js'

/** The plan of an evaluation, the same in every worker. Plain data. */
export interface EvaluationPlan extends SimPlan {
  /** The numbers of the seats that take part. */
  readonly seats: readonly number[]
  /** The score curves of the first games are kept. */
  readonly curves: number
  /** The first games are replayed with coverage counters. */
  readonly covered: number
  /** The score to follow. Without one, the `worth` is followed. */
  readonly score?: GameScore
}

/** The result of a batch of evaluated games. */
export interface EvaluationBatch {
  readonly tally: Tally
  readonly notes: readonly GameNote[]
  readonly names: readonly (readonly [string, OptionName])[]
  /** The numbers of the coverage points that the games reached, and how many games reached each. */
  readonly reached: readonly (readonly [point: number, games: number])[]
  readonly slowest: readonly SlowDecision[]
}

/** Returns a function that plays and measures games `from` to `to` - 1 of an evaluation. */
export function evaluationPlayer(
  game: Game,
  plan: EvaluationPlan,
  rows: readonly GameRecorder[] = [],
): (from: number, to: number) => EvaluationBatch {
  const evaluator = new Evaluator(game, plan)
  return (from, to) => {
    const tally = playGames(game, plan, from, to, [...rows, evaluator])
    return { tally, ...evaluator.take() }
  }
}

/** Measures games during play. */
class Evaluator implements GameRecorder {
  readonly #course: CourseRecorder
  readonly #scores: ScoreRecorder
  readonly #options: OptionRecorder
  readonly #replayer: CoverageReplayer | undefined
  #notes: GameNote[] = []
  #slowest: SlowDecision[] = []
  #answers: Answer[] = []
  #index = 0
  #seed: Seed = 0
  #kind: Question['kind'] = 'one'
  #first = -1
  #last = -1
  #turns = 0
  #offered = 0

  constructor(
    private readonly game: Game,
    private readonly plan: EvaluationPlan,
  ) {
    this.#course = new CourseRecorder(game, plan.seats)
    this.#scores = new ScoreRecorder(game, plan.seats, plan.score)
    this.#options = new OptionRecorder(game)
    this.#replayer = plan.covered > 0 ? new CoverageReplayer(game.def) : undefined
  }

  begin(index: number, seed: Seed): void {
    this.#index = index
    this.#seed = seed
    this.#answers = []
    this.#first = -1
    this.#last = -1
    this.#turns = 0
    this.#offered = 0
    this.#course.begin()
    this.#scores.begin()
    this.#options.begin()
  }

  started(): void {}

  asked(question: Question, state: State): void {
    const { seat, kind, min, max, values } = question
    this.#kind = kind
    this.#offered += kind === 'number' ? max - min + 1 : values.length
    if (this.#first < 0) this.#first = seat
    const isNewTurn = seat !== this.#last
    this.#last = seat
    this.#options.asked(question, state)
    if (isNewTurn) {
      if (this.#index < this.plan.curves) this.#scores.add(this.#turns, state) // the turn before is over
      this.#turns += 1
    }
    this.#course.add(state)
  }

  chose(_: State, seat: number, picks: readonly number[]): void {
    this.#options.chose(seat, picks, this.#kind)
    this.#answers.push({ seat, picks: [...picks] })
  }

  decided(seat: number, ms: number): void {
    const decision = this.#answers.length
    this.#slowest = slowest(this.#slowest, { ms, game: this.#index, seed: this.#seed, decision, seat })
  }

  end(played: PlayedMatch): void {
    if (played.failure !== undefined) return
    const { state, decisions } = played
    const { game, plan } = this
    const number = (id: string) => game.def.seats.findIndex((seat) => seat.id === id)
    const outcome = game.outcome(state)
    const winners = outcome === undefined || outcome.kind === 'draw' ? [] : outcome.winners.map(number)
    this.#course.add(state)
    this.#notes.push({
      game: this.#index,
      decisions,
      turns: this.#turns,
      options: this.#offered,
      first: this.#first,
      answers: hashOf(this.#answers),
      winners,
      result: winners.length > 0 ? 'win' : outcome?.kind === 'lose' ? 'lose' : 'draw',
      scores: game.def.seats.map(({ id }) => outcome?.ranking.find(({ seat }) => seat === id)?.score ?? null),
      course: this.#course.end(winners),
      scoreCourse: this.#index < plan.curves ? this.#scores.end(this.#turns, state) : null,
      uses: this.#options.end(),
    })
    if (this.#index < plan.covered)
      this.#replayer?.replay(startOptionsOf(game, plan, plan.agents, this.#seed), this.#answers)
  }

  /** Returns the measurements since the last call. */
  take(): Omit<EvaluationBatch, 'tally'> {
    const taken = {
      notes: this.#notes,
      names: [...this.#options.names],
      reached: this.#replayer?.take() ?? [],
      slowest: this.#slowest,
    }
    this.#notes = []
    this.#slowest = []
    return taken
  }
}

/** FNV-1a over the seats and picks of all answers. */
function hashOf(answers: readonly Answer[]): number {
  let hash = 0x811c9dc5
  const add = (n: number) => {
    hash = Math.imul(hash ^ n, 0x01000193)
  }
  for (const { seat, picks } of answers) {
    add(seat)
    add(picks.length)
    for (const pick of picks) add(pick)
  }
  return hash >>> 0
}
