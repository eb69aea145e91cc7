/** Why something is not offered in Fire in the Lake, read as a player. */
import type { Reason, State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { turnOf } from './support/fitl-activities.js'
import { answers, begin, gameWith } from './support/fitl-boards.js'

const POOR_VC = `
    set resources of VC to 0
    place 1 VC guerrillas in hue`
const MONSOON = 'move card-127 in coup-stock to next-card'

const game = gameWith({
  'nobody-there': turnOf('VC', 'set resources of VC to 0'),
  'poor-vc': turnOf('VC', `${POOR_VC}\n    ${MONSOON}`),
  'rich-vc': turnOf(
    'VC',
    `${POOR_VC}\n    set resources of VC to 5\n    set support of hue to active-support`,
  ),
  'second-us': turnOf(
    'US',
    'place 2 US troops in saigon\n    place 1 VC guerrillas in hue',
    'operation-alone',
  ),
  'marching-nva': turnOf('NVA', 'place 4 NVA troops in north-vietnam\n    set resources of NVA to 1'),
})

/** Clauses with what they find, and what is below them, each a little further in. */
function lines(reasons: readonly Reason[], depth = ''): string[] {
  return reasons.flatMap(({ clause, now, of, anyOf = [], allOf = [], noneWith = [] }) => [
    `${depth}${of === undefined ? '' : `${of}: `}${clause}${now === undefined ? '' : ` (${now})`}`,
    ...lines([...anyOf, ...allOf, ...noneWith], `${depth}  `),
  ])
}

function why(state: State, option: string): string[] {
  const { offered, option: id, failed } = game.explain(state, option)
  return [offered ? `${id} is offered` : id, ...lines(failed)]
}

describe('asked about an action', () => {
  it('it is the one of the faction that asks', () => {
    expect(why(begin(game, 'poor-vc'), 'march')).toEqual([
      'march-vc',
      'free or not monsoon',
      '  free',
      '  not monsoon',
    ])
    expect(why(begin(game, 'poor-vc'), 'Rally')).toEqual([
      'rally-vc',
      'spendable(actor) >= fee(price) (now 0 and 1)',
    ])
    expect(why(begin(game, 'poor-vc'), 'sweep')).toEqual(['sweep', 'Sweep is for ARVN and US only'])
    expect(why(answers(game, begin(game, 'marching-nva'), ['operation']), 'attack')[0]).toBe('attack-nva')
  })

  it('what no space has is named, be it a neighbour of a neighbour', () => {
    expect(why(begin(game, 'nobody-there'), 'march')).toEqual([
      'march-vc',
      'some(map where can-march-into(it, no pieces))',
      '  some(neighbors of space where can-leave(it, moved) and may-march(it, space))',
      '    count(mobile-insurgents of actor in origin) > count(moved where it.space = origin) (now 0 and 0)',
    ])
  })

  it('the space that comes nearest is named, and each way in which it fails', () => {
    expect(why(begin(game, 'poor-vc'), 'terror').slice(3)).toEqual([
      '    Hue: space is loc or affordable(1)',
      '      space is loc (it is city)',
      '      spendable(actor) >= fee(price) (now 0 and 1)',
    ])
    expect(why(begin(game, 'second-us'), 'assault').slice(3)).toEqual([
      '    Saigon: some(insurgents in space)',
    ])
  })

  it('every Operation tells what it needs, if none is possible', () => {
    const told = why(begin(game, 'poor-vc'), 'operation')
    expect(told.slice(0, 2)).toEqual(['operation', 'some(actions-tagged(operation) where legal(it))'])
    expect(told.filter((line) => /^ {2}\S/.test(line))).toEqual([
      '  Rally',
      '  March',
      '  Attack',
      '  Terror',
    ])
  })
})

it('asked about a class of Operation it tells what was done before', () => {
  expect(why(begin(game, 'second-us'), 'event')).toEqual([
    'event',
    'first-did is nobody-yet or operation-with-activity (it is operation-alone)',
  ])
  expect(why(begin(game, 'second-us'), 'Operation')).toEqual([
    'operation',
    'first-did is nobody-yet or the-event (it is operation-alone)',
  ])
})

describe('asked about a space', () => {
  const rally = answers(game, begin(game, 'rich-vc'), ['operation', 'rally-vc'])
  it('the clause that keeps it out is named, with its place', () => {
    expect(why(rally, 'Hue')).toEqual(['hue', 'space is not active-support'])
    expect(game.explain(rally, 'hue').failed[0]).toMatchObject({ rule: '3.3.1', needs: true })
    expect(game.explain(rally, 'hue').failed[0].place).toMatch(/^3-operations\.md:\d+$/)
    expect(why(rally, 'loc-hue-da-nang')).toEqual(['loc-hue-da-nang', 'space is not loc'])
    expect(why(rally, 'casualties')).toEqual([
      'casualties',
      "'casualties' is not among the spaces of the map",
    ])
  })

  it('so are the pieces that a March can take', () => {
    const march = answers(game, begin(game, 'marching-nva'), ['operation', 'march-nva', 'central-laos'])
    expect(why(march, 'us-troops@available:US')).toEqual([
      'us-troops@available:US',
      'it is one of mobile-insurgents of actor',
      'it is in origins (it is Available (US))',
    ])
  })
})

it('no explanation shows how the rules are stored', () => {
  const asked = [
    'operation',
    'march',
    'attack',
    'terror',
    'rally',
    'tax',
    'ambush',
    'event',
    'hue',
    'transfer',
    'x',
  ]
  for (const board of ['nobody-there', 'poor-vc', 'rich-vc', 'second-us', 'marching-nva'])
    for (const option of asked)
      expect(why(begin(game, board), option).join('\n')).not.toMatch(
        /\b(any|filter|tokensInZone|binding|query)\b|[{}]|undefined/,
      )
})
