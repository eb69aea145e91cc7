/** What no rule uses: functions of policies, and the features that agents weigh. */
import type { DefinitionName } from '../def/table.js'
import { isDeferred, policyOnlyFunctions } from '../def/rules.js'
import type { TypeName } from '../def/index.js'
import { quote } from '../def/shape.js'
import { walk } from '../def/walk.js'
import type { State } from '../layout/state.js'
import type { Linker } from '../link/linker.js'
import { assemble, emitExpression, emitFunction } from '../link/program.js'
import type { Machine } from '../run/machine.js'

/** What a position is to a seat, as a function of the rules says. */
export type EvaluationFunction = (state: State, seat: number) => number

/** What agents weigh: its value for a seat, and by seat the thousandths of a unit of worth that one of it promises. */
export interface Feature {
  readonly value: EvaluationFunction
  readonly weights: readonly number[]
}

/**
 * Linked together with the rules; of a GameDef whose policies are made later, when it is first needed, unless it is
 * asked which rules are carried out: what is never used counts, too.
 */
export class PolicyFunctions {
  private names: readonly string[] | null = null // of the code of the features
  private made: readonly Feature[] | null = null

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

  /** Takes the functions of the features from what was made of the text. */
  take(made: ReadonlyMap<string, unknown>): void {
    const { names, linker } = this
    if (names === null) return
    this.made = names.map((name, i) => ({
      value: made.get(name) as EvaluationFunction,
      weights: weightsOf(linker, linker.def.features?.[i]?.weights ?? {}),
    }))
  }

  /** Makes sure that it is linked. */
  link({ program, toolbox }: Machine): readonly Feature[] {
    const { linker } = this
    if (this.made === null)
      linker.attempt(() => {
        this.names = this.emit()
        this.take(assemble(linker, program, toolbox))
      })
    return this.made ?? []
  }

  /** The same for something that is to be linked, if it needs that. */
  linkFor(machine: Machine, definition: DefinitionName, node: unknown): void {
    if (this.made !== null) return
    walk(definition, node, ({ call }) => {
      if (typeof call === 'string' && !this.linker.functionIndex.has(call)) this.link(machine)
    })
  }
}

/** The code of a function that says what a position is to a seat. */
export function emitEvaluation(linker: Linker, what: string, id: string, types: readonly TypeName[]): string {
  return linker.inside(what, undefined, undefined, () => {
    const f =
      linker.functions[linker.functionIndex.get(id) ?? -1] ??
      linker.fail(`There is no function ${quote(id)}.`)
    if (f.params.length !== 1 || f.params[0].type !== 'seat' || !types.includes(f.returns))
      linker.fail(`The function '${f.id}' must take a seat and give a ${types.join(' or ')}.`)
    const call = { call: f.id, args: [{ ref: 'binding' as const, name: 'seat' }] }
    return emitExpression(linker, call, f.returns, [{ name: 'seat', type: 'seat' }])
  })
}

/** In seat order. */
function weightsOf(linker: Linker, weights: Readonly<Record<string, number>>): number[] {
  const { seats } = linker.def
  for (const id of Object.keys(weights))
    if (!seats.some((seat) => seat.id === id))
      linker.fail(`A feature is weighed for ${quote(id)}, which is no seat.`)
  return seats.map(({ id }) => weights[id] ?? 0)
}
