/** Explains why an item isn't in the list that a question offers. */
import { type Expr, present, type Query } from '@ludoforge/kernel'
import type { ValueDomain } from '@ludoforge/kernel/internal'
import type { Reason } from './explanation.js'
import type { ClauseEvaluator } from './clause-evaluator.js'
import type { FailureExplainer } from './failure-explainer.js'
import { ITEM_NAME } from './clauses.js'
import type { Bindings } from './bindings.js'
import type { Part, Wording } from './wording.js'

/**
 * The conditions that the item must meet, from the innermost list outward. `gone`: the item isn't in the innermost list;
 * with `near`, only because of these conditions.
 */
interface Chain {
  readonly parts: readonly Part[]
  readonly gone?: readonly Reason[]
  readonly near?: boolean
}

export class ExclusionExplainer {
  private depth = 0

  constructor(
    private readonly asking: ClauseEvaluator,
    private readonly blame: FailureExplainer,
    private readonly wording: Wording,
    private readonly value: number,
    private readonly type = asking.q.type,
  ) {}

  /** Returns the conditions that exclude the item from a list; undefined if it was never in it. */
  missing(list: Expr, at: Bindings): readonly Reason[] | undefined {
    const { parts, gone, near } = this.chain(list, at)
    if (gone !== undefined) return near === true ? gone : undefined
    return this.blame.verdict(parts) === 'holds' ? [] : this.blame.all(parts)
  }

  chain(list: Expr, at: Bindings): Chain {
    if (++this.depth > 30 || typeof list !== 'object') return { parts: [] }
    if ('call' in list) {
      const entered = this.asking.enter(list, at)
      return entered === undefined ? this.base(list, at) : this.chain(entered.f.body, entered.place)
    }
    if (!('query' in list)) return this.base(list, at)
    switch (list.query) {
      case 'filter': {
        const inner = this.chain(list.over, at)
        if (inner.gone !== undefined) return inner
        const place = this.bound(list.bind, at, this.asking.domainOf(list.over, at))
        return { parts: [...inner.parts, ...this.blame.parts(list.where, place, list.clauses ?? [])] }
      }
      case 'sort':
      case 'reverse':
      case 'distinct':
        return this.chain(list.over, at)
      case 'union':
      case 'concat':
        return this.either(list, at)
      case 'except': {
        const inner = this.chain(list.left, at)
        if (inner.gone !== undefined) return inner
        const node = this.asking.clauses.notAmong(list.right)
        return { parts: [...inner.parts, this.part(node, at)] }
      }
      case 'tokensInZone': {
        const { clauses } = this.asking
        const [kind, inZone] = [clauses.ofKind(list), clauses.lying(list, at)]
        return {
          parts: [this.part(kind, at), this.part(inZone, at)],
        }
      }
      default:
        return this.base(list, at)
    }
  }

  private bound(name: string, at: Bindings, value: ValueDomain | null): Bindings {
    // The viewer has named the item itself, so it isn't secret, whatever the list is.
    const named = value === null ? null : this.asking.linker.flows.domains.clean(value)
    return at.with({ name, type: this.type }, named, () => [this.value])
  }

  private part(node: Expr, at: Bindings): Part {
    return { node, at: this.bound(ITEM_NAME, at, null) }
  }

  /** Explains a union: one of the lists would be enough. Prefers lists that only a condition excludes the item from. */
  private either(list: Extract<Query, { left: Expr }>, at: Bindings): Chain {
    const whole = this.base(list, at)
    if (whole.gone === undefined) return whole
    const near = partsOf(list)
      .map((side) => this.chain(side, at))
      .filter((side) =>
        side.gone === undefined ? this.blame.verdict(side.parts) === 'fails' : side.near === true,
      )
    const reasons = near.map((side) => side.gone ?? this.blame.all(side.parts))
    const [only, ...more] = reasons
    if (only === undefined) return whole
    if (more.length === 0) return { parts: [], gone: only, near: true }
    const anyOf = reasons.map(together)
    return {
      parts: [],
      gone: [{ ...present(whole.gone[0], 'what a list lacks has a reason.'), anyOf }],
      near: true,
    }
  }

  private base(list: Expr, at: Bindings): Chain {
    const node = this.asking.clauses.among(list)
    const part = this.part(node, at)
    if (!this.asking.sees(list, at)) return { parts: [part] }
    const [holds] = this.asking.values(node, part.at, 'flag')
    if (holds !== 0) return { parts: [] }
    return { parts: [], gone: [this.wording.note(this.wording.speaker.clause(node, part.at, false))] }
  }
}

/** Returns the lists that a union combines. */
function partsOf(list: Expr): Expr[] {
  const joined =
    typeof list === 'object' && 'query' in list && (list.query === 'union' || list.query === 'concat')
  return joined ? [list.left, list.right].flatMap(partsOf) : [list]
}

/** Combines several reasons into one. */
function together(reasons: readonly Reason[]): Reason {
  const only = present(reasons[0], 'something stands in the way.')
  if (reasons.length === 1) return only
  const texts = new Set(reasons.map(({ text }) => text))
  return { ...only, text: [...texts].join('; '), allOf: reasons }
}
