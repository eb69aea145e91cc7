import { type Game, LudoError, type State } from '@ludoforge/kernel'
import { type Encoding, type ObservationSpace, observationSpaceOf, PartialAnswer } from '@ludoforge/play'
import type { Seed } from '@ludoforge/sim'
import { advance, endBots, makeBots, notifyBots } from '../bots.js'
import { Refusal } from '../errors.js'
import type { Bot, GameStart, Perspective } from '../games.js'
import { begin } from '../start.js'
import type { Stats } from '../stats.js'
import { FrameBuffer } from './frame-buffer.js'
import { type RewardKind, writeRewards } from './rewards.js'

/** Actions of a frame that aren't atomic actions: leave the game as it is, or start the next one in its place. */
const KEEP = -1
const RESTART = -2

/** How a game of a batch is: in progress, over, stopped at the limit of decisions, or stopped by an error. */
const DONE = { no: 0, over: 1, limit: 2, failed: 3 } as const

export interface BatchOptions {
  readonly games: number
  readonly eyes: Perspective
  readonly specs: readonly (string | undefined)[]
  readonly start: GameStart
  readonly encoding: Encoding | undefined // undefined: without observations
  readonly rewards: RewardKind
  readonly decisions: number // the limit of one game
  readonly restart: boolean // a game that is done is replaced at once
}

/** An error of the rules that stopped a game. */
export interface BatchFailure {
  readonly game: number // its place in the batch
  readonly seed: Seed
  readonly code: string
  readonly message: string
}

/** A game of a batch. */
interface BatchGame {
  state: State
  seed: Seed
  round: number // how many games were played in its place
  decisions: number
  done: number
  bots: readonly (Bot | undefined)[]
  readonly answer: PartialAnswer
}

/** Many games of one kind that are stepped together, an atomic action each. */
export class Batch {
  readonly space: ObservationSpace | undefined
  readonly failures: BatchFailure[] = []
  readonly #games: BatchGame[]
  readonly #frame: FrameBuffer
  readonly #stops: ReadonlySet<number>
  readonly #seats: number

