/**
 * The call graph. It determines which procedures can ask (they become resumable routines), which can end the game
 * (their callers check for it), and which are recursive (they count their depth).
 */
import type { Block, Effect, FunctionDef } from '../def/index.js'
import type { DefinitionName } from '../def/table.js'
import { cyclesIn, stronglyConnectedComponents } from '../def/scc.js'
import { QUESTIONS, usesOf } from '../def/uses.js'
import { blocksOf } from '../def/walk.js'
import type { Layout } from '../layout/layout.js'
import { isRecord } from '../def/shape.js'

/** A procedure's body for the analysis: a procedure, a set-up, or a block linked later. */
interface Callable {
  readonly body: Block
  readonly kind?: string
}

/** What a body does directly; procedures by number. */
interface Found {
  readonly asks: boolean
  readonly ends: boolean
  readonly calls: ReadonlySet<number> // procedures
  readonly edges: ReadonlySet<string> // `f:id` functions, `l:index` legality of actions, `p:index` procedures
}

export class Calls {
  private readonly asking = new Set<number>()
  private readonly ending = new Set<number>()
  private readonly recursive = new Set<string>()
  /** The functions by number, in topological order: callees first, except in cycles. */
  readonly functions: readonly number[]
  private readonly known = new WeakMap<Effect, boolean>() // whether an effect can ask

  constructor(
    private readonly layout: Layout,
    procedures: readonly Callable[],
    functions: readonly FunctionDef[],
  ) {
    const uses = procedures.map((p) => this.uses('ProcedureDef', p))
    for (let grown = true; grown; ) {
      const before = this.asking.size + this.ending.size
      uses.forEach((found, i) => this.take(i, found))
      grown = this.asking.size + this.ending.size > before
    }
    const edges = new Map<string, ReadonlySet<string>>()
    layout.def.procedures.forEach(({ requires }, i) => {
      edges.set(`p:${i}`, uses[i].edges)
      edges.set(`l:${i}`, this.uses('ProcedureDef', { requires }).edges)
    })
    this.functions = this.ordered(functions, edges)
  }

  /** Adds functions that no earlier code calls. Returns their numbers in the same order as above. */
  addFunctions(functions: readonly FunctionDef[]): readonly number[] {
    return this.ordered(functions, new Map())
  }

  /** Adds a procedure that no other calls. */
  add(index: number, { body }: Callable): void {
    // The number may have belonged to a block that failed to link.
    this.asking.delete(index)
    this.ending.delete(index)
    this.take(index, this.uses('Block', body))
  }

  private take(index: number, { asks, ends, calls }: Found): void {
    if (asks || [...calls].some((i) => this.asking.has(i))) this.asking.add(index)
    if (ends || [...calls].some((i) => this.ending.has(i))) this.ending.add(index)
  }

  asks(procedure: number): boolean {
    return this.asking.has(procedure)
  }

  ends(procedure: number): boolean {
    return this.ending.has(procedure)
  }

  anyActionEnds(): boolean {
    return this.layout.actions.some((a) => this.ending.has(a))
  }

  /** `f:id` a function, `l:index` the legality of an action, `p:index` a procedure that never asks. */
  isRecursive(node: string): boolean {
    return this.recursive.has(node)
  }

  effectAsks(effect: Effect): boolean {
    let asks = this.known.get(effect)
    if (asks === undefined) {
      asks =
        QUESTIONS.some((key) => key in effect) ||
        this.targets(effect).some((i) => this.asking.has(i)) ||
        blocksOf(effect).some((block) => block.some((inner) => this.effectAsks(inner)))
      this.known.set(effect, asks)
    }
    return asks
  }

  /** Returns the procedures that an effect can call: all actions, if the action is known only in play. */
  private targets(effect: Effect): readonly number[] {
    const named = (id: string): readonly number[] => {
      const index = this.layout.procedureIndex.get(id)
      return index === undefined ? [] : [index]
    }
    if ('call' in effect) return named(effect.call.procedure)
    if ('window' in effect) return named(effect.window.name)
    return 'perform' in effect ? this.actions(effect.perform.action) : []
  }

  private actions(action: unknown): readonly number[] {
    const id = isRecord(action) ? action.action : undefined
    const index = typeof id === 'string' ? this.layout.procedureIndex.get(id) : undefined
    return index === undefined ? this.layout.actions : [index]
  }

  private ordered(
    functions: readonly FunctionDef[],
    edges: Map<string, ReadonlySet<string>>,
  ): readonly number[] {
    const numbers = new Map(functions.map(({ id }, i) => [`f:${id}`, i]))
    for (const f of functions) edges.set(`f:${f.id}`, this.uses('FunctionDef', f).edges)
    const parts = stronglyConnectedComponents(edges)
    for (const member of cyclesIn(edges, parts).flat()) this.recursive.add(member)
    return parts.flat().flatMap((member) => numbers.get(member) ?? [])
  }

  private uses(name: DefinitionName, value: Callable | object): Found {
    const { asks, ends, named } = usesOf(name, value)
    const [edges, calls] = [new Set<string>(), new Set<number>()]
    for (const one of named) {
      if (typeof one === 'string') edges.add(`f:${one}`)
      else if ('op' in one) for (const i of this.actions(one.action)) edges.add(`l:${i}`)
      else if ('supposing' in one) edges.add(`p:${this.layout.procedureIndex.get(one.supposing) ?? -1}`)
      else
        for (const i of this.targets(one)) {
          calls.add(i)
          edges.add(`p:${i}`)
        }
    }
    return { asks: asks || ('kind' in value && value.kind === 'window'), ends, calls, edges }
  }
}
