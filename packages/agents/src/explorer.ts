import { type Decision, type Game, type Question, Rng, type State } from '@ludoforge/kernel'
import type { Agent } from './agent.js'
import { drawAnswer, only } from './random.js'
import { SubsetSampler } from './selector.js'

const SELDOM = 3 // of OF ways to go on, the one gone most seldom
const OF = 4

/**
 * Plays at random, but goes new ways more often, so that many games meet every rule. A way to go on is an option of
 * a menu, an action, an offer, or answering what is asked beside offers. Of several it takes, three times of four, one
 * that it has gone most seldom in this game. Ways are told apart by what they are called: one that is named after
 * the card at hand is new with every card.
 */
export class ExplorerAgent implements Agent {
  readonly name = 'explorer'
  readonly #rng: Rng
  readonly #picks: number[] = []
  readonly #selector = new SubsetSampler()
  readonly #gone = new Map<string, number>()

  constructor(seed: number | string) {
    this.#rng = new Rng(seed)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has nothing to choose.')
    const { site } = question
    const forks = forksOf(game, state, seat, site)
    if (!forks && question.offers.length === 0) this.#draw(question)
    else this.#explore(game, state, seat, site, forks)
    return this.#picks
  }

  #draw(question: Question): void {
    drawAnswer(question, this.#rng, this.#selector, this.#picks)
  }

  #explore(game: Game, state: State, seat: number, site: number, forks: boolean): void {
    const decision = decisionOf(game, state, seat)
    const ways = waysOf(decision, site, forks)
    let way = ways[this.#rng.below(ways.length)]
    if (this.#rng.below(OF) < SELDOM) {
      const least = Math.min(...ways.map(({ name }) => this.#times(name)))
      const seldom = ways.filter(({ name }) => this.#times(name) === least)
      way = seldom[this.#rng.below(seldom.length)]
    }
    if (way === undefined) throw new Error('There is no way to go on.')
    this.#gone.set(way.name, this.#times(way.name) + 1)
    if (way.pick !== null) only(this.#picks, way.pick)
    else if (forks) this.#picks.length = 0
    else this.#answer(game, state, seat)
  }

  /** Answers what is asked, by lot, without the offers beside it. */
  #answer(game: Game, state: State, seat: number): void {
    const question = game.ask(state, seat)
    if (question !== undefined) this.#draw({ ...question, offers: [] })
  }

  #times(name: string): number {
    return this.#gone.get(name) ?? 0
  }
}

/** A way to go on and the pick that goes it; null: answer what is asked, or, where options are ways, decline. */
interface Way {
  readonly name: string
  readonly pick: number | null
}

function waysOf({ options, offers, optional }: Decision, site: number, forks: boolean): Way[] {
  const own = forks ? options.map(({ label }, pick) => ({ name: `${site} ${label}`, pick })) : []
  const taking = offers.map(({ id }, i) => ({ name: `offer ${id}`, pick: -1 - i }))
  return [...own, ...(optional || !forks ? [{ name: `${site}`, pick: null }] : []), ...taking]
}

const known = new WeakMap<Game, Map<number, boolean>>()

/** Whether the question that waits is one of ways to go on: a menu, or one action of several. */
function forksOf(game: Game, state: State, seat: number, site: number): boolean {
  const sites = known.get(game) ?? new Map<number, boolean>()
  known.set(game, sites)
  const found = sites.get(site)
  if (found !== undefined) return found
  const { kind, type } = decisionOf(game, state, seat)
  const answer = kind === 'one' && (type === 'choice' || type === 'action')
  sites.set(site, answer)
  return answer
}

function decisionOf(game: Game, state: State, seat: number): Decision {
  const decision = game.decision(state, game.def.seats[seat]?.id)
  if (decision === undefined) throw new Error('This seat has nothing to choose.')
  return decision
}
