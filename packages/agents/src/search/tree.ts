/**
 * The UCT tree. Edges are whole turns, keyed by their answers, so one tree serves all determinizations (information
 * sets).
 */
import type { Rng } from '@ludoforge/kernel'
import { type PortableAnswer, keyOf } from './answers.js'
import { WIN_BOUND } from './evaluator.js'

const UCT_EXPLORATION = 0.6 // the constant c of UCT
const LOST_PENALTY = 2 // puts a proven loss below every value
const WIDENING = 1.5 // progressive widening: at most 1 + WIDENING × √visits turns, if there are too many to list

/** Returns the value by which turns are compared: a proven loss comes after every turn that isn't proven. */
export function standingOf(mean: number, proven: boolean): number {
  return proven && mean <= -WIN_BOUND ? mean - LOST_PENALTY : mean
}

/** A turn: the answers of one seat until another seat decides. */
export class Edge {
  visits = 0
  readonly #sums: number[] = [] // of the values, by seat
  proven: readonly number[] | null = null // the proven value, by seat (MCTS-Solver)
  readonly nodes = new Map<string, Node>() // by the next question

  constructor(
    readonly seat: number,
    readonly answers: readonly PortableAnswer[],
  ) {}

  /** The mean value for the seat that takes the turn. */
  get mean(): number {
    if (this.proven !== null) return this.proven[this.seat] ?? 0
    return this.visits === 0 ? 0 : (this.#sums[this.seat] ?? 0) / this.visits
  }

  get standing(): number {
    return standingOf(this.mean, this.proven !== null)
  }

  add(values: readonly number[]): void {
    this.visits += 1
    for (let seat = 0; seat < values.length; seat += 1)
      this.#sums[seat] = (this.#sums[seat] ?? 0) + (values[seat] ?? 0)
  }

  /** Fills `into` with the mean value for every seat. */
  means(into: number[]): void {
    if (this.proven !== null) {
      for (let seat = 0; seat < this.proven.length; seat += 1) into[seat] = this.proven[seat] ?? 0
      return
    }
    for (let seat = 0; seat < this.#sums.length; seat += 1) into[seat] = (this.#sums[seat] ?? 0) / this.visits
  }

  /** Returns the node after the turn, by the key of the next question. */
  after(key: string): Node {
    let node = this.nodes.get(key)
    if (node === undefined) this.nodes.set(key, (node = new Node()))
    return node
  }
}

/** The turns that one seat has tried at one node. */
export class SeatNode {
  readonly edges: Edge[] = []
  readonly #byKey = new Map<string, Edge>()
  visits = 0
  untried: PortableAnswer[] | null | undefined // first answers not tried yet; null if there are too many to list
  single = true // every turn so far has one answer

  constructor(readonly seat: number) {}

  /** Returns the turn to visit next, or `undefined` if the node should widen. */
  select(): Edge | undefined {
    if (this.shouldWiden()) return undefined
    return this.selectUct()
  }

  /** Selects a turn by UCT. */
  selectUct(): Edge | undefined {
    const log = Math.log(this.visits + 1)
    let best: Edge | undefined
    let bestValue = Number.NEGATIVE_INFINITY
    for (const edge of this.edges) {
      const value =
        edge.proven !== null
          ? edge.standing
          : edge.visits === 0
            ? Number.POSITIVE_INFINITY
            : edge.mean + UCT_EXPLORATION * Math.sqrt(log / edge.visits)
      if (value > bestValue) {
        bestValue = value
        best = edge
      }
    }
    return best
  }

  private shouldWiden(): boolean {
    if (this.edges.length === 0) return true
    if (this.exhausted) return false
    if (this.single && this.untried !== null) return true
    return this.edges.length < 1 + WIDENING * Math.sqrt(this.visits)
  }

  /** Whether every possible turn is in the tree. */
  get exhausted(): boolean {
    return this.single && this.untried !== undefined && this.untried !== null && this.untried.length === 0
  }

  /** Removes and returns a random untried first answer. */
  drawUntried(rng: Rng): PortableAnswer | undefined {
    const { untried } = this
    if (untried === undefined || untried === null || untried.length === 0) return undefined
    const at = rng.below(untried.length)
    const drawn = untried[at]
    const last = untried.pop()
    if (last !== undefined && at < untried.length) untried[at] = last
    return drawn
  }

  /** Returns the edge of these answers, and creates it if it is new. */
  take(answers: readonly PortableAnswer[]): Edge {
    const key = keyOf(answers)
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const edge = new Edge(this.seat, answers)
    this.#byKey.set(key, edge)
    this.edges.push(edge)
    if (answers.length !== 1) this.single = false
    return edge
  }

  /**
   * Returns a proven best turn: a proven win, or the best if every turn is proven (MCTS-Solver). With more than two seats,
   * nothing is proven if equally good turns differ for the others: the seat might take either.
   */
  proven(): Edge | undefined {
    let best: Edge | undefined
    let allProven = this.exhausted
    for (const edge of this.edges) {
      if (edge.proven === null) allProven = false
      else if (best === undefined || edge.mean > best.mean) best = edge
    }
    if (best === undefined || best.mean >= WIN_BOUND) return best
    if (!allProven) return undefined
    const { proven, mean } = best
    const isTie = this.edges.some((edge) => edge.mean === mean && !isEqual(edge.proven, proven))
    return isTie ? undefined : best
  }

  /** Returns the turn with the greatest lower confidence bound. */
  preferred(lcbWeight: number): Edge | undefined {
    let best: Edge | undefined
    let bestValue = Number.NEGATIVE_INFINITY
    for (const edge of this.edges) {
      const value = edge.standing - lcbWeight / Math.sqrt(edge.visits)
      if (value > bestValue) {
        bestValue = value
        best = edge
      }
    }
    return best
  }

  /** Returns the `count` best visited turns, best first. */
  best(count: number): Edge[] {
    const found: Edge[] = []
    for (const edge of this.edges) {
      if (edge.visits === 0) continue
      let at = found.length
      while (at > 0 && (found[at - 1]?.standing ?? 0) < edge.standing) at -= 1
      if (at >= count) continue
      found.splice(at, 0, edge)
      if (found.length > count) found.length = count
    }
    return found
  }
}

function isEqual(a: readonly number[] | null, b: readonly number[] | null): boolean {
  return a === b || (a !== null && b !== null && a.every((value, seat) => value === b[seat]))
}

/** A node of the tree. It has one `SeatNode` for each seat that decides there: several in a simultaneous choice. */
export class Node {
  readonly #choices: (SeatNode | undefined)[] = []
  readonly #joint = new Map<string, Node>()

  of(seat: number): SeatNode {
    return (this.#choices[seat] ??= new SeatNode(seat))
  }

  /** Returns the node after the joint answers of a simultaneous choice. */
  together(key: string): Node {
    let node = this.#joint.get(key)
    if (node === undefined) this.#joint.set(key, (node = new Node()))
    return node
  }
}
