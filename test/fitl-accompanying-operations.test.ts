/** Which special activity goes with which operation: all twelve with all eight (4.1.1). */
import { describe, expect, it } from 'vitest'
import { ACTIVITIES, granted } from './support/fitl-activities.js'
import { asked, begin, compiled, gameWith, rulebook } from './support/fitl-boards.js'
import { operationsIn } from './support/fitl-operations.js'

const COIN = ['train', 'patrol', 'sweep', 'assault']
const INSURGENT = ['rally', 'march', 'attack', 'terror']
const OPERATIONS = [...COIN, ...INSURGENT]

/** The table of the rules: an activity that may go with any operation goes with all four of its side. */
const ACCOMPANYING: Readonly<Record<string, readonly string[]>> = {
  advise: ['train', 'patrol'],
  'air-lift': COIN,
  'air-strike': COIN,
  govern: ['train', 'patrol'],
  transport: COIN,
  raid: ['patrol', 'sweep', 'assault'],
  infiltrate: ['rally', 'march'],
  bombard: INSURGENT,
  'ambush-nva': ['march', 'attack'],
  tax: INSURGENT,
  subvert: ['rally', 'march', 'terror'],
  'ambush-vc': ['march', 'attack'],
}

const pairs = Object.keys(ACTIVITIES).flatMap((activity) =>
  OPERATIONS.map((kind) => [activity, kind] as const),
)

/** A board on which every activity is possible by itself, and every operation. */
const BOARD = `
    place 3 US troops in quang-nam
    place 2 US troops in hue
    place 1 ARVN troops in hue
    place 1 rangers in hue
    place 2 police in da-nang
    set support of da-nang to passive-support
    place 4 NVA troops in quang-nam
    place 2 NVA guerrillas in quang-nam
    place 1 NVA bases in quang-nam
    place 2 VC guerrillas in hue
    place 1 VC guerrillas in tay-ninh
    set resources of ARVN to 30
    set resources of NVA to 10
    set resources of VC to 10
    set trail to 1`

/** An operation of the activity's side, whoever of the two has it. */
function operationFor(activity: string, kind: string): string {
  const seat = ACTIVITIES[activity]?.toLowerCase() ?? ''
  if (COIN.includes(kind)) return `${kind}-${seat === 'arvn' ? 'arvn' : 'us'}`
  return `${kind}-${seat === 'nva' ? 'nva' : 'vc'}`
}

const game = gameWith({
  'the-board': BOARD,
  ...Object.fromEntries(
    pairs.map(([activity, kind]) => [
      `${activity}-with-${kind}`,
      `${BOARD}
    perform ${operationFor(activity, kind)}, by ${ACTIVITIES[activity]}, as operation-and-activity`,
    ]),
  ),
})

describe('the board on which they are tried', () => {
  it.each(Object.entries(ACTIVITIES))('%s could be carried out by itself', (activity, seat) => {
    const decision = asked(game, granted(game, begin(game, 'the-board'), activity, seat))
    expect(decision).toMatchObject({ seat, action: activity })
  })
})

describe('before the operation', () => {
  it.each(pairs.filter(([activity]) => !activity.startsWith('ambush')))('%s with %s', (activity, kind) => {
    const decision = game.decision(begin(game, `${activity}-with-${kind}`))
    const offered = decision?.name === 'activity' ? decision.options.map(({ id }) => id) : []
    expect(offered.includes(activity)).toBe(ACCOMPANYING[activity]?.includes(kind))
  })

  it.each(pairs.filter(([activity]) => activity.startsWith('ambush')))('no %s with %s', (activity, kind) => {
    const decision = game.decision(begin(game, `${activity}-with-${kind}`))
    expect(decision?.options.map(({ id }) => id) ?? []).not.toContain(activity)
  })
})

describe('in random games', () => {
  const offered = new Set<string>()
  const used = new Set<string>()
  for (const { id, steps, events, class: how } of operationsIn(compiled(rulebook), 45, 300)) {
    const kind = id.replace(/-\w+$/, '')
    for (const { decision } of steps) {
      if (decision.name !== 'activity') continue
      expect(how).toBe('operation-and-activity')
      for (const option of decision.options) offered.add(`${option.id} with ${kind}`)
    }
    for (const event of events)
      if (event.type === 'began' && event.action in ACTIVITIES) used.add(`${event.action} with ${kind}`)
  }
  const expected = pairs
    .filter(([activity, kind]) => ACCOMPANYING[activity]?.includes(kind))
    .map(([activity, kind]) => `${activity} with ${kind}`)

  it('exactly the pairs of the table are offered, in whatever window', () => {
    expect([...offered].toSorted()).toEqual(expected.toSorted())
  })

  it('and all of them are used', () => {
    expect([...used].toSorted()).toEqual(expected.toSorted())
  })
})
