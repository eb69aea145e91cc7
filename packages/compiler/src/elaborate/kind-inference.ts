/**
 * Which kinds of pieces a name can stand for, as far as the program says it: what is given to a parameter wherever
 * the procedure is called, what a name is set to, and what can be chosen for it.
 */
import { type Block, type Effect, effectsIn, type Expr, type Filter, type GameDef } from '@ludoforge/kernel'
import { blocksIn, actionNamed } from './checks.js'

/** Something that a name can be, and the procedure or set-up where that is written. */
interface Given {
  readonly value: Expr
  readonly within: Block
}

/** It is known only in play. */
class Unknowable extends Error {}

const MOST = 64

export class KnownKinds {
  constructor(private readonly program: GameDef) {}

  /** The filter once for every kind that its names can be; none at all if that is known only in play. */
  of(filter: Filter, within: Block): readonly Filter[] {
    try {
      return this.#each(filter, within, 0)
    } catch (error) {
      if (error instanceof Unknowable) return []
      throw error
    }
  }

  #each(filter: Filter, within: Block, depth: number): Filter[] {
    let all: Filter[] = [[]]
    for (const predicate of filter) {
      const ways = 'kind' in predicate ? this.#kinds({ value: predicate.kind, within }, depth) : [[predicate]]
      all = all.flatMap((before) => ways.map((way) => [...before, ...way]))
      if (all.length > MOST) throw new Unknowable()
    }
    return all
  }

  #kinds({ value, within }: Given, depth: number): Filter[] {
    if (typeof value !== 'object' || depth > 9) throw new Unknowable()
    if ('kinds' in value) return this.#each(value.kinds, within, depth + 1)
    if ('none' in value) return []
    if ('if' in value)
      return [value.if.then, value.if.else].flatMap((arm) => this.#kinds({ value: arm, within }, depth + 1))
    if (!('ref' in value) || value.ref !== 'binding') throw new Unknowable()
    const own = effectsIn(within).flatMap((effect) => valuesFor(value.name, effect))
    const given = [...own.map((one) => ({ value: one, within })), ...this.#passed(value.name, within)]
    if (given.length === 0) throw new Unknowable()
    return given.flatMap((one) => this.#kinds(one, depth + 1))
  }

  /** What callers give to a parameter. */
  #passed(name: string, within: Block): Given[] {
    const callee = this.program.procedures.find(({ body }) => body === within)
    const at = callee?.params.findIndex((param) => param.name === name) ?? -1
    if (callee === undefined || at < 0) return []
    return blocksIn(this.program).flatMap((caller) =>
      effectsIn(caller).flatMap((effect) => {
        const value = argumentsTo(callee.id, effect)?.[at]
        return value === undefined ? [] : [{ value, within: caller }]
      }),
    )
  }
}

function valuesFor(name: string, effect: Effect): readonly Expr[] {
  if ('let' in effect) return effect.let.bind === name ? [effect.let.value] : []
  if ('assign' in effect) return effect.assign.bind === name ? [effect.assign.value] : []
  if (!('chooseOne' in effect) || effect.chooseOne.bind !== name) return []
  return itemsOf(effect.chooseOne.options)
}

/** The values written out in a choice. */
function itemsOf(options: Expr): readonly Expr[] {
  if (typeof options !== 'object' || !('query' in options)) return [options]
  if (options.query === 'list') return options.items
  if (options.query === 'filter') return itemsOf(options.over)
  return options.query === 'concat' ? [options.left, options.right].flatMap(itemsOf) : [options]
}

function argumentsTo(id: string, effect: Effect): readonly Expr[] | undefined {
  if ('call' in effect) return effect.call.procedure === id ? effect.call.args : undefined
  if (!('perform' in effect)) return undefined
  return actionNamed(effect.perform.action) === id ? effect.perform.args : undefined
}
