/** What a preview says about the questions after an answer: the next one, and an example of what could follow. */
import { describe, expect, it } from 'vitest'
import { type Effect, type Expr, type GameDef, linkGame } from '@ludoforge/kernel'
import { likelyAnswer, outlook } from '../src/index.js'
import { gameOf, procedure, ref, seat, zone } from '../../kernel/test/games/board.js'

const stones = (at: string): Expr => ({ query: 'tokensInZone', zone: { zone: at }, filter: [] })
const number = (bind: string, prompt: string, max: number): Effect => ({
  chooseOne: { bind, type: 'number', prompt: [prompt], options: { query: 'intsInRange', min: 0, max } },
})
const earn = (bind: string): Effect => ({ addVar: { scope: 'global', var: 'gold', delta: ref(bind) } })
const move = (tokens: Expr): Effect => ({
  forEach: {
    bind: 't',
    type: 'token',
    over: tokens,
    effects: [{ moveToken: { token: ref('t'), to: { zone: 'hill' } } }],
  },
})

const game = (body: readonly Effect[], change: Partial<GameDef> = {}) =>
  linkGame(
    gameOf({
      id: 'ahead',
      seats: [seat('ann'), seat('ben')],
      zones: [zone('veil', { visible: 'none' }), zone('mill'), zone('hill')],
      tokens: ['dark', 'light'].map((id) => ({
        id,
        name: id,
        family: 'pieces' as const,
        count: 3,
        supply: id === 'dark' ? 'veil' : 'mill',
        props: {},
        changing: [],
      })),
      variables: [{ id: 'gold', scope: 'global', type: 'number', min: 0, max: 99, start: 0 }],
      procedures: [procedure('play', [...body, { endGame: { kind: 'draw' } }])],
      ...change,
    }),
  )

describe('the likely answer', () => {
  const base = {
    values: [7],
    counts: [4],
    costs: null,
    min: 0,
    max: 3,
    budget: 0,
    optional: false,
    offers: [],
  }
  it.each([
    ['the most of the only kind', { ...base, kind: 'many' as const }, [0, 0, 0]],
    ['the only option', { ...base, kind: 'one' as const }, [0]],
    ['none of several', { ...base, kind: 'many' as const, values: [7, 8], counts: [4, 4] }, undefined],
    ['nothing, if nothing is offered', { ...base, kind: 'one' as const, values: [], optional: true }, []],
    ['the largest small number', { ...base, kind: 'number' as const, values: [], max: 6 }, [6]],
    ['no large number', { ...base, kind: 'number' as const, values: [], max: 600 }, undefined],
  ])('is %s', (_, question, picks) => {
    expect(likelyAnswer(question)).toEqual(picks)
  })
})

describe('after an answer', () => {
  const of = (body: readonly Effect[], measure?: () => number) => {
    const played = game([number('n', 'first?', 2), earn('n'), ...body])
    return outlook(played, played.start({ seed: 1 }), 1, 'ann', measure)
  }

  it('the next question is named', () => {
    expect(of([number('m', 'how much then?', 50), earn('m')])).toMatchObject({
      until: 'question',
      next: { seat: 'ann', prompt: 'how much then?' },
    })
  })

  it('the same question may be asked again', () => {
    const again: Effect = { repeat: { limit: 3, effects: [number('m', 'again?', 50)] } }
    const played = game([again])
    expect(outlook(played, played.start({ seed: 1 }), 1, 'ann').next).toEqual({
      seat: 'ann',
      prompt: 'again?',
      again: true,
    })
  })

  it('likely answers are followed until something changes on the board, as an example', () => {
    const seen = of(
      [
        number('m', 'second?', 3),
        earn('m'),
        {
          chooseN: {
            bind: 'some',
            type: 'token',
            prompt: ['which move?'],
            options: stones('mill'),
            min: 0,
            max: 2,
          },
        },
        move(ref('some')),
        number('last', 'last?', 3),
      ],
      () => 5,
    )
    expect(seen.events.map(({ type }) => type)).toEqual(['chose', 'set'])
    expect(seen.next).toEqual({ seat: 'ann', prompt: 'second?' })
    expect(seen.example?.events.map(({ type }) => type)).toEqual(['chose', 'set', 'chose', 'moved'])
    expect(seen.example?.events.at(-1)).toMatchObject({ what: 'light', count: 2 })
    expect(seen.example).toMatchObject({ next: { prompt: 'last?' }, values: 5 })
    expect(seen.values).toBeUndefined()
  })

  it('an example ends before a roll', () => {
    const seen = of([number('m', 'second?', 3), { rollRandom: { bind: 'die', min: 1, max: 6 } }, earn('die')])
    expect(seen.example).toMatchObject({ until: 'chance' })
    expect(seen.example?.events.map(({ type }) => type)).toEqual(['chose'])
  })
})

describe('the twin of a position, which differs only in what the seat cannot see', () => {
  it('has the same outlook', () => {
    const hidden = (value: number): Effect => ({ setVar: { scope: 'global', var: 'secret', value } })
    const range = { scope: 'global', type: 'number', min: 0, max: 99, start: 0 } as const
    const all = [1, 7].map((value) => {
      const played = game(
        [
          hidden(value),
          number('n', 'first?', 2),
          earn('n'),
          number('m', 'second?', 3),
          { addVar: { scope: 'global', var: 'gold', delta: { ref: 'gvar', var: 'secret' } } },
          number('last', 'last?', 3),
        ],
        {
          variables: [
            { ...range, id: 'gold' },
            { ...range, id: 'secret', hidden: 'all' },
          ],
        },
      )
      return JSON.stringify(outlook(played, played.start({ seed: 1 }), 1, 'ann'))
    })
    expect(all[0]).toBe(all[1])
  })
})
