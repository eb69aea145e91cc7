/** The opponent model: a Bayesian posterior over the strategies of each seat, updated by the answers they give. */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { determinize, privateHandHash } from '@ludoforge/play'
import { type PortableAnswer, answerOf, uniformProbability, isSimilar } from './answers.js'
import { AnswerFrequencies } from './answer-frequencies.js'
import type { StrategyModel } from './proposer.js'

const MAX_OBSERVATIONS = 200 // kept until the next update
const WORLDS = 3 // determinizations per update
const PRIVATE_WORLDS = 16 // the same where hands are hidden
const MISMATCH_LIKELIHOOD = 0.1 // of an answer that a strategy wouldn't give
const NOISE = 0.2 // where hands are hidden: the share of random answers in every strategy
const FIRST_LOG_PRIOR = Math.log(20) // in favour of a seat's first strategy

/** An observed answer of another seat. */
export interface Observation {
  readonly before: State // the full state; only determinizations of it may be read
  readonly me: number
  readonly hand: number // the hash of the own hand at that time
  readonly seat: number
  readonly answer: PortableAnswer
  readonly frequencyLikelihood: number // its likelihood by the seat's answer frequencies
  readonly uniformLikelihood: number // its likelihood for a random answer
}

/** Collects the answers of the others, and updates the posterior only when a search needs it. */
export class OpponentModel {
  #observations: Observation[] = []
  readonly #logLikelihoods: (number[] | undefined)[] = [] // by seat and strategy
  #game: Game | null = null
  readonly frequencies = new AnswerFrequencies()

  /** Adds an observation. `state` is the state before the answer. */
  watch(game: Game, state: State, me: number, seat: number, picks: readonly number[]): void {
    if (this.#game !== game) {
      this.#observations.length = 0
      this.#logLikelihoods.length = 0
      this.frequencies.forget()
      this.#game = game
    }
    const decision = game.decision(state, game.def.seats[seat]?.id)
    const question = game.ask(state, seat)
    if (decision === undefined || question === undefined || decision.secret) return
    if (decision.type === 'token') return // the seat may not know which token it is
    const answer = answerOf(question, picks)
    this.#observations.push({
      before: game.fork(state),
      me,
      hand: privateHandHash(game, state, me),
      seat,
      answer,
      frequencyLikelihood: this.frequencies.chance(question, answer),
      uniformLikelihood: uniformProbability(question, answer),
    })
    this.frequencies.add(seat, answer)
    if (this.#observations.length > MAX_OBSERVATIONS) this.#observations.shift()
  }

  /**
   * Updates the posterior. With hidden hands, the observations of the current deal are left out and returned: they are
   * also evidence about the hands of the others.
   */
  update(model: StrategyModel, rng: Rng, hand: number | null): readonly Observation[] {
    const current: Observation[] = []
    let sameHand: Observation[] = []
    for (const observation of this.#observations) {
      if (observation.hand === hand) current.push(observation)
      else {
        if (hand === null || observation.hand !== sameHand[0]?.hand) {
          this.#updateFrom(sameHand, model, rng, hand === null ? WORLDS : PRIVATE_WORLDS)
          sameHand = []
        }
        sameHand.push(observation)
      }
    }
    this.#updateFrom(sameHand, model, rng, hand === null ? WORLDS : PRIVATE_WORLDS)
    this.#observations = current
    return current
  }

  /** The maximum a posteriori strategy of every seat. Without observations it is the first. */
  get likeliest(): readonly number[] {
    return Array.from(this.#logLikelihoods, (logLikelihoods = []) => {
      const scores = logLikelihoods.map((value, strategy) =>
        strategy === 0 ? value + FIRST_LOG_PRIOR : value,
      )
      return Math.max(0, scores.indexOf(Math.max(...scores)))
    })
  }

  /** Returns the posterior probability of each strategy of a seat. */
  posterior(seat: number, model: StrategyModel): readonly number[] {
    const logLikelihoods = this.#logLikelihoods[seat] ?? []
    const greatest = logLikelihoods.length === 0 ? 0 : Math.max(...logLikelihoods)
    const weights = Array.from({ length: model.strategyCount(seat) }, (_, strategy) => {
      return model.prior(seat, strategy) * Math.exp((logLikelihoods[strategy] ?? 0) - greatest)
    })
    const sum = weights.reduce((a, b) => a + b, 0)
    return weights.map((weight) => weight / sum)
  }

  /**
   * Adds the log-likelihood of observations made with the same own hand. The others held the same cards throughout, so
   * their answers are averaged jointly over the same determinizations.
   */
  #updateFrom(observations: readonly Observation[], model: StrategyModel, rng: Rng, samples: number): void {
    const game = this.#game
    const last = observations.at(-1)
    if (game === null || last === undefined) return
    const worlds = Array.from({ length: samples }, () => determinize(game, last.before, last.me, rng))
    for (const seat of new Set(observations.map((observation) => observation.seat))) {
      const strategies = model.strategyCount(seat)
      const logLikelihoods = (this.#logLikelihoods[seat] ??= [])
      for (let strategy = 0; strategies > 1 && strategy < strategies; strategy += 1) {
        let sum = 0
        for (const world of worlds) {
          let joint = 1
          for (const observation of observations)
            if (observation.seat === seat) joint *= likelihood(game, observation, world, model, strategy, rng)
          sum += joint
        }
        const mean = Math.max(sum, Number.MIN_VALUE) / samples
        logLikelihoods[strategy] = (logLikelihoods[strategy] ?? 0) + Math.log(mean)
      }
    }
  }
}

/**
 * Returns the likelihood of an observed answer under a strategy, given the hidden cards of `world`. Where nothing is
 * hidden, `world` is the state before the answer.
 */
export function likelihood(
  game: Game,
  observation: Observation,
  world: State,
  model: StrategyModel,
  strategy: number,
  rng: Rng,
): number {
  if (model.isFrequencyStrategy(observation.seat, strategy)) return observation.frequencyLikelihood
  if (!model.hidden) return matches(game, observation, world, model, strategy, rng) ? 1 : MISMATCH_LIKELIHOOD
  const { before, me, uniformLikelihood } = observation
  const then = determinize(game, before, me, rng, 'everything', world)
  return matches(game, observation, then, model, strategy, rng) ? 1 : NOISE * uniformLikelihood
}

/** Whether the strategy gives a similar answer in this world, if the same question is open there. */
function matches(
  game: Game,
  { seat, answer }: Observation,
  world: State,
  model: StrategyModel,
  strategy: number,
  rng: Rng,
): boolean {
  if (game.ask(world, seat)?.site !== answer.site) return false
  const picks: number[] = []
  model.answer(game, world, seat, rng, picks, strategy)
  // The game reuses its question object, and the strategy may have asked other questions meanwhile.
  const question = game.ask(world, seat)
  return question !== undefined && isSimilar(answer, answerOf(question, picks), question)
}
