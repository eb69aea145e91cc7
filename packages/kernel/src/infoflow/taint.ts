/**
 * Taint analysis: computes which hidden sources each value can depend on, and the domain of each name in every
 * procedure. It runs a worklist to a fixpoint. Functions have one summary per combination of arguments.
 */
import type { Expr, GameDef } from '../def/index.js'
import { AbstractInterpreter, type Callee, type NameDomains } from './abstract-interpreter.js'
import type { ValueDomain } from './domain.js'
import { supposedDomain } from './supposed-effects.js'
import { CLEAN, REMEMBERED, type Taint } from './taint-sources.js'

/** The domains of a procedure's names. */
export type NameEnvironment = Map<string, ValueDomain>

/** A unit of the worklist: a procedure by its number, or the summary of a function. */
type Unit = number | Summary

/** A value that grows during the analysis, and the units that have read it. */
interface Fact {
  value: ValueDomain
  readonly readers: Set<Unit>
}

/** The result of a callee for given arguments and a given actor. */
interface Summary extends Fact {
  readonly callee: Callee
  readonly args: readonly ValueDomain[]
  readonly actor: ValueDomain
}

/** The depth up to which nested calls are evaluated at once. Deeper ones go to the worklist. */
const NESTED_CALLS = 40

const QUERY: Unit = -1 // an external query: never re-evaluated

export abstract class TaintAnalysis extends AbstractInterpreter {
  /** By procedure. */
  readonly names: NameEnvironment[]
  protected readonly worklist = new Set<Unit>()
  #unit: Unit = QUERY
  #depth = 0
  readonly #summaries = new Map<object, Map<string, Summary>>()
  readonly #results = new Map<number, Fact>()
  readonly #unobserved: Fact

  /** With `from`, an analysis at its fixpoint, starts there. */
  constructor(def: GameDef, from?: TaintAnalysis) {
    super(def, from)
    this.names = from?.names.map((names) => new Map(names)) ?? []
    this.#unobserved = this.#fact()
    if (from !== undefined) this.#copyFacts(from)
  }

  #copyFacts(from: TaintAnalysis): void {
    const copies = new Map<Unit, Unit>()
    for (const [key, known] of from.#summaries) {
      const own = new Map<string, Summary>()
      for (const [args, summary] of known) {
        const copy = { ...summary, readers: new Set<Unit>() }
        copies.set(summary, copy)
        own.set(args, copy)
      }
      this.#summaries.set(key, own)
    }
    const copyTo = (fact: Fact, { value, readers }: Fact): void => {
      fact.value = value
      for (const reader of readers) fact.readers.add(copies.get(reader) ?? reader)
    }
    for (const [key, known] of from.#summaries)
      for (const [args, summary] of known) {
        const own = this.#summaries.get(key)?.get(args)
        if (own !== undefined) copyTo(own, summary)
      }
    for (const [procedure, result] of from.#results) copyTo(this.#result(procedure), result)
    copyTo(this.#unobserved, from.#unobserved)
  }

  #fact(): Fact {
    return { value: this.domains.nothing, readers: new Set() }
  }

  /** Evaluates the body of a procedure. */
  protected abstract procedure(index: number): void
  /** Runs the analysis of all procedures, unless it has run or is running. */
  protected abstract ensureFixpoint(): void

  /** Runs the worklist to a fixpoint. */
  protected runToFixpoint(): void {
    for (const unit of this.worklist) this.evaluate(unit)
  }

  protected evaluate(unit: Unit): void {
    this.worklist.delete(unit)
    const before = { unit: this.#unit, actor: this.actor }
    this.#unit = unit
    this.actor = typeof unit === 'number' ? this.domains.anything : unit.actor
    if (typeof unit === 'number') this.procedure(unit)
    else this.#summarize(unit)
    this.#unit = before.unit
    this.actor = before.actor
  }

  /** Returns the final value of an expression for an actor, after all its callees are evaluated. */
  protected query(e: Expr, names: NameDomains, actor: ValueDomain): ValueDomain {
    const before = this.actor
    this.actor = actor
    let value = this.read(e, names)
    while (this.worklist.size > 0) {
      this.runToFixpoint()
      value = this.read(e, names)
    }
    this.actor = before
    return value
  }

  protected summary(callee: Callee, args: readonly ValueDomain[]): ValueDomain {
    const { actor } = this
    let known = this.#summaries.get(callee.key)
    if (known === undefined) this.#summaries.set(callee.key, (known = new Map()))
    const key = args.reduce((all, { id }) => `${all} ${id}`, String(actor.id))
    let summary = known.get(key)
    if (summary === undefined) {
      summary = { ...this.#fact(), callee, args, actor }
      known.set(key, summary)
      if (this.#depth < NESTED_CALLS) {
        this.#depth++
        this.evaluate(summary)
        this.#depth--
      } else this.worklist.add(summary)
    }
    return this.#known(summary)
  }

  #summarize(summary: Summary): void {
    const { callee, args } = summary
    const names = new Map(callee.params.map(({ name }, i) => [name, args[i] ?? this.domains.anything]))
    let value = this.domains.nothing
    for (const body of callee.bodies) value = this.domains.join(value, this.read(body, names))
    if (callee.block !== undefined)
      value = this.domains.join(value, supposedDomain(this, callee.block, names))
    this.#learn(summary, value)
  }

  #learn(fact: Fact, value: ValueDomain): void {
    const now = this.domains.join(fact.value, value)
    if (now === fact.value) return
    fact.value = now
    for (const reader of fact.readers) if (reader !== QUERY) this.worklist.add(reader)
  }

  /** Returns the current value of a fact, and subscribes the current unit to its growth. */
  #known(fact: Fact): ValueDomain {
    fact.readers.add(this.#unit)
    return fact.value
  }

  protected changesUnobserved(): boolean {
    this.ensureFixpoint()
    return this.#known(this.#unobserved) !== this.domains.nothing
  }

  protected learnUnobservedChange(): void {
    this.#learn(this.#unobserved, this.domains.anything)
  }

  #result(procedure: number): Fact {
    let result = this.#results.get(procedure)
    if (result === undefined) this.#results.set(procedure, (result = this.#fact()))
    return result
  }

  /** Returns the domain of a procedure's result. */
  protected result(procedure: number): ValueDomain {
    return this.#known(this.#result(procedure))
  }

  protected learnResult(procedure: number, value: ValueDomain): void {
    this.#learn(this.#result(procedure), value)
  }

  /**
   * Records that a name of a procedure can hold a value, with the taint `decided` of the branch. A new name has no
   * readers yet: a local name is bound before it is read.
   */
  protected hold(procedure: number, name: string, value: ValueDomain, decided: Taint = CLEAN): void {
    const names = (this.names[procedure] ??= new Map<string, ValueDomain>())
    const before = names.get(name)
    const held =
      value.isClean && decided === CLEAN ? value : this.domains.tainted(value, decided | REMEMBERED)
    const now = before === undefined ? held : this.domains.join(before, held)
    if (now === before) return
    names.set(name, now)
    if (before !== undefined) this.worklist.add(procedure)
  }
}
