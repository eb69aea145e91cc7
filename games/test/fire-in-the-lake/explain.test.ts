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
  return reasons.flatMap(({ text, of, anyOf = [], allOf = [], noneWith = [] }) => [
    `${depth}${of === undefined ? '' : `${of}: `}${text}`,
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
      'the Monsoon rules this out',
      '  it is Monsoon',
      "  the action isn't free",
    ])
    expect(why(begin(game, 'poor-vc'), 'Rally')).toEqual([
      'rally-vc',
      'VC can spend 0 Resources, needs 1',
      '  there are no Resources that VC can spend',
    ])
    expect(why(begin(game, 'poor-vc'), 'sweep')).toEqual(['sweep', 'Sweep is for ARVN and US only'])
    expect(why(answers(game, begin(game, 'marching-nva'), ['operation']), 'attack')[0]).toBe('attack-nva')
  })

  it('what no space has is named, be it a neighbour of a neighbour', () => {
    expect(why(begin(game, 'nobody-there'), 'march')).toEqual([
      'march-vc',
      'there is no space where VC can March into it',
      '  no space next to the space is suitable',
      '    no VC Guerrilla is in the origin',
    ])
  })

  it('the space that comes nearest is named, and each way in which it fails', () => {
    expect(why(begin(game, 'poor-vc'), 'terror').slice(3)).toEqual([
      '    Hue: Hue is a City, needs a LoC and VC can spend 0 Resources, needs 1',
      '      Hue is a City, needs a LoC',
      '      VC can spend 0 Resources, needs 1',
      '        there are no Resources that VC can spend',
    ])
    expect(why(begin(game, 'second-us'), 'assault').slice(3)).toEqual([
      '    Saigon: no insurgent piece outside Tunnels is in Saigon',
    ])
  })

  it('every Operation tells what it needs in the class that is asked for, if none is possible', () => {
    const told = why(begin(game, 'poor-vc'), 'operation')
    expect(told.slice(0, 3)).toEqual([
      'operation',
      'there are no Operations that are possible now and there are no Special Activities that are possible now',
      '  there are no Operations that are possible now',
    ])
    expect(told.filter((line) => /^ {4}\S/.test(line))).toEqual([
      "    Rally isn't possible",
      "    March isn't possible",
      "    Attack isn't possible",
      "    Terror isn't possible",
      '    this is an Operation, needs an Operation with Special Activity',
    ])
    expect(told).toContain('      VC can spend 0 Resources, needs 1')
    const activity = why(begin(game, 'nobody-there'), 'operation-and-activity')
    expect(activity.map((line) => line.trim())).toContain("Rally isn't possible")
    expect(activity.join('\n')).not.toContain('undefined')
  })
})

