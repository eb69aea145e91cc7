/** Random hands of Texas Hold'em, with everything that must hold at every decision. */
import type { LoadedGame } from '@ludoforge/compiler'
import { type Expr, present, Rng, type State } from '@ludoforge/kernel'
import { linkExpr } from '@ludoforge/play'
import { itemAt } from '../../../../test/support/items.js'
import { answerAtRandom, randomTable } from './game.js'

type Reading = (state: State) => number

const seatSum = (variable: string): Expr => ({
  aggregate: {
    op: 'sum',
    query: { query: 'players' },
    bind: 'it',
    value: { ref: 'pvar', var: variable, player: { ref: 'binding', name: 'it' } },
  },
})

/** Reads a number off a state, fast. */
function reader(game: LoadedGame, expr: Expr): Reading {
  const ask = linkExpr(game, expr, 'number')
  return (state) => ask(state) as number
}

export interface Watched {
  readonly hands: number
  readonly decisions: number
  readonly most: number // chips at one table
}

/**
 * Plays random games until so many hands have begun. At every decision no chip is lost or made, the pot is what
 * was put in, and no card is missing.
 */
export function watchChips(
  game: LoadedGame,
  hands: number,
  seed: number,
  table: typeof randomTable = randomTable,
): Watched {
  const rng = new Rng(seed)
  const stacks = reader(game, seatSum('stack'))
  const stakes = reader(game, seatSum('put-in'))
  const bought = reader(game, seatSum('bought'))
  const bets = reader(game, seatSum('bet'))
  const pot = reader(game, { ref: 'gvar', var: 'pot' })
  const handNumber = reader(game, { ref: 'gvar', var: 'hand-number' })
  const zones = game.def.zones.map(({ id }) => reader(game, { ref: 'zoneCount', zone: { zone: id } }))
  const held = game.def.zones.flatMap(({ id, family, owner = '' }, i) =>
    family === 'hand'
      ? [
          {
            owner,
            cards: itemAt(zones, i),
            shown: present(
              zones[game.def.zones.findIndex((z) => z.id === id.replace('hand', 'shown'))],
              `${id} has a zone for the cards that its owner shows`,
            ),
          },
        ]
      : [],
  )
  const inHand = held.map(({ owner }) => {
    const ask = linkExpr(game, { ref: 'pvar', var: 'in-hand', player: { seat: owner } }, 'flag')
    return (state: State) => ask(state) === 1
  })
  let played = 0
  let decisions = 0
  let most = 0
  for (let n = 0; played < hands; n += 1) {
    const options = table(rng)
    const state = game.start({ seed: rng.below(1 << 30), options })
    let now = 0
    while (game.ask(state) !== undefined) {
      decisions += 1
      const problem = (what: string) =>
        `${what} (table ${n}: ${JSON.stringify(options)}, hand ${handNumber(state)})`
      if (stacks(state) + stakes(state) !== bought(state)) throw new Error(problem('Chips are lost or made'))
      if (pot(state) !== stakes(state)) throw new Error(problem('The pot is not what was put in'))
      if (bets(state) > pot(state)) throw new Error(problem('More is bet than is in the pot'))
      if (zones.reduce((sum, size) => sum + size(state), 0) !== 52)
        throw new Error(problem('A card is missing'))
      held.forEach(({ owner, cards, shown }, i) => {
        const wanted = itemAt(inHand, i)(state) ? 2 : 0
        if (pot(state) > 0 && cards(state) + shown(state) !== wanted)
          throw new Error(problem(`${owner} does not hold ${wanted} cards`))
      })
      now = handNumber(state)
      answerAtRandom(game, state, rng)
    }
    if (stacks(state) !== bought(state)) throw new Error(`Chips are lost or made at the end of table ${n}`)
    played += now
    most = Math.max(most, bought(state))
  }
  return { hands: played, decisions, most }
}
