import { linkGame, presentSeats } from '@ludoforge/kernel'
import {
  type BatchTask,
  compareEvaluations,
  type Evaluation,
  type TournamentResult,
  tournamentSeries,
} from '@ludoforge/sim/evaluate'
import { skillAgents } from '../report/skill-agents.js'
import type { RunTools } from './balance-jobs.js'
import { type PlayableVersion, Unplayable } from './compile-version.js'
import type { BalanceRequest, ComparedLineup, LineupResult, SeriesState } from './messages.js'
import { agentsOf, type CachedSeries } from './series-cache.js'

const REDRAW_MS = 250
const FIRST_GAMES = 200
const WARM_UP_GAMES = 50
const PAIRS_GROWTH = 0.25 // how many pairs are played in a turn, as a share of those before
const FIRST_MS = 20_000 // from the first game until the page asks
const SLOW_MS = 60_000 // if all games would take longer, the page asks after the first ones
const PRECISE = 0.02 // the games end when each share is known to ±2 points
const OTHER_MS = 20_000 // for each of the other lineups
const OTHER_GAMES = 1000
const SKILL_ROUNDS = 25

/** The games of one lineup in both versions. */
interface Lineup {
  readonly players: string
  readonly now: CachedSeries
  readonly before: CachedSeries | undefined
  readonly isMain: boolean
  state: SeriesState
}

/** Plays one request: the chosen players first, in both versions, then the others. */
export class BalanceRun {
  readonly #version: PlayableVersion
  readonly #before: PlayableVersion | undefined
  readonly #lineups: Lineup[] = []
  /** Summaries are kept while nothing changes. */
  readonly #summaries = new Map<CachedSeries, { readonly done: number; readonly evaluation: Evaluation }>()
  #skill: TournamentResult | undefined
  #postedAt = 0
  /** The series that is being played. */
  #playing: { readonly one: CachedSeries; readonly start: number } | undefined
  /** When the first games were played: compiling and linking a large game takes longer than a few of its games. */
  #firstAt = Number.POSITIVE_INFINITY
  #isDone = false

