/**
 * Why something is not offered. The question's own filters are asked again, clause by clause, by the same
 * compiled expressions that made the offer: there is no second telling of a rule that could go wrong.
 */
import { optionIds } from './choice.js'
import type { Alternatives, ChooseN, ChooseOne, Expr, Operator, Query } from './def/index.js'
import { LudoError } from './errors.js'
import { describe } from './link/describe.js'
import { expr, typed } from './link/expr.js'
import { guarded, type Linked } from './link/index.js'
import { actionClasses } from './link/legality.js'
import { assemble } from './link/program.js'
import type { Question } from './link/question.js'
import { Fn, Scope, stored } from './link/scope.js'
import { isRecord } from './link/shape.js'
import type { Explanation } from './protocol.js'
import type { Slot, State } from './state.js'

type Failed = Explanation['failed'][number]
type Legal = Extract<Operator, { op: 'legal' }>
type Compiled = (s: State, k: Slot[], fp: number, values: readonly Slot[], seat: number) => Slot

/** Compiled clauses by node, so that asking again costs nothing. */
const compiled = new WeakMap<Linked, WeakMap<object, Map<string, Compiled>>>()

export function explain(linked: Linked, s: State, option: string, seat: number): Explanation {
  const { machine } = linked
  const asked = machine.question(s, seat)
  if (asked === undefined) {
    const who = seat < 0 ? '' : ` by ${machine.names.label(s, 'seat', seat)}`
    return { offered: false, summary: `Nothing is to be decided${who}.`, failed: [] }
  }
  const q = machine.linker.questions[s.q]!
  if (asked.kind === 'number') {
    const n = Number(option)
    const offered = option !== '' && Number.isInteger(n) && n >= asked.min && n <= asked.max
    const range = `from ${asked.min} to ${asked.max}`
    const summary = offered ? `${option} is offered.` : `'${option}' is no whole number ${range}.`
    return { offered, summary, failed: [] }
  }
  if (optionIds(machine.names, s, q, asked).includes(option))
    return { offered: true, summary: `'${option}' is offered.`, failed: [] }
  const inquiry = new Inquiry(linked, s, q, asked.seat)
  const failed = inquiry.why(option)
  const summary =
    failed.length === 0
      ? `'${option}' is not offered.`
      : `'${option}' is not offered: ${failed[0].needs === true ? 'it needs: ' : ''}${failed[0].clause}`
  return { offered: false, summary, failed }
}

interface Name {
  readonly name: string
  readonly type: string
}

/** Names with values, for one clause: those of the question (`base`) or of a function, and then more. */
class Place {
  readonly scope: Scope
  constructor(
    readonly key: string, // tells places with different names apart
    private readonly base: Scope | null,
    private readonly names: readonly Name[],
    readonly values: readonly Slot[],
  ) {
    this.scope = base === null ? new Scope(new Fn(null)) : base.inner()
    names.forEach((n, i) => {
      this.scope.bind(n.name, `y[${i}]`, n.type, false)
    })
  }

  with(name: Name, value: Slot): Place {
    return new Place(`${this.key}:${name.name}`, this.base, [...this.names, name], [...this.values, value])
  }
}

class Inquiry {
  private depth = 0

  constructor(
    private readonly linked: Linked,
    private readonly s: State,
    private readonly q: Question,
    private readonly seat: number, // that is asked
  ) {}

  private get linker() {
    return this.linked.machine.linker
  }

  why(option: string): Failed[] {
    const { q } = this
    const here = new Place(`q${q.id}`, q.scope, [], [])
    if (q.kind === 'alternatives') {
      const found = (q.node as Alternatives).options.find((o) => o.id === option)
      if (found === undefined) return [this.note(`there is no such way to go on`)]
      return found.when === undefined ? [] : this.failing(found.when, here, [])
    }
    const value = this.valueOf(option)
    if (value === undefined)
      return [this.note(`'${option}' is no ${q.type}: the question is about ${q.type}s`)]
    const node = q.node as ChooseOne | ChooseN
    const chain = this.notAmong(node.options, here, value, option)
    if (chain.length > 0 || !('cost' in node) || node.cost === undefined || node.budget === undefined)
      return chain
    const name = { name: node.costBind ?? node.bind, type: q.type }
    const cost = this.ask(node.cost, here.with(name, value), 'number')
    const budget = this.ask(node.budget, here, 'number')
    return [this.note(`it costs ${String(cost)}, but only ${String(budget)} can be spent`)]
  }

