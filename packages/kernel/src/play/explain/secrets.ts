/**
 * Names of rules that may hold what a seat cannot see: answers given in secret, and everything that is worked
 * out from them, from hidden cards or from hidden variables. An explanation says nothing of them.
 *
 * Every name of every procedure is given what it can be, from rule to rule, until nothing new comes to light.
 * Whose turn it is when a rule is carried out is left open, so `hand of actor` may be anybody's here.
 */
import type { Block, Effect, Expr, GameDef, ProcedureDef, Result } from '../../def/index.js'
import { partsOf } from '../../def/walk.js'
import { questionOf } from '../../sight/secrets.js'
import { either, type Range, type Ranges, Sight } from '../../sight/sight.js'

/** By procedure. */
export type Secrets = ReadonlyMap<string, ReadonlySet<string>>

/** What the names of every procedure can be for a seat, or for an onlooker. */
export function rangesOf(def: GameDef, seat: string | null): ReadonlyMap<string, Ranges> {
  return new Search(def, new Sight(def, { seat, acting: true, actor: null })).names
}

export function secretNames(def: GameDef, seat: string): Secrets {
  return new Map(
    [...rangesOf(def, seat)].map(([procedure, found]) => [
      procedure,
      new Set([...found].flatMap(([name, { secret }]) => (secret === true ? [name] : []))),
    ]),
  )
}

const RESULT = 'the result' // of a procedure; no name of a rule has a space in it
const LOOP = 1
const PROCEDURE = 2
const SECRET: Range = { secret: true }
const NOTHING: Range = { zones: new Set(), seats: new Set() }

class Search {
  readonly names = new Map<string, Map<string, Range>>()
  private readonly procedures: ReadonlyMap<string, ProcedureDef>
  private readonly unread: Set<string> // procedures to be read, or to be read again
  private readonly takers = new Map<string, Set<string>>() // of what a procedure gives

  constructor(
    private readonly def: GameDef,
    private readonly sight: Sight,
  ) {
    for (const { id, params } of def.procedures)
      this.names.set(id, new Map(params.map(({ name }) => [name, NOTHING])))
    this.procedures = new Map(def.procedures.map((p) => [p.id, p]))
    this.unread = new Set(this.procedures.keys())
    for (const id of this.unread) {
      this.unread.delete(id)
      this.block(id, this.procedures.get(id)!.body, false)
    }
  }

  private add(procedure: string, name: string, range: Range): void {
    const names = this.names.get(procedure)
    if (names === undefined) return
    const old = names.get(name)
    const now = old === undefined ? range : merged(old, range)
    if (old !== undefined && same(old, now)) return
    names.set(name, now)
    // A local name is bound before it is read: nobody went by it when it is new.
    if (name === RESULT) for (const taker of this.takers.get(procedure) ?? []) this.unread.add(taker)
    else if (old !== undefined) this.unread.add(procedure)
  }

  private range(procedure: string, expr: Expr | undefined, veiled: boolean): Range {
    if (veiled) return SECRET
    return expr === undefined ? {} : this.sight.known(expr, this.names.get(procedure) ?? new Map())
  }

  /**
   * `veiled`: whether it happens at all is a secret, so everything that it sets is one. Returns what a secret may make
   * the block leave: whatever comes after that depends on the secret.
   */
  private block(p: string, block: Block, outer: boolean): number {
    let veiled = outer
    let left = 0
    for (const effect of block) {
      const out = this.effect(p, effect, veiled)
      left |= out
      veiled ||= out !== 0
    }
    return left
  }

  private effect(p: string, e: Effect, veiled: boolean): number {
    this.bindings(p, e, veiled)
    if ('leave' in e || 'give' in e) {
      if (!veiled) return 0
      if ('leave' in e && e.leave === 'loop') return LOOP
      this.add(p, RESULT, SECRET) // that there is none, or this one
      return PROCEDURE
    }
    const { exprs, blocks } = partsOf('Effect', e)
    const decides = 'if' in e || 'forEach' in e || 'repeat' in e
    const hidden =
      veiled || (decides && exprs.some(({ value }) => this.range(p, value, false).secret === true))
    const secret = questionOf(e)?.secret === true
    const always = 'chooseAtOnce' in e ? e.chooseAtOnce.effects : undefined // whatever is chosen
    const run = (around: boolean): number =>
      blocks.reduce((out, { value }) => out | this.block(p, value, around || (secret && value !== always)), 0)
    const out = run(hidden)
    if (!('forEach' in e || 'repeat' in e) && always === undefined) return out
    // Every round of a loop that a secret can stop depends on it, and so does how many there were.
    if ((out & LOOP) === 0) return out
    if ('forEach' in e && e.forEach.countBind !== undefined) this.add(p, e.forEach.countBind, SECRET)
    return run(true) & ~LOOP
  }

  private bindings(p: string, e: Effect, veiled: boolean): void {
    const hold = (name: string, value: Expr): void => this.add(p, name, this.range(p, value, veiled))
    if ('let' in e) hold(e.let.bind, e.let.value)
    else if ('assign' in e) hold(e.assign.bind, e.assign.value)
    else if ('give' in e) hold(RESULT, e.give)
    else if ('forEach' in e) {
      const { bind, over, countBind } = e.forEach
      hold(bind, over)
      if (countBind !== undefined)
        this.add(p, countBind, this.range(p, over, veiled).secret === true ? SECRET : {})
    } else if ('rollRandom' in e) this.add(p, e.rollRandom.bind, veiled ? SECRET : {})
    else if ('call' in e) {
      const { procedure, args, into } = e.call
      const called = this.procedures.get(procedure)
      this.done(p, args, into, veiled, called === undefined ? [] : [called])
    } else if ('perform' in e) {
      const { action, args = [], into } = e.perform
      const named = typeof action === 'object' && 'action' in action ? action.action : undefined
      // Which action it is, and so what it gives, may be a secret.
      const hidden = veiled || this.range(p, action, veiled).secret === true
      const possible = this.def.procedures.filter(
        ({ id, kind }) => kind === 'action' && (named === undefined || id === named),
      )
      this.done(p, args, into, hidden, possible)
    } else {
      if ('chooseAtOnce' in e) hold(e.chooseAtOnce.seat, e.chooseAtOnce.seats)
      const asked = questionOf(e)
      if (asked === undefined || !('bind' in asked)) return
      // What is chosen openly is known, even if not from what.
      const closed = veiled || asked.secret === true
      const range = this.range(p, asked.options, closed)
      this.add(p, asked.bind, !closed && range.secret === true ? {} : range)
    }
  }

  /** Arguments become the parameters of whatever may be called, and its result gets a name. */
  private done(
    p: string,
    args: readonly Expr[],
    into: Result | undefined,
    veiled: boolean,
    called: readonly ProcedureDef[],
  ): void {
    if (args.length === 0 && into === undefined) return
    const ranges = args.map((arg) => this.range(p, arg, veiled))
    for (const { id, params } of called) {
      params.forEach(({ name }, i) => {
        if (ranges[i] !== undefined) this.add(id, name, ranges[i])
      })
      if (into === undefined) continue
      this.takers.set(id, (this.takers.get(id) ?? new Set()).add(p))
      this.add(p, into.bind, this.names.get(id)?.get(RESULT) ?? NOTHING)
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
