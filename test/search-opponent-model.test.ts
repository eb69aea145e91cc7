/** The opponent model of `search`: it infers hidden cards from the others' answers only. */
import { makeAgent } from '@ludoforge/agents'
import { type Game, Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { OpponentModel } from '../packages/agents/src/search/opponent-model.js'
import { StrategyModel, Policies } from '../packages/agents/src/search/proposer.js'
import { gameFrom, NUMBERED_HANDS } from './support/games.js'

const NO_HAND = -1 // the seat has no hand now

/** One card each of twenty. Left bets with a high card by its policy; Right pays to see, or folds. */
const RULES = `# Bluff

\`\`\`yaml
game: {id: bluff, title: Bluff}
${NUMBERED_HANDS}
seat-variables:
  coins: {range: 0..100, start: 50}
variables:
  bet: flag
\`\`\`

\`\`\`rules
play
  shuffle deck
  each seat in seats
    draw 1 card from deck to hand of seat
  as left
    choose
      option bet
        set bet
      option check
  as right
    choose
      option see
        do compare
      option fold
  as left
    choose
      option go-on
      option stop
  rank seats by it.coins

procedure compare
  if first(hand of left).rank > first(hand of right).rank
    do pay(right, left, if bet then 12 else 1)
  else
    do pay(left, right, if bet then 12 else 1)

procedure pay(payer: seat, taker: seat, amount: number)
  spend amount payer.coins
  add amount to taker.coins

value worth(seat) = seat.coins

policy honest for left
  at play.bet
    first bet if first(hand of me).rank > 14
    otherwise check
\`\`\`
`

describe('search', () => {
  const game = gameFrom(RULES)
  const rank = (state: ReturnType<Game['start']>, seat: string): number =>
    Number(game.view(state, seat).zones[`hand:${seat}`]?.cards?.[0]?.slice(1))

  /** How often it folds a medium card after a bet. */
  function folds(watches: boolean): number {
    let met = 0
    let folded = 0
    for (let seed = 0; met < 12; seed += 1) {
      const state = game.start({ seed })
      if (rank(state, 'right') < 13 || rank(state, 'right') > 14) continue
      const agent = makeAgent('search:150', seed)
      if (watches) agent.watch?.(game, state, 1, 0, [0])
      game.answer(state, [0], 0)
      met += 1
      if (agent.choose(game, state, 1)[0] === 1) folded += 1
    }
    return folded
  }

  it('folds to a bet that implies better cards, if it watched the bet', () => {
    expect(folds(true)).toBeGreaterThan(9)
    expect(folds(false)).toBeLessThan(4)
  })

  it('models a seat that always bets as following no policy', () => {
    const honest = (bets: (rank: number) => boolean): number => {
      const opponents = new OpponentModel()
      for (let seed = 0; seed < 16; seed += 1) {
        const state = game.start({ seed })
        opponents.watch(game, state, 1, 0, [bets(rank(state, 'left')) ? 0 : 1])
      }
      const model = new StrategyModel(1, new Policies(game), true, opponents.frequencies)
      opponents.update(model, new Rng(1), NO_HAND)
      return opponents.posterior(0, model)[0] ?? 0
    }
    expect(honest((held) => held > 14)).toBeGreaterThan(0.8)
    expect(honest(() => true)).toBeLessThan(0.01)
  })
})
