/** Why something is not offered in Fire in the Lake, read as a player. */
import type { State } from '@ludoforge/kernel'
import { explain, type Reason } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { turnOf } from './support/activities.js'
import { answers, begin, gameWith } from './support/boards.js'

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
  'training-us': turnOf(
    'US',
    'place 2 US troops in saigon\n    place 2 ARVN troops in saigon\n    place 1 US troops in hue',
  ),
  'monsoon-us': turnOf(
    'US',
    `place 2 US troops in saigon\n    place 2 ARVN troops in saigon\n    place 1 VC guerrillas in saigon\n    ${MONSOON}`,
  ),
  'poor-arvn': turnOf(
    'ARVN',
    'place 3 ARVN troops in hue\n    place 1 VC guerrillas in hue\n    flip guerrillas in hue to active\n    set resources of ARVN to 2',
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
  const { offered, option: id, failed } = explain(game, state, option)
  return [offered ? `${id} is offered` : id, ...lines(failed)]
}

describe('asked about an action', () => {
  it('it is the one of the faction that asks', () => {
    expect(why(begin(game, 'poor-vc'), 'march')).toEqual([
      'march-vc',
      'not out-of-season',
      '  not monsoon',
      '  free',
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

  it('every Operation tells what it needs in the class that is asked for, if none is possible', () => {
    const told = why(begin(game, 'poor-vc'), 'operation')
    expect(told.slice(0, 3)).toEqual([
      'operation',
      'some(open-operations) or some(open-activities)',
      '  some(open-operations)',
    ])
    expect(told.filter((line) => /^ {4}\S/.test(line))).toEqual([
      '    Rally',
      '    March',
      '    Attack',
      '    Terror',
      '    class is operation-and-activity (it is operation)',
    ])
    expect(told).toContain('      spendable(actor) >= fee(price) (now 0 and 1)')
    const activity = why(begin(game, 'nobody-there'), 'operation-and-activity')
    expect(activity).toContain('  some(open-activities)')
    expect(activity).toContain('    Tax')
    expect(activity.join('\n')).not.toContain('class is operation-and-activity')
  })
})

describe('asked about a Special Activity', () => {
  const full = ['operation-and-activity', 'rally-vc']

  it('it tells that it is offered beside the question, and when', () => {
    const menu = answers(game, begin(game, 'rich-vc'), ['operation-and-activity'])
    expect(explain(game, menu, 'Tax')).toMatchObject({ offered: true, option: 'tax', timing: 'before' })
    const spaces = answers(game, begin(game, 'rich-vc'), full)
    expect(explain(game, spaces, 'tax').summary).toBe(
      "'tax' is offered in addition to the options, to be performed first.",
    )
    const next = answers(game, spaces, ['saigon', 'guerrilla'])
    expect(explain(game, next, 'tax').summary).toBe(
      "'tax' is offered in addition to the options, to be performed now.",
    )
  })

  it('what keeps it from this Operation is named, and what it needs itself', () => {
    const alone = answers(game, begin(game, 'rich-vc'), ['operation', 'rally-vc'])
    expect(why(alone, 'tax')).toEqual(['tax', 'class is operation-and-activity (it is operation)'])
    const spaces = answers(game, begin(game, 'rich-vc'), full)
    expect(why(spaces, 'subvert')).toEqual([
      'subvert',
      'some(map where can-subvert(it))',
      '  some(ARVN cubes in space)',
    ])
    const ambush = why(spaces, 'ambush')
    expect(ambush.slice(0, 4)).toEqual([
      'ambush-vc',
      'under-way is none or goes-with(activity, under-way)',
      '  under-way is none (it is Rally)',
      '  goes-with(activity, under-way)',
    ])
    expect(ambush).toContain('    operation in actions-tagged(march) + actions-tagged(attack) (it is Rally)')
    expect(why(spaces, 'advise')).toEqual(['advise', 'Advise is for US only'])
  })

  it('that one was made is named', () => {
    const made = answers(game, begin(game, 'rich-vc'), [...full, { offer: 'tax' }])
    expect(why(made, 'tax').slice(0, 3)).toEqual([
      'tax',
      'not activity-tried or (ambushes > 0 and activity in actions-tagged(ambush))',
      '  not activity-tried',
    ])
  })

  it('the space that keeps Advise away is named: it is Trained', () => {
    const train = answers(game, begin(game, 'training-us'), ['operation-and-activity', 'train-us'])
    expect(explain(game, train, 'advise').offered).toBe(true)
    const trained = answers(game, train, ['saigon', 'no-forces'])
    expect(why(trained, 'advise').slice(3, 4)).toEqual(['    Saigon: not trained-in(space)'])
  })

  it('what each faction needs in season and out of it', () => {
    expect(why(begin(game, 'poor-arvn'), 'assault')).toEqual([
      'assault-arvn',
      'spendable(actor) >= fee(price) (now 2 and 3)',
    ])
    const monsoon = answers(game, begin(game, 'monsoon-us'), ['operation-and-activity'])
    expect(why(monsoon, 'sweep')).toEqual(['sweep-us', 'not out-of-season', '  not monsoon', '  free'])
    expect(why(monsoon, 'rally')).toEqual(['rally', 'Rally is for NVA and VC only'])
    expect(why(monsoon, 'advise')).toEqual(['advise is offered'])
  })
})

it('asked about a class of Operation it tells what was done before', () => {
  expect(why(begin(game, 'second-us'), 'event')).toEqual([
    'event',
    'first-did is nobody-yet or operation-with-activity (it is operation-alone)',
  ])
  expect(why(begin(game, 'second-us'), 'Operation')).toEqual([
    'operation',
    'first-did is nobody-yet or the-event or actor is non-player',
    '  first-did is nobody-yet or the-event (it is operation-alone)',
    '  seat in non-players (it is US)',
  ])
})

describe('asked about a space', () => {
  const rally = answers(game, begin(game, 'rich-vc'), ['operation', 'rally-vc'])
  it('the clause that keeps it out is named, with its place', () => {
    expect(why(rally, 'Hue')).toEqual(['hue', 'space is not active-support'])
    expect(explain(game, rally, 'hue').failed[0]).toMatchObject({ rule: '3.3.1', needs: true })
    expect(itemAt(explain(game, rally, 'hue').failed, 0).place).toMatch(/^3-operations\.md:\d+$/)
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

it('that names the current card means its Event, and a space where none is asked for is told as such', () => {
  const state = game.start({ seed: 3 })
  const { prompt = '', seat = '' } = game.decision(state) ?? {}
  const [card = ''] = game.view(state, seat).zones['current-card']?.cards ?? []
  expect(why(state, card)).toEqual(['event is offered'])
  expect(why(state, 'north-vietnam')).toEqual([
    'north-vietnam',
    `North Vietnam is a space. The question is: ${prompt}`,
  ])
})
