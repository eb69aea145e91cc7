/** One search: what to do in one position, found step by step within a budget. */
import { type Game, type Rng, RuleError, type State } from '@ludoforge/kernel'
import { determinize, reopenSimultaneous } from '@ludoforge/play'
import type { SearchTaskResult } from '../agent.js'
import { needsSampling } from '../stochastic.js'
import { PolicyRollouts } from './rollouts.js'
import { type PortableAnswer, allAnswers } from './answers.js'
import type { BudgetMeter } from './budget.js'
import { Evaluator, WON } from './evaluator.js'
import type { Proposer } from './proposer.js'
import { type SeatNode, type Edge, Node } from './tree.js'
import { TurnPlayer } from './turn-player.js'

const SAMPLING = 0.4 // the part of a budget in which turns are found
const FINALISTS = 16 // of them are compared in the rest of it
const MUTATION_TENTHS = 6 // of ten new turns, if there is nothing left to try at their beginning
const PARENTS = 4
const DEEPEST = 4 // turns
const ONE_ANSWER = 0.2 // a turn of one answer counts as so much of one
const LONGEST_GAME = 1000 // answers, where it is played to its end
const ANSWERS = 25 // that policies give take as long as an iteration
const LCB_WEIGHT = 0.25 // where dice or hidden things make a turn look better than it is

export interface SearchSettings {
  readonly game: Game
  readonly state: State
  readonly seat: number
  readonly spending: BudgetMeter
  readonly rng: Rng
  readonly proposer: Proposer
  /** Plays on as games may go, where turns have several answers; null: positions are judged as they are. */
  readonly outlook: Proposer | null
  /** Only these turns are compared. */
  readonly among?: readonly (readonly PortableAnswer[])[] | null
}

export class TurnSearch {
  readonly root: SeatNode
  readonly #at: SearchSettings
  readonly #node = new Node()
  readonly #turns: TurnPlayer
  readonly #judge: Evaluator
  readonly #values: number[] = []
  readonly #mayFail: boolean // what is imagined of hidden values need not fit together
  readonly #chance: boolean // the same turns can come to something else
  readonly #doubt: number
  readonly #outlook: PolicyRollouts | null
  #finalists: Edge[] = []
  #settled = false // it is known what is best
  #turn = 0 // of the finalists
  #world: State | null = null
  #rounds = 0 // after each of which half of the finalists leave
  #from = 0 // how much of the budget was spent before the first

