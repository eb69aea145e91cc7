/** The game's evaluation functions, as far as a viewer may know their values. */
import type { Expr, Game, State } from '@ludoforge/kernel'
import { type SpecializedRules, specializedRules } from './specialized-rules.js'

/** The game's evaluation functions for one seat. `null` where the viewer may not know the value. */
export interface Evaluations {
  worth?: number | null
  promise?: number | null
  features?: Record<string, number | null>
}

/** Evaluates a position for every seat, as `viewer` may know it. `undefined` means without restriction. */
export function evaluations(
  game: Game,
  state: State,
  viewer: string | null | undefined,
): Record<string, Evaluations> {
  const { def } = game
  const acting = game.deciding(state).some((i) => def.seats[i]?.id === viewer)
  const rules = specializedRules(game, state)
  const knows = (fn: string, seat: string): boolean =>
    viewer === undefined || mayKnow(rules, viewer, acting, fn, seat)
  const worths: number[] = []
  const promises: number[] = []
  const hasWorth = game.worths(state, worths)
  const hasPromise = game.promises(state, promises)
  const behindPromise = [def.promise, ...(def.features ?? []).map(({ id }) => id)].filter(
    (id) => id !== undefined,
  )
  return Object.fromEntries(
    def.seats.map(({ id }, i) => {
      const values: number[] = []
      game.features(state, i, values)
      const own: Evaluations = {}
      if (hasWorth) own.worth = knows(def.worth ?? '', id) ? (worths[i] ?? 0) : null
      if (hasPromise) own.promise = behindPromise.every((fn) => knows(fn, id)) ? (promises[i] ?? 0) : null
      if (def.features !== undefined)
        own.features = Object.fromEntries(
          def.features.map((feature, at) => [feature.id, knows(feature.id, id) ? (values[at] ?? 0) : null]),
        )
      return [id, own]
    }),
  )
}

/** Which viewer may know which function of a seat. Depends on the rules alone, so it is cached. */
const known = new WeakMap<SpecializedRules, Map<string, boolean>>()

function mayKnow(
  rules: SpecializedRules,
  viewer: string | null,
  acting: boolean,
  fn: string,
  seat: string,
): boolean {
  const found = known.get(rules) ?? new Map<string, boolean>()
  known.set(rules, found)
  const key = JSON.stringify([viewer, acting, fn, seat])
  let answer = found.get(key)
  if (answer === undefined) {
    const call: Expr = { call: fn, args: [{ seat }] }
    found.set(key, (answer = rules.hiddenReason(call, { seat: viewer, acting }) === undefined))
  }
  return answer
}
