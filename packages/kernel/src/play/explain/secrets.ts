/**
 * Names of rules that may hold what a seat cannot see: answers given in secret, and everything that is worked
 * out from them, from hidden cards or from hidden variables. An explanation says nothing of them.
 *
 * Every name of every procedure is given what it can be, from rule to rule, until nothing new comes to light.
 * Whose turn it is when a rule is carried out is left open, so `hand of actor` may be anybody's here.
 */
import type { AtOnceQuestion, Block, Effect, Expr, GameDef, ProcedureDef, Result } from '../../def/index.js'
import { either, type Range, Sight } from '../../sight/sight.js'

/** By procedure. */
export type Secrets = ReadonlyMap<string, ReadonlySet<string>>

export function secretNames(def: GameDef, seat: string): Secrets {
  const names = new Search(def, new Sight(def, { seat, acting: true, actor: null })).names
  return new Map(
    [...names].map(([procedure, found]) => [
      procedure,
      new Set([...found].flatMap(([name, { secret }]) => (secret === true ? [name] : []))),
    ]),
  )
}

const RESULT = 'the result' // of a procedure; no name of a rule has a space in it
const SECRET: Range = { secret: true }
const NOTHING: Range = { zones: new Set(), seats: new Set() }

class Search {
  readonly names = new Map<string, Map<string, Range>>()
  private grew = true

  constructor(
    private readonly def: GameDef,
    private readonly sight: Sight,
  ) {
    for (const { id, params } of def.procedures)
      this.names.set(id, new Map(params.map(({ name }) => [name, NOTHING])))
    while (this.grew) {
      this.grew = false
      for (const p of def.procedures) this.block(p.id, p.body, false)
    }
  }

  private add(procedure: string, name: string, range: Range): void {
    const names = this.names.get(procedure)
    if (names === undefined) return
    const old = names.get(name)
    const now = old === undefined ? range : merged(old, range)
    if (old !== undefined && same(old, now)) return
    names.set(name, now)
    this.grew = true
  }

  private range(procedure: string, expr: Expr | undefined, veiled: boolean): Range {
    if (veiled) return SECRET
    return expr === undefined ? {} : this.sight.known(expr, this.names.get(procedure) ?? new Map())
  }

  /** `veiled`: whether it happens at all is a secret, so everything that it sets is one. */
  private block(p: string, block: Block, veiled: boolean): void {
    for (const effect of block) this.effect(p, effect, veiled)
  }

  private effect(p: string, e: Effect, veiled: boolean): void {
    const unseen = (expr: Expr | undefined): boolean => this.range(p, expr, veiled).secret === true
    if ('let' in e) this.add(p, e.let.bind, this.range(p, e.let.value, veiled))
    else if ('assign' in e) this.add(p, e.assign.bind, this.range(p, e.assign.value, veiled))
    else if ('give' in e) this.add(p, RESULT, this.range(p, e.give, veiled))
    else if ('chooseOne' in e || 'chooseN' in e || 'alternatives' in e) this.chosen(p, e, veiled)
    else if ('chooseAtOnce' in e) {
      const { seat, seats, ask, effects } = e.chooseAtOnce
      this.add(p, seat, this.range(p, seats, veiled))
      this.chosen(p, ask, veiled)
      this.block(p, effects, veiled)
    } else if ('if' in e) {
      const hidden = unseen(e.if.when)
      this.block(p, e.if.then, hidden)
      this.block(p, e.if.else ?? [], hidden)
    } else if ('block' in e) this.block(p, e.block, veiled)
    else if ('forEach' in e) {
      const { bind, over, effects, countBind } = e.forEach
      const range = this.range(p, over, veiled)
      this.add(p, bind, range)
      if (countBind !== undefined) this.add(p, countBind, range.secret === true ? SECRET : {})
      this.block(p, effects, range.secret === true)
    } else if ('repeat' in e) this.block(p, e.repeat.effects, unseen(e.repeat.while))
    else if ('as' in e) this.block(p, e.as.effects, veiled)
    else if ('rollRandom' in e) this.add(p, e.rollRandom.bind, veiled ? SECRET : {})
    else if ('call' in e) {
      const { procedure, args, into } = e.call
      this.done(p, args, into, veiled, ({ id }) => id === procedure)
    } else if ('perform' in e) {
      const { action, args = [], into } = e.perform
      const named = typeof action === 'object' && 'action' in action ? action.action : undefined
      // Which action it is, and so what it gives, may be a secret.
      const hidden = veiled || unseen(action)
      this.done(
        p,
        args,
        into,
        hidden,
        ({ id, kind }) => kind === 'action' && (named === undefined || id === named),
      )
    }
  }

  private chosen(p: string, e: AtOnceQuestion, veiled: boolean): void {
    if ('alternatives' in e) {
      const hidden = veiled || e.alternatives.secret === true
      for (const { effects } of e.alternatives.options) this.block(p, effects, hidden)
      return
    }
    const { bind, options, secret } = 'chooseOne' in e ? e.chooseOne : e.chooseN
    // What is chosen openly is known, even if not from what.
    const range = this.range(p, options, veiled || secret === true)
    this.add(p, bind, !veiled && secret !== true && range.secret === true ? {} : range)
  }

  /** Arguments become the parameters of whatever may be called, and its result gets a name. */
  private done(
    p: string,
    args: readonly Expr[],
    into: Result | undefined,
    veiled: boolean,
    isCalled: (procedure: ProcedureDef) => boolean,
  ): void {
    if (args.length === 0 && into === undefined) return
    const ranges = args.map((arg) => this.range(p, arg, veiled))
    for (const { id, params } of this.def.procedures.filter(isCalled)) {
      params.forEach(({ name }, i) => {
        if (ranges[i] !== undefined) this.add(id, name, ranges[i])
      })
      if (into !== undefined) this.add(p, into.bind, this.names.get(id)?.get(RESULT) ?? NOTHING)
    }
    if (into !== undefined && veiled) this.add(p, into.bind, SECRET)
  }
}

function merged(a: Range, b: Range): Range {
  return a.secret === true || b.secret === true ? SECRET : either(a, b)
}

function same(a: Range, b: Range): boolean {
  return a.secret === b.secret && a.zones?.size === b.zones?.size && a.seats?.size === b.seats?.size
}
