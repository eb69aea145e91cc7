/** Answers ahead: lists for the rounds of a loop that follow, and answers throughout them. */
import { describe, expect, it } from 'vitest'
import { type Block, type Decision, IllegalChoice, linkGame, type State } from '../src/index.js'
import { linkBlock } from '@ludoforge/play'
import type { LinkedGame } from '../src/game/game.js'
import { ref } from './games/board.js'
import { islands } from './games/islands.js'

const game = linkGame(islands) as LinkedGame
const empty = game.start({ empty: true })
const run = (...effects: Block): State => linkBlock(game, effects).run(empty, { actor: 'red' })
const add = (delta: number) => ({ addVar: { scope: 'global', var: 'round', delta } }) as const
const round = (s: State) => game.view(s, null).variables.round
const asked = (s: State): Decision => {
  const decision = game.decision(s)
  if (decision === undefined) throw new Error('Nothing is asked.')
  return decision
}

/** Up to three rounds: a space, then an amount from 1 to 3, then yes or no. */
function loop(repeats = false): State {
  const none = { op: '==', left: ref('place'), right: { none: 'zone' } } as const
  return run({
    repeat: {
      limit: 3,
      effects: [
        {
          chooseOne: {
            bind: 'place',
            type: 'zone',
            options: { query: 'mapSpaces' },
            optional: true,
            series: true,
            ...(repeats ? { repeats: true as const } : {}),
          },
        },
        { if: { when: none, then: [{ leave: 'loop' }] } },
        {
          chooseOne: {
            bind: 'amount',
            type: 'number',
            options: { query: 'intsInRange', min: 1, max: 3 },
          },
        },
        { addVar: { scope: 'global', var: 'round', delta: ref('amount') } },
        {
          alternatives: {
            options: [
              { id: 'no', effects: [] },
              { id: 'yes', effects: [add(10)] },
            ],
          },
        },
      ],
    },
  })
}

describe('a list', () => {
  const start = loop()
  const before = Number(round(start))
  const spaces = asked(start).options.map(({ id }) => id)
  const [first = '', second = '', third = '', fourth = ''] = spaces

  it('is announced with its most items', () => {
    expect(asked(start).series).toBe(3)
    expect(asked(start).repeats).toBeUndefined()
  })

  it('answers the rounds that follow, and then no more', () => {
    let s = game.decide(start, [first, second])
    for (const choice of [1, 'no', 2, 'yes']) s = game.decide(s, choice)
    expect(Number(round(s)) - before).toBe(13)
    expect(game.decision(s)).toBeUndefined()
  })

  it('is followed by another round if it is a single id', () => {
    let s = start
    for (const choice of [first, 1, 'no']) s = game.decide(s, choice)
    expect(asked(s).name).toBe('place')
    expect(asked(s).series).toBe(2)
  })

  it('is the same by names and by indexes, and in a copy', () => {
    const s = game.decide(start, [first, second])
    const picks = game.picks(start, [first, second])
    expect(picks).toEqual([0, 1, -1])
    expect(game.choice(start, picks)).toEqual([first, second])
    expect(game.hash(game.fork(s))).toBe(game.hash(s))
  })

  it.each([
    [[first, first], /chosen once is chosen 2 times/],
    [[first, second, third, fourth], /At most 3/],
    [[first, 'nowhere'], /not offered/],
  ])('%j is refused', (list, message) => {
    expect(() => game.decide(start, list)).toThrow(message)
    expect(() => game.decide(start, list)).toThrow(IllegalChoice)
  })

  it('may repeat an option where the rules allow it', () => {
    const again = loop(true)
    expect(asked(again).repeats).toBe(true)
    let s = game.decide(again, [first, first, first])
    for (const choice of [1, 'no', 1, 'no', 1, 'no']) s = game.decide(s, choice)
    expect(Number(round(s)) - before).toBe(3)
    expect(() => game.decide(again, [first, first, first, first])).toThrow(/At most 3/)
  })

  it('is refused where the question is not asked in a series', () => {
    const s = run({ chooseOne: { bind: 'x', type: 'zone', options: { query: 'mapSpaces' } } })
    expect(asked(s).series).toBeUndefined()
    expect(() => game.decide(s, [first, second])).toThrow(/Only one option/)
  })
})

describe('an answer throughout', () => {
  const start = loop()
  const before = Number(round(start))
  const [first = '', second = '', third = ''] = asked(start).options.map(({ id }) => id)

  it('is given in all rounds', () => {
    let s = game.decide(start, [first, second, third])
    expect(asked(s).throughout).toBe(true)
    s = game.decide(s, { throughout: 2 })
    s = game.decide(s, { throughout: 'yes' })
    expect(Number(round(s)) - before).toBe(36)
    expect(game.decision(s)).toBeUndefined()
  })

  it('needs rounds that follow', () => {
    const s = game.decide(start, [first])
    expect(asked(s).throughout).toBeUndefined()
    expect(() => game.decide(s, { throughout: 2 })).toThrow(/not asked in a series/)
  })

  it('must be legal itself', () => {
    const s = game.decide(start, [first, second])
    expect(() => game.decide(s, { throughout: 4 })).toThrow(/not between 1 and 3/)
  })

  it('is recorded in each round', () => {
    const s = game.decide(start, [first, second])
    const { events } = game.step(game.decide(s, { throughout: 3 }), { throughout: 'no' })
    expect(events.flatMap((e) => (e.type === 'chose' ? [e.choice] : []))).toEqual(['no', second, 3, 'no', []])
  })
})
