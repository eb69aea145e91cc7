/**
 * Who calls whom. From it follows which procedures can ask (they become resumable routines), which can end
 * the game (their callers look whether they did), and which can call themselves (they count their depth).
 */
import type { Block, Effect } from '../def/index.js'
import type { Layout } from '../layout/layout.js'
import { isRecord } from '../def/shape.js'

/** A procedure's body, for the analysis. The game's own, set-ups, and blocks linked later. */
export interface Callable {
  readonly body: Block
  readonly kind?: string
}

export class Calls {
  private readonly asking = new Set<number>()
  private readonly ending = new Set<number>()
  private readonly recursive = new Set<string>()
  /** The functions by number, each after those that it calls, unless they call each other. */
  readonly functions: number[] = []

  constructor(
    private readonly layout: Layout,
    procedures: readonly Callable[],
  ) {
    for (let grown = true; grown; ) {
      grown = false
      procedures.forEach((p, i) => {
        if (!this.asking.has(i) && (p.kind === 'window' || this.blockAsks(p.body)))
          grown = !!this.asking.add(i)
        if (!this.ending.has(i) && this.some(p.body, (e) => this.endsItself(e))) grown = !!this.ending.add(i)
      })
    }
    this.findRecursion()
  }

  /** Takes in one more procedure, which none of the others calls. */
  add(index: number, p: Callable): void {
    // The number may have belonged to a block that could not be linked.
    this.asking.delete(index)
    this.ending.delete(index)
    if (this.blockAsks(p.body)) this.asking.add(index)
    if (this.some(p.body, (e) => this.endsItself(e))) this.ending.add(index)
  }

  asks(procedure: number): boolean {
    return this.asking.has(procedure)
  }

  ends(procedure: number): boolean {
    return this.ending.has(procedure)
  }

  anyActionAsks(): boolean {
    return this.layout.actions.some((a) => this.asking.has(a))
  }

  anyActionEnds(): boolean {
    return this.layout.actions.some((a) => this.ending.has(a))
  }

  /** `f:id` a function, `l:index` the legality of an action, `p:index` a procedure that never asks. */
  isRecursive(node: string): boolean {
    return this.recursive.has(node)
  }

  blockAsks(block: Block): boolean {
    return this.some(block, (e) => this.asksItself(e))
  }

  effectAsks(effect: Effect): boolean {
    return this.some([effect], (e) => this.asksItself(e))
  }

  private asksItself(e: Readonly<Record<string, unknown>>): boolean {
    if ('chooseOne' in e || 'chooseN' in e || 'alternatives' in e) return true
    if ('chooseAtOnce' in e || 'window' in e) return true
    const target = this.target(e)
    return target === 'any' ? this.anyActionAsks() : this.asking.has(target)
  }

  private endsItself(e: Readonly<Record<string, unknown>>): boolean {
    if ('endGame' in e) return true
    const target = this.target(e)
    return target === 'any' ? this.anyActionEnds() : this.ending.has(target)
  }

  /** The procedure that an effect calls; -1: none, `any`: an action known only in play. */
  private target(e: Readonly<Record<string, unknown>>): number | 'any' {
    if (isRecord(e.call)) return this.layout.procedureIndex.get(e.call.procedure as string) ?? -1
    if (isRecord(e.window)) return this.layout.procedureIndex.get(e.window.name as string) ?? -1
    if (!isRecord(e.perform)) return -1
    const action = e.perform.action
    if (!isRecord(action) || typeof action.action !== 'string') return 'any'
    return this.layout.procedureIndex.get(action.action) ?? -1
  }

  /** Does one of the effects, or one inside them, satisfy the test? */
  private some(block: unknown, test: (e: Readonly<Record<string, unknown>>) => boolean): boolean {
    const open: unknown[] = [block]
    while (open.length > 0) {
      const list = open.pop()
      if (!Array.isArray(list)) continue
      for (const e of list) {
        if (!isRecord(e)) continue
        if (test(e)) return true
        open.push(e.block)
        if (isRecord(e.if)) open.push(e.if.then, e.if.else)
        for (const inner of [e.forEach, e.repeat, e.as, e.chooseAtOnce])
          if (isRecord(inner)) open.push(inner.effects)
        const asked = isRecord(e.chooseAtOnce) && isRecord(e.chooseAtOnce.ask) ? e.chooseAtOnce.ask : e
        if (isRecord(asked.alternatives) && Array.isArray(asked.alternatives.options))
          for (const o of asked.alternatives.options) if (isRecord(o)) open.push(o.effects)
      }
    }
    return false
  }

  private findRecursion(): void {
    const { def } = this.layout
    const edges = new Map<string, Set<string>>()
    for (const f of def.functions) edges.set(`f:${f.id}`, this.uses(f.body))
    def.procedures.forEach((p, i) => {
      edges.set(`p:${i}`, this.uses([p.body, p.requires, p.offers]))
      edges.set(`l:${i}`, this.uses(p.requires))
    })
    const path = new Map<string, number>() // Tarjan's strongly connected components, without recursion
    const low = new Map<string, number>()
    const stack: string[] = []
    const onStack = new Set<string>()
    for (const root of edges.keys()) {
      if (path.has(root)) continue
      const work: { node: string; rest: string[] }[] = []
      const enter = (node: string): void => {
        path.set(node, path.size)
        low.set(node, path.get(node)!)
        stack.push(node)
        onStack.add(node)
        work.push({ node, rest: [...(edges.get(node) ?? [])] })
      }
      enter(root)
      while (work.length > 0) {
        const { node, rest } = work.at(-1)!
        const next = rest.pop()
        if (next !== undefined) {
          if (next === node) this.recursive.add(node)
          if (!path.has(next)) enter(next)
          else if (onStack.has(next)) low.set(node, Math.min(low.get(node)!, path.get(next)!))
          continue
        }
        work.pop()
        const parent = work.at(-1)?.node
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(node)!))
        if (low.get(node) === path.get(node)) {
          const component = stack.splice(stack.indexOf(node))
          for (const member of component) {
            onStack.delete(member)
            const f = member.startsWith('f:')
              ? def.functions.findIndex(({ id }) => id === member.slice(2))
              : -1
            if (f >= 0) this.functions.push(f)
            if (component.length > 1) this.recursive.add(member)
          }
        }
      }
    }
  }

  /** Functions, legality tests and procedures that are named anywhere inside a node. */
  private uses(node: unknown): Set<string> {
    const out = new Set<string>()
    const open: unknown[] = [node]
    while (open.length > 0) {
      const value = open.pop()
      if (Array.isArray(value)) {
        for (const v of value) open.push(v)
        continue
      }
      if (!isRecord(value)) continue
      if (typeof value.call === 'string') out.add(`f:${value.call}`)
      if (value.op === 'legal') {
        const action = isRecord(value.action) ? value.action.action : undefined
        const at = typeof action === 'string' ? this.layout.procedureIndex.get(action) : undefined
        for (const i of at === undefined ? this.layout.actions : [at]) out.add(`l:${i}`)
      }
      const target = this.target(value)
      for (const i of target === 'any' ? this.layout.actions : [target]) if (i >= 0) out.add(`p:${i}`)
      for (const key of Object.keys(value)) open.push(value[key])
    }
    return out
  }
}
