/** A tree of play whose edges are whole turns. What was met is kept by the answers given, not by the positions. */
import type { Rng } from '@ludoforge/kernel'
import { type PortableAnswer, keyOf } from './answers.js'

const UCT_EXPLORATION = 0.6
const WIDENING = 1.5 // turns that are tried for each root of the visits, where there are too many to list

/** A turn: the answers of one seat until another seat is to decide. */
export class Edge {
  visits = 0
  readonly #sums: number[] = [] // what it came to, by seat
  proven: readonly number[] | null = null // what it comes to, whatever others do
  readonly nodes = new Map<string, Node>() // by the question that comes next

  constructor(
    readonly seat: number,
    readonly answers: readonly PortableAnswer[],
  ) {}

  /** What it is to the seat whose turn it is. */
  get mean(): number {
    if (this.proven !== null) return this.proven[this.seat] ?? 0
    return this.visits === 0 ? 0 : (this.#sums[this.seat] ?? 0) / this.visits
  }

  add(values: readonly number[]): void {
    this.visits += 1
    for (let seat = 0; seat < values.length; seat += 1)
      this.#sums[seat] = (this.#sums[seat] ?? 0) + (values[seat] ?? 0)
  }

  /** What it is to every seat. */
  means(into: number[]): void {
    if (this.proven !== null) {
      for (let seat = 0; seat < this.proven.length; seat += 1) into[seat] = this.proven[seat] ?? 0
      return
    }
    for (let seat = 0; seat < this.#sums.length; seat += 1) into[seat] = (this.#sums[seat] ?? 0) / this.visits
  }

  /** What comes after it, if this place asks this seat then. */
  after(key: string): Node {
    let node = this.nodes.get(key)
    if (node === undefined) this.nodes.set(key, (node = new Node()))
    return node
  }
}

/** The turns of one seat that were tried at one point of the tree. */
export class SeatNode {
  readonly edges: Edge[] = []
  readonly #byKey = new Map<string, Edge>()
  visits = 0
  untried: PortableAnswer[] | null | undefined // answers with which no turn begins yet; null: there are too many to list
  single = true // every turn so far was one answer

  constructor(readonly seat: number) {}

  /** The turn to look at next; undefined if it is time for a new one. */
  select(): Edge | undefined {
    if (this.shouldWiden()) return undefined
    return this.selectUct()
  }

  /** The most promising, or the least known. */
  selectUct(): Edge | undefined {
    const log = Math.log(this.visits + 1)
    let best: Edge | undefined
    let bestValue = Number.NEGATIVE_INFINITY
    for (const edge of this.edges) {
      const value =
        edge.proven !== null
          ? edge.mean
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

  /** There is no turn but these. */
  get exhausted(): boolean {
    return this.single && this.untried !== undefined && this.untried !== null && this.untried.length === 0
  }

  /** An answer with which no turn begins yet, drawn by lot. */
  drawUntried(rng: Rng): PortableAnswer | undefined {
    const { untried } = this
    if (untried === undefined || untried === null || untried.length === 0) return undefined
    const at = rng.below(untried.length)
    const drawn = untried[at]
    const last = untried.pop()
    if (last !== undefined && at < untried.length) untried[at] = last
    return drawn
  }

  /** A turn that was made; the same as before, if these answers were given before. */
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

  /** The turn that the seat takes for certain: one that wins, or the best if all that there are end certainly. */
  proven(won: number): Edge | undefined {
    let best: Edge | undefined
    let all = this.exhausted
    for (const edge of this.edges) {
      if (edge.proven === null) all = false
      else if (best === undefined || edge.mean > best.mean) best = edge
    }
    return best !== undefined && (all || best.mean >= won) ? best : undefined
  }

  /** The turn that the seat would take by what is known: one that was seldom tried counts for less. */
  preferred(doubt: number): Edge | undefined {
    let best: Edge | undefined
    let bestValue = Number.NEGATIVE_INFINITY
    for (const edge of this.edges) {
      const value = edge.mean - doubt / Math.sqrt(edge.visits)
      if (value > bestValue) {
        bestValue = value
        best = edge
      }
    }
    return best
  }

  /** The best so many, best first. */
  best(count: number): Edge[] {
    const found: Edge[] = []
    for (const edge of this.edges) {
      if (edge.visits === 0) continue
      let at = found.length
      while (at > 0 && (found[at - 1]?.mean ?? 0) < edge.mean) at -= 1
      if (at >= count) continue
      found.splice(at, 0, edge)
      if (found.length > count) found.length = count
    }
    return found
  }
}

/** A point of the tree: whoever decides there has choices. Several do where they are asked at once. */
export class Node {
  readonly #choices: (SeatNode | undefined)[] = []
  readonly #joint = new Map<string, Node>()

  of(seat: number): SeatNode {
    return (this.#choices[seat] ??= new SeatNode(seat))
  }

  /** What comes after answers that several gave at once. */
  together(key: string): Node {
    let node = this.#joint.get(key)
    if (node === undefined) this.#joint.set(key, (node = new Node()))
    return node
  }
}
