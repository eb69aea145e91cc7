/** A preview ends where it would reveal hidden information, and not earlier. */
import { describe, expect, it } from 'vitest'
import { type Effect, type Expr, linkGame } from '@ludoforge/kernel'
import { preview } from '../src/index.js'
import { gameOf, procedure, ref, seat, zone } from '../../kernel/test/games/board.js'

const stones = (at: string): Expr => ({ query: 'tokensInZone', zone: { zone: at }, filter: [] })
const first = (at: string): Expr => ({ aggregate: { op: 'first', query: stones(at) } })
const none: Expr = { none: 'token' }
const ask: Effect = {
  chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min: 0, max: 2 } },
}
const earn: Effect = { addVar: { scope: 'global', var: 'gold', delta: ref('n') } }

/** The first zone is hidden from everybody, and the first tokens of all are in it. */
const previewOf = (body: readonly Effect[]) => {
  const game = linkGame(
    gameOf({
      id: 'veil',
      seats: [seat('ann'), seat('ben')],
      zones: [zone('veil', { visible: 'none' }), zone('mill')],
      tokens: ['dark', 'light'].map((id) => ({
        id,
        name: id,
        family: 'pieces' as const,
        count: 2,
        supply: id === 'dark' ? 'veil' : 'mill',
        props: {},
        changing: [],
      })),
      variables: [{ id: 'gold', scope: 'global', type: 'number', min: 0, max: 9, start: 0 }],
      procedures: [procedure('play', [...body, { endGame: { kind: 'draw' } }])],
    }),
  )
  const { events, until } = preview(game, game.start({ seed: 1 }), 1, 'ann')
  return { told: events.map(({ type }) => type), until }
}

describe('a running rule that holds', () => {
  const held = (type: string, value: Expr) => previewOf([{ let: { bind: 'x', type, value } }, ask, earn])

  it.each([
    ['no token', 'token', none],
    ['a token that everybody sees', 'token', first('mill')],
    ['a list of no token', 'list token', { query: 'list', type: 'token', items: [none] }],
    ['a list of tokens that everybody sees', 'list token', stones('mill')],
  ] as const)('%s is told to its end', (_, type, value) => {
    const { until, told } = held(type, value)
    expect(until).toBe('over')
    expect(told).toContain('set')
  })

  it.each([
    ['the first token of all, which nobody sees', 'token', first('veil')],
    ['a list of tokens that nobody sees', 'list token', stones('veil')],
    [
      'a list with one token that nobody sees',
      'list token',
      { query: 'list', type: 'token', items: [first('mill'), first('veil')] },
    ],
  ] as const)('%s is not', (_, type, value) => {
    expect(held(type, value)).toEqual({ told: ['chose'], until: 'hidden' })
  })
})

describe('a rule that binds a name after the question', () => {
  it.each([
    ['a token that nobody sees', 'token', first('veil')],
    ['a list of tokens that nobody sees', 'list token', stones('veil')],
    ['a number that nobody knows', 'number', { aggregate: { op: 'count', query: stones('veil') } }],
  ] as const)('holds nothing yet: %s', (_, type, value) => {
    const { until, told } = previewOf([ask, earn, { let: { bind: 'x', type, value } }])
    expect(until).toBe('over')
    expect(told).toContain('set')
  })
})

describe('a reveal', () => {
  const revealed = (tokens: Expr) => previewOf([ask, { reveal: { tokens } }, earn])

  it.each([
    ['no token', { query: 'list', type: 'token', items: [none] }],
    ['tokens that everybody sees', stones('mill')],
  ] as const)('of %s is told, and what follows', (_, tokens) => {
    const { until, told } = revealed(tokens)
    expect(until).toBe('over')
    expect(told).toContain('set')
  })

  it('of the first token of all, which nobody sees, ends the preview', () => {
    const { until, told } = revealed({ query: 'list', type: 'token', items: [first('veil')] })
    expect(until).toBe('hidden')
    expect(told).not.toContain('set')
  })

  it('of one token that nobody sees among others ends it too', () => {
    const mixed: Expr = { query: 'list', type: 'token', items: [first('mill'), first('veil')] }
    expect(revealed(mixed).until).toBe('hidden')
  })

  it('to another seat does not end it', () => {
    const to: Expr = { query: 'list', type: 'seat', items: [{ seat: 'ben' }] }
    const { until, told } = previewOf([ask, { reveal: { tokens: stones('veil'), to } }, earn])
    expect({ until, told }).toEqual({ until: 'over', told: ['chose', 'set', 'over'] })
  })
})
