import { Rng } from '@ludoforge/kernel'
import type { Seed } from '../seeds.js'

/**
 * The schedule of a tournament: a balanced block design. Games come in rounds (blocks). All games of a round have the
 * same deal, and each measured agent plays each place once, so that luck and places are the same for all.
 *
 * Mixed: a round is a line-up and its cyclic shifts, in which the next agent of the list replaces every agent. The first
 * line-ups are drawn without replacement. Line-ups with the same agent in all places are left out, and any two agents
 * meet in any two places about equally often.
 *
 * Against one: in a round each measured agent plays each place once, or some of them, and the opponent plays all
 * others.
 */

export interface SchedulePlan {
  readonly agents: number // their count
  readonly places: number
  readonly rounds: number
  readonly seed: Seed
  /** The index of the opponent that the others are measured against, one at a time. */
  readonly against?: number
  /** The measured agents; all of them in the mixed form. */
  readonly measured: readonly number[]
  /** The places they play against the opponent (default: all). */
  readonly taking?: readonly number[]
}

export interface Lineup {
  readonly round: number
  readonly agents: readonly number[] // by place
  readonly counted: readonly number[] // the places of measured agents, whose results count
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
  // The opponent against itself is the same game for every place, so it is played once.
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
      const lineup = round[game % round.length]
      if (lineup === undefined) throw new Error(`The schedule has no game ${game}.`)
      return { round: Math.floor(game / round.length), ...lineup }
    },
  }
}

const MAX_LISTED = 4096 // line-ups that are drawn without replacement; with more, they are drawn independently
const CANDIDATES = 16 // line-ups drawn for each round, of which the best balanced is taken

/** Draws the first line-up of each round. Its first place has agent 0. */
function drawFirsts(agents: number, places: number, rounds: number, rng: Rng): number[][] {
  const mixes = agents ** (places - 1) - 1 // without agent 0 in all places
  if (mixes < 1) return Array.from({ length: rounds }, () => Array<number>(places).fill(0))
  const meetings = new Meetings(agents, places)
  const left: number[] = []
  const draw = (): readonly [mix: number[], at: number] => {
    if (mixes > MAX_LISTED) return [drawMix(agents, places, rng), -1]
    const at = rng.below(left.length)
    return [mixOf((left[at] ?? 0) + 1, agents, places), at]
  }
  return Array.from({ length: rounds }, () => {
    if (mixes <= MAX_LISTED && left.length === 0) for (let i = 0; i < mixes; i += 1) left.push(i)
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

/** Returns the line-up of a number: its digits in base `agents` are the agents after the first place. */
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

/**
 * Counts how often agents have met in two places. Because of the cyclic shifts, only their distance in the list
 * matters.
 */
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
