/** Chips: none is lost or made, and pots are divided as another program divides them. */
import { type Effect, Rng, type State } from '@ludoforge/kernel'
import { linkBlock, linkExpr } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { entryOf, itemAt } from '../../../test/support/items.js'
import { answerAtRandom, texasHoldem } from './support/game.js'
import { watchChips } from './support/play.js'

const game = await texasHoldem()
const seats = game.def.seats.map(({ id }) => id)

describe('chips', () => {
  it('are conserved at every decision of 500 random hands', () => {
    const { hands, decisions } = watchChips(game, 500, 1)
    expect(hands).toBeGreaterThanOrEqual(500)
    expect(decisions).toBeGreaterThan(2000)
  })

  it('are conserved in the deepest cash games that the options allow', () => {
    const deep = (rng: Rng) => ({
      form: 'cash',
      players: 10,
      chips: 100_000,
      level: 1 + rng.below(16),
      hands: 60,
    })
    const { hands, most } = watchChips(game, 240, 3, deep)
    expect(hands).toBeGreaterThanOrEqual(240)
    expect(most).toBeGreaterThan(2_000_000)
  })
})

describe('all the chips that the options allow', () => {
  const limits = Object.fromEntries(game.def.options.map(({ id, max }) => [id, max!]))
  const most = entryOf(limits, 'chips')
  const bought = most * entryOf(limits, 'buy-ins')
  const rich: Effect[] = seats.flatMap((seat) =>
    ['stack', 'bought'].map(
      (variable): Effect => ({ setVar: { scope: 'pvar', var: variable, player: { seat }, value: bought } }),
    ),
  )
  const hand = linkBlock(game, [...rich, { call: { procedure: 'play-hand', args: [] } }])
  const read = (state: State, text: string) => game.evaluate(state, text) as number

  it('can all be wagered, and the estimate of bots still knows what they are worth', () => {
    const rng = new Rng(6)
    for (let n = 0; n < 12; n += 1) {
      let state = hand.run(game.start({ empty: true, seed: n, options: { players: 10, chips: most } }))
      for (let ask = game.ask(state); ask !== undefined; ask = game.ask(state)) {
        expect(read(state, 'sum(seats, it.stack) + pot')).toBe(bought * seats.length)
        for (const seat of seats) {
          const [stack, putIn] = [read(state, `${seat}.stack`), read(state, `${seat}.put-in`)]
          const calls = read(state, `calls(${seat})`)
          const playing = game.evaluate(state, `${seat}.in-hand and some(hand of ${seat})`) === true
          const share = playing
            ? ((read(state, 'pot') + calls / 4) * read(state, `chance(${seat})`)) / 100
            : 0
          const risk = playing ? (putIn / 8) * (putIn / (1 + read(state, `${seat}.began-with`))) : 0
          const worth = stack - read(state, `${seat}.bought`) + share - risk
          expect(Math.abs(game.worth(state, seat)! - worth)).toBeLessThan(10 + bought / 100)
        }
        const everything = ask.kind === 'one' && rng.below(3) > 0
        const { options } = game.decision(state)!
        const bold = everything ? options.find(({ id }) => id === 'all-in' || id === 'call') : undefined
        if (bold === undefined) answerAtRandom(game, state, rng)
        else state = game.decide(state, bold.id)
      }
      expect(read(state, 'sum(seats, it.stack)')).toBe(bought * seats.length)
    }
  })
})

interface Stake {
  readonly putIn: number
  readonly live: boolean
  readonly strength: number
}

/** Chip by chip: everyone who has put in a chip of this height gives it; the best who has, among those still in, wins. */
function reference(stakes: readonly Stake[], button: number): number[] {
  const won = stakes.map(() => 0)
  const layers: { chips: number; winners: string }[] = []
  for (let height = 1; height <= Math.max(...stakes.map(({ putIn }) => putIn)); height += 1) {
    const chips = stakes.filter(({ putIn }) => putIn >= height).length
    const contenders = stakes.flatMap(({ putIn, live }, i) => (live && putIn >= height ? [i] : []))
    const best = Math.max(...contenders.map((i) => itemAt(stakes, i).strength))
    const winners = contenders.filter((i) => itemAt(stakes, i).strength === best)
    // A pot is all layers with the same contenders.
    const key = JSON.stringify([contenders, winners])
    const last = layers.at(-1)
    if (last?.winners === key) last.chips += chips
    else layers.push({ chips, winners: key })
  }
  for (const { chips, winners } of layers) {
    const [, list] = JSON.parse(winners) as [number[], number[]]
    const order = list.toSorted((a, b) => place(a) - place(b))
    order.forEach((seat, i) => {
      won[seat] = itemAt(won, seat) + Math.floor(chips / order.length) + (i < chips % order.length ? 1 : 0)
    })
  }
  return won

  function place(seat: number): number {
    return (seat - button - 1 + stakes.length) % stakes.length
  }
}

describe('pots', () => {
  const award = linkBlock(game, [{ call: { procedure: 'award-pots', args: [] } }])
  const stacks = seats.map((seat) =>
    linkExpr(game, { ref: 'pvar', var: 'stack', player: { seat } }, 'number'),
  )

  function table(stakes: readonly Stake[], button: number): State {
    const set = (variable: string, i: number, value: number | boolean): Effect => ({
      setVar: { scope: 'pvar', var: variable, player: { seat: itemAt(seats, i) }, value },
    })
    const total = stakes.reduce((sum, { putIn }) => sum + putIn, 0)
    const effects: Effect[] = [
      { setVar: { scope: 'global', var: 'pot', value: total } },
      { setVar: { scope: 'global', var: 'button', value: { seat: itemAt(seats, button) } } },
      ...stakes.flatMap(({ putIn, live, strength }, i) => [
        set('put-in', i, putIn),
        set('in-hand', i, live),
        set('strength', i, live ? strength : 0),
      ]),
    ]
    return linkBlock(game, effects).run(game.start({ empty: true, options: { players: 10 } }))
  }

  it('of any number of all-ins are divided as chip by chip', () => {
    const rng = new Rng(4)
    for (let n = 0; n < 300; n += 1) {
      const height = 1 + rng.below(40)
      const stakes = seats.map(() => ({
        putIn: rng.below(3) === 0 ? 0 : 1 + rng.below(height),
        live: rng.below(3) > 0,
        strength: 1 + rng.below(4),
      }))
      // The highest stake is always in: a bet that nobody called has gone back.
      const most = Math.max(1, ...stakes.map(({ putIn }) => putIn))
      for (const i of [rng.below(10), rng.below(10)])
        stakes[i] = { putIn: most, live: true, strength: 1 + rng.below(4) }
      const checked = stakes.map((stake) => ({ ...stake, live: stake.live && stake.putIn > 0 }))
      const button = rng.below(10)
      const after = award.run(table(checked, button))
      expect(
        stacks.map((stack) => stack(after)),
        JSON.stringify({ checked, button }),
      ).toEqual(reference(checked, button))
    }
  })
})
