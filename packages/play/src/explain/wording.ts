/** Words conditions: with the text of the rulebook, and the current values. */
import {
  type Aggregate,
  canonical,
  type CompareOp,
  withoutUndefined,
  type Expr,
  isList,
  itemOf,
  type Operator,
  present,
  type Slot,
} from '@ludoforge/kernel'
import type { Reason } from './explanation.js'
import { describe } from './describe.js'
import type { ClauseEvaluator } from './clause-evaluator.js'
import type { Bindings } from './bindings.js'

/** The text of a part: from its source, or this one. `flip`: it holds, but should not. */
interface Said {
  readonly src?: number | undefined
  readonly text?: string
  readonly flip: boolean
}

export interface Part {
  readonly node: Expr
  readonly at: Bindings
  readonly said: Said
}

/** The maximum number of items that a reason names. */
export const MAX_NAMED = 3

export class Wording {
  constructor(private readonly asking: ClauseEvaluator) {}

  /** Returns a reason with this sentence, at the location of the question. */
  note(clause: string): Reason {
    const { q, linker } = this.asking
    const { place } = linker.places[q.place] ?? {}
    return { clause, ...withoutUndefined({ rule: q.rule, place }) }
  }

  /** Words a part, with its current value. */
  say(part: Part, want: boolean): Reason {
    const now = this.now(part, want)
    return { ...this.together([part], want), ...withoutUndefined({ now }) }
  }

  /** Words parts that fail together, in one clause. */
  together(parts: readonly Part[], want: boolean, link = ' and '): Reason {
    const { said, at } = present(parts[0], 'a clause is made of parts.')
    const source = this.asking.source(said.src)
    const rule = source?.rule ?? at.rule
    const place = source === undefined ? this.note('').place : `${source.file}:${source.line}`
    const words = parts.map((part) => this.words(part, want))
    const mixed = new RegExp(link === ' or ' ? ' and ' : ' or ')
    const bracketed = words.map((text) => (words.length > 1 && mixed.test(text) ? `(${text})` : text))
    return { clause: bracketed.join(link), needs: true, ...withoutUndefined({ rule, place }) }
  }

  private words({ node, said }: Part, want: boolean): string {
    const text = said.text ?? this.asking.source(said.src)?.text ?? ''
    if (text === '') return describe(want ? node : { op: 'not', arg: node })
    return said.flip ? negated(text) : text
  }

  /** Returns the current value of a condition, if it is short: "it is 0". */
  private now({ node, at }: Part, want: boolean): string | undefined {
    if (typeof node !== 'object' || at.rows.length === 0) return undefined
    if ('aggregate' in node && node.aggregate.op === 'any' && !want && at.rows.length === 1)
      return this.found(node.aggregate, at)
    if (!('op' in node)) return undefined
    if (node.op === 'not') return this.now({ node: node.arg, at, said: { flip: false } }, !want)
    const subject = subjectOf(node)
    if (subject !== undefined) return want ? this.itIs(subject, at) : undefined
    if (node.op === 'in') return want ? this.itIs(node.item, at) : undefined
    if (!isComparison(node)) return undefined
    const equality = node.op === '==' || node.op === '!='
    if (equality && (node.op === '==') !== want) return undefined // its value is exactly the unwanted one
    if (isLiteral(node.right)) return this.itIs(node.left, at)
    if (isLiteral(node.left)) return this.itIs(node.right, at)
    const [left, right] = [this.shown(node.left, at), this.shown(node.right, at)]
    return left === undefined || right === undefined ? undefined : `now ${left} and ${right}`
  }

  private itIs(node: Expr, at: Bindings): string | undefined {
    const value = this.shown(node, at)
    if (value === undefined) return undefined
    return typeof node === 'object' && 'ref' in node && node.ref === 'zoneCount'
      ? `it holds ${value}`
      : `it is ${value}`
  }

  private shown(node: Expr, at: Bindings): string | undefined {
    const type = this.asking.typeOf(node, at)
    if (type === undefined || isList(type) || type === 'flag' || !this.asking.sees(node, at)) return undefined
    const [value, ...more] = new Set(this.asking.values(node, at))
    if (value === undefined || more.length > 0) return undefined // it differs between the cases
    return this.asking.names.label(this.asking.s, type, value)
  }

  /** Returns what exists but should not. */
  private found({ query, value }: Aggregate, at: Bindings): string | undefined {
    if (value !== undefined || !this.asking.sees(query, at)) return undefined
    const type = this.asking.typeOf(query, at)
    const [items] = this.asking.values(query, at)
    if (type === undefined || !Array.isArray(items)) return undefined
    if (type !== 'list token') return `there is ${this.named(itemOf(type), items)}`
    return items.length === 1 ? 'there is 1' : `there are ${items.length}`
  }

  named(type: string, items: readonly Slot[]): string {
    const labels = items.slice(0, MAX_NAMED).map((item) => this.asking.names.label(this.asking.s, type, item))
    return labels.join(', ') + (items.length > MAX_NAMED ? ', ...' : '')
  }
}

type Comparison = Extract<Operator, { left: Expr }> & { readonly op: CompareOp }

function isComparison(node: Operator): node is Comparison {
  return ['==', '!=', '<', '<=', '>', '>='].includes(node.op)
}

function isLiteral(node: Expr): boolean {
  return typeof node !== 'object' || 'value' in node || 'seat' in node || 'zone' in node || 'none' in node
}

/** Returns the common subject `x` of `x is a or b`. */
export function subjectOf(node: Operator): Expr | undefined {
  if (node.op !== 'or' || node.clauses !== undefined) return undefined
  const subjects = node.args.map((arg) =>
    typeof arg === 'object' && 'op' in arg && arg.op === '==' ? arg.left : undefined,
  )
  const [first] = subjects
  if (first === undefined || subjects.some((one) => one === undefined || canonical(one) !== canonical(first)))
    return undefined
  return first
}

function negated(text: string): string {
  if (/^not \S+$/.test(text)) return text.slice('not '.length)
  return /^\S+$/.test(text) ? `not ${text}` : `not (${text})`
}
