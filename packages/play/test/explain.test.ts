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
      summary: "'march' is offered.",
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
      { clause: 'requires some armies of actor in supply', needs: true, rule: '2.1', place: 'islands.md:16' },
    ])
    expect(why.summary).toBe("'rally' is not offered: it needs: requires some armies of actor in supply")
  })

  it('names every failed clause, also inside test functions', () => {
    const s = game.decide(game.start({ scenario: 'long' }), 'rally')
    expect(explain(game, s, 'elm').failed).toEqual([
      { clause: 'not in revolt', needs: true, rule: '2.1', place: 'islands.md:12' },
    ])
    expect(explain(game, s, 'fern').failed).toEqual([
      { clause: 'not rival-controlled(it)', needs: true, rule: '2.1', place: 'islands.md:10' },
    ])
  })

  it('names the cost that is too high', () => {
    const poor: Block = [{ setVar: { scope: 'pvar', var: 'gold', player: { seat: 'red' }, value: 2 } }]
    const s = game.decide(linkBlock(game, poor).run(game.start({})), 'rally')
    expect(explain(game, s, 'cedar').failed).toEqual([
      { clause: 'it costs 3, but the budget is 2', rule: '3.1', place: 'islands.md:15' },
    ])
  })

  it('names the list that something is not in', () => {
    const s = game.decide(game.start({}), 'rally')
    expect(explain(game, s, 'red-box').summary).toContain("'red-box' is not among the spaces of the map")
    expect(explain(game, s, 'atlantis').summary).toContain("there is no space or zone called 'atlantis'")
    expect(explain(game, game.start({}), 'raid').summary).toContain("'raid' is not among")
  })

  it('looks into sets that are functions', () => {
    let s = game.decide(game.start({ seed: 1 }), 'march')
    if (game.decision(s)!.name === 'special') s = game.decide(s, [])
    expect(explain(game, s, 'fern').failed).toEqual([
      { clause: 'some armies of actor in it', needs: true, rule: '2.1', place: 'islands.md:13' },
    ])
  })

  it('names the failed condition of an alternative', () => {
    let s = game.decide(game.start({}), 'scheme')
    s = game.decide(s, 'fern')
    expect(game.decision(s)!.options.map((o) => o.id)).toEqual(['tax', 'order'])
    expect(explain(game, s, 'drill').offered).toBe(false)
    expect(itemAt(explain(game, s, 'drill').failed, 0).clause).toBe('some active armies of actor in target')
    expect(explain(game, s, 'flee').summary).toContain('no such alternative')
  })

  it('explains the offers of a window, with their timing', () => {
    const s = game.decide(game.start({ seed: 1 }), 'march')
    const offer = itemAt(game.decision(s)!.offers, 0)
    expect(explain(game, s, offer.id)).toEqual({
      offered: true,
      option: offer.id,
      timing: 'before',
      summary: `'${offer.id}' is offered, to be performed first.`,
      failed: [],
    })
    expect(itemAt(explain(game, s, 'rally').failed, 0).clause).toBe(
      'its requirements hold, but the question is: Choose special',
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
    expect(explain(game, s, '4').summary).toBe("'4' isn't a whole number from 1 to 3.")
    expect(explain(game, game.start({ empty: true }), 'x').summary).toBe('There is nothing to decide.')
  })

  it('changes nothing', () => {
    const s = game.decide(game.start({}), 'rally')
    const before = [game.hash(s), game.fingerprint, JSON.stringify(game.decision(s))]
    for (const id of ['elm', 'fern', 'red-box', 'x']) explain(game, s, id)
    expect([game.hash(s), game.fingerprint, JSON.stringify(game.decision(s))]).toEqual(before)
  })
})
