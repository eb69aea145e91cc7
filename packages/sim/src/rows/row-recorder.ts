import { choiceOfPicks } from '@ludoforge/agents'
import type { Choice, Game, Outcome, State } from '@ludoforge/kernel'
import type { GameRecorder } from '../game-recorder.js'
import { failureOf, type PlayedMatch } from '../match.js'
import type { Seed } from '../seeds.js'
import { columnsOf, type RowKind } from './columns.js'

type Value = number | string | null | Choice

/** Records games as JSON Lines during play: one line per decision or per game. */
export class RowRecorder implements GameRecorder {
  readonly #game: Game
  readonly #kind: RowKind
  /** The encoded keys of each line, computed once. */
  readonly #keys: readonly string[]
  #lines: string[] = []
  #head: readonly Value[] = []
  #agents: readonly string[] = []
  #decisions: Value[][] = []
  #deciders: number[] = []

  constructor(game: Game, kind: RowKind) {
    this.#game = game
    this.#kind = kind
    this.#keys = columnsOf(game.def, kind).map(
      ({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    )
  }

  /** Starts the next game. */
  begin(index: number, seed: Seed, agents: readonly string[]): void {
    this.#head = [index, String(seed)]
    this.#agents = agents
    this.#decisions = []
    this.#deciders = []
  }

  started(): void {}
  asked(): void {}
  decided(): void {}

  chose(state: State, seat: number, picks: readonly number[]): void {
    if (this.#kind !== 'decisions') return
    const game = this.#game
    const id = game.def.seats[seat]?.id
    const decision = game.decision(state, id)
    if (decision === undefined) throw new Error(`Seat ${seat} has no decision to make.`)
    const { kind, name, min, max, options } = decision
    this.#deciders.push(seat)
    this.#decisions.push([
      ...this.#head,
      this.#decisions.length + 1,
      id ?? null,
      this.#agents[seat] ?? null,
      name,
      kind === 'number' ? max - min + 1 : options.length,
      choiceOfPicks(decision, picks),
      ...this.#position(state, seat),
    ])
  }

  /** Ends a game. The decisions of a failed game are dropped, because it has no outcome. */
  end(played: PlayedMatch): void {
    if (this.#kind === 'games') this.#add(this.#gameRow(played))
    else if (played.failure === undefined) {
      const outcome = this.#game.outcome(played.state)
      const seatResults = this.#game.def.seats.map(({ id }) => [
        resultOf(outcome),
        ...seatResultOf(outcome, id),
      ])
      this.#decisions.forEach((row, i) =>
        this.#add([...row, ...(seatResults[this.#deciders[i] ?? -1] ?? [])]),
      )
    }
  }

  /** Returns the lines since the last call. */
  take(): string {
    const text = this.#lines.join('')
    this.#lines = []
    return text
  }

  #gameRow(played: PlayedMatch): Value[] {
    const { seats } = this.#game.def
    if (played.failure === undefined) {
      const { state, decisions } = played
      const outcome = this.#game.outcome(state)
      try {
        const bySeat = seats.flatMap(({ id }, seat) => [
          this.#agents[seat] ?? null,
          ...seatResultOf(outcome, id),
          ...this.#position(state, seat),
        ])
        return [...this.#head, decisions, resultOf(outcome), null, ...bySeat]
      } catch (error) {
        return this.#failedRow(failureOf(error, decisions))
      }
    }
    return this.#failedRow(played.failure)
  }

  #failedRow({ decision, message }: { readonly decision: number; readonly message: string }): Value[] {
    const { seats } = this.#game.def
    const width = (this.#keys.length - this.#head.length - 3) / seats.length
    const unknown = Array.from({ length: width - 1 }, () => null)
    const bySeat = seats.flatMap((_, seat) => [this.#agents[seat] ?? null, ...unknown])
    return [...this.#head, decision, null, message, ...bySeat]
  }

  /** Returns the worth and the features of a state, for a seat. */
  #position(state: State, seat: number): number[] {
    const game = this.#game
    const { def } = game
    const features: number[] = []
    game.features(state, seat, features)
    return def.worth === undefined
      ? features
      : [game.worth(state, def.seats[seat]?.id ?? '') ?? 0, ...features]
  }

  #add(values: readonly Value[]): void {
    const line = this.#keys.map((key, i) => key + JSON.stringify(values[i] ?? null)).join('')
    this.#lines.push(`${line}}\n`)
  }
}

function resultOf(outcome: Outcome | undefined): string {
  return outcome?.kind ?? 'draw'
}

/** Returns the share of the win, the rank and the score of a seat. A draw has no winner. */
function seatResultOf(outcome: Outcome | undefined, id: string): (number | null)[] {
  if (outcome === undefined) return [0, null, null]
  const { kind, winners, ranking } = outcome
  const own = ranking.find(({ seat }) => seat === id)
  const won = kind !== 'draw' && winners.includes(id) ? 1 / winners.length : 0
  return [won, own?.rank ?? null, own?.score ?? null]
}
