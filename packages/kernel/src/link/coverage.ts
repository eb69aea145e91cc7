/** Which rules are carried out: where a game is linked with one of these, generated code takes note of it. */
import type { EntryDef, GameDef, LineDef } from '../def/index.js'

/** A statement (also a value, test, set or window); one side of a branch; a requirement that held, or did not. */
export interface RulePoint {
  readonly kind: 'statement' | 'branch' | 'requirement'
  readonly src: number // in GameDef.sources
  readonly rule: string | undefined // its number, or that of the rule around it
  readonly side: string // of a branch: `then`, `else` or the id of an alternative; of a requirement: `true`, `false`
}

/** Takes note of which statements, branches and requirements are reached. */
export class Coverage {
  readonly points: RulePoint[] = []
  /** By the number of the point: 1 if it was reached. */
  readonly hits: number[] = []
  readonly #known = new Map<unknown, Map<string, number>>()

  /** The number of a point. Statements are the same if they were written at the same place; branches by their node. */
  point(point: RulePoint, node: unknown): number {
    let sides = this.#known.get(node)
    if (sides === undefined) this.#known.set(node, (sides = new Map()))
    const key = point.kind + point.side
    const known = sides.get(key)
    if (known !== undefined) return known
    const made = this.points.push(point) - 1
    this.hits.push(0)
    sides.set(key, made)
    return made
  }

  /** The points of an entry or a line of a policy: it was looked at, and its condition held or did not. */
  policyPoints(part: EntryDef | LineDef): readonly number[] {
    const { src, rule } = part
    if (src === undefined) return []
    const sides = part.when === undefined ? [] : ['then', 'else']
    return [
      this.point({ kind: 'statement', src, rule, side: '' }, part),
      ...sides.map((side) => this.point({ kind: 'branch', src, rule, side }, part)),
    ]
  }

  /** Lines that are never linked are there all the same. */
  addPolicies({ policies }: GameDef): void {
    for (const { entries } of policies)
      for (const entry of entries) for (const part of [entry, ...entry.lines]) this.policyPoints(part)
  }

  /** Forgets what was reached so far. */
  clear(): void {
    this.hits.fill(0)
  }
}
