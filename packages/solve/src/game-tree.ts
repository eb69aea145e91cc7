/**
 * The extensive form of a game: a tree of positions, in which chance is a player with known probabilities and the
 * positions that a seat can't tell apart form an information set (Kuhn 1953). Seats have perfect recall.
 */
import { choiceOfPicks } from '@ludoforge/agents'
import { type Choice, type Game, present, type StartOptions, type State } from '@ludoforge/kernel'
import {
  answerOutcomes,
  type ChanceOutcome,
  informationState,
  ObservationHistory,
  startOutcomes,
} from '@ludoforge/play'
import { legalAnswers } from './answers.js'
import { hasScores, type Payoff, payoffOf } from './payoffs.js'
import { twoSeats, Unsolvable } from './unsolvable.js'

/** An end of the game. `value` is the payoff of the first seat. */
interface TerminalNode {
  readonly kind: 'terminal'
  readonly value: number
}

/** A point where chance decides. */
interface ChanceNode {
  readonly kind: 'chance'
  readonly probabilities: readonly number[]
  readonly children: readonly TreeNode[]
}

/** A decision of a seat. There is a child for each answer of its information set. */
export interface DecisionNode {
  readonly kind: 'decision'
  readonly set: InformationSet
  readonly children: readonly TreeNode[]
}

/** A node of a game tree. */
export type TreeNode = TerminalNode | ChanceNode | DecisionNode

/** Positions that the deciding seat can't tell apart. */
export interface InformationSet {
  readonly index: number
  readonly seat: number // 0 or 1
  readonly key: string
  readonly observation: string
  readonly choices: readonly Choice[]
  readonly nodes: DecisionNode[]
  /** The seat's last decision before it, and its answer: the same in all positions of the set, by perfect recall. */
  parent: OwnStep | null
  /** One of its positions, and the answers that led there. */
  readonly state: State
  readonly trail: Trail | null
}

/** An answer of a seat in one of its information sets. */
interface OwnStep {
  readonly set: InformationSet
  readonly answer: number
}

/** The answers that led to a position, the last one first. */
export interface Trail {
  readonly state: State // before the answer
  readonly seat: number
  readonly picks: readonly number[]
  readonly before: Trail | null
}

/** The tree of a game of two seats. */
export interface GameTree {
  readonly game: Game
  readonly payoff: Payoff
  readonly root: TreeNode
  readonly sets: readonly InformationSet[]
  readonly nodes: number
}

/** How to build a tree. */
export interface TreeOptions {
  readonly start?: StartOptions
  readonly payoff?: Payoff
  readonly maxNodes?: number // default: 2 million
}

const MAX_NODES = 2_000_000

/** Builds the whole tree. Throws Unsolvable if it has more than `maxNodes` nodes, or isn't a game of two seats. */
export function buildTree(game: Game, options: TreeOptions = {}): GameTree {
  return new TreeBuilder(game, options).build()
}

interface Position {
  readonly state: State
  readonly histories: readonly ObservationHistory[] // by seat
  readonly trail: Trail | null
}

/** A node and the number of its shape: nodes with equal numbers are roots of equal trees. */
interface Built {
  readonly node: TreeNode
  readonly shape: number
}

class TreeBuilder {
  readonly #sets = new Map<string, InformationSet>()
  readonly #shapes = new Map<string, number>()
  #nodes = 0
  readonly #payoff: Payoff

  constructor(
    private readonly game: Game,
    private readonly options: TreeOptions,
  ) {
    this.#payoff = options.payoff ?? (hasScores(game) ? 'score' : 'result')
  }

