/** Coverage of rules: a game linked with a `Coverage` records the points that it reaches. */
import type { EntryDef, GameDef, LineDef } from '../def/index.js'

/** A statement (also a value, test, set or window), one side of a branch, or one result of a requirement. */
export interface RulePoint {
  readonly kind: 'statement' | 'branch' | 'requirement'
  readonly src: number // in GameDef.sources
  readonly rule: string | undefined // its number, or that of the rule around it
  readonly side: string // of a branch: `then`, `else` or the id of an alternative; of a requirement: `true`, `false`
}

/** Records which statements, branches and requirements are reached. */
export class Coverage {
  readonly points: RulePoint[] = []
  /** By the number of the point: 1 if it was reached. */
  get hits(): number[] {
    return this.#paused ? this.#ignored : this.#hits
  }

  readonly #hits: number[] = []
  readonly #ignored: number[] = []
  #paused = false
  readonly #known = new Map<unknown, Map<string, number>>()

  /** Returns the number of a point. A statement is identified by its source location, a branch by its node. */
  point(point: RulePoint, node: unknown): number {
    let sides = this.#known.get(node)
    if (sides === undefined) this.#known.set(node, (sides = new Map()))
    const key = point.kind + point.side
    const known = sides.get(key)
    if (known !== undefined) return known
    const made = this.points.push(point) - 1
    this.#hits.push(0)
    sides.set(key, made)
    return made
  }

  /** Returns the points of a policy entry or policy line: that it is reached, and the two results of its condition. */
  policyPoints(part: EntryDef | LineDef): readonly number[] {
    const { src, rule } = part
    if (src === undefined) return []
    const sides = part.when === undefined ? [] : ['then', 'else']
    return [
      this.point({ kind: 'statement', src, rule, side: '' }, part),
      ...sides.map((side) => this.point({ kind: 'branch', src, rule, side }, part)),
    ]
  }

  /** Adds the points of all policies, also of lines that are never linked. */
  addPolicies({ policies }: GameDef): void {
    for (const { entries } of policies)
      for (const entry of entries) for (const part of [entry, ...entry.lines]) this.policyPoints(part)
  }

  /** Resets all hits. */
  clear(): void {
    this.#hits.fill(0)
  }

  /** Ignores what is reached from here on. */
  pause(): void {
    this.#paused = true
  }

  /** Records again what is reached. */
  resume(): void {
    this.#paused = false
  }
}
