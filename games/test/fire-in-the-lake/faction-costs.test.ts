/** What each faction pays for its operations, reckoned again from what was chosen in random games (3.2, 3.3). */
import { describe, expect, it } from 'vitest'
import { compiled, mapOf, rulebook } from './support/boards.js'
import { change, chosen, hasActivity, named, type Operation, operationsIn } from './support/operations.js'

const game = compiled(rulebook)
const map = mapOf(game)
const operations = [...operationsIn(game, 24, 1, /^attack-nva/)].filter(
  (one) => !one.free && !hasActivity(one),
)

const isLoc = (space: string): boolean => map.get(space)?.category === 'loc'
const isOffTheMap = (space: string): boolean => ['laos', 'cambodia'].includes(map.get(space)?.country ?? '')
const number = (operation: Operation, text: string): number =>
  Number(game.evaluate(operation.before, text, operation.seat))

/** Of a Train: 3 for each space where ARVN pieces are placed, a Base too, once; and what is Pacified. */
function trainCost(operation: Operation): number {
  const paid = new Set<string>()
  let space = ''
  let pacified = 0
  for (const event of operation.events) {
    if (event.type === 'chose' && ['space', 'base-site'].includes(event.name))
      space = named(event.choice)[0] ?? ''
    if (event.type === 'chose' && event.choice === 'pay') pacified += 1
    if (event.type === 'moved' && event.into === space && event.what.startsWith('arvn-')) paid.add(space)
  }
  return 3 * paid.size + pacified * number(operation, 'pacification-cost')
}

/** Each Province or City entered costs 1; at Trail 4 a way into or out of Laos and Cambodia is free for the NVA. */
function marchCost(operation: Operation): number {
  const open = operation.seat === 'NVA' && number(operation, 'trail') === 4
  let space = ''
  let cost = 0
  for (const event of operation.events) {
    if (event.type !== 'chose') continue
    if (event.name === 'space') space = named(event.choice)[0] ?? ''
    if (event.name !== 'movers' || isLoc(space)) continue
    const origins = named(event.choice).map((id) => id.split('@')[1] ?? '')
    const free = open && (isOffTheMap(space) || origins.every(isOffTheMap))
    cost += free ? 0 : 1
  }
  return cost
}

const count = (operation: Operation, choice: string): number =>
  chosen(operation, 'choice').filter((one) => one === choice).length
const spaces = (operation: Operation): string[] => chosen(operation, 'space')

const COSTS: Readonly<Record<string, (operation: Operation) => number>> = {
  'train-us': trainCost,
  'train-arvn': trainCost,
  'patrol-us': () => 0,
  'patrol-arvn': () => 3,
  'sweep-us': () => 0,
  'sweep-arvn': (operation) => 3 * spaces(operation).length,
  'assault-us': (operation) => 3 * count(operation, 'add'),
  'assault-arvn': (operation) => 3 * spaces(operation).length,
  'rally-nva': (operation) => spaces(operation).length + 2 * count(operation, 'improve'),
  'rally-vc': (operation) => spaces(operation).length,
  'march-nva': marchCost,
  'march-vc': marchCost,
  'attack-nva': (operation) => spaces(operation).length,
  'attack-vc': (operation) => spaces(operation).length,
  'terror-nva': (operation) => spaces(operation).filter((space) => !isLoc(space)).length,
  'terror-vc': (operation) => spaces(operation).filter((space) => !isLoc(space)).length,
}

const payer = (seat: string): string => (seat === 'US' ? 'ARVN' : seat)

describe('faction costs', () => {
  it.each(Object.entries(COSTS))('%s costs what its rule says', (id, cost) => {
    const found = operations.filter((operation) => operation.id === id)
    expect(found.length).toBeGreaterThan(2)
    for (const operation of found) {
      const cut = id === 'train-us' ? 0 - changeOfPatronage(operation) : 0
      const spent = cut - change(operation.events, 'resources', payer(operation.seat))
      expect(spent, `seed ${operation.seed}: ${JSON.stringify(operation.steps.map((s) => s.choice))}`).toBe(
        cost(operation),
      )
    }
  })

  it('nobody else pays, and nobody earns', () => {
    for (const operation of operations)
      for (const seat of ['US', 'ARVN', 'NVA', 'VC'])
        if (seat !== payer(operation.seat)) expect(change(operation.events, 'resources', seat)).toBe(0)
  })

  it('the US never leaves the ARVN less than Total Econ by what it spends (1.8.1)', () => {
    let payments = 0
    for (const operation of operations.filter(({ seat }) => seat === 'US'))
      for (const event of operation.events)
        if (
          event.type === 'set' &&
          event.variable === 'resources' &&
          Number(event.value) < Number(event.from)
        ) {
          payments += 1
          expect(Number(event.value)).toBeGreaterThanOrEqual(number(operation, 'total-econ'))
        }
    expect(payments).toBeGreaterThan(5)
  })
})

function changeOfPatronage(operation: Operation): number {
  let sum = 0
  for (const e of operation.events)
    if (e.type === 'set' && e.variable === 'patronage') sum += Number(e.value) - Number(e.from)
  return sum
}
