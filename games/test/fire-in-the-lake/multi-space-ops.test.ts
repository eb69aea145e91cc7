/** Operations in several spaces (3.1, 4.1): one after the other, each once, paid as they come. */
import { describe, expect, it } from 'vitest'
import { answers, asked, begin, compiled, gameWith, rulebook, table } from './support/boards.js'
import { chosen, hasActivity, operationsIn } from './support/operations.js'

const game = gameWith({
  'terror-board': `
    place 1 VC guerrillas in hue
    place 1 VC guerrillas in saigon
    place 1 VC guerrillas in kontum
    set resources of VC to 3
    perform terror-vc, by VC, as operation`,
  'rally-board': `
    place 2 NVA guerrillas in hue
    place 1 NVA bases in central-laos
    set resources of NVA to 3
    set trail to 4
    perform rally-nva, by NVA, as operation`,
  'assault-board': `
    place 3 US troops in hue
    place 2 NVA troops in hue
    place 2 US troops in saigon
    place 3 VC guerrillas in saigon
    flip VC guerrillas in saigon to active
    perform assault-us, by US, as operation`,
  'rally-and-tax': `
    place 1 VC guerrillas in quang-nam
    place 1 VC guerrillas in tay-ninh
    set resources of VC to 1
    perform rally-vc, by VC, as operation-and-activity`,
  'sweep-board': `
    place 2 ARVN troops in hue
    set resources of ARVN to 8
    perform sweep-arvn, by ARVN, as operation`,
})

describe('operations in several spaces', () => {
  it.each([
    ['terror-board', ['hue', 'saigon', 'kontum'], ['kontum', 'hue', 'saigon']],
    [
      'rally-board',
      ['hue', 'base', 'central-laos', 'many', 'saigon', 'guerrilla'],
      ['saigon', 'guerrilla', 'central-laos', 'many', 'hue', 'base'],
    ],
    ['assault-board', ['hue', 'saigon'], ['saigon', 'hue']],
  ])('%s: the order of the spaces does not matter where they do not touch', (board, one, other) => {
    const first = answers(game, begin(game, board), one)
    const second = answers(game, begin(game, board), other)
    expect(table(game, second)).toBe(table(game, first))
  })

  it('the question says how many are chosen, what one costs and what is left', () => {
    const state = begin(game, 'sweep-board')
    expect(asked(game, state).prompt).toBe(
      'Sweep: choose a destination (0 chosen, 3 ARVN Resources each, 8 left)',
    )
    const next = answers(game, state, ['hue'])
    expect(asked(game, next).prompt).toBe(
      'Sweep: choose a destination (1 chosen, 3 ARVN Resources each, 5 left)',
    )
    expect(game.decision(answers(game, next, ['saigon']))?.name).not.toBe('space')
  })

  it('Rally, then Tax, then Rally in four more spaces (T104)', () => {
    const state = begin(game, 'rally-and-tax')
    const rallied = answers(game, state, ['hue', 'guerrilla'])
    expect(asked(game, rallied)).toMatchObject({ name: 'space', options: [], offers: [{ id: 'tax' }] })
    const taxed = answers(game, rallied, [{ offer: 'tax' }, 'tay-ninh', []])
    expect(game.evaluate(taxed, 'resources of VC')).toBe(4)
    const spaces = ['saigon', 'kontum', 'da-nang', 'can-tho']
    const done = answers(
      game,
      taxed,
      spaces.flatMap((space) => [space, 'guerrilla']),
    )
    expect(game.evaluate(done, 'count(VC guerrillas in map)')).toBe(7)
    expect(game.evaluate(done, 'resources of VC')).toBe(0)
  })

  it('in random games no space is chosen twice, and with no Resource left none is offered', () => {
    const random = compiled(rulebook)
    for (const operation of operationsIn(random, 12, 400)) {
      if (hasActivity(operation)) continue
      const { id, steps, seat } = operation
      const each = steps.filter(
        ({ decision }) => decision.name === 'space' && decision.prompt.includes('chosen'),
      )
      // A Train or a Patrol goes back to one of its spaces at last.
      const spaces = /^(?:train|patrol)/.test(id)
        ? each.flatMap(({ choice }) => [choice].flat())
        : chosen(operation, 'space')
      expect(new Set(spaces).size, id).toBe(spaces.length)
      if (!/^(?:rally|attack|sweep-arvn|assault-arvn)/.test(id)) continue
      const price = seat === 'ARVN' ? 3 : 1
      for (const { decision, before } of each)
        if (decision.options.length > 0)
          expect(Number(random.evaluate(before, `resources of ${seat}`))).toBeGreaterThanOrEqual(price)
    }
  })
})