  build(): GameTree {
    const { game } = this
    twoSeats(game, game.start(this.options.start)) // before the starts are enumerated, which can take long
    const starts = startOutcomes(game, this.options.start)
    const { node: root } = this.#chance(starts, ({ state }) => ({
      state,
      histories: game.present(state).map((seat) => ObservationHistory.start(game, state, seat)),
      trail: null,
    }))
    const sets = [...this.#sets.values()]
    const nodes = register(root, [null, null])
    return { game, payoff: this.#payoff, root, sets, nodes }
  }

  /** Outcomes that lead to equal trees become one: the order of cards that nobody will see makes no difference. */
  #chance(outcomes: readonly ChanceOutcome[], positionOf: (outcome: ChanceOutcome) => Position): Built {
    const merged = new Map<number, { readonly node: TreeNode; probability: number }>()
    for (const outcome of outcomes) {
      const { node, shape } = this.#build(positionOf(outcome))
      const known = merged.get(shape)
      if (known === undefined) merged.set(shape, { node, probability: outcome.probability })
      else known.probability += outcome.probability
    }
    const parts = [...merged]
    const [only] = parts
    if (only !== undefined && parts.length === 1) return { node: only[1].node, shape: only[0] }
    const node: ChanceNode = {
      kind: 'chance',
      probabilities: parts.map(([, { probability }]) => probability),
      children: parts.map(([, part]) => part.node),
    }
    return {
      node,
      shape: this.#shape(`c${parts.map(([shape, { probability }]) => `${shape}*${probability}`).join()}`),
    }
  }

  #build(position: Position): Built {
    const { game } = this
    const { state, trail } = position
    this.#count()
    const [seat] = game.deciding(state)
    if (seat === undefined) {
      const value = payoffOf(game, state, this.#payoff)
      return { node: { kind: 'terminal', value }, shape: this.#shape(`t${value}`) }
    }
    const set = this.#setOf(position, seat)
    const question = present(game.ask(state, seat), 'this seat must answer.')
    const built = legalAnswers(question).map((picks, answer) => {
      const outcomes = answerOutcomes(game, state, picks, seat)
      const choice = set.choices[answer]
      const next: Trail = { state, seat, picks, before: trail }
      return this.#chance(outcomes, ({ state: after, events }) => ({
        state: after,
        histories: position.histories.map((history, i) =>
          history.observe(events, i === seat ? choice : undefined),
        ),
        trail: next,
      }))
    })
    const node: DecisionNode = { kind: 'decision', set, children: built.map(({ node: child }) => child) }
    return { node, shape: this.#shape(`d${set.index}:${built.map(({ shape }) => shape).join()}`) }
  }

  #setOf({ state, histories, trail }: Position, seat: number): InformationSet {
    const { game } = this
    const history = present(histories[seat], 'the deciding seat is one of the two.')
    const { key, observation } = informationState(game, state, history.seat, history)
    const known = this.#sets.get(key)
    if (known !== undefined) return known
    const decision = present(game.decision(state, history.seat), 'this seat must answer.')
    const question = present(game.ask(state, seat), 'this seat must answer.')
    const choices = legalAnswers(question).map((picks) => choiceOfPicks(decision, picks))
    const set = {
      index: this.#sets.size,
      seat,
      key,
      observation,
      choices,
      nodes: [],
      parent: null,
      state,
      trail,
    }
    this.#sets.set(key, set)
    return set
  }

  #shape(text: string): number {
    let shape = this.#shapes.get(text)
    if (shape === undefined) this.#shapes.set(text, (shape = this.#shapes.size))
    return shape
  }

  #count(): void {
    const limit = this.options.maxNodes ?? MAX_NODES
    if (++this.#nodes > limit)
      throw new Unsolvable(
        `The game tree has more than ${limit} positions. Choose a smaller scenario, or external sampling.`,
      )
  }
}

/** Enters the nodes of a tree into their information sets. Returns their number. */
function register(node: TreeNode, last: readonly (OwnStep | null)[]): number {
  if (node.kind === 'terminal') return 1
  if (node.kind === 'chance') return node.children.reduce((sum, child) => sum + register(child, last), 1)
  const { set } = node
  const parent = last[set.seat] ?? null
  if (set.nodes.length === 0) set.parent = parent
  else if (set.parent?.set !== parent?.set || set.parent?.answer !== parent?.answer)
    throw new Error(`The information set ${set.key} has no perfect recall.`)
  set.nodes.push(node)
  return node.children.reduce((sum, child, answer) => {
    const step = { set, answer }
    return (
      sum +
      register(
        child,
        last.map((before, seat) => (seat === set.seat ? step : before)),
      )
    )
  }, 1)
}
