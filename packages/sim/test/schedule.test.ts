import { describe, expect, it } from 'vitest'
import { type Lineup, type SchedulePlan, scheduleOf } from '../src/tournament/schedule.js'

const MIXED: SchedulePlan = { agents: 3, places: 4, rounds: 26, seed: 1, measured: [0, 1, 2] }

function lineups(pairing: SchedulePlan): Lineup[] {
  const schedule = scheduleOf(pairing)
  return Array.from({ length: schedule.games }, (_, game) => schedule.lineup(game))
}

/** Counts how often each value occurs. */
function counts(names: readonly string[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const name of names) all.set(name, (all.get(name) ?? 0) + 1)
  return all
}

describe('a mixed schedule', () => {
  it('gives every agent every place once in every round', () => {
    for (const agents of [2, 3, 5, 9]) {
      for (const places of [2, 4, 10]) {
        const pairing = { ...MIXED, agents, places, rounds: 40 }
        const had = counts(
          lineups(pairing).flatMap(({ round, agents: line }) =>
            line.map((agent, place) => `${round} ${agent} ${place}`),
          ),
        )
        expect(had.size).toBe(40 * agents * places)
        expect([...had.values()].every((n) => n === 1)).toBe(true)
      }
    }
  })

  it('has every mix once before any repeats, except those of a single agent', () => {
    const once = lineups(MIXED).map(({ agents }) => agents.join())
    expect(new Set(once).size).toBe(3 ** 4 - 3)
    expect(once).toHaveLength(3 ** 4 - 3)
    expect(once).not.toContain('1,1,1,1')
    const twice = counts(lineups({ ...MIXED, rounds: 52 }).map(({ agents }) => agents.join()))
    expect([...twice.values()].every((n) => n === 2)).toBe(true)
  })

  it('plays mirrored games with two agents and two places', () => {
    const two = lineups({ ...MIXED, agents: 2, places: 2, rounds: 2 })
    expect(two.map(({ round, agents }) => `${round}: ${agents.join()}`)).toEqual([
      '0: 0,1',
      '0: 1,0',
      '1: 0,1',
      '1: 1,0',
    ])
  })

  it('lets any two agents meet in any two places about equally often, even if not all mixes are played', () => {
    for (const [agents, places, rounds] of [
      [6, 4, 60],
      [4, 10, 60],
    ] as const) {
      const met = counts(
        lineups({ ...MIXED, agents, places, rounds }).flatMap(({ agents: line }) =>
          line.flatMap((a, i) => line.slice(i + 1).map((b, j) => `${i}:${a} ${i + 1 + j}:${b}`)),
        ),
      )
      expect(met.size).toBe((agents ** 2 * places * (places - 1)) / 2)
      const fair = rounds / agents
      expect(Math.min(...met.values())).toBeGreaterThan(0.4 * fair)
      expect(Math.max(...met.values())).toBeLessThan(1.7 * fair)
    }
  })

  it('depends on nothing but its seed', () => {
    expect(lineups(MIXED)).toEqual(lineups(MIXED))
    expect(lineups(MIXED)).not.toEqual(lineups({ ...MIXED, seed: 2 }))
  })

  it('has one line-up if there is one agent, or one seat', () => {
    expect(lineups({ ...MIXED, agents: 1, rounds: 2 }).map(({ agents }) => agents.join())).toEqual([
      '0,0,0,0',
      '0,0,0,0',
    ])
    expect(lineups({ ...MIXED, places: 1, rounds: 1 }).map(({ agents }) => agents.join())).toEqual([
      '0',
      '1',
      '2',
    ])
  })
})

describe('a schedule against one opponent', () => {
  it('puts one agent at a time in every place, and the opponent in all others', () => {
    const games = lineups({ ...MIXED, agents: 2, places: 3, rounds: 2, measured: [0], against: 1 })
    expect(
      games.map(({ round, agents, counted }) => `${round}: ${agents.join()} of ${counted.join()}`),
    ).toEqual([
      '0: 0,1,1 of 0',
      '0: 1,0,1 of 1',
      '0: 1,1,0 of 2',
      '1: 0,1,1 of 0',
      '1: 1,0,1 of 1',
      '1: 1,1,0 of 2',
    ])
  })

  it('can be limited to some places', () => {
    const pairing = { ...MIXED, agents: 2, places: 3, rounds: 1, measured: [0, 1], against: 1, taking: [2] }
    expect(lineups(pairing).map(({ agents, counted }) => `${agents.join()} of ${counted.join()}`)).toEqual([
      '1,1,0 of 2',
      '1,1,1 of 2',
    ])
  })

  it('plays the opponent against itself once for all places', () => {
    const games = lineups({ ...MIXED, agents: 2, places: 3, rounds: 1, measured: [0, 1], against: 1 })
    expect(games).toHaveLength(4)
    expect(games.at(-1)).toEqual({ round: 0, agents: [1, 1, 1], counted: [0, 1, 2] })
  })
})
