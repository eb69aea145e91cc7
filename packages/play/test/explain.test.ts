/** Explanations why something is not offered. */
import { describe, expect, it } from 'vitest'
import { type Block, linkGame } from '@ludoforge/kernel'
import { itemAt } from '../../../test/support/items.js'
import { explain, linkBlock } from '../src/index.js'
import { actor } from '../../kernel/test/games/board.js'
import { islands } from '../../kernel/test/games/islands.js'

const game = linkGame(islands)

describe('explaining', () => {
  it('reports that something is offered', () => {
    expect(explain(game, game.start({}), 'march')).toEqual({
      offered: true,
      option: 'march',
      summary: 'March can be chosen now.',
      failed: [],
    })
  })

  it('names the failed requirement of an action, with its location', () => {
    const all = { query: 'supply', filter: [{ prop: 'owner', eq: actor }] } as const
    const away = linkBlock(game, [
      { as: { player: { seat: 'red' }, effects: [{ moveTokens: { tokens: all, to: { zone: 'ash' } } }] } },
    ])
    const s = away.run(game.start({}))
    const why = explain(game, s, 'rally')
    expect(why.offered).toBe(false)
    expect(why.failed).toEqual([
      {
        text: 'no Army of red is in the supply',
        code: 'requires some armies of actor in supply',
        rule: '2.1',
        place: 'islands.md:16',
      },
    ])
    expect(why.summary).toBe('Rally: no Army of red is in the supply.')
  })

  it('names every failed clause, also inside test functions', () => {
    const s = game.decide(game.start({ scenario: 'long' }), 'rally')
    expect(explain(game, s, 'elm').failed).toEqual([
      { text: 'Elm is revolt', code: 'not in revolt', rule: '2.1', place: 'islands.md:12' },
    ])
    expect(explain(game, s, 'fern').failed).toEqual([
      {
        text: 'of all players, the s is Blue or strength of the t of the Blue pieces in Fern is more than strength of the t of the pieces of the who in Fern',
        code: 'not rival-controlled(it)',
        rule: '2.1',
        place: 'islands.md:10',
      },
    ])
  })

  it('names the cost that is too high', () => {
    const poor: Block = [{ setVar: { scope: 'pvar', var: 'gold', player: { seat: 'red' }, value: 2 } }]
    const s = game.decide(linkBlock(game, poor).run(game.start({})), 'rally')
    expect(explain(game, s, 'cedar').failed).toEqual([
      { text: 'it costs 3, and 2 is left to spend', rule: '3.1', place: 'islands.md:15' },
    ])
  })

  it('names the list that something is not in', () => {
    const s = game.decide(game.start({}), 'rally')
    expect(explain(game, s, 'red-box').summary).toContain("Red-box isn't a space of the map")
    expect(explain(game, s, 'atlantis').summary).toContain('There is no space called “atlantis”')
    expect(explain(game, game.start({}), 'raid').summary).toContain('Raid is not rally, march or scheme.')
  })

  it('looks into sets that are functions', () => {
    let s = game.decide(game.start({ seed: 1 }), 'march')
    if (game.decision(s)!.name === 'special') s = game.decide(s, [])
    expect(explain(game, s, 'fern').failed).toEqual([
      {
        text: 'no Army of red is in Fern',
        code: 'some armies of actor in it',
        rule: '2.1',
        place: 'islands.md:13',
      },
    ])
  })

  it('names the failed condition of an alternative', () => {
    let s = game.decide(game.start({}), 'scheme')
    s = game.decide(s, 'fern')
    expect(game.decision(s)!.options.map((o) => o.id)).toEqual(['tax', 'order'])
    expect(explain(game, s, 'drill').offered).toBe(false)
    expect(itemAt(explain(game, s, 'drill').failed, 0).text).toBe('no active Army of red is in the target')
    expect(explain(game, s, 'flee').summary).toContain(
      'Flee is no answer here: choose Raise taxes, Drill armies or order.',
    )
  })

  it('explains the offers of a window, with their timing', () => {
    const s = game.decide(game.start({ seed: 1 }), 'march')
    const offer = itemAt(game.decision(s)!.offers, 0)
    expect(explain(game, s, offer.id)).toEqual({
      offered: true,
      option: offer.id,
      timing: 'before',
      summary: 'Raid can be chosen. It is performed first.',
      failed: [],
    })
    expect(itemAt(explain(game, s, 'rally').failed, 0).text).toBe(
      'it would be possible, but the question is: Choose special',
    )
  })

  it('handles numbers, and states without a question', () => {
    const number = linkBlock(game, [
      {
        chooseOne: {
          bind: 'n',
          type: 'number',
          player: { seat: 'red' },
          options: { query: 'intsInRange', min: 1, max: 3 },
        },
      },
    ])
    const s = number.run(game.start({}))
    expect(explain(game, s, '2').offered).toBe(true)
    expect(explain(game, s, '4').summary).toBe('The answer is a whole number from 1 to 3.')
    expect(explain(game, game.start({ empty: true }), 'x').summary).toBe('There is nothing to decide.')
  })

  it('changes nothing', () => {
    const s = game.decide(game.start({}), 'rally')
    const before = [game.hash(s), game.fingerprint, JSON.stringify(game.decision(s))]
    for (const id of ['elm', 'fern', 'red-box', 'x']) explain(game, s, id)
    expect([game.hash(s), game.fingerprint, JSON.stringify(game.decision(s))]).toEqual(before)
  })
})
