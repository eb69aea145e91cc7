import { Rng } from '@ludoforge/kernel'
import type { Seed } from '../seeds.js'

/**
 * Who sits where in which game. Games come in rounds. All games of a round have the same deal, and in every
 * round each agent that is measured has each place once, so that luck and places are the same for all of them.
 *
 * Mixed: a round is a line-up and all that follow from it when every agent is replaced by the next in the list. The
 * line-ups that begin the rounds are drawn so that every mix comes once before any comes again, those in which
 * all places have the same agent left out, and so that every two agents meet on every two places about equally often.
 *
 * Against one: in a round each agent that is measured has each place once, or some of them, and the opponent has all
 * others.
 */

export interface SchedulePlan {
  readonly agents: number // how many there are
  readonly places: number
  readonly rounds: number
  readonly seed: Seed
  /** The number of the agent that all others are measured against, one at a time. */
  readonly against?: number
  /** Those that are measured against it; all of them in the mixed form. */
  readonly measured: readonly number[]
  /** The places that they take then; default: all. */
  readonly taking?: readonly number[]
}

export interface Lineup {
  readonly round: number
  readonly agents: readonly number[] // of each place
  readonly counted: readonly number[] // the places whose result is that of an agent that is measured
}

export interface Schedule {
  readonly games: number
  readonly perRound: number
  lineup(game: number): Lineup
}

export function scheduleOf(pairing: SchedulePlan): Schedule {
  return pairing.against === undefined ? mixed(pairing) : againstOne(pairing, pairing.against)
}

function mixed({ agents, places, rounds, seed }: SchedulePlan): Schedule {
  const firsts = drawFirsts(agents, places, rounds, new Rng(`${seed}/schedule`))
  const counted = Array.from({ length: places }, (_, place) => place)
  return {
    games: rounds * agents,
    perRound: agents,
    lineup: (game) => {
      const round = Math.floor(game / agents)
      const shift = game % agents
      return { round, agents: (firsts[round] ?? []).map((agent) => (agent + shift) % agents), counted }
    },
  }
}

function againstOne({ measured, places, rounds, taking }: SchedulePlan, against: number): Schedule {
  const seats = Array.from({ length: places }, (_, place) => place)
  const own = taking ?? seats
  // The opponent against itself is the same game in every place: it is played once.
  const round = measured.flatMap((hero) => {
    if (hero === against) return [{ agents: seats.map(() => hero), counted: own }]
    return own.map((taken) => ({
      agents: seats.map((place) => (place === taken ? hero : against)),
      counted: [taken],
    }))
  })
  return {
    games: rounds * round.length,
    perRound: round.length,
    lineup: (game) => {
      const one = round[game % round.length]
      if (one === undefined) throw new Error(`There is no game ${game}.`)
      return { round: Math.floor(game / round.length), ...one }
    },
  }
}

const LISTED = 4096 // mixes that are listed, so that each comes once; of more they are drawn
const CANDIDATES = 16 // of so many that are drawn, the one that fits best is taken

/** The line-up that each round begins with; its first place has agent 0. */
function drawFirsts(agents: number, places: number, rounds: number, rng: Rng): number[][] {
  const mixes = agents ** (places - 1) - 1 // without that of agent 0 alone
  if (mixes < 1) return Array.from({ length: rounds }, () => Array<number>(places).fill(0))
  const meetings = new Meetings(agents, places)
  const left: number[] = []
  const draw = (): readonly [mix: number[], at: number] => {
    if (mixes > LISTED) return [drawMix(agents, places, rng), -1]
    const at = rng.below(left.length)
    return [mixOf((left[at] ?? 0) + 1, agents, places), at]
  }
  return Array.from({ length: rounds }, () => {
    if (mixes <= LISTED && left.length === 0) for (let i = 0; i < mixes; i += 1) left.push(i)
    let [best, at] = draw()
    let least = meetings.of(best)
    for (let i = 1; i < CANDIDATES; i += 1) {
      const [mix, index] = draw()
      const met = meetings.of(mix)
      if (met < least) [best, at, least] = [mix, index, met]
    }
    if (at >= 0) left.splice(at, 1)
    meetings.add(best)
    return best
  })
}

/** The digits of a number from 1 on: the agents of the places after the first. */
function mixOf(number: number, agents: number, places: number): number[] {
  const mix = [0]
  for (let rest = number; mix.length < places; rest = Math.floor(rest / agents)) mix.push(rest % agents)
  return mix
}

function drawMix(agents: number, places: number, rng: Rng): number[] {
  for (;;) {
    const mix = Array.from({ length: places }, (_, place) => (place === 0 ? 0 : rng.below(agents)))
    if (mix.some((agent) => agent !== 0)) return mix
  }
}

/** How often which agents have met on two places. In a round only their distance in the list matters. */
class Meetings {
  readonly #counts: Int32Array

  constructor(
    private readonly agents: number,
    private readonly places: number,
  ) {
    this.#counts = new Int32Array(places * places * agents)
  }

  of(mix: readonly number[]): number {
    let sum = 0
    this.#each(mix, (at) => (sum += this.#counts[at] ?? 0))
    return sum
  }

  add(mix: readonly number[]): void {
    this.#each(mix, (at) => (this.#counts[at] = (this.#counts[at] ?? 0) + 1))
  }

  #each(mix: readonly number[], visit: (at: number) => void): void {
    const { agents, places } = this
    for (let i = 0; i < places; i += 1)
      for (let j = i + 1; j < places; j += 1) {
        const distance = ((mix[j] ?? 0) - (mix[i] ?? 0) + agents) % agents
        visit((i * places + j) * agents + distance)
      }
  }
}