  /** The value that an option's name means, whether or not it is offered. */
  private valueOf(option: string): number | undefined {
    const { names, linker } = this.linked.machine
    const { layout } = linker
    const { type } = this.q
    if (type === 'number') return Number.isInteger(Number(option)) ? Number(option) : undefined
    const size = type === 'kind' ? linker.kinds.sets.length : layout.size(type)
    for (let v = 0; v < size; v++) if (this.seen(v) && names.id(this.s, type, v) === option) return v
    return undefined
  }

  /** Whether the one who is asked sees this token: no answer may tell where hidden ones lie. */
  private seen(value: number): boolean {
    if (this.q.type !== 'token') return true
    const { names } = this.linked.machine
    const { def, owner } = names.layout.zones[names.zoneOf(this.s, value)]
    return def.visible === 'all' || (def.visible === 'owner' && owner === this.seat)
  }

  private note(clause: string): Failed {
    const place = this.linker.places[this.q.place]
    const { rule } = this.q
    return {
      clause,
      ...(rule === undefined ? {} : { rule }),
      ...(place?.place === undefined ? {} : { place: place.place }),
    }
  }

  /** A failed clause by its source line. */
  private failedAt(src: number | undefined, node: unknown): Failed {
    const source = this.linker.source(src)
    if (source === undefined) return { ...this.note(describe(node)), needs: true }
    const rule = source.rule ?? this.q.rule
    const place = `${source.file}:${source.line}`
    return { clause: source.text, needs: true, ...(rule === undefined ? {} : { rule }), place }
  }

  /** Which clauses of a list's filters keep the value out; innermost first. */
  private notAmong(node: Expr, at: Place, value: number, option: string): Failed[] {
    if (++this.depth > 20) return []
    if (isRecord(node) && 'query' in node) {
      const query = node as Extract<Query, { over: Expr }>
      if (query.query === 'filter') {
        const inner = this.notAmong(query.over, at, value, option)
        if (inner.length > 0) return inner
        const place = at.with({ name: query.bind, type: this.q.type }, value)
        return this.failing(query.where, place, query.clauses ?? [])
      }
      if (node.query === 'concat' || node.query === 'union') {
        // A part that would hold the value but for a condition tells more than those that never would.
        const sides = [node.left, node.right].map((side) => this.notAmong(side, at, value, option))
        const telling = sides.find((side) => side.some(({ needs }) => needs === true))
        if (telling !== undefined && sides.every((side) => side.length > 0)) return telling
      }
      if (query.query === 'sort' || query.query === 'reverse' || query.query === 'distinct')
        return this.notAmong(query.over, at, value, option)
    }
    if (typeof node === 'object' && 'call' in node) {
      const called = this.enter(node.call, node.args, at)
      if (called !== undefined) return this.notAmong(called.body, called.place, value, option)
    }
    const list = this.ask(node, at)
    if (Array.isArray(list) && list.includes(value)) return []
    return [this.note(`'${option}' is not among ${describe(node)}`)]
  }

  /** The parts of a condition that do not hold, as deep as their sources are known. */
  private failing(node: Expr, at: Place, clauses: readonly number[]): Failed[] {
    if (++this.depth > 60) return []
    const parts = typeof node === 'object' && 'op' in node && node.op === 'and' ? node.args : [node]
    const out: Failed[] = []
    parts.forEach((part, i) => {
      let holds: Slot
      try {
        holds = this.ask(part, at, 'flag')
      } catch (e) {
        // A clause that only makes sense when an earlier one holds says nothing of its own.
        if (e instanceof LudoError && out.length > 0) return
        throw e
      }
      if (holds !== 0) return
      const inner = this.inside(part, at)
      out.push(...(inner.length > 0 ? inner : [this.failedAt(clauses[i], part)]))
    })
    return out
  }

