/** Static analysis of the seats each question can be asked: propagates actors through calls to a fixpoint. */
import type { Block, Effect, Expr, GameDef, ProcedureDef, RuleQuestion } from '@ludoforge/kernel'
import { blocksOf, questionsOf } from '@ludoforge/kernel'
import { offeredActions } from '../checks/offered-actions.js'

type Seats = ReadonlySet<string>

/** The questions of a game, each with the seats it can be asked. */
export function questionsBySeat(def: GameDef): ReadonlyMap<RuleQuestion, Seats> {
  const actors = new ActorAnalysis(def)
  return new Map(questionsOf(def).map((question) => [question, actors.asked(question)]))
}

class ActorAnalysis {
  readonly #all: Seats
  readonly #actors = new Map<string, Set<string>>() // by procedure
  readonly #actions = new Map<Expr, readonly ProcedureDef[]>() // the actions an expression can be
  #changed = true

  constructor(private readonly def: GameDef) {
    this.#all = new Set(def.seats.map(({ id }) => id))
    for (const { id } of def.procedures) this.#actors.set(id, new Set())
    this.#add(def.play, this.#all)
    while (this.#changed) {
      this.#changed = false
      for (const { id, body } of def.procedures) this.#block(body, this.#of(id))
    }
  }

  asked({ procedure, player, as }: RuleQuestion): Seats {
    const actor = this.#seats(as, this.#of(procedure))
    return this.#seats(player, actor)
  }

  #of(procedure: string): Seats {
    return this.#actors.get(procedure) ?? new Set()
  }

  #add(procedure: string, seats: Seats): void {
    const known = this.#actors.get(procedure)
    for (const seat of seats)
      if (known?.has(seat) === false) {
        known.add(seat)
        this.#changed = true
      }
  }

  /** The seats an expression can be. The default is the actor. */
  #seats(expr: Expr | undefined, actor: Seats): Seats {
    if (expr === undefined) return actor
    if (typeof expr !== 'object') return this.#all
    if ('seat' in expr && typeof expr.seat === 'string') return new Set([expr.seat])
    if ('ref' in expr && expr.ref === 'actor') return actor
    if ('if' in expr)
      return new Set([...this.#seats(expr.if.then, actor), ...this.#seats(expr.if.else, actor)])
    return this.#all
  }

  #block(block: Block, actor: Seats): void {
    for (const effect of block) {
      this.#effect(effect, actor)
      const inner = 'as' in effect ? this.#seats(effect.as.player, actor) : actor
      for (const part of blocksOf(effect)) this.#block(part, inner)
    }
  }

  #effect(effect: Effect, actor: Seats): void {
    if ('call' in effect) this.#add(effect.call.procedure, actor)
    else if ('window' in effect) this.#add(effect.window.name, actor)
    else if ('perform' in effect) this.#perform(effect.perform, actor)
    else {
      const asking = 'chooseAtOnce' in effect ? effect.chooseAtOnce.ask : effect
      const node =
        'chooseOne' in asking
          ? asking.chooseOne
          : 'chooseN' in asking
            ? asking.chooseN
            : 'alternatives' in asking
              ? asking.alternatives
              : undefined
      if (node?.offering !== undefined) this.#add(node.offering.window, this.#seats(node.player, actor))
    }
  }

  #performed(action: Expr): readonly ProcedureDef[] {
    let found = this.#actions.get(action)
    if (found === undefined) {
      const named = offeredActions(this.def, action)
      found = this.def.procedures.filter(
        ({ id, kind }) => kind === 'action' && (named === undefined || named.has(id)),
      )
      this.#actions.set(action, found)
    }
    return found
  }

  /** Without `by`, the actor must be one of the action's seats. */
  #perform({ action, by }: { readonly action: Expr; readonly by?: Expr }, actor: Seats): void {
    const performers = this.#seats(by, actor)
    for (const { id, by: own } of this.#performed(action)) {
      const may = [...performers].filter((seat) => own.length === 0 || own.includes(seat))
      this.#add(id, may.length === 0 && by !== undefined ? performers : new Set(may))
    }
  }
}
