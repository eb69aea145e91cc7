/** Invariants of every game at every decision. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryOf, itemAt } from '../../../test/support/items.js'
import { linkGame, reseed, Rng } from '../src/index.js'
import type { LinkedGame } from '../src/game/game.js'
import { recomputeHash } from '../src/game/save.js'
import { cards } from './games/cards.js'
import { couriers } from './games/couriers.js'
import { islands } from './games/islands.js'
import { leaders } from './games/leaders.js'
import { parlour } from './games/parlour.js'
import { tictactoe } from './games/tictactoe.js'
import { randomPicks, walk } from './walk.js'

const seeds = fc.integer({ min: 0, max: 1_000_000 })

const fixtures = [tictactoe, cards, islands, couriers, leaders, parlour].map((def) => ({ id: def.id, def }))

describe.each(fixtures)('in $id', ({ def }) => {
  const game = linkGame(def) as LinkedGame
  const { layout } = game.linked.machine.linker

  it('random play always ends, and never in a dead end', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(game.outcome(walk(game, seed))).toBeDefined()
      }),
    )
  })

  it('the same seed and choices give the same game', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const first: string[] = []
        walk(game, seed, (s) => first.push(game.hash(s)))
        const second: string[] = []
        walk(linkGame(def), seed, (s) => second.push(game.hash(s)))
        expect(second).toEqual(first)
      }),
      { numRuns: 20 },
    )
  })

  it('the incremental hash equals the hash computed from scratch', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(game, seed, (s) => expect(game.hash(s)).toBe(recomputeHash(game.linked, s)))
      }),
      { numRuns: 30 },
    )
  })

  it('derived cells equal a recount', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(game, seed, (s) => {
          const fresh = s.d.slice()
          expect(layout.derive(fresh)).toBe(true)
          expect(s.d).toEqual(fresh)
        })
      }),
      { numRuns: 30 },
    )
  })

  it('a state saved as JSON and restored has the same question and continues the same', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = new Rng(seed)
        walk(game, seed, (s) => {
          const copy = game.restore(JSON.parse(JSON.stringify(game.save(s))))
          expect(game.hash(copy)).toBe(game.hash(s))
          expect(game.save(copy)).toEqual(game.save(s))
          expect(game.decision(copy)).toEqual(game.decision(s))
          const ask = game.ask(s)
          if (ask === undefined) return
          const picks = randomPicks(ask, rng)
          const fork = game.fork(s)
          game.answer(fork, picks)
          game.answer(copy, picks)
          expect(game.save(copy)).toEqual(game.save(fork))
        })
      }),
      { numRuns: 15 },
    )
  })

  it('a copy shares the question of its state, until one of them changes', () => {
    const s = game.start({ seed: 3 })
    const before = JSON.stringify(game.ask(s)?.values)
    const copy = game.fork(s)
    expect(copy.open).toBe(s.open)
    expect(copy.open === null).toBe(game.decision(s)?.atOnce === true) // each seat has its own
    game.answer(s, randomPicks(game.ask(s)!, new Rng(1)))
    expect(s.open).toBeNull()
    expect(JSON.stringify(game.ask(copy)?.values)).toBe(before)
    expect(game.decision(copy)).toEqual(game.decision(game.restore(game.save(copy))))
  })

  it('decide never changes its argument, and step returns the same state', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = new Rng(seed)
        walk(game, seed, (s) => {
          const ask = game.ask(s)
          if (ask === undefined) return
          const choice = game.choice(s, randomPicks(ask, rng))
          const before = JSON.stringify([game.save(s), s.d])
          const after = game.decide(s, choice)
          const { state, events } = game.step(s, choice)
          expect(JSON.stringify([game.save(s), s.d])).toBe(before)
          expect(game.hash(state)).toBe(game.hash(after))
          expect(events.length).toBeGreaterThan(0)
        })
      }),
      { numRuns: 15 },
    )
  })

  it('choices and picks are equivalent', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = new Rng(seed)
        walk(game, seed, (s) => {
          const ask = game.ask(s)
          if (ask === undefined) return
          const picks = randomPicks(ask, rng)
          expect(game.picks(s, game.choice(s, picks))).toEqual(picks)
          const ids = game.decision(s)!.options.map((o) => o.id)
          expect(new Set(ids).size).toBe(ids.length)
        })
      }),
      { numRuns: 15 },
    )
  })

  it('forks are independent', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = new Rng(seed)
        const state = game.start({ seed })
        const forks = [game.fork(state), game.fork(state), game.fork(state)]
        for (let round = 0; round < 12; round++) {
          for (const f of forks) {
            const ask = game.ask(f)
            if (ask !== undefined) game.answer(f, randomPicks(ask, rng))
          }
        }
        expect(game.hash(state)).toBe(game.hash(game.start({ seed })))
        for (const f of forks) expect(game.hash(f)).toBe(recomputeHash(game.linked, f))
      }),
      { numRuns: 20 },
    )
  })
})

describe('a game', () => {
  it('has a fingerprint of its rules, which ignores source locations and texts', () => {
    const game = linkGame(islands)
    expect(linkGame({ ...islands, sources: [] }).fingerprint).toBe(game.fingerprint)
    expect(linkGame({ ...islands, title: 'Other islands' }).fingerprint).toBe(game.fingerprint)
    const renamed = islands.tokens.map((token) => ({ ...token, name: `My ${token.name}` }))
    expect(linkGame({ ...islands, tokens: renamed }).fingerprint).toBe(game.fingerprint)
    const fewer = islands.tokens.map((token) => ({ ...token, count: token.count + 1 }))
    expect(linkGame({ ...islands, tokens: fewer }).fingerprint).not.toBe(game.fingerprint)
  })

  it('takes its options from the scenario, and from the start options', () => {
    const game = linkGame(islands)
    const gold = (options: Parameters<typeof game.start>[0]) =>
      entryOf(game.view(game.start(options), null).seats, 'red').gold
    expect(gold({})).toBe(5)
    expect(gold({ scenario: 'long' })).toBe(9)
    expect(gold({ scenario: 'long', options: { rich: false } })).toBe(5)
    expect(entryOf(game.view(game.start({ scenario: 'long' }), null).zones, 'elm').markers.unrest).toBe(
      'revolt',
    )
    expect(() => game.start({ scenario: 'nowhere' })).toThrow(/no scenario 'nowhere'/)
    expect(() => game.start({ options: { rounds: 11 } })).toThrow(/option 'rounds' cannot be 11/)
    expect(() => game.start({ options: { speed: 1 } })).toThrow(/no option 'speed'/)
  })

  it('starts empty on request: tokens in their supplies, nothing to decide', () => {
    const game = linkGame(islands)
    const state = game.start({ empty: true })
    expect(game.decision(state)).toBeUndefined()
    expect(game.outcome(state)).toBeUndefined()
    expect(entryOf(game.view(state, null).zones, 'red-box').pieces).toEqual({ 'red-army': 6, 'red-fort': 2 })
    expect(game.restore(game.save(state))).toBeDefined()
  })

  it('evaluates a position by its worth', () => {
    const game = linkGame(islands)
    expect(game.worth(game.start({}), 'red')).toBe(7)
    expect(linkGame(tictactoe).worth(linkGame(tictactoe).start({}), 'x')).toBeUndefined()
  })

  it('returns the worth and the promise of all seats', () => {
    const game = linkGame({ ...islands, promise: 'score' })
    const state = game.start({})
    const [worths, promises]: [number[], number[]] = [[], []]
    expect([game.worths(state, worths), game.promises(state, promises)]).toEqual([true, true])
    expect(worths).toEqual(game.def.seats.map(({ id }) => game.worth(state, id)))
    expect(promises).toEqual(worths)
    expect(linkGame(islands).promises(state, promises)).toBe(false)
    expect(() => linkGame({ ...islands, promise: 'nothing' })).toThrow("There is no function 'nothing'")
  })

  it('adds the features of a position to its promise, by weights in thousandths', () => {
    const features = [{ id: 'score', about: 'the score', weights: { red: 250 } }]
    const game = linkGame({ ...islands, features })
    const state = game.start({})
    const [values, promises]: [number[], number[]] = [[], []]
    game.features(state, 0, values)
    expect(values).toEqual([7])
    expect(game.promises(state, promises)).toBe(true)
    expect(promises).toEqual(game.def.seats.map(({ id }) => (id === 'red' ? 1.75 : 0)))
    const both = linkGame({ ...islands, features, promise: 'score' })
    expect(both.promises(state, promises)).toBe(true)
    expect(promises[0]).toBe(8.75)
  })

  it('excludes features and their functions from the fingerprint', () => {
    const twice = {
      ...(islands.functions.find(({ id }) => id === 'score') ?? itemAt(islands.functions, 0)),
      id: 'twice',
    }
    const weighed = (red: number) =>
      linkGame({
        ...islands,
        functions: [...islands.functions, twice],
        features: [{ id: 'twice', about: 'the score', weights: { red } }],
      })
    const { fingerprint } = linkGame(islands)
    expect([weighed(1).fingerprint, weighed(2).fingerprint]).toEqual([fingerprint, fingerprint])
  })

  it('refuses invalid features', () => {
    const weighed = (id: string, weights: Record<string, number>) => () =>
      linkGame({ ...islands, features: [{ id, about: '', weights }] })
    expect(weighed('nothing', {})).toThrow("There is no function 'nothing'")
    expect(weighed('score', { nobody: 1 })).toThrow("has a weight for 'nobody', which isn't a seat")
    expect(weighed('score', { red: 0.5 })).toThrow("0.5 isn't a 32-bit whole number")
  })

  it('numbers the question sites, the same in every state', () => {
    const game = linkGame(islands)
    const sites = new Map<string, number>()
    for (let seed = 0; seed < 5; seed++)
      walk(game, seed, (s) => {
        const site = game.ask(s)?.site
        if (site === undefined) return
        const { prompt, name, place = '' } = game.decision(s)!
        const known = sites.get(`${name} ${prompt} ${place}`) ?? site
        expect([site, game.ask(game.fork(s))?.site]).toEqual([known, known])
        sites.set(`${name} ${prompt} ${place}`, known)
      })
    expect(new Set(sites.values()).size).toBeGreaterThan(3)
  })

  it('reseeds a copy, and updates its hash', () => {
    const game = linkGame(islands) as LinkedGame
    const state = game.start({ seed: 5 })
    const copies = [7, 7, 8].map((seed) => {
      const copy = game.fork(state)
      reseed(copy, new Rng(seed))
      expect(game.hash(copy)).toBe(recomputeHash(game.linked, copy))
      expect(game.view(copy, null)).toEqual(game.view(state, null))
      return game.hash(copy)
    })
    expect(copies[1]).toBe(copies[0])
    expect(new Set([...copies, game.hash(state)]).size).toBe(3)
  })

  it('ranks seats by score, then tie, and shares equal ranks', () => {
    const game = linkGame(cards)
    for (let seed = 0; seed < 20; seed++) {
      const { ranking, winners } = game.outcome(walk(game, seed))!
      expect(ranking.map((r) => r.rank)).toEqual(ranking.map((r) => r.rank).sort((a, b) => a - b))
      expect(winners).toEqual(ranking.filter((r) => r.rank === 1).map((r) => r.seat))
      for (let i = 1; i < ranking.length; i++)
        expect(itemAt(ranking, i).score! <= itemAt(ranking, i - 1).score!).toBe(true)
    }
  })
})