  /** Reasons inside a test function or inside what an action requires. */
  private inside(part: Expr, at: Place): Failed[] {
    if (typeof part !== 'object') return []
    if ('call' in part) {
      const called = this.enter(part.call, part.args, at)
      if (called === undefined || called.clauses === undefined) return []
      return this.failing(called.body, called.place, called.clauses)
    }
    if (!('op' in part)) return []
    if (part.op === 'and') return this.failing(part, at, [])
    if (part.op === 'legal') return this.illegal(part, at)
    return []
  }

  private illegal(node: Legal, at: Place): Failed[] {
    const action = this.ask(node.action, at, 'action') as number
    const p = this.linker.def.procedures[action]
    if (p === undefined) return []
    const { layout } = this.linker
    const out: Failed[] = []
    const actor = layout.seats[this.s.actor]
    if (node.by === undefined && p.by.length > 0 && (actor === undefined || !p.by.includes(actor)))
      out.push(this.note(`'${p.id}' is for ${p.by.join(', ')} only`))
    const args = node.args ?? []
    if (p.params.length !== args.length) return out
    const values = args.map((a, i) => this.ask(a, at, p.params[i].type))
    const place = new Place(`p${action}`, null, p.params, values)
    return this.performed(node, action, at, () => {
      for (const r of p.requires) out.push(...this.failing(r.when, place, r.src === undefined ? [] : [r.src]))
      return out
    })
  }

  /** Does something in the context in which the action would be performed; the old one is back afterwards. */
  private performed<T>(node: Legal, action: number, at: Place, work: () => T): T {
    const { s } = this
    if ([node.by, node.free, node.class, node.within].every((clause) => clause === undefined)) return work()
    const asked = (e: Expr | undefined, type: string, otherwise: Slot): Slot =>
      e === undefined ? otherwise : this.ask(e, at, type)
    const { actor, free, actionClass, within } = s
    const spaces = asked(node.within, 'list zone', -1)
    const [by, cost, cls] = [
      asked(node.by, 'seat', actor),
      asked(node.free, 'flag', 0),
      asked(node.class, 'enum:action-class', actionClasses(this.linker)[action]),
    ] as number[]
    const before = s.action
    s.actor = by
    s.free = cost
    s.actionClass = cls
    s.within = typeof spaces === 'number' ? null : spaces
    s.action = action
    try {
      return work()
    } finally {
      s.actor = actor
      s.free = free
      s.actionClass = actionClass
      s.within = within
      s.action = before
    }
  }

  /** A function with its parameters bound to the values of the arguments. */
  private enter(id: string, args: readonly Expr[], at: Place) {
    const index = this.linker.functionIndex.get(id)
    const f = index === undefined ? undefined : this.linker.def.functions[index]
    if (f === undefined) return undefined
    const values = args.map((a, i) => this.ask(a, at, f.params[i].type))
    const place = new Place(`f${index}`, null, f.params, values)
    return { body: f.body, place, clauses: f.clauses }
  }

  /** The value of an expression at a place. */
  private ask(node: Expr, at: Place, type?: string): Slot {
    if (typeof node === 'number') return node
    if (typeof node === 'boolean') return node ? 1 : 0
    const f = this.compile(node, at, type)
    this.linked.machine.refuel(this.s)
    return f(this.s, this.s.k, this.s.fp, at.values, this.seat)
  }

  private compile(node: object, at: Place, type: string | undefined): Compiled {
    const { machine } = this.linked
    const { linker } = machine
    const byNode = compiled.get(this.linked) ?? new WeakMap<object, Map<string, Compiled>>()
    compiled.set(this.linked, byNode)
    const byPlace = byNode.get(node) ?? new Map<string, Compiled>()
    byNode.set(node, byPlace)
    let f = byPlace.get(at.key)
    if (f === undefined) {
      f = guarded(() =>
        linker.attempt(() => {
          const e = node as Expr
          const value = type === undefined ? expr(linker, at.scope, e) : typed(linker, at.scope, e, type)
          const name = linker.name('e')
          linker.code.push(`function ${name}(S,k,fp,y,z){const d=S.d;return ${stored(value)}}`)
          return assemble(linker, machine.program, machine.toolbox).get(name) as Compiled
        }),
      )
      byPlace.set(at.key, f)
    }
    return f
  }
}
