/** An agent that plays a solved policy. It follows the game for its seat, because information states have perfect recall. */
import { type Game, Rng, type State } from '@ludoforge/kernel'
import { informationState, ObservationHistory } from '@ludoforge/play'
import type { Agent } from '../agent.js'
import { choiceOfPicks, picksOfChoice } from '../choice.js'
import { AgentFailed } from '../external/failure.js'
import { RandomAgent } from '../random.js'
import type { SolvedEntry, SolvedPolicy } from '../schemas/solved-policy.js'

/** A solved policy, indexed by information state and by observation. */
export class PolicyTable {
  readonly #byKey = new Map<string, SolvedEntry>()
  readonly #byObservation = new Map<string, SolvedEntry[]>()

  constructor(readonly policy: SolvedPolicy) {
    for (const entry of policy.states) {
      this.#byKey.set(entry.key, entry)
      const alike = this.#byObservation.get(entry.observation)
      if (alike === undefined) this.#byObservation.set(entry.observation, [entry])
      else alike.push(entry)
    }
  }

  /** Returns the entry of an information state with perfect recall. */
  entry(key: string): SolvedEntry | undefined {
    return this.#byKey.get(key)
  }

  /**
   * Returns a strategy for an observation, for an agent that hasn't seen the start of the game: the strategies of all
   * information states that look like it now, weighted by how likely play reaches them.
   */
  mixture(observation: string): Pick<SolvedEntry, 'choices' | 'probabilities'> | undefined {
    const alike = this.#byObservation.get(observation) ?? []
    const [first] = alike
    if (first === undefined || alike.length === 1) return first
    const reached = alike.reduce((sum, { weight }) => sum + weight, 0)
    const share = ({ weight }: SolvedEntry) => (reached > 0 ? weight / reached : 1 / alike.length)
    const probabilities = first.choices.map((_, i) =>
      alike.reduce((sum, entry) => sum + share(entry) * (entry.probabilities[i] ?? 0), 0),
    )
    return { choices: first.choices, probabilities }
  }
}

export class SolvedAgent implements Agent {
  readonly name: string
  readonly #rng: Rng
  readonly #random: RandomAgent
  /** The history of the seat in every position of this game so far, so that an undo finds it again. */
  readonly #histories = new Map<string, ObservationHistory>()

  constructor(
    spec: string,
    private readonly table: PolicyTable,
    seed: number | string,
  ) {
    this.name = spec
    this.#rng = new Rng(seed)
    this.#random = new RandomAgent(`${seed} random`)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const picks = this.#pick(game, state, seat)
    this.#follow(game, state, seat, seat, picks)
    return picks
  }

  watch(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void {
    this.#follow(game, state, seat, other, picks)
  }

  end(): void {
    this.#histories.clear()
  }

  #pick(game: Game, state: State, seat: number): readonly number[] {
    const { policy } = this.table
    if (policy.fingerprint !== game.fingerprint)
      throw new AgentFailed(
        `${this.name} was solved for other rules (${policy.game}, ${policy.fingerprint}). Solve this game again.`,
      )
    const id = seatId(game, seat)
    const decision = game.decision(state, id)
    if (decision === undefined) throw new Error(`${id} has no decision to make.`)
    const { key, observation } = informationState(game, state, id, this.#history(game, state, seat))
    const found = this.table.entry(key) ?? this.table.mixture(observation)
    if (found === undefined) {
      if (!policy.complete) return this.#random.choose(game, state, seat) // sampling never came here
      throw new AgentFailed(
        `${this.name} has no strategy for this position. It was solved for ${policy.scenario ?? 'the first scenario'} with the options ${JSON.stringify(policy.options)}. Play that, or solve the game again.`,
      )
    }
    return picksOfChoice(decision, found.choices[this.#draw(found.probabilities)] ?? [])
  }

  #draw(probabilities: readonly number[]): number {
    let left = this.#rng.word() / 2 ** 32
    let likely = 0
    for (const [i, probability] of probabilities.entries()) {
      if (probability <= 0) continue
      likely = i
      left -= probability
      if (left < 0) return i
    }
    return likely // rounding left a little over
  }

  #history(game: Game, state: State, seat: number): ObservationHistory {
    const at = game.hash(state)
    let history = this.#histories.get(at)
    if (history === undefined) {
      history = ObservationHistory.start(game, state, seatId(game, seat))
      this.#histories.set(at, history)
    }
    return history
  }

  #follow(game: Game, state: State, seat: number, by: number, picks: readonly number[]): void {
    const history = this.#history(game, state, seat)
    const decider = seatId(game, by)
    const decision = game.decision(state, decider)
    if (decision === undefined) throw new Error(`${decider} has no decision to make.`)
    const choice = choiceOfPicks(decision, picks)
    const step = game.step(state, choice, decider)
    this.#histories.set(game.hash(step.state), history.observe(step.events, by === seat ? choice : undefined))
  }
}

function seatId(game: Game, seat: number): string {
  const id = game.def.seats[seat]?.id
  if (id === undefined) throw new Error(`There is no seat ${seat}.`)
  return id
}
