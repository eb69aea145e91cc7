/** Functions that no rule uses: those of policies, and the features of the evaluation. */
import type { DefinitionName } from '../def/table.js'
import { isDeferred, policyOnlyFunctions } from '../def/rules.js'
import type { TypeName } from '../def/index.js'
import { quote } from '../def/shape.js'
import { walk } from '../def/walk.js'
import type { State } from '../layout/state.js'
import type { Linker } from '../link/linker.js'
import { assemble, emitExpression, emitFunction } from '../link/program.js'
import type { Machine } from '../run/machine.js'

/** An evaluation function: the value of a position for a seat, computed by a function of the rulebook. */
export type EvaluationFunction = (state: State, seat: number) => number

/** A feature: its value for a seat, and its regression weight by seat, in thousandths of a unit of worth. */
export interface Feature {
  readonly value: EvaluationFunction
  readonly weights: readonly number[]
}

/**
 * Links policy functions: with the rules, or on first use if the GameDef defers its policies. With coverage they are
 * linked at once, because unused functions count.
 */
export class PolicyFunctions {
  private names: readonly string[] | null = null // of the features' code
  private linked: readonly Feature[] | null = null

  constructor(private readonly linker: Linker) {
    if (!isDeferred(linker.def) || linker.coverage !== null) this.names = this.emit()
  }

  private emit(): readonly string[] {
    const { linker } = this
    const { def } = linker
    const more = policyOnlyFunctions(def)
    const first = linker.functions.length
    linker.addFunctions(more)
    for (const { id } of more) linker.pondered.add(id)
    for (const i of linker.calls.addFunctions(more)) emitFunction(linker, more[i], first + i)
    return (def.features ?? []).map(({ id }) => emitEvaluation(linker, 'a feature', id, ['number', 'flag']))
  }

  /** Takes the functions of the features from the loaded code. */
  take(made: ReadonlyMap<string, unknown>): void {
    const { names, linker } = this
    if (names === null) return
    this.linked = names.map((name, i) => ({
      value: made.get(name) as EvaluationFunction,
      weights: weightsOf(linker, linker.def.features?.[i]?.weights ?? {}),
    }))
  }

  /** Links the functions if they aren't yet, and returns the features. */
  link({ program, toolbox }: Machine): readonly Feature[] {
    const { linker } = this
    if (this.linked === null)
      linker.attempt(() => {
        this.names = this.emit()
        this.take(assemble(linker, program, toolbox))
      })
    return this.linked ?? []
  }

  /** The same, but only if `node` calls a function that isn't linked yet. */
  linkFor(machine: Machine, definition: DefinitionName, node: unknown): void {
    if (this.linked !== null) return
    walk(definition, node, ({ call }) => {
      if (typeof call === 'string' && !this.linker.functionIndex.has(call)) this.link(machine)
    })
  }
}

/** Emits an evaluation function and returns the name of its code. */
export function emitEvaluation(linker: Linker, what: string, id: string, types: readonly TypeName[]): string {
  return linker.inside(what, undefined, undefined, () => {
    const f =
      linker.functions[linker.functionIndex.get(id) ?? -1] ??
      linker.fail(`There is no function ${quote(id)}.`)
    if (f.params.length !== 1 || f.params[0].type !== 'seat' || !types.includes(f.returns))
      linker.fail(`The function '${f.id}' must take a seat and return a ${types.join(' or ')}.`)
    const call = { call: f.id, args: [{ ref: 'binding' as const, name: 'seat' }] }
    return emitExpression(linker, call, f.returns, [{ name: 'seat', type: 'seat' }])
  })
}

/** Returns the weights in seat order. */
function weightsOf(linker: Linker, weights: Readonly<Record<string, number>>): number[] {
  const { seats } = linker.def
  for (const id of Object.keys(weights))
    if (!seats.some((seat) => seat.id === id))
      linker.fail(`A feature has a weight for ${quote(id)}, which isn't a seat.`)
  return seats.map(({ id }) => weights[id] ?? 0)
}
