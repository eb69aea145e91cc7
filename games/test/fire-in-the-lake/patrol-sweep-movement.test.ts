/** How cubes Patrol and Troops Sweep (3.2.2, 3.2.3): the offers of random games, reckoned again step by step. */
import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compiled, holds, mapOf, rulebook } from './support/boards.js'
import { chosen, hasActivity, named, type Operation, operationsIn } from './support/operations.js'

const game = compiled(rulebook)
const map = mapOf(game)
const operations = [...operationsIn(game, 24, 200)].filter((operation) => !hasActivity(operation))

const INSURGENTS = /^(?:nva|vc)-/
const neighbors = (space: string): readonly string[] => map.get(space)?.neighbors ?? []
const isLoc = (space: string): boolean => map.get(space)?.category === 'loc'
const isRoad = (space: string): boolean => map.get(space)?.category !== 'province'

/** Forward, as a player moves a cube: into LoCs and Cities, on from those without an enemy. */
function patrolReach(state: State, origin: string): Set<string> {
  const reached = new Set<string>()
  const from = [origin]
  for (let at = from.pop(); at !== undefined; at = from.pop())
    for (const next of neighbors(at)) {
      if (!isRoad(next) || reached.has(next) || next === origin) continue
      reached.add(next)
      if (holds(game, state, next, INSURGENTS) === 0) from.push(next)
    }
  return reached
}

/** Into an adjacent space, or over one LoC without an enemy. */
function sweepReach(state: State, origin: string): Set<string> {
  const roads = neighbors(origin).filter((s) => isLoc(s) && holds(game, state, s, INSURGENTS) === 0)
  return new Set([...neighbors(origin), ...roads.flatMap(neighbors)].filter((s) => s !== origin))
}

interface Offer {
  readonly at: State
  readonly destination: string
  readonly offered: Readonly<Record<string, number>> // by `type@space`
  readonly moved: Readonly<Record<string, number>> // into spaces, earlier in this operation
}

/** Every question for movers, with what has moved before it. */
function* offers(operation: Operation): Generator<Offer> {
  let destination = ''
  const moved: Record<string, number> = {}
  for (const { decision, before, events } of operation.steps) {
    if (decision.name === 'movers') {
      const offered = Object.fromEntries(decision.options.map(({ id, count }) => [id, count]))
      yield { at: before, destination, offered, moved: { ...moved } }
    }
    for (const event of events) {
      if (event.type !== 'chose') continue
      if (event.name === 'space') destination = named(event.choice)[0] ?? ''
      if (event.name !== 'movers') continue
      for (const id of named(event.choice)) {
        const key = `${id.split('@')[0] ?? ''}@${destination}`
        moved[key] = (moved[key] ?? 0) + 1
      }
    }
  }
}

const CASES = [
  { id: 'patrol-us', types: ['us-troops'], reach: patrolReach },
  { id: 'patrol-arvn', types: ['arvn-troops', 'arvn-police'], reach: patrolReach },
  { id: 'sweep-us', types: ['us-troops'], reach: sweepReach },
  { id: 'sweep-arvn', types: ['arvn-troops'], reach: sweepReach },
]

describe.each(CASES)('movement of $id', ({ id, types, reach }) => {
  it('offers exactly the pieces that can get there and have not moved', () => {
    let questions = 0
    for (const operation of operations.filter((one) => one.id === id))
      for (const { at, destination, offered, moved } of offers(operation)) {
        questions += 1
        const expected: Record<string, number> = {}
        for (const origin of map.keys())
          for (const type of types) {
            const key = `${type}@${origin}`
            const left = holds(game, at, origin, new RegExp(`^${type}$`)) - (moved[key] ?? 0)
            if (left > 0 && reach(at, origin).has(destination)) expected[key] = left
          }
        expect(offered).toEqual(expected)
      }
    expect(questions).toBeGreaterThan(10)
  })

  it('never enters North Vietnam, nor a space of another kind', () => {
    const fits = id.startsWith('patrol') ? isRoad : (space: string) => !isLoc(space)
    for (const operation of operations.filter((one) => one.id === id))
      for (const { destination } of offers(operation)) {
        expect(destination).not.toBe('north-vietnam')
        expect(fits(destination)).toBe(true)
      }
  })
})

describe('what Patrol and Sweep find', () => {
  it('a Patrol Activates on LoCs, a Sweep in its spaces, and nobody goes Underground', () => {
    for (const operation of operations.filter(({ id }) => /^(?:patrol|sweep)/.test(id))) {
      const swept = new Set(chosen(operation, 'space'))
      for (const event of operation.events) {
        if (event.type !== 'flipped') continue
        expect(event.value).toBe('active')
        expect(operation.id.startsWith('patrol') ? isLoc(event.at) : swept.has(event.at)).toBe(true)
      }
    }
  })
})
