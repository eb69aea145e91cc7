import { type Decision, type Game, type Question, Rng, type State } from '@ludoforge/kernel'
import type { Agent } from './agent.js'
import { drawAnswer, setSinglePick } from './random.js'
import { SubsetSampler } from './subset-sampler.js'

const LEAST_USED = 3 // of OUT_OF branchings it takes a least used branch
const OUT_OF = 4

/**
 * Plays at random, but prefers branches it has taken least, so that many games reach every rule. A branch is an option
 * of a menu, an action, an offer, or answering a question that also has offers. Three times out of four it takes a
 * branch it has used least in this game. Branches are counted by name: one named after the current card is new with
 * every card.
 */
export class ExplorerAgent implements Agent {
  readonly name = 'explorer'
  readonly #rng: Rng
  readonly #picks: number[] = []
  readonly #selector = new SubsetSampler()
  readonly #uses = new Map<string, number>()

  constructor(seed: number | string) {
    this.#rng = new Rng(seed)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has no decision to make.')
    const { site } = question
    const isMenu = isMenuAt(game, state, seat, site)
    if (!isMenu && question.offers.length === 0) this.#draw(question)
    else this.#explore(game, state, seat, site, isMenu)
    return this.#picks
  }

  #draw(question: Question): void {
    drawAnswer(question, this.#rng, this.#selector, this.#picks)
  }

  #explore(game: Game, state: State, seat: number, site: number, isMenu: boolean): void {
    const decision = decisionOf(game, state, seat)
    const branches = branchesOf(decision, site, isMenu)
    let branch = branches[this.#rng.below(branches.length)]
    if (this.#rng.below(OUT_OF) < LEAST_USED) {
      const least = Math.min(...branches.map(({ name }) => this.#usesOf(name)))
      const leastUsed = branches.filter(({ name }) => this.#usesOf(name) === least)
      branch = leastUsed[this.#rng.below(leastUsed.length)]
    }
    if (branch === undefined) throw new Error('The decision has no option and no offer to take.')
    this.#uses.set(branch.name, this.#usesOf(branch.name) + 1)
    if (branch.pick !== null) setSinglePick(this.#picks, branch.pick)
    else if (isMenu) this.#picks.length = 0
    else this.#answer(game, state, seat)
  }

  /** Answers the question at random, without its offers. */
  #answer(game: Game, state: State, seat: number): void {
    const question = game.ask(state, seat)
    if (question !== undefined) this.#draw({ ...question, offers: [] })
  }

  #usesOf(name: string): number {
    return this.#uses.get(name) ?? 0
  }
}

/** A branch and its pick. `null` declines a menu; elsewhere it answers the question instead of taking an offer. */
interface Branch {
  readonly name: string
  readonly pick: number | null
}

function branchesOf({ options, offers, optional }: Decision, site: number, isMenu: boolean): Branch[] {
  const own = isMenu ? options.map(({ label }, pick) => ({ name: `${site} ${label}`, pick })) : []
  const taking = offers.map(({ id }, i) => ({ name: `offer ${id}`, pick: -1 - i }))
  return [...own, ...(optional || !isMenu ? [{ name: `${site}`, pick: null }] : []), ...taking]
}

const cache = new WeakMap<Game, Map<number, boolean>>()

/** Returns whether the options of the open question are branches: a menu, or one of several actions. */
function isMenuAt(game: Game, state: State, seat: number, site: number): boolean {
  const sites = cache.get(game) ?? new Map<number, boolean>()
  cache.set(game, sites)
  const found = sites.get(site)
  if (found !== undefined) return found
  const { kind, type } = decisionOf(game, state, seat)
  const answer = kind === 'one' && (type === 'choice' || type === 'action')
  sites.set(site, answer)
  return answer
}

function decisionOf(game: Game, state: State, seat: number): Decision {
  const decision = game.decision(state, game.def.seats[seat]?.id)
  if (decision === undefined) throw new Error('This seat has no decision to make.')
  return decision
}