  constructor(
    private readonly request: BalanceRequest,
    private readonly tools: RunTools,
  ) {
    const { files, before } = request
    this.#version = tools.versions.compile(files)
    const old = before === undefined ? undefined : compiledBefore(before, tools)
    if (old !== undefined) refuseOtherSeats(old, this.#version)
    this.#before = old?.meaning === this.#version.meaning ? undefined : old
  }

  async play(): Promise<void> {
    const { request } = this
    const main = this.#open(request.players, request.games, true)
    const first = Math.min(FIRST_GAMES, request.games)
    const spent = this.#msOf(main)
    const isOver = (): boolean =>
      !request.isPatient && Math.max(0, performance.now() - this.#firstAt) + spent > FIRST_MS
    // The first of them start the workers and warm them up, so they say little about the others.
    await this.#playBoth(main, Math.min(WARM_UP_GAMES, first), isOver)
    const [warm, warmGames] = [this.#msOf(main), main.now.series.done]
    await this.#playBoth(main, first, isOver)
    const { done } = main.now.series
    const perGame =
      done > warmGames ? (this.#msOf(main) - warm) / (done - warmGames) : warm / Math.max(1, warmGames)
    const isSlow = done < first || perGame * request.games > SLOW_MS
    if (isSlow && !request.isPatient && main.now.series.done < request.games) {
      main.state = 'asks'
      return this.#finish()
    }
    await this.#playBoth(main, request.games, () => false)
    if (main.state === 'running') main.state = 'complete'
    this.#post(true)
    if (request.withOthers) await this.#playOthers(main)
    this.#finish()
  }

  /** Plays the other agents of the game, the strongest in both versions, and a tournament of all. */
  async #playOthers(main: Lineup): Promise<void> {
    const agents = skillAgents(this.#version.game.def)
    const games = Math.min(this.request.games, OTHER_GAMES)
    const others = agents.filter((agent) => agent !== main.players)
    for (const agent of this.#before === undefined ? others : others.toReversed()) {
      if (this.tools.signal.aborted) return
      const other = this.#open([agent], games, false)
      const end = performance.now() + OTHER_MS
      await this.#playBoth(other, games, () => performance.now() > end)
      if (other.state === 'running') other.state = 'complete'
    }
    await this.#playTournament(agents)
  }

  async #playTournament(agents: readonly string[]): Promise<void> {
    const { pool, signal } = this.tools
    const { game } = this.#version
    if (signal.aborted || presentSeats(game.def, scenarioOf(this.#version)).length < 2) return
    const series = tournamentSeries({
      game: linkGame(game.def),
      agents,
      games: SKILL_ROUNDS,
      seed: this.request.seed,
      ...scenarioOf(this.#version),
    })
    const end = performance.now() + OTHER_MS
    await pool.play(series, { from: 0, to: series.games }, signal, () => performance.now() < end)
    if (!signal.aborted && series.done > series.errors) this.#skill = series.summary(0)
  }

  #open(players: readonly string[], games: number, isMain: boolean): Lineup {
    const { series } = this.tools
    const { seed } = this.request
    const now = series.open(this.#version, players, seed, games)
    const lineup: Lineup = {
      players: [...new Set(agentsOf(this.#version, players))].join(', '),
      now,
      before: this.#before && series.open(this.#before, players, seed, games),
      isMain,
      state: 'running',
    }
    this.#lineups.push(lineup)
    return lineup
  }

  /**
   * Plays the games up to `to` in both versions, until the time is over or all shares are precise. The versions take
   * turns, and the one before an edit plays as many games as the other: all games are pairs, however early they stop.
   */
  async #playBoth(lineup: Lineup, to: number, isOver: () => boolean): Promise<void> {
    const { now, before } = lineup
    const played = (): boolean => {
      this.#firstAt = Math.min(this.#firstAt, performance.now())
      if (this.#post(false) && to > FIRST_GAMES && this.#isPrecise(now)) lineup.state = 'precise'
      return lineup.state === 'running' && !isOver()
    }
    while (now.series.done < to && lineup.state === 'running' && !isOver() && !this.tools.signal.aborted) {
      const { done } = now.series
      const more = Math.max(this.tools.pool.size, Math.ceil(done * PAIRS_GROWTH))
      await this.#playSeries(
        now,
        { from: done, to: before === undefined ? to : Math.min(to, done + more) },
        played,
      )
      if (before !== undefined) await this.#catchUp(lineup, before)
    }
    if (before !== undefined) await this.#catchUp(lineup, before)
  }

  /** Plays the rules before an edit as often as those now. */
  async #catchUp({ now }: Lineup, before: CachedSeries): Promise<void> {
    const [from, to] = [before.series.done, now.series.done]
    if (from < to && !this.tools.signal.aborted)
      await this.#playSeries(before, { from, to }, () => {
        this.#post(false)
        return true
      })
  }

  async #playSeries(one: CachedSeries, games: BatchTask, added: () => boolean): Promise<void> {
    const { pool, signal, series } = this.tools
    const start = performance.now()
    this.#playing = { one, start }
    await pool.play(one.series, games, signal, added)
    this.#playing = undefined
    one.time.ms += performance.now() - start
    if (signal.aborted) series.forget(one)
  }

  /** The time that the games of a lineup took so far, in both versions. */
  #msOf({ now, before }: Lineup): number {
    return 1000 * (this.#secondsOf(now) + this.#secondsOf(before))
  }

  /** The time that the games of a series took so far, also those of an earlier request. */
  #secondsOf(one: CachedSeries | undefined): number {
    if (one === undefined) return 0
    const now = this.#playing?.one === one ? performance.now() - this.#playing.start : 0
    return (one.time.ms + now) / 1000
  }

  /** Whether the share of games that each seat wins is known to ±2 points. */
  #isPrecise(one: CachedSeries): boolean {
    const { seats } = this.#summary(one)
    return seats.every(({ won: { low, high } }) => low !== null && high !== null && high - low <= 2 * PRECISE)
  }

  #summary(one: CachedSeries): Evaluation {
    const { series } = one
    const known = this.#summaries.get(one)
    if (known?.done === series.done) return known.evaluation
    const evaluation = series.summary(this.#secondsOf(one))
    this.#summaries.set(one, { done: series.done, evaluation })
    return evaluation
  }

  #finish(): void {
    this.#isDone = true
    this.#post(true)
  }

  /** Posts the results. Returns false if the last ones are less than 250 ms old, unless `always`. */
  #post(always: boolean): boolean {
    const time = performance.now()
    if (this.tools.signal.aborted || (!always && time - this.#postedAt < REDRAW_MS)) return false
    this.#postedAt = time
    const [main, ...others] = this.#lineups
    if (main === undefined) return false
    const { def } = this.#version.game
    this.tools.post({
      balance: {
        id: this.request.id,
        seats: presentSeats(def, scenarioOf(this.#version)).map(({ id, name }) => ({ id, name })),
        hasScenarios: def.scenarios.length > 1,
        agents: skillAgents(def),
        main: this.#result(main),
        others: others.map((lineup) => this.#result(lineup)),
        skill: this.#skill,
        compared: this.#lineups.flatMap((lineup) => this.#compared(lineup)),
        isSame: this.request.before !== undefined && this.#before === undefined,
        lines: main.now.series.lineRuns(),
        seconds: this.#msOf(main) / 1000,
        workers: this.tools.pool.size,
        isDone: this.#isDone,
      },
    })
    return true
  }

  #result({ players, now, state }: Lineup): LineupResult {
    return { players, evaluation: this.#summary(now), state, games: now.series.games }
  }

  #compared({ players, now, before }: Lineup): ComparedLineup[] {
    if (before === undefined || before.series.done === 0) return []
    return [
      {
        players,
        before: this.#summary(before),
        now: this.#summary(now),
        comparison: compareEvaluations(before.series, now.series),
      },
    ]
  }
}

const scenarioOf = ({ game: { def } }: PlayableVersion) =>
  def.scenarios[0] === undefined ? {} : { scenario: def.scenarios[0].id }

function compiledBefore(files: BalanceRequest['files'], { versions }: RunTools): PlayableVersion {
  try {
    return versions.compile(files)
  } catch (error) {
    if (!(error instanceof Unplayable)) throw error
    throw new Unplayable(`The rules before have an error, so nothing can be compared. ${error.message}`)
  }
}

function refuseOtherSeats(before: PlayableVersion, now: PlayableVersion): void {
  const seats = ({ game }: PlayableVersion) => game.def.seats.map(({ id }) => id).join(', ')
  if (seats(before) !== seats(now))
    throw new Unplayable(
      `The versions have different seats (${seats(before)}; now ${seats(now)}), so their games can't be compared.`,
    )
}
