/**
 * Which kinds of pieces a name can stand for, as far as the program says it: what is given to a parameter wherever
 * the procedure is called, what a name is set to, and what can be chosen for it.
 */
import { blocksOf, type Block, type Effect, type Expr, type Filter, type GameDef } from '@ludoforge/kernel'

/** Something that a name can be, and the procedure or set-up where that is written. */
interface Given {
  readonly value: Expr
  readonly within: Block
}

type Written = Pick<GameDef, 'procedures' | 'setup'> & {
  readonly scenarios: readonly { readonly setup: Block }[]
}

/** It is known only in play. */
class Unknowable extends Error {}

const MOST = 64

export class KnownKinds {
  constructor(private readonly program: Written) {}

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
    const given = [...this.#bound(value.name, within, within), ...this.#passed(value.name, within)]
    if (given.length === 0) throw new Unknowable()
    return given.flatMap((one) => this.#kinds(one, depth + 1))
  }

  /** What the effects of a block give to a name. */
  #bound(name: string, block: Block, within: Block): Given[] {
    return block.flatMap((effect) => [
      ...valuesFor(name, effect).map((value) => ({ value, within })),
      ...blocksOf(effect).flatMap((inner) => this.#bound(name, inner, within)),
    ])
  }

  /** What callers give to a parameter. */
  #passed(name: string, within: Block): Given[] {
    const { procedures } = this.program
    const callee = procedures.find(({ body }) => body === within)
    const at = callee?.params.findIndex((param) => param.name === name) ?? -1
    if (callee === undefined || at < 0) return []
    const calls = (block: Block, caller: Block): Given[] =>
      block.flatMap((effect) => [
        ...argumentsTo(callee.id, effect).map((args) => ({ value: args[at], within: caller })),
        ...blocksOf(effect).flatMap((inner) => calls(inner, caller)),
      ])
    return blocksIn(this.program).flatMap((body) => calls(body, body))
  }
}

/** Set-ups and procedures. */
export const blocksIn = ({ setup, scenarios, procedures }: Written): Block[] => [
  setup,
  ...scenarios.map((scenario) => scenario.setup),
  ...procedures.map(({ body }) => body),
]

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

function argumentsTo(id: string, effect: Effect): readonly (readonly Expr[])[] {
  if ('call' in effect) return effect.call.procedure === id ? [effect.call.args] : []
  if (!('perform' in effect)) return []
  const { action, args } = effect.perform
  const named = typeof action === 'object' && 'action' in action ? action.action : undefined
  return named === id && args !== undefined ? [args] : []
}
