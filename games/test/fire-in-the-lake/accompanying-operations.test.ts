/** Which special activity goes with which operation: all twelve with all eight (4.1.1). */
import { describe, expect, it } from 'vitest'
import { SEATS } from './support/game.js'
import { ACTIVITIES, granting, operationOf, turnOf } from './support/activities.js'
import { asked, begin, compiled, gameWith, rulebook } from './support/boards.js'
import { actionsIn } from './support/operations.js'

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

/** The operation of the activity's own seat; of the other side, that of either seat will do. */
function operationFor(activity: string, kind: string): string {
  const seat = ACTIVITIES[activity]?.toLowerCase() ?? ''
  if (COIN.includes(kind)) return `${kind}-${seat === 'arvn' ? 'arvn' : 'us'}`
  return `${kind}-${seat === 'nva' ? 'nva' : 'vc'}`
}

const isCoin = (activity: string): boolean => ['US', 'ARVN'].includes(ACTIVITIES[activity] ?? '')
const ownSide = pairs.filter(([activity, kind]) => COIN.includes(kind) === isCoin(activity))
const otherSide = pairs.filter(([activity, kind]) => COIN.includes(kind) !== isCoin(activity))

const kindOf = (operation: string): string => operation.replace(/-\w+$/, '')

const game = gameWith({
  'the-board': BOARD,
  ...Object.fromEntries(SEATS.map((seat) => [`turn-of-${seat}`, turnOf(seat, BOARD)])),
  ...Object.fromEntries(
    ownSide.map(([activity, kind]) => [
      `${activity}-with-${kind}`,
      `${BOARD}
    perform ${operationFor(activity, kind)}, by ${ACTIVITIES[activity]}, as operation-and-activity`,
    ]),
  ),
})

describe('the board on which they are tried', () => {
  it.each(Object.entries(ACTIVITIES))('%s could be carried out by itself', (activity, seat) => {
    const { events } = granting(game, begin(game, 'the-board'), activity, seat)
    expect(events[0]).toMatchObject({ type: 'began', seat, action: activity })
  })
})

describe('before the operation', () => {
  it.each(ownSide.filter(([activity]) => !activity.startsWith('ambush')))('%s with %s', (activity, kind) => {
    const decision = asked(game, begin(game, `${activity}-with-${kind}`))
    const offer = decision.offers.find(({ id }) => id === activity)
    expect(decision.action).toBe(operationFor(activity, kind))
    expect(offer !== undefined).toBe(ACCOMPANYING[activity]?.includes(kind))
    if (offer !== undefined) expect(offer.timing).toBe('before')
  })

  it.each(ownSide.filter(([activity]) => activity.startsWith('ambush')))(
    'no %s with %s',
    (activity, kind) => {
      const decision = asked(game, begin(game, `${activity}-with-${kind}`))
      expect(decision.offers.map(({ id }) => id)).not.toContain(activity)
    },
  )
})

describe('of the other side', () => {
  it.each(otherSide)('%s never comes with %s: the seat has no such operation', (activity, kind) => {
    const turn = begin(game, `turn-of-${ACTIVITIES[activity]}`)
    const { options, offers } = asked(game, game.decide(turn, 'operation-and-activity'))
    expect(offers.length).toBeGreaterThan(0)
    const operations = options.map(({ id }) => kindOf(id))
    expect(operations.toSorted()).toEqual((isCoin(activity) ? COIN : INSURGENT).toSorted())
    expect(operations).not.toContain(kind)
  })
})

describe('in random games', () => {
  const offered = new Set<string>()
  const used = new Set<string>()
  const followed = new Set<string>()
  for (const turn of actionsIn(compiled(rulebook), 'turn', 60, 300)) {
    const operation = operationOf(turn)
    let begun = false
    let first = '' // the activity before it that counts: one that changed something (2.3.4)
    for (const { decision, events } of turn.steps) {
      if (decision.offers.length > 0) expect(turn.class).toBe('operation-and-activity')
      if (decision.action === operation)
        for (const { id } of decision.offers) offered.add(`${id} with ${kindOf(operation)}`)
      if (decision.action === turn.id && first !== '')
        for (const { id } of decision.options) followed.add(`${first} with ${kindOf(id)}`)
      for (const event of events) {
        if (event.type === 'began' && event.action === operation) begun = true
        if (event.type === 'began' && event.action in ACTIVITIES && begun)
          used.add(`${event.action} with ${kindOf(operation)}`)
        if (event.type === 'set' && event.variable === 'activity-made' && !begun) first = String(event.value)
      }
    }
    if (first !== '' && operation !== '') used.add(`${first} with ${kindOf(operation)}`)
  }
  const expected = pairs
    .filter(([activity, kind]) => ACCOMPANYING[activity]?.includes(kind))
    .map(([activity, kind]) => `${activity} with ${kind}`)

  it('exactly the pairs of the table are offered, beside whatever question', () => {
    expect([...offered].toSorted()).toEqual(expected.toSorted())
  })

  it('and all of them are used', () => {
    expect([...used].toSorted()).toEqual(expected.toSorted())
  })

  it('after an activity that came first only operations that it goes with are offered', () => {
    expect(followed.size).toBeGreaterThan(20)
    expect([...followed].filter((pair) => !expected.includes(pair))).toEqual([])
  })
})
