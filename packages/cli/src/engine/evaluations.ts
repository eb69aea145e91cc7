import type { Expr, State } from '@ludoforge/kernel'
import { type SpecializedRules, specializedRules } from '@ludoforge/play'
import type { Engine } from './engine.js'

/** What a position is to a seat by what the game declares; null is what the one who asks may not know. */
export interface Evaluations {
  worth?: number | null
  promise?: number | null
  features?: Record<string, number | null>
}

/** Of every seat, as `eye` may know it; undefined: the truth. */
export function evaluations(
  { game, sight }: Engine,
  state: State,
  eye: string | null | undefined,
): Record<string, Evaluations> {
  const { def } = game
  const acting = game.deciding(state).some((i) => def.seats[i]?.id === eye)
  const rules = specializedRules(game, state)
  const knows = (of: string, seat: string): boolean =>
    eye === undefined || sight.knows(rules, eye, acting, of, seat)
  const worths: number[] = []
  const promises: number[] = []
  const hasWorth = game.worths(state, worths)
  const hasPromise = game.promises(state, promises)
  const promising = [def.promise, ...(def.features ?? []).map(({ id }) => id)].filter(
    (id) => id !== undefined,
  )
  return Object.fromEntries(
    def.seats.map(({ id }, i) => {
      const values: number[] = []
      game.features(state, i, values)
      const own: Evaluations = {}
      if (hasWorth) own.worth = knows(def.worth ?? '', id) ? (worths[i] ?? 0) : null
      if (hasPromise) own.promise = promising.every((of) => knows(of, id)) ? (promises[i] ?? 0) : null
      if (def.features !== undefined)
        own.features = Object.fromEntries(
          def.features.map((feature, at) => [feature.id, knows(feature.id, id) ? (values[at] ?? 0) : null]),
        )
      return [id, own]
    }),
  )
}

/** Who may know what functions of the rules say of a seat. It follows from the rules alone, and is found out once. */
export class FunctionSight {
  readonly #known = new WeakMap<SpecializedRules, Map<string, boolean>>()

  knows(rules: SpecializedRules, eye: string | null, acting: boolean, of: string, seat: string): boolean {
    const found = this.#known.get(rules) ?? new Map<string, boolean>()
    this.#known.set(rules, found)
    const key = JSON.stringify([eye, acting, of, seat])
    let known = found.get(key)
    if (known === undefined) {
      const call: Expr = { call: of, args: [{ seat }] }
      found.set(key, (known = rules.hiddenReason(call, { seat: eye, acting }) === undefined))
    }
    return known
  }
}