  constructor(
    private readonly game: Game,
    readonly number: number,
    readonly options: BatchOptions,
    private readonly stats: Stats,
  ) {
    const { encoding, eyes, games } = options
    const { seats } = game.def
    this.#seats = seats.length
    this.#stops = new Set(seats.flatMap(({ id }, i) => (eyes === 'all' || eyes.has(id) ? [i] : [])))
    this.space = encoding === undefined ? undefined : observationSpaceOf(game, encoding)
    this.#frame = new FrameBuffer(number, games, seats.length, this.space)
    this.#games = Array.from({ length: games }, (_, place) => {
      const first = { ...this.#begin(place, 0), done: DONE.no, answer: new PartialAnswer(game) }
      this.#untilAsked(first)
      return first
    })
  }

  /** The positions, to measure their size. */
  get states(): readonly State[] {
    return this.#games.map(({ state }) => state)
  }

  /** Ends the agents of games in progress. */
  drop(): void {
    for (const { bots, done } of this.#games) if (done === DONE.no) endBots(this.game, bots)
  }

  /** Begins a game. Its seed depends on the batch, the place and the round only. */
  #begin(place: number, round: number): Omit<BatchGame, 'done' | 'answer'> {
    const { start, specs, eyes } = this.options
    const seed = `${start.seed}/${place}/${round}`
    this.stats.games += 1
    return {
      seed,
      round,
      decisions: 0,
      bots: eyes === 'all' ? [] : makeBots(this.game, specs, seed),
      state: begin(this.game, { ...start, seed }, undefined),
    }
  }

  /** Starts the next game in a place. */
  #restart(one: BatchGame, place: number): void {
    Object.assign(one, this.#begin(place, one.round + 1), { done: DONE.no })
    this.#untilAsked(one)
  }

  /** Lets the agents play until a seat of the program must decide, and lists its actions. */
  #untilAsked(one: BatchGame): void {
    const { game, stats } = this
    if (this.options.eyes !== 'all') {
      const limits = { bots: one.bots, stops: this.#stops, most: this.options.decisions - one.decisions }
      const { decisions } = advance(game, one.state, limits, undefined)
      one.decisions += decisions
      stats.played += decisions
    }
    one.answer.begin(one.state, this.#seatOf(one.state))
    if (one.answer.seat < 0) one.done = game.outcome(one.state) === undefined ? DONE.limit : DONE.over
    else if (one.decisions >= this.options.decisions) one.done = DONE.limit
  }

  /** The seat of the program that decides. -1: the first that must, or nobody. */
  #seatOf(state: State): number {
    if (this.options.eyes === 'all') return -1
    return this.game.deciding(state).find((seat) => this.#stops.has(seat)) ?? -1
  }

  /**
   * Takes an action in every game and returns the answer as bytes. Throws a `Refusal` and changes nothing if an action
   * isn't legal.
   */
  step(actions: Int32Array): readonly Uint8Array[] {
    const games = this.#games
    if (actions.length !== games.length)
      throw new Refusal(
        'bad-frame',
        `The frame has ${actions.length} actions, but the batch ${this.number} has ${games.length} games.`,
      )
    for (let i = 0; i < games.length; i++) this.#check(games[i], actions[i] ?? KEEP, i)
    const frame = this.#frame
    frame.begin()
    for (let i = 0; i < games.length; i++) {
      const one = games[i]
      if (one !== undefined) this.#advance(one, actions[i] ?? KEEP, i)
    }
    const legal = frame.listed
    for (let i = 0; i < games.length; i++) {
      const taken = games[i]?.answer.taken
      if (taken !== undefined && taken.length > 0) frame.list(taken)
      frame.takenEnds[i] = frame.listed - legal
    }
    return frame.finish(legal)
  }

  #check(one: BatchGame | undefined, action: number, i: number): void {
    if (one === undefined || action === KEEP || action === RESTART) return
    if (one.done !== DONE.no)
      throw new Refusal(
        'illegal-choice',
        `Game ${i} of batch ${this.number} is done. Pass ${KEEP} to leave it, or ${RESTART} to start the next.`,
      )
    const { answer } = one
    if (!answer.legal.includes(action))
      throw new Refusal('illegal-choice', `Game ${i} of batch ${this.number}: ${answer.refusal(action)}`)
  }

  #advance(one: BatchGame, action: number, i: number): void {
    const { game, options } = this
    const frame = this.#frame
    if (action !== KEEP) this.#attempt(one, action, i)
    const { done } = one
    frame.done[i] = done
    if (done === DONE.over) {
      const outcome = game.outcome(one.state)
      if (outcome !== undefined)
        writeRewards(game, one.state, outcome, options.rewards, frame.rewards, i * this.#seats)
    }
    if (done !== DONE.no && options.restart && action !== KEEP) this.#attempt(one, RESTART, i)
    const { answer } = one
    const isAsked = one.done === DONE.no
    frame.seats[i] = isAsked ? answer.seat : -1
    if (isAsked) frame.list(answer.legal)
    frame.legalEnds[i] = frame.listed
    const { space } = this
    if (space === undefined) return
    if (isAsked && answer.taken.length > 0 && action !== KEEP)
      space.writePicked(answer.picked, frame.cells, i * space.size)
    else if (isAsked) space.write(one.state, answer.seat, answer.picked, frame.cells, i * space.size)
    else frame.cells.fill(0, i * space.size, (i + 1) * space.size)
  }

  #take(one: BatchGame, action: number): void {
    const { game, stats } = this
    const { state, answer, bots } = one
    const picks = answer.take(state, action)
    if (picks === null) return
    if (bots.length > 0) notifyBots(game, state, bots, answer.seat, picks)
    game.answer(state, picks, answer.seat)
    one.decisions += 1
    stats.decided += 1
    this.#untilAsked(one)
  }

  /** Takes an action, or starts the next game. An error of the rules ends this game only. */
  #attempt(one: BatchGame, action: number, i: number): void {
    try {
      if (action !== RESTART) this.#take(one, action)
      else {
        if (one.done === DONE.no) endBots(this.game, one.bots)
        this.#restart(one, i)
      }
    } catch (error) {
      if (!(error instanceof LudoError || error instanceof Refusal)) throw error
      one.done = DONE.failed
      endBots(this.game, one.bots)
      this.failures.push({ game: i, seed: one.seed, code: error.code, message: error.message })
      if (this.failures.length > MOST_FAILURES) this.failures.shift()
    }
  }
}

const MOST_FAILURES = 1000
