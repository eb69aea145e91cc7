/** Texas Hold'em for tests: the game, its own ranking of hands as a function, and another one to compare it with. */
import { gameOf } from '../../../../test/support/games.js'
import type { LoadedGame } from '@ludoforge/compiler'
import type { Game, Rng, State } from '@ludoforge/kernel'
import { linkExpr, showValue } from '@ludoforge/play'
import { itemAt } from '../../../../test/support/items.js'
import { drawPicks } from '../../../../test/support/play.js'

export function texasHoldem(): Promise<LoadedGame> {
  return gameOf('texas-holdem')
}

export const CATEGORIES = [
  'high-card',
  'pair',
  'two-pair',
  'three-of-a-kind',
  'straight',
  'flush',
  'full-house',
  'four-of-a-kind',
  'straight-flush',
] as const

/** A card as tests see it: rank 2 to 14, and a letter for the suit. */
export interface Card {
  readonly token: number
  readonly rank: number
  readonly suit: string
}

/** The pack, and the score that the folder's own rule gives to cards of it. */
export function ranking(game: Game): { cards: Card[]; score: (cards: readonly Card[]) => number } {
  const state = game.start({ empty: true })
  const deck = linkExpr(
    game,
    { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] },
    'list token',
  )(state) as readonly number[]
  const cards = deck.map((token) => {
    const [letter = '', suit = ''] = showValue(game, state, 'token', token)
    return { token, rank: '23456789TJQKA'.indexOf(letter) + 2, suit }
  })
  const ask = linkExpr(game, { call: 'score', args: [{ ref: 'binding', name: 'these' }] }, 'number', [
    { name: 'these', type: 'list token' },
  ])
  return {
    cards,
    score: (hand) =>
      ask(
        state,
        undefined,
        hand.map(({ token }) => token),
      ) as number,
  }
}

/** The category that is in a score. */
export function categoryOf(score: number): number {
  return Math.floor(score / 2 ** 26)
}

/** Written without a look at the folder: a category and the ranks in the order in which they decide. */
export function referenceFive(hand: readonly Card[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const { rank } of hand) counts.set(rank, (counts.get(rank) ?? 0) + 1)
  const groups = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  const ranks = groups.map(([rank]) => rank)
  const shape = groups.map(([, n]) => n).join('')
  const flush = hand.every(({ suit }) => suit === hand[0]?.suit)
  const wheel = ranks.join() === '14,5,4,3,2'
  const inRow = shape === '11111' && ((ranks[0] ?? 0) - (ranks[4] ?? 0) === 4 || wheel)
  if (inRow) return [flush ? 8 : 4, wheel ? 5 : (ranks[0] ?? 0)]
  if (flush) return [5, ...ranks]
  const byShape: Record<string, number> = { 41: 7, 32: 6, 311: 3, 221: 2, 2111: 1, 11111: 0 }
  return [byShape[shape] ?? -1, ...ranks]
}

/** The best of all ways to take five of the cards. */
export function referenceBest(cards: readonly Card[]): readonly number[] {
  let best: readonly number[] = [-1]
  const take = (from: number, hand: readonly Card[]): void => {
    if (hand.length === 5) {
      const value = referenceFive(hand)
      if (compareLists(value, best) > 0) best = value
      return
    }
    for (let i = from; i < cards.length; i += 1) take(i + 1, [...hand, itemAt(cards, i)])
  }
  take(0, [])
  return best
}

export function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

/** A random table: how many sit at it, with what, in which form. Short stacks make side pots. */
export function randomTable(rng: Rng): Record<string, number | string | boolean> {
  return {
    form: rng.below(2) === 0 ? 'tournament' : 'cash',
    players: 2 + rng.below(9),
    chips: [20, 55, 130, 400, 1500, 9999][rng.below(6)] ?? 400,
    level: 1 + rng.below(4),
    'hands-per-level': 1 + rng.below(6),
    antes: rng.below(2) === 0,
    hands: 1 + rng.below(30),
  }
}

/** Answers at random, but not all in at every turn: a passive answer is preferred. */
export function answerAtRandom(game: Game, state: State, rng: Rng): void {
  const ask = game.ask(state)
  if (ask === undefined) throw new Error('The game is over.')
  const calm = ask.kind === 'one' && ask.values.length > 2 && rng.below(2) === 0
  if (calm) game.answer(state, [ask.values.length > 3 ? 1 : 0])
  else if (ask.kind === 'number' && rng.below(2) === 0) game.answer(state, [ask.min])
  else game.answer(state, drawPicks(ask, rng))
}