describe('asked about a Special Activity', () => {
  const full = ['operation-and-activity', 'rally-vc']

  it('it tells that it is offered beside the question, and when', () => {
    const menu = answers(game, begin(game, 'rich-vc'), ['operation-and-activity'])
    expect(explain(game, menu, 'Tax')).toMatchObject({ offered: true, option: 'tax', timing: 'before' })
    const spaces = answers(game, begin(game, 'rich-vc'), full)
    expect(explain(game, spaces, 'tax').summary).toBe(
      'Tax can be chosen in addition to an answer. It is performed first.',
    )
    const next = answers(game, spaces, ['saigon', 'guerrilla'])
    expect(explain(game, next, 'tax').summary).toBe(
      'Tax can be chosen in addition to an answer. It is performed now.',
    )
  })

  it('what keeps it from this Operation is named, and what it needs itself', () => {
    const alone = answers(game, begin(game, 'rich-vc'), ['operation', 'rally-vc'])
    expect(why(alone, 'tax')).toEqual([
      'tax',
      'this is not an Operation with a Special Activity',
      '  this is an Operation, needs an Operation with Special Activity',
    ])
    const spaces = answers(game, begin(game, 'rich-vc'), full)
    expect(why(spaces, 'subvert')).toEqual([
      'subvert',
      'there is no space where the VC can Subvert',
      '  no ARVN cube is in the space',
    ])
    const ambush = why(spaces, 'ambush')
    expect(ambush.slice(0, 4)).toEqual([
      'ambush-vc',
      'Ambush cannot accompany this Operation',
      '  the Operation under way is Rally and Ambush cannot accompany Rally',
      '    the Operation under way is Rally',
    ])
    expect(ambush).toContain('  the Operation under way is Rally and Ambush cannot accompany Rally')
    expect(why(spaces, 'advise')).toEqual(['advise', 'Advise is for US only'])
  })

  it('that one was made is named', () => {
    const made = answers(game, begin(game, 'rich-vc'), [...full, { offer: 'tax' }])
    expect(why(made, 'tax').slice(0, 3)).toEqual([
      'tax',
      'a Special Activity was carried out on this card already',
      '  a Special Activity was carried out on this card and there is no Ambush and Tax is not Ambush',
    ])
  })

  it('the space that keeps Advise away is named: it is Trained', () => {
    const train = answers(game, begin(game, 'training-us'), ['operation-and-activity', 'train-us'])
    expect(explain(game, train, 'advise').offered).toBe(true)
    const trained = answers(game, train, ['saigon', 'no-forces'])
    expect(why(trained, 'advise').slice(3, 4)).toEqual(['    Saigon: Saigon is a space of this Train'])
  })

  it('what each faction needs in season and out of it', () => {
    expect(why(begin(game, 'poor-arvn'), 'assault')).toEqual([
      'assault-arvn',
      'ARVN can spend 2 Resources, needs 3',
      '  Resources that ARVN can spend 2, needs 3',
    ])
    const monsoon = answers(game, begin(game, 'monsoon-us'), ['operation-and-activity'])
    expect(why(monsoon, 'sweep')).toEqual([
      'sweep-us',
      'the Monsoon rules this out',
      '  it is Monsoon',
      "  the action isn't free",
    ])
    expect(why(monsoon, 'rally')).toEqual(['rally', 'Rally is for NVA and VC only'])
    expect(why(monsoon, 'advise')).toEqual(['advise is offered'])
  })
})

it('asked about a class of Operation it tells what was done before', () => {
  expect(why(begin(game, 'second-us'), 'event')).toEqual([
    'event',
    'the first faction did an Operation alone, so the Event is closed',
    '  what the first Eligible did is an Operation alone, needs nothing yet or an Operation with Special Activity',
  ])
  expect(why(begin(game, 'second-us'), 'Operation')).toEqual([
    'operation',
    'the first faction did an Operation alone, so a full Operation is closed',
    '  what the first Eligible did is an Operation alone, needs nothing yet or the Event and US is not a non-player',
    '    what the first Eligible did is an Operation alone, needs nothing yet or the Event',
    '    US is not a non-player',
    "      US isn't one of the option non players",
  ])
})

describe('asked about a space', () => {
  const rally = answers(game, begin(game, 'rich-vc'), ['operation', 'rally-vc'])
  it('the clause that keeps it out is named, with its place', () => {
    expect(why(rally, 'Hue')).toEqual(['hue', 'VC cannot Rally in Hue', '  Hue is Active Support'])
    expect(explain(game, rally, 'hue').failed[0]).toMatchObject({ rule: '3.3.1' })
    expect(itemAt(explain(game, rally, 'hue').failed, 0).place).toMatch(/^3-operations\.md:\d+$/)
    expect(why(rally, 'loc-hue-da-nang')).toEqual([
      'loc-hue-da-nang',
      'VC cannot Rally in Hue - Da Nang',
      '  Hue - Da Nang is a LoC',
    ])
    expect(why(rally, 'casualties')).toEqual(['casualties', "Casualties isn't a space of the map"])
  })

  it('so are the pieces that a March can take', () => {
    const march = answers(game, begin(game, 'marching-nva'), ['operation', 'march-nva', 'central-laos'])
    expect(why(march, 'us-troops@available:US')).toEqual([
      'us-troops@available:US',
      'US Troop in Available (US) is not an NVA Troop or Guerrilla',
      "Available (US) isn't chosen yet",
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
    `North Vietnam is a space, and the question is: ${prompt}`,
  ])
})
