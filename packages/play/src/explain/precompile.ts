/**
 * Ahead-of-time linking of every expression that an explanation may evaluate, for modules that can't link later: the
 * clauses themselves, and every value inside them that a sentence names.
 */
import { type Expr, type Filter, isList, itemOf, partsOf, type Saying } from '@ludoforge/kernel'
import type { Linked, QuestionSite } from '@ludoforge/kernel/internal'
import { type Clauses, ITEM_NAME } from './clauses.js'
import { Bindings } from './bindings.js'

export function linkAllClauses({ machine }: Linked, clauses: Clauses): void {
  const { linker } = machine
  const linkAhead = new ClauseLinker(clauses)
  for (const q of linker.questions) if (q !== null) linkAhead.question(q)
  linker.functions.forEach(({ params, body, returns, says }, i) => {
    const at = placeOf(`f${i}`, params)
    if (isList(returns)) linkAhead.list(body, at)
    else if (returns === 'flag') linkAhead.condition(body, at)
    linkAhead.values(body, at)
    linkAhead.sentence(says, at)
  })
  linker.def.procedures.forEach(({ params, requires, offers }, i) => {
    for (const { when, says } of requires)
      for (const at of [placeOf(`p${i}/${params.length}`, params), placeOf(`p${i}/0`, [])]) {
        linkAhead.condition(when, at)
        linkAhead.sentence(says, at)
      }
    if (offers !== undefined) linkAhead.list(offers.from, placeOf('w', []))
  })
}

function placeOf(key: string, names: ConstructorParameters<typeof Bindings>[2]): Bindings {
  return new Bindings(key, null, names, [], new Map(), undefined)
}

/** Links the clauses of conditions, lists and values at their bindings. */
export class ClauseLinker {
  constructor(private readonly clauses: Clauses) {}

  question({ id, kind, type, node, scope }: QuestionSite): void {
    const at = new Bindings(`q${id}`, scope, [], [], new Map(), undefined)
    for (const name of scope.known()) this.ask(this.clauses.name(name), at)
    if (kind === 'window' || !('options' in node)) return
    if (!('bind' in node)) {
      for (const { when, says } of node.options) {
        if (when !== undefined) this.condition(when, at)
        this.sentence(says, at)
      }
      return
    }
    this.list(node.options, at)
    if (!('cost' in node)) return
    this.ask(node.cost, named(at, node.costBind ?? node.bind, type))
    this.ask(node.budget, at)
  }

  /** Links the values of a written sentence. */
  sentence(says: Saying | undefined, at: Bindings): void {
    for (const part of [...(says?.holds ?? []), ...(says?.fails ?? [])])
      if (typeof part !== 'string') this.values(part.show, at)
  }

  /** Links everything inside an expression that a sentence may name: values, lists, and sets of kinds. */
  values(node: Expr, at: Bindings): void {
    if (typeof node !== 'object' || this.ask(node, at) === undefined) return
    if ('kinds' in node) this.filter(node.kinds, at)
    if (('query' in node || 'op' in node) && 'filter' in node) this.filter(node.filter, at)
    const list = 'aggregate' in node ? node.aggregate.query : 'over' in node ? node.over : undefined
    for (const { value, names } of partsOf('Expr', node).exprs) {
      const [bound] = names
      if (bound === undefined) this.values(value, at)
      else if (list !== undefined) this.inside(value, list, bound.name, at)
    }
    if (!('aggregate' in node) || list === undefined) return
    // An aggregate may leave the name of its item to the default.
    if (node.aggregate.bind === undefined && node.aggregate.value !== undefined)
      this.inside(node.aggregate.value, list, 'it', at)
  }

  private inside(node: Expr, list: Expr, bind: string, at: Bindings): void {
    const type = this.ask(list, at)
    if (type !== undefined) this.values(node, named(at, bind, itemOf(type)))
  }

  private filter(filter: Filter, at: Bindings): void {
    this.ask(this.clauses.kinds(filter), at)
    this.ask(this.clauses.kinds(this.clauses.fixedPart(filter)), at)
  }

  /** Links a list, the clauses that exclude an item from it, and the conditions of its items. */
  list(node: Expr, at: Bindings): void {
    if (typeof node !== 'object') return
    const type = this.ask(node, at)
    if (type === undefined) return
    const among = named(at, ITEM_NAME, itemOf(type))
    this.condition(this.clauses.among(node), among)
    if ('call' in node) this.all(node.args, at)
    if (!('query' in node)) return
    switch (node.query) {
      case 'filter':
        this.list(node.over, at)
        this.condition(node.where, named(at, node.bind, itemOf(type)))
        break
      case 'sort':
      case 'reverse':
      case 'distinct':
      case 'take':
        this.list(node.over, at)
        break
      case 'union':
      case 'concat':
        this.list(node.left, at)
        this.list(node.right, at)
        break
      case 'except':
        this.list(node.left, at)
        this.condition(this.clauses.notAmong(node.right), among)
        break
      case 'tokensInZone':
        this.condition(this.clauses.ofKind(node), among)
        this.condition(this.clauses.lying(node, at), among)
        break
      default:
    }
  }

  /** Links a condition, its parts, and the operands of comparisons. */
  condition(node: Expr, at: Bindings): void {
    if (typeof node !== 'object') return
    this.ask(node, at)
    this.values(node, at)
    if ('call' in node) this.all(node.args, at)
    else if ('supposing' in node) {
      this.all(node.args, at)
      this.condition(node.then, at)
    } else if ('aggregate' in node) {
      const { op, query, bind, value } = node.aggregate
      if (op !== 'any' && op !== 'all') return
      this.list(query, at)
      const type = this.ask(query, at)
      if (type !== undefined) this.ask(value, named(at, bind ?? 'it', itemOf(type)))
    } else if ('if' in node) {
      const { when, then, else: otherwise } = node.if
      this.ask(when, at)
      this.condition(then, at)
      this.condition(otherwise, at)
    } else if ('op' in node) {
      if (node.op === 'not') this.condition(node.arg, at)
      else if (node.op === 'and' || node.op === 'or') for (const arg of node.args) this.condition(arg, at)
      else if (node.op === 'legal')
        this.all([node.action, node.by, node.free, node.class, node.within, ...(node.args ?? [])], at)
      else if (node.op === 'in') this.ask(node.item, at)
      else if ('left' in node) this.all([node.left, node.right], at)
    }
  }

  /** Links a value, and its arguments or the condition that it is made of. */
  value(node: Expr | undefined, at: Bindings): void {
    this.ask(node, at)
    if (typeof node !== 'object') return
    if ('if' in node) this.condition(node, at)
    else if ('call' in node) for (const arg of node.args) this.condition(arg, at)
  }

  private all(nodes: readonly (Expr | undefined)[], at: Bindings): void {
    for (const node of nodes) this.ask(node, at)
  }

  /** Links an expression and returns its type; undefined if it is invalid there. */
  private ask(node: Expr | undefined, at: Bindings): string | undefined {
    return typeof node === 'object' ? this.clauses.of(node, at)?.type : undefined
  }
}

function named(at: Bindings, name: string, type: string): Bindings {
  return at.with({ name, type }, null, () => [])
}
