/**
 * Abstract execution of a block that is only supposed: everything that decides or moves something in it taints the
 * values of the supposed position.
 */
import type { Block, Effect, Expr, Perform } from '../def/index.js'
import { partsOf } from '../def/walk.js'
import type { NameDomains } from './abstract-interpreter.js'
import type { Domains, ValueDomain } from './domain.js'
import { CLEAN, type Taint } from './taint-sources.js'

/** What the execution needs of the interpreter. */
export interface SupposedReader {
  readonly domains: Domains
  read(e: Expr, names: NameDomains): ValueDomain
  /** The domain of a procedure that is called with these arguments. */
  called(procedure: string, given: readonly ValueDomain[]): ValueDomain
  /** The same of an action, including its requirements. */
  performed(perform: Perform, given: readonly ValueDomain[], by: ValueDomain | undefined): ValueDomain
  /** Runs `work` with another actor. */
  acting(actor: ValueDomain, work: () => void): void
}

/**
 * Returns the domain of a block: its results, the zones that it moves tokens to, and the taint of everything in it.
 */
export function supposedDomain(reader: SupposedReader, block: Block, names: NameDomains): ValueDomain {
  const run = new SupposedRun(reader, names)
  do {
    run.grown = false
    run.block(block)
  } while (run.grown)
  return reader.domains.tainted(run.result, run.taint)
}

class SupposedRun {
  grown = false
  result: ValueDomain
  taint: Taint = CLEAN
  readonly #names: Map<string, ValueDomain>

  constructor(
    private readonly reader: SupposedReader,
    names: NameDomains,
  ) {
    this.#names = new Map(names)
    this.result = reader.domains.nothing
  }

  block(block: Block): void {
    for (const effect of block) this.#effect(effect)
  }

  #effect(effect: Effect): void {
    const { exprs, blocks } = partsOf('Effect', effect)
    for (const { value, names } of exprs)
      this.#read(value, names.length === 0 ? this.#names : this.#without(names))
    if ('let' in effect) this.#hold(effect.let.bind, this.#read(effect.let.value))
    else if ('assign' in effect) this.#hold(effect.assign.bind, this.#read(effect.assign.value))
    else if ('give' in effect) this.#gives(this.#read(effect.give))
    else if ('forEach' in effect) {
      const { bind, countBind, over } = effect.forEach
      this.#hold(bind, this.#read(over))
      if (countBind !== undefined) this.#hold(countBind, this.reader.domains.nothing)
    } else if ('moveToken' in effect) this.#gives(this.#zones(effect.moveToken.to))
    else if ('moveTokens' in effect) this.#gives(this.#zones(effect.moveTokens.to))
    else if ('call' in effect) {
      const { procedure, args, into } = effect.call
      this.#callee(
        into?.bind,
        this.reader.called(
          procedure,
          args.map((arg) => this.#read(arg)),
        ),
      )
    } else if ('perform' in effect) {
      const { args = [], by, into } = effect.perform
      const given = args.map((arg) => this.#read(arg))
      const actor = by === undefined ? undefined : this.#read(by)
      this.#callee(into?.bind, this.reader.performed(effect.perform, given, actor))
    }
    if ('as' in effect) this.reader.acting(this.#read(effect.as.player), () => this.block(effect.as.effects))
    else for (const { value } of blocks) this.block(value)
  }

  /** The names that a node binds for its own parts can be anything there. */
  #without(bounds: readonly { readonly name: string }[]): NameDomains {
    const names = new Map(this.#names)
    for (const { name } of bounds) names.delete(name)
    return names
  }

  #zones(to: Expr | undefined): ValueDomain {
    const { domains } = this.reader
    return domains.zones((to === undefined ? domains.anything : this.#read(to)).zones)
  }

  #callee(bind: string | undefined, value: ValueDomain): void {
    this.taint |= value.taint
    this.#gives(this.reader.domains.zones(value.zones))
    if (bind !== undefined) this.#hold(bind, value)
  }

  #read(e: Expr, names: NameDomains = this.#names): ValueDomain {
    const value = this.reader.read(e, names)
    this.taint |= value.taint
    return value
  }

  #gives(value: ValueDomain): void {
    this.result = this.reader.domains.join(this.result, value)
  }

  #hold(name: string, value: ValueDomain): void {
    const before = this.#names.get(name)
    const now = before === undefined ? value : this.reader.domains.join(before, value)
    if (now === before) return
    this.#names.set(name, now)
    this.grown = true
  }
}
