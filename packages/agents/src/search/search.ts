/** UCT on determinizations with progressive widening; edges are whole turns. Then sequential halving of the best. */
import { type Game, type Rng, RuleError, type State } from '@ludoforge/kernel'
import { determinize, generatorWords, hasDrawn, positionKey, reopenSimultaneous } from '@ludoforge/play'
import type { SearchTaskResult } from '../agent.js'
import { uncertaintyOf } from '../stochastic.js'
import { PolicyRollouts } from './rollouts.js'
import { type PortableAnswer, allAnswers } from './answers.js'
import type { BudgetMeter } from './budget.js'
import { Evaluator } from './evaluator.js'
import type { Proposer } from './proposer.js'
import { type SeatNode, type Edge, Node } from './tree.js'
import { TurnPlayer } from './turn-player.js'

const SAMPLING = 0.4 // the share of the budget for finding turns; the rest compares finalists
const FINALISTS = 16
const MUTATION_TENTHS = 6 // of ten new turns, once every first answer was tried
const PARENTS = 4 // the best turns, from which new ones are mutated
const MAX_DEPTH = 4 // turns
const SINGLE_ANSWER_DEPTH = 0.2 // the depth of a turn of one answer
const MAX_ROLLOUT = 1000 // answers, in a game without `worth`
const ANSWERS_PER_ITERATION = 25 // policy answers that cost as much as an iteration
const LCB_WEIGHT = 0.25 // against turns that look good by luck, where there is chance

export interface SearchSettings {
  readonly game: Game
  readonly state: State
  readonly seat: number
  readonly spending: BudgetMeter
  readonly rng: Rng
  readonly proposer: Proposer
  /** The rollout proposer, used if turns have several answers. With `null`, leaves are evaluated without a rollout. */
  readonly outlook: Proposer | null
  /** The only turns to compare. */
  readonly among?: readonly (readonly PortableAnswer[])[] | null
}

export class TurnSearch {
  readonly root: SeatNode
  readonly #settings: SearchSettings
  readonly #node = new Node()
  readonly #turnPlayer: TurnPlayer
  readonly #evaluator: Evaluator
  readonly #values: number[] = []
  readonly #mayFail: boolean // sampled hidden variables may contradict each other
  readonly #chance: boolean // turns can draw random numbers
  readonly #hidden: boolean // determinizations differ
  readonly #transpositions: Map<string, Node> | null // the nodes by position, if the same turns always lead to the same one
  readonly #lcbWeight: number
  readonly #rollouts: PolicyRollouts | null
  #finalists: Edge[] = []
  #settled = false // the best turn is proven
  #nextIndex = 0 // of the next finalist
  #world: State | null = null
  #rounds = 0 // of sequential halving
  #halvingStart = 0 // the share of the budget used before the first round