  constructor(settings: SearchSettings) {
    const { game, proposer, rng, seat } = settings
    this.#at = settings
    this.#turns = new TurnPlayer(game, proposer, rng)
    this.#judge = new Evaluator(game, this.#imagine())
    this.#mayFail = game.def.variables.some(({ hidden }) => hidden !== undefined)
    this.#chance = needsSampling(game)
    this.#doubt = this.#chance ? LCB_WEIGHT : 0
    this.root = this.#node.of(seat)
    const { outlook } = settings
    const ahead = { game, seat, rng, turns: this.#turns, judge: this.#judge, imagine: () => this.#imagine() }
    this.#outlook = outlook === null ? null : new PolicyRollouts({ ...ahead, outlook }, this.root)
    this.#finalists = (settings.among ?? []).map((answers) => this.root.take(answers))
  }

  get done(): boolean {
    return this.#settled || this.#finalists.length === 1 || this.spent >= 1
  }

  get spent(): number {
    return this.#at.spending.spent
  }

  /** The turn that is best so far. */
  get best(): Edge | undefined {
    const last = this.#finalists.length > 0 ? this.#finalists : this.root.edges
    let best: Edge | undefined
    for (const edge of last)
      if (best === undefined || (edge.visits > 0 && (best.visits === 0 || edge.mean > best.mean))) best = edge
    return best
  }

  /** What this part of a search has found, best first: every turn of one answer, else those that are left. */
  found(): SearchTaskResult {
    const { edges, single } = this.root
    const left = single || this.#finalists.length === 0 ? this.root.best(edges.length) : [...this.#finalists]
    const turns = left.sort((a, b) => b.mean - a.mean)
    return {
      turns: turns.map(({ answers, visits, mean, proven }) => ({
        answers,
        visits,
        sum: mean * visits,
        proven: proven !== null,
      })),
      settled: this.#settled,
    }
  }

  /** One iteration. */
  step(): void {
    const { spending } = this.#at
    spending.iterations += 1
    try {
      const { edges, exhausted } = this.root
      const ahead = this.#ahead
      if (this.#finalists.length > 0 || exhausted || (spending.spent >= SAMPLING && edges.length > 0))
        this.#compare(ahead)
      else if (ahead !== null) this.#try(ahead, ahead.next())
      else {
        const first = edges.length === 0 ? this.#outlook : null
        this.#settled = this.#descend(first?.world(0) ?? this.#imagine(), this.#node, 0, 'new')
      }
    } catch (error) {
      if (!(error instanceof RuleError && this.#mayFail)) throw error
      this.#outlook?.imagineAnew()
    }
  }

  #imagine(): State {
    const { game, state, seat, rng } = this.#at
    const world = determinize(game, state, seat, rng)
    reopenSimultaneous(game, world, seat)
    return world
  }

  /** Those that are compared; where policies look ahead, the turn that they take by themselves is among them. */
  #best(own: Edge | undefined): Edge[] {
    if (this.root.exhausted) return [...this.root.edges]
    const best = this.root.best(FINALISTS)
    if (own !== undefined && !best.includes(own)) best.splice(FINALISTS - 1, 1, own)
    return best
  }

  /** One of the finalists after the other meets the same position and the same dice. */
  #compare(ahead: PolicyRollouts | null): void {
    const { game, spending } = this.#at
    if (this.#finalists.length === 0) {
      this.#finalists = this.#best(ahead?.own)
      this.#rounds = Math.ceil(Math.log2(this.#finalists.length))
      this.#from = spending.spent
    }
    if (this.#turn === 0) {
      this.#halve(spending.spent)
      this.#readmit()
      if (ahead === null) this.#world = this.#imagine()
    }
    const edge = this.#nextFinalist()
    if (edge === undefined) return
    if (ahead !== null) this.#try(ahead, edge)
    else if (this.#world !== null) this.#settled = this.#descend(game.fork(this.#world), this.#node, 0, edge)
  }

  #try(ahead: PolicyRollouts, edge: Edge): void {
    this.#settled = this.#descend(ahead.world(edge.visits), this.#node, 0, edge)
  }

  /** The weaker half leaves in equal parts of what is left of the budget. */
  #halve(spent: number): void {
    if (this.#finalists.length <= 2 || this.#rounds < 2) return
    const all = Math.ceil(Math.log2(this.#finalists.length))
    const gone = this.#rounds - all
    if (spent < this.#from + ((1 - this.#from) * (gone + 1)) / this.#rounds) return
    this.#finalists.sort((a, b) => b.mean - a.mean)
    this.#finalists.length = Math.ceil(this.#finalists.length / 2)
  }

  /** A turn that left comes back if it beats the best that stayed, and one of the two is proven: proofs are not forgotten. */
  #readmit(): void {
    const { best } = this
    if (best === undefined) return
    for (const edge of this.root.edges)
      if (
        edge.visits > 0 &&
        edge.mean > best.mean &&
        (edge.proven !== null || best.proven !== null) &&
        !this.#finalists.includes(edge)
      )
        this.#finalists.push(edge)
  }

  /** The next of which something is left to find out. Where all are proven, the best is known. */
  #nextFinalist(): Edge | undefined {
    const all = this.#finalists.length
    for (let tries = 0; tries < all; tries += 1) {
      const edge = this.#finalists[this.#turn]
      this.#turn = (this.#turn + 1) % all
      if (edge?.proven === null) return edge
    }
    this.#turn = 0
    this.#readmit()
    this.#settled = this.#finalists.length === all
    return undefined
  }

  /**
   * Plays on from here, a turn at a time, to a turn that is new, and gives what that came to for each seat to the
   * turns on the way. `mine`: the turn that the first to decide takes. True if that is what it comes to for certain.
   */
  #descend(s: State, node: Node, depth: number, mine?: Edge | 'new'): boolean {
    const { game } = this.#at
    const question = game.ask(s)
    if (question === undefined || depth >= DEEPEST) {
      this.#judge.judge(s, this.#values)
      return question === undefined && !this.#chance
    }
    const { seat } = question
    if (depth > 0 && this.#ahead !== null) this.#extend(s)
    else if (game.deciding(s).length > 1) this.#together(s, node, depth, mine)
    else return this.#choose(s, node.of(seat), depth, mine)
    return false
  }

  #choose(s: State, choices: SeatNode, depth: number, mine?: Edge | 'new'): boolean {
    const { edge, fresh } = this.#take(s, choices, choices.seat, mine)
    const certain = fresh
      ? this.#extend(s)
      : this.#descend(s, edge.after(this.#next(s)), depth + costOf(edge))
    if (certain) edge.proven = [...this.#values]
    edge.add(this.#values)
    const settled = this.#chance ? undefined : choices.proven(WON)
    // Of turns that are many, few of which were tried, who decides takes the best that is known.
    const taken = settled ?? (depth > 0 && !choices.single ? choices.preferred(this.#doubt) : undefined)
    taken?.means(this.#values)
    return settled !== undefined
  }

  /** All who are asked at once choose without knowing what the others do. */
  #together(s: State, node: Node, depth: number, mine?: Edge | 'new'): void {
    const { game, seat: me } = this.#at
    const taken: [number, Edge][] = []
    let anew = false
    for (const seat of game.deciding(s)) {
      const { edge, fresh } = this.#take(s, node.of(seat), seat, seat === me ? mine : undefined)
      taken.push([seat, edge])
      anew ||= fresh
    }
    if (anew) this.#extend(s)
    else {
      const key = taken.map(([seat, edge]) => node.of(seat).edges.indexOf(edge)).join()
      this.#descend(s, node.together(`${key}/${this.#next(s)}`), depth + ONE_ANSWER)
    }
    for (const [, edge] of taken) edge.add(this.#values)
  }

  /** Makes a turn of the seat: the one given, one that is known, or a new one. */
  #take(s: State, choices: SeatNode, seat: number, mine?: Edge | 'new'): { edge: Edge; fresh: boolean } {
    const known = mine === 'new' ? undefined : (mine ?? choices.select())
    choices.visits += 1
    if (known === undefined) return { edge: choices.take(this.#proposeTurn(s, choices, seat)), fresh: true }
    const fresh = known.visits === 0
    this.#turns.play(s, seat, known.answers)
    return { edge: known, fresh }
  }

  /** A new turn: one that begins as none has, a good one with one answer changed, or any. */
  #proposeTurn(s: State, choices: SeatNode, seat: number): PortableAnswer[] {
    const { game, rng } = this.#at
    if (choices === this.root && choices.edges.length === 0 && this.#outlook !== null)
      return this.#outlook.ownTurn(s)
    if (choices.untried === undefined) {
      const question = game.ask(s, seat)
      choices.untried = question === undefined ? null : allAnswers(question)
    }
    const first = choices.drawUntried(rng)
    if (first !== undefined) return this.#turns.play(s, seat, [first])
    if (choices.edges.length > 1 && rng.below(10) < MUTATION_TENTHS) {
      const parents = choices.best(PARENTS)
      const answers = parents[rng.below(parents.length)]?.answers ?? []
      return this.#turns.play(s, seat, answers, rng.below(Math.max(1, answers.length)))
    }
    return this.#turns.play(s, seat, [])
  }

  /**
   * Judges the position; where that needs it, at the end of the game. True if it was over before, whatever is done.
   */
  #extend(s: State): boolean {
    const { game, spending } = this.#at
    const over = game.outcome(s) !== undefined
    if (this.#ahead !== null) {
      spending.iterations += Math.floor(this.#ahead.follow(s, this.#values) / ANSWERS)
      return over && !this.#chance
    }
    let left = this.#judge.hasWorth ? 0 : LONGEST_GAME
    for (let question = game.ask(s); question !== undefined && left > 0; question = game.ask(s))
      left -= this.#turns.play(s, question.seat, []).length
    this.#judge.judge(s, this.#values)
    return over && !this.#chance
  }

  /** Where turns have many answers a tree sees little of them, and policies see more. */
  get #ahead(): PolicyRollouts | null {
    return this.root.single ? null : this.#outlook
  }

  /** Which place asks whom next: after dice one turn leads to several. */
  #next(s: State): string {
    const question = this.#at.game.ask(s)
    return question === undefined ? '' : `${question.site}.${question.seat}`
  }
}

function costOf({ answers }: Edge): number {
  return answers.length > 1 ? 1 : ONE_ANSWER
}
