/** What the rules of islands speak of: one's armies, the rival, places where something holds. */
import type { Effect, Expr, Filter } from '../../../src/index.js'
import { actor, ref } from '../board.js'

export const armies = (owner: Expr): Filter => [{ group: 'armies' }, { prop: 'owner', eq: owner }]
export const mine = armies(actor)
export const tokensIn = (where: Expr, filter: Filter) =>
  ({ query: 'tokensInZone', zone: where, filter }) as const
export const count = (where: Expr, filter: Filter): Expr => ({
  aggregate: { op: 'count', query: tokensIn(where, filter) },
})
export const some = (where: Expr, filter: Filter): Expr => ({
  aggregate: { op: 'any', query: tokensIn(where, filter) },
})
export const where = (test: Expr, clauses?: number[], over: Expr = { query: 'mapSpaces' }): Expr => ({
  query: 'filter',
  over,
  bind: 'it',
  where: test,
  ...(clauses === undefined ? {} : { clauses }),
})
export const gold: Expr = { ref: 'pvar', var: 'gold', player: actor }
export const call = (id: string, ...args: Expr[]): Effect => ({ call: { procedure: id, args } })
export const rival: Expr = {
  aggregate: {
    op: 'first',
    query: {
      query: 'filter',
      over: { query: 'players' },
      bind: 's',
      where: { op: '!=', left: ref('s'), right: actor },
    },
  },
}
export const free: Expr = { ref: 'free' }
