/**
 * Kind inference: the kinds of pieces a name can hold. Follows the arguments of all calls of its procedure, the
 * assignments to it, and the options of its choice.
 */
import { type Block, type Effect, effectsIn, type Expr, type Filter, type GameDef } from '@ludoforge/kernel'
import { blocksIn, actionNamed } from './checks/flow-checks.js'

/** A possible value of a name, and the block that contains it. */
interface PossibleValue {
  readonly value: Expr
  readonly within: Block
}

/** Thrown if a value is known only at run time. */
class Unknowable extends Error {}

const MAX_FILTERS = 64

export class KindInference {
  constructor(private readonly program: GameDef) {}

  /** Expands a filter for every kind its names can hold. Returns none if they are known only at run time. */
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
      const choices =
        'kind' in predicate ? this.#kinds({ value: predicate.kind, within }, depth) : [[predicate]]
      all = all.flatMap((before) => choices.map((choice) => [...before, ...choice]))
      if (all.length > MAX_FILTERS) throw new Unknowable()
    }
    return all
  }

  #kinds({ value, within }: PossibleValue, depth: number): Filter[] {
    if (typeof value !== 'object' || depth > 9) throw new Unknowable()
    if ('kinds' in value) return this.#each(value.kinds, within, depth + 1)
    if ('none' in value) return []
    if ('if' in value)
      return [value.if.then, value.if.else].flatMap((arm) => this.#kinds({ value: arm, within }, depth + 1))
    if (!('ref' in value) || value.ref !== 'binding') throw new Unknowable()
    const own = effectsIn(within).flatMap((effect) => valuesFor(value.name, effect))
    const possible = [
      ...own.map((assigned) => ({ value: assigned, within })),
      ...this.#passed(value.name, within),
    ]
    if (possible.length === 0) throw new Unknowable()
    return possible.flatMap((next) => this.#kinds(next, depth + 1))
  }

  /** The arguments that callers pass for a parameter. */
  #passed(name: string, within: Block): PossibleValue[] {
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

/** The literal values of a choice. */
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