  constructor(settings: SearchSettings) {
    const { game, proposer, rng, seat } = settings
    this.#settings = settings
    this.#turnPlayer = new TurnPlayer(game, proposer, rng)
    const { chance, hidden } = uncertaintyOf(game)
    this.#chance = chance
    this.#hidden = hidden
    this.#transpositions = chance || hidden ? null : new Map()
    this.#evaluator = new Evaluator(game, this.#determinize())
    this.#mayFail = game.def.variables.some((variable) => variable.hidden !== undefined)
    this.#lcbWeight = chance || hidden ? LCB_WEIGHT : 0
    this.root = this.#node.of(seat)
    const { outlook } = settings
    const shared = { game, seat, rng, turns: this.#turnPlayer, judge: this.#evaluator }
    const imagine = (): State => this.#determinize()
    this.#rollouts = outlook === null ? null : new PolicyRollouts({ ...shared, imagine, outlook }, this.root)
    this.#finalists = (settings.among ?? []).map((answers) => this.root.take(answers))
  }

  /** Returns the change of lead that a mean value stands for, in units of worth. Without a `worth` there is none. */
  leadOf(mean: number): number | undefined {
    return this.#evaluator.hasWorth ? this.#evaluator.leadOf(mean) : undefined
  }

  get done(): boolean {
    return this.#settled || this.#finalists.length === 1 || this.spent >= 1
  }

  get spent(): number {
    return this.#settings.spending.spent
  }

  /** The best turn so far. */
  get best(): Edge | undefined {
    const candidates = this.#finalists.length > 0 ? this.#finalists : this.root.edges
    let best: Edge | undefined
    for (const edge of candidates)
      if (best === undefined || (edge.visits > 0 && (best.visits === 0 || edge.standing > best.standing)))
        best = edge
    return best
  }

  /** The value of the best turn for the seat, if it is proven that no turn is better. */
  get proven(): number | null {
    const { best } = this
    return best !== undefined && best.proven !== null && this.root.proven() !== undefined ? best.mean : null
  }

  /** The name of the algorithm. */
  get method(): string {
    return this.#activeRollouts === null ? 'UCT' : 'policy rollouts'
  }

  /** Returns the result of a search task, best first: every turn of one answer, or the remaining finalists. */
  found(): SearchTaskResult {
    const { edges, single } = this.root
    const remaining =
      single || this.#finalists.length === 0 ? this.root.best(edges.length) : [...this.#finalists]
    const turns = remaining.sort((a, b) => b.standing - a.standing)
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

  /** Runs one iteration. */
  step(): void {
    const { spending } = this.#settings
    spending.iterations += 1
    try {
      const { edges, exhausted } = this.root
      const rollouts = this.#activeRollouts
      if (this.#finalists.length > 0 || exhausted || (spending.spent >= SAMPLING && edges.length > 0))
        this.#compareNext(rollouts)
      else this.#tryNew(rollouts)
    } catch (error) {
      if (!(error instanceof RuleError && this.#mayFail)) throw error
      this.#rollouts?.imagineAnew()
    }
  }

  #determinize(): State {
    const { game, state, seat, rng } = this.#settings
    // Without chance there is nothing to sample, and equal positions keep equal keys.
    if (this.#transpositions !== null) return game.fork(state)
    const world = determinize(game, state, seat, rng)
    reopenSimultaneous(game, world, seat)
    return world
  }

  /** Returns the finalists. With rollouts, the policy's own turn is always among them. */
  #selectFinalists(own: Edge | undefined): Edge[] {
    if (this.root.exhausted) return [...this.root.edges]
    const best = this.root.best(FINALISTS)
    if (own !== undefined && !best.includes(own)) best.splice(FINALISTS - 1, 1, own)
    return best
  }

  /** Tries the next finalist. All finalists of a round get the same determinization (common random numbers). */
  #compareNext(rollouts: PolicyRollouts | null): void {
    const { game, spending } = this.#settings
    if (this.#finalists.length === 0) {
      this.#finalists = this.#selectFinalists(rollouts?.own)
      this.#rounds = Math.ceil(Math.log2(this.#finalists.length))
      this.#halvingStart = spending.spent
    }
    if (this.#nextIndex === 0) {
      this.#halve(spending.spent)
      this.#readmit()
      if (rollouts === null) this.#world = this.#determinize()
    }
    const edge = this.#nextFinalist()
    if (edge === undefined) return
    if (edge === 'new') this.#tryNew(rollouts)
    else if (rollouts !== null) this.#try(rollouts, edge)
    else if (this.#world !== null) this.#settled = this.#search(game.fork(this.#world), edge)
  }

  #tryNew(rollouts: PolicyRollouts | null): void {
    if (rollouts !== null) this.#try(rollouts, rollouts.next())
    else {
      const first = this.root.edges.length === 0 ? this.#rollouts : null
      this.#settled = this.#search(first?.world(0) ?? this.#determinize(), 'new')
    }
  }

  #try(rollouts: PolicyRollouts, edge: Edge): void {
    this.#settled = this.#search(rollouts.world(edge.visits), edge)
  }

  /** Sequential halving: drops the weaker half after each equal share of the remaining budget. */
  #halve(spent: number): void {
    if (this.#finalists.length <= 2 || this.#rounds < 2) return
    const roundsLeft = Math.ceil(Math.log2(this.#finalists.length))
    const roundsDone = this.#rounds - roundsLeft
    if (spent < this.#halvingStart + ((1 - this.#halvingStart) * (roundsDone + 1)) / this.#rounds) return
    this.#finalists.sort((a, b) => b.standing - a.standing)
    this.#finalists.length = Math.ceil(this.#finalists.length / 2)
  }

  /** Readmits a dropped turn that beats the best finalist if either is proven, so that no proof is lost. */
  #readmit(): void {
    const { best } = this
    if (best === undefined) return
    for (const edge of this.root.edges)
      if (
        edge.visits > 0 &&
        edge.standing > best.standing &&
        (edge.proven !== null || best.proven !== null) &&
        !this.#finalists.includes(edge)
      )
        this.#finalists.push(edge)
  }

  /**
   * Returns the next finalist that isn't proven. If all are proven, the search is settled, unless they lose and there may be
   * other turns.
   */
  #nextFinalist(): Edge | 'new' | undefined {
    const all = this.#finalists.length
    for (let tries = 0; tries < all; tries += 1) {
      const edge = this.#finalists[this.#nextIndex]
      this.#nextIndex = (this.#nextIndex + 1) % all
      if (edge?.proven === null) return edge
    }
    this.#nextIndex = 0
    this.#readmit()
    if (this.#finalists.length > all) return undefined
    const isLost = (this.best?.standing ?? 0) < -1
    if (isLost && !this.root.exhausted && (this.#settings.among ?? null) === null) return 'new'
    this.#settled = true
    return undefined
  }

  /** Searches from the root. Returns whether its value is proven. */
  #search(s: State, mine: Edge | 'new'): boolean {
    return this.#descend(s, this.#node, { depth: 0, certain: !this.#hidden }, mine)
  }

  /**
   * Selection, expansion, evaluation and backpropagation in one recursion. `mine` is the turn to take at the first
   * decision. Returns whether the value is proven (MCTS-Solver, Winands et al. 2008).
   */
  #descend(s: State, node: Node, path: Path, mine?: Edge | 'new'): boolean {
    const { game } = this.#settings
    const question = game.ask(s)
    const { depth, certain } = path
    if (question === undefined || depth >= MAX_DEPTH) {
      this.#evaluator.judge(s, this.#values)
      return question === undefined && certain
    }
    const { seat } = question
    if (depth > 0 && this.#activeRollouts !== null) this.#evaluate(s)
    else if (game.deciding(s).length > 1) this.#chooseSimultaneously(s, node, depth, mine)
    else return this.#choose(s, node.of(seat), path, mine)
    return false
  }

  #choose(s: State, choices: SeatNode, { depth, certain }: Path, mine?: Edge | 'new'): boolean {
    const words = certain && this.#chance ? generatorWords(s) : null
    const { edge, fresh } = this.#take(s, choices, choices.seat, mine)
    const next = { depth: depth + depthOf(edge), certain: certain && (words === null || !hasDrawn(s, words)) }
    const proven = fresh
      ? this.#evaluate(s) && next.certain
      : this.#descend(s, this.#nodeAfter(edge, s), next)
    if (proven) edge.proven = [...this.#values]
    edge.add(this.#values)
    const settled = certain ? choices.proven() : undefined
    // If only a few of many turns were tried, an average misleads. The seat is taken to play its best known turn.
    const taken = settled ?? (depth > 0 && !choices.single ? choices.preferred(this.#lcbWeight) : undefined)
    taken?.means(this.#values)
    return settled !== undefined
  }

  /** A simultaneous choice: each seat selects without knowing the others' turns (decoupled UCT). */
  #chooseSimultaneously(s: State, node: Node, depth: number, mine?: Edge | 'new'): void {
    const { game, seat: me } = this.#settings
    const taken: [number, Edge][] = []
    let anyFresh = false
    for (const seat of game.deciding(s)) {
      const { edge, fresh } = this.#take(s, node.of(seat), seat, seat === me ? mine : undefined)
      taken.push([seat, edge])
      anyFresh ||= fresh
    }
    if (anyFresh) this.#evaluate(s)
    else {
      const key = taken.map(([seat, edge]) => node.of(seat).edges.indexOf(edge)).join()
      const path = { depth: depth + SINGLE_ANSWER_DEPTH, certain: false }
      this.#descend(s, node.together(`${key}/${this.#nextKey(s)}`), path)
    }
    for (const [, edge] of taken) edge.add(this.#values)
  }

  /** Plays a turn of the seat in place: `mine`, one selected by UCT, or a new one. */
  #take(s: State, choices: SeatNode, seat: number, mine?: Edge | 'new'): { edge: Edge; fresh: boolean } {
    const selected = mine === 'new' ? undefined : (mine ?? choices.select())
    choices.visits += 1
    if (selected === undefined)
      return { edge: choices.take(this.#proposeTurn(s, choices, seat)), fresh: true }
    const fresh = selected.visits === 0
    this.#turnPlayer.play(s, seat, selected.answers)
    return { edge: selected, fresh }
  }

  /** Plays a new turn in place: one with an untried first answer, a mutation of a good one, or a proposed one. */
  #proposeTurn(s: State, choices: SeatNode, seat: number): PortableAnswer[] {
    const { game, rng } = this.#settings
    if (choices === this.root && choices.edges.length === 0 && this.#rollouts !== null)
      return this.#rollouts.ownTurn(s)
    if (choices.untried === undefined) {
      const question = game.ask(s, seat)
      choices.untried = question === undefined ? null : allAnswers(question)
    }
    const first = choices.drawUntried(rng)
    if (first !== undefined) return this.#turnPlayer.play(s, seat, [first])
    if (choices.edges.length > 1 && rng.below(10) < MUTATION_TENTHS) {
      const parents = choices.best(PARENTS)
      const answers = parents[rng.below(parents.length)]?.answers ?? []
      return this.#turnPlayer.play(s, seat, answers, rng.below(Math.max(1, answers.length)))
    }
    return this.#turnPlayer.play(s, seat, [])
  }

  /**
   * Evaluates a leaf: by a policy rollout, by `worth`, or by a rollout to the end of a game without `worth`. Returns
   * whether the state is terminal.
   */
  #evaluate(s: State): boolean {
    const { game, spending } = this.#settings
    const over = game.outcome(s) !== undefined
    if (this.#activeRollouts !== null) {
      spending.iterations += Math.floor(this.#activeRollouts.follow(s, this.#values) / ANSWERS_PER_ITERATION)
      return over
    }
    let left = this.#evaluator.hasWorth ? 0 : MAX_ROLLOUT
    for (let question = game.ask(s); question !== undefined && left > 0; question = game.ask(s))
      left -= this.#turnPlayer.play(s, question.seat, []).length
    this.#evaluator.judge(s, this.#values)
    return over
  }

  /** The rollouts, if turns have several answers. There a tree covers too few turns, and rollouts evaluate better. */
  get #activeRollouts(): PolicyRollouts | null {
    return this.root.single ? null : this.#rollouts
  }

  /** Returns the node after a turn. Turns that lead to the same position share it (transpositions). */
  #nodeAfter(edge: Edge, s: State): Node {
    const known = this.#transpositions
    if (known === null) return edge.after(this.#nextKey(s))
    const key = positionKey(this.#settings.game, s)
    let node = known.get(key)
    if (node === undefined) known.set(key, (node = new Node()))
    return node
  }

  /** Returns the key of the next question. With dice, one turn can lead to several. */
  #nextKey(s: State): string {
    const question = this.#settings.game.ask(s)
    return question === undefined ? '' : `${question.site}.${question.seat}`
  }
}

/** The way from the root to a node. */
interface Path {
  readonly depth: number // turns
  readonly certain: boolean // nothing on it is random or hidden, so that terminal values are proofs
}

function depthOf({ answers }: Edge): number {
  return answers.length > 1 ? 1 : SINGLE_ANSWER_DEPTH
}
