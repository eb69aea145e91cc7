/** Tells which expressions read well without a written sentence: names, counts, and clauses made of these. */
import type { Aggregate, Expr, FunctionDef, Operator, Query } from '@ludoforge/kernel'

/** Deeper, a definition no longer is one plain clause. */
const MAX_OPENED = 3
const MAX_PARTS = 3

/** Checks expressions of one game. */
export class Plainness {
  private opened = 0

  constructor(private readonly functionOf: (id: string) => FunctionDef | undefined) {}

  /** Whether a condition or a value has a plain text of its own, or one that somebody wrote. */
  isPlain(node: Expr): boolean {
    if (typeof node !== 'object') return true
    if ('call' in node) return this.isPlainCall(node)
    if ('op' in node) return this.isPlainOperator(node)
    if ('aggregate' in node) return this.isPlainAggregate(node.aggregate)
    if ('query' in node) return this.isPlainList(node)
    if ('supposing' in node) return this.isPlain(node.then) && node.args.every((arg) => this.isPlain(arg))
    if ('after' in node) return this.isPlain(node.after)
    if ('would' in node) return this.isPlain(node.then)
    return !('if' in node || 'dice' in node || 'timing' in node)
  }

  private isPlainCall({ call, args }: Extract<Expr, { call: string }>): boolean {
    const f = this.functionOf(call)
    if (f === undefined) return false
    if (f.says !== undefined) return true
    if (this.opened >= MAX_OPENED || !args.every((arg) => this.isPlain(arg))) return false
    this.opened++
    try {
      return this.isPlain(f.body)
    } finally {
      this.opened--
    }
  }

  private isPlainOperator(node: Operator): boolean {
    switch (node.op) {
      case 'not':
        return this.isPlain(node.arg)
      case 'and':
      case 'or':
        return node.args.length <= MAX_PARTS && node.args.every((arg) => this.isPlain(arg))
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.isPlain(node.left) && this.isPlain(node.right)
      case 'in':
        return this.isPlain(node.item) && this.isPlain(node.set)
      case 'adjacent':
      case 'kindIs':
      case 'legal':
      case 'zonePropIncludes':
        return true
      case 'level':
        return this.isPlain(node.value)
      default:
        return false
    }
  }

  private isPlainAggregate({ op, query, value }: Aggregate): boolean {
    if (op !== 'count' && op !== 'any' && op !== 'sum') return false
    return this.isPlain(query) && (value === undefined || this.isPlain(value))
  }

  private isPlainList(node: Query): boolean {
    switch (node.query) {
      case 'tokensInZone':
        return this.isPlain(node.zone)
      case 'adjacentZones':
        return this.isPlain(node.zone)
      case 'filter':
        return this.isPlain(node.over) && !isJoined(node.where) && this.isPlain(node.where)
      case 'list':
        return node.items.length <= MAX_PARTS && node.items.every((item) => this.isPlain(item))
      case 'mapSpaces':
      case 'zoneFamily':
      case 'players':
      case 'supply':
      case 'intsInRange':
        return true
      default:
        return false
    }
  }
}

/** Several conditions on the items of a list don't fit into a relative clause. */
const isJoined = (node: Expr): boolean =>
  typeof node === 'object' && 'op' in node && (node.op === 'and' || node.op === 'or')
