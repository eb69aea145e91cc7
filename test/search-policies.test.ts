/** `search` with rollouts by the policies of all seats. */
import { makeAgent } from '@ludoforge/agents'
import { describe, expect, it } from 'vitest'
import { gameFrom } from './support/games.js'

/** A turn is three numbers, gained at once. Dice worth a hundred turns decide the winner. */
const LUCK = `# Luck

\`\`\`yaml
game: {id: luck, title: Luck}
seats: {left: {name: Left}, right: {name: Right}}
seat-variables:
  coins: {range: 0..100000, start: 0}
\`\`\`

\`\`\`rules
play
  each round in 1..4
    each seat in seats
      as seat
        do gain
        do gain
        do gain
  each seat in seats
    roll luck from 0..9999
    add luck to seat.coins
  rank seats by it.coins

procedure gain
  choose gained from 0..9
  add gained to actor.coins

value worth(seat) = seat.coins

policy plain for seats
  at gain.gained
    take 4
\`\`\`
`

/** Left lends twice; Right gives twice as much back, or nothing. It plays by one of two policies. A coin at the end makes it a game of chance, which alpha-beta doesn't play. */
const TRUST = `# Trust

\`\`\`yaml
game: {id: trust, title: Trust}
seats: {left: {name: Left}, right: {name: Right}}
seat-variables:
  coins: {range: 0..1000, start: 100}
variables:
  lent: {range: 0..100, start: 0}
\`\`\`

\`\`\`rules
play
  each round in 1..6
    as left
      do lend
      do lend
    as right
      do return
  roll luck from 0..1
  add luck to left.coins
  rank seats by it.coins

procedure lend
  choose amount from 0..9
  spend amount left.coins
  add amount to lent

procedure return
  choose
    option keep
      add lent to right.coins
    option share
      add 2 * lent to left.coins
  set lent to 0

value worth(seat) = seat.coins

policy plain for left
  at lend.amount
    take 3

policy mean for right
  at return
    first keep

policy fair for right
  at return
    first share
\`\`\`
`

/** What is borrowed is paid back twofold, a turn later; luck at the end is worth more than all of it. */
const DEBT = `# Debt

\`\`\`yaml
game: {id: debt, title: Debt}
seats: {left: {name: Left}, right: {name: Right}}
seat-variables:
  coins: {range: 0..100000, start: 500}
  borrowed: {range: 0..100, start: 0}
  due: {range: 0..100, start: 0}
\`\`\`

\`\`\`rules
play
  each round in 1..7
    each seat in seats
      as seat
        do borrow
        do borrow
        spend seat.due seat.coins
        set seat.due to 2 * seat.borrowed
        set seat.borrowed to 0
  each seat in seats
    roll luck from 0..9999
    add luck to seat.coins
  rank seats by it.coins

procedure borrow
  choose amount from 0..9
  add amount to actor.coins
  add amount to actor.borrowed

value worth(seat) = seat.coins

policy plain for seats
  at borrow.amount
    take 4
\`\`\`
`

describe('search with policies for all seats', () => {
  const game = gameFrom(LUCK)

  function turn(agent: string, seed: number, of = game): number[] {
    const state = of.start({ seed })
    const bot = makeAgent(agent, seed)
    const made: number[] = []
    while (of.ask(state)?.seat === 0) {
      const picks = bot.choose(of, state, 0)
      made.push(...picks)
      of.answer(state, picks, 0)
    }
    return made
  }

  it('plays like the policy if there is time for one turn only', () => {
    for (let seed = 0; seed < 10; seed += 1) expect(turn('search:1', seed)).toEqual([4, 4, 4])
  })

  it('values a turn even if luck alone decides the end', () => {
    let gained = 0
    for (let seed = 0; seed < 20; seed += 1) for (const n of turn('search:200', seed)) gained += n
    expect(gained / 20).toBeGreaterThan(17)
  })

  it('sees the later costs of a turn', () => {
    const debt = gameFrom(DEBT)
    let borrowed = 0
    for (let seed = 0; seed < 10; seed += 1) for (const n of turn('search:200', seed, debt)) borrowed += n
    expect(borrowed / 10).toBeLessThan(4)
  })

  it('models others by the policy that fits their answers', () => {
    const trust = gameFrom(TRUST)
    const lent = (policy: string): number => {
      const state = trust.start({ seed: 1 })
      const left = makeAgent('search:200', 1)
      const right = makeAgent(policy, 1)
      let sum = 0
      for (let question = trust.ask(state); question !== undefined; question = trust.ask(state)) {
        const { seat } = question
        const picks = [...(seat === 0 ? left : right).choose(trust, state, seat)]
        if (seat === 1) left.watch?.(trust, state, 0, 1, picks)
        else sum += picks[0] ?? 0
        trust.answer(state, picks, seat)
      }
      return sum
    }
    expect(lent('policy:mean')).toBeLessThan(20)
    expect(lent('policy:fair')).toBeGreaterThan(45)
  })
})
