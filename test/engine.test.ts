/** `ludoforge engine`: a program drives games, line by line, with the real command. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { Choice, Decision, SavedState } from '@ludoforge/kernel'
import { explain, type Move, preview } from '@ludoforge/play'
import { beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'
import { type Answer, type EngineProcess, engines } from './support/engine.js'

const engineOf = engines()

/** An answer that is always legal: the first options, as few as possible. */
function firstOf({ kind, min, options, optional, offers }: Decision): Choice {
  if (kind === 'number') return min
  if (kind === 'one' && options[0] !== undefined) return options[0].id
  if (kind === 'one') return optional ? [] : { offer: offers[0]?.id ?? '' }
  const cheap = options.toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))
  return cheap.flatMap(({ id, count }) => Array.from({ length: count }, () => id)).slice(0, min)
}

const code = ({ error }: Answer): string | undefined => error?.code

describe('a game driven by a program', () => {
  let engine: EngineProcess
  let game: LoadedGame
  beforeAll(async () => {
    engine = engineOf('outposts')
    game = await gameOf('outposts')
  })

  it('is the same as in the kernel: every answer returns the next question, and the last the outcome', async () => {
    const { game: number, ...first } = await engine.must('start', { seats: 'all', seed: 7, also: ['hash'] })
    let state = game.start({ seed: 7 })
    let at: Answer = first
    let decisions = 0
    for (let asked = game.decision(state); asked !== undefined; asked = game.decision(state)) {
      expect(at.decision).toEqual(JSON.parse(JSON.stringify(asked)))
      expect(at.hash).toBe(game.hash(state))
      const choice = firstOf(asked)
      state = game.decide(state, choice)
      at = await engine.must('decide', { game: number, choice, also: ['hash'] })
      decisions += 1
    }
    expect(decisions).toBeGreaterThan(10)
    expect(at).toMatchObject({ outcome: game.outcome(state), hash: game.hash(state) })
    expect(at.decision).toBeUndefined()
    expect((await engine.must('outcome', { game: number })).outcome).toEqual(game.outcome(state))
    expect(await engine.ask('decide', { game: number, choice: 'a1' })).toMatchObject({
      error: { code: 'illegal-choice', message: expect.stringMatching(/over|nothing/i) as string },
    })
  })

  it('can be answered in numbers, and returns events on request', async () => {
    const start = await engine.must('start', { seats: 'all', seed: 3, brief: true, also: ['events'] })
    const { events } = game.begin({ seed: 3 })
    expect(start.events).toEqual(JSON.parse(JSON.stringify(events)))
    expect(start.decision).toMatchObject({ seat: 'red', kind: 'one', options: expect.any(Number) as number })
    const asked = game.decision(game.start({ seed: 3 }))
    const step = game.step(game.start({ seed: 3 }), asked?.options[1]?.id ?? '')
    const after = await engine.must('decide', { game: start.game, picks: [1], also: ['events', 'hash'] })
    expect(after.hash).toBe(game.hash(step.state))
    expect(after.events).toEqual(JSON.parse(JSON.stringify(step.events)))
    for (const picks of [[99], [0, 1], [-1]])
      for (const wish of [[], ['events']])
        expect(code(await engine.ask('decide', { game: start.game, picks, also: wish }))).toBe(
          'illegal-choice',
        )
    expect((await engine.must('decision', { game: start.game })).decision).toEqual(after.decision)
  })

  it('can be forked, and each copy is independent', async () => {
    const { game: number, decision } = await engine.must('start', { seats: 'all', seed: 5 })
    const { game: copy } = await engine.must('fork', { game: number })
    expect(copy).not.toBe(number)
    await engine.must('decide', { game: copy, choice: firstOf(decision!) })
    expect((await engine.must('decision', { game: number })).decision).toEqual(decision)
    expect((await engine.must('decision', { game: copy })).decision).not.toEqual(decision)
    // A chosen number replaces the game that has it.
    expect(await engine.must('fork', { game: number, into: copy })).toMatchObject({ game: copy })
    expect((await engine.must('decision', { game: copy })).decision).toEqual(decision)
  })

  it('has new dice in a fork with a seed, and the same dice with the same seed', async () => {
    const { game: number } = await engine.must('start', { seats: 'all', seed: 5 })
    const fate = async (fields: object) => {
      const { game: copy } = await engine.must('fork', { game: number, ...fields })
      // The answers are the same, so only chance differs.
      for (let at = await engine.must('decision', { game: copy }); ; ) {
        if (at.decision === undefined) return JSON.stringify(at.outcome)
        at = await engine.must('decide', { game: copy, choice: lastOf(at.decision!), also: ['hash'] })
        if (at.outcome !== undefined) return at.hash
      }
    }
    expect(await fate({})).toBe(await fate({}))
    expect(await fate({ seed: 1 })).toBe(await fate({ seed: 1 }))
    expect(new Set([await fate({}), await fate({ seed: 1 }), await fate({ seed: 2 })]).size).toBe(3)
  })

  it('is saved and restored exactly', async () => {
    const { game: number } = await engine.must('start', { seats: 'all', seed: 2 })
    await engine.must('play', { game: number, decisions: 9 })
    const { save } = await engine.must('save', { game: number })
    const { game: again, hash } = await engine.must('restore', { save, seats: 'all', also: ['hash'] })
    expect(hash).toBe((save as SavedState).hash)
    expect(await engine.must('decision', { game: again })).toMatchObject({
      decision: (await engine.must('decision', { game: number })).decision,
    })
    expect(code(await engine.ask('restore', { save: { format: 'x' }, seats: 'all' }))).toBe('bad-save')
    const other = { ...(save as SavedState), fingerprint: '0000000000000000' }
    expect(code(await engine.ask('restore', { save: other, seats: 'all' }))).toBe('version-mismatch')
  })

  it('returns values, explanations and previews', async () => {
    const { game: number } = await engine.must('start', { seats: 'all', seed: 2 })
    const { value } = await engine.must('evaluate', {
      game: number,
      expression: 'count(soldiers of red in map)',
    })
    expect(value).toBe(game.evaluate(game.start({ seed: 2 }), 'count(soldiers of red in map)'))
    const several = await engine.must('evaluate', { game: number, expression: ['1 + 1', 'red.next'] })
    expect(several.value).toEqual([2, 'blue'])
    expect(
      await engine.ask('evaluate', { game: number, expression: 'count(soldeirs in map)' }),
    ).toMatchObject({
      error: { code: 'mistake', message: expect.stringContaining('soldiers') as string },
    })
    const state = game.start({ seed: 2 })
    expect((await engine.must('explain', { game: number, option: 'attack' })).explanation).toEqual(
      JSON.parse(JSON.stringify(explain(game, state, 'attack'))),
    )
    const choice = firstOf(game.decision(state)!)
    const expected = JSON.parse(JSON.stringify(preview(game, state, choice))) as unknown
    expect((await engine.must('preview', { game: number, choice })).preview).toEqual(expected)
    expect((await engine.must('preview', { game: number, picks: [0] })).preview).toEqual(expected)
    const { features } = await engine.must('features', { game: number })
    expect(features).toMatchObject({ red: { worth: game.worth(state, 'red') } })
  })

  it('is played in whole moves', async () => {
    const { game: number } = await engine.must('start', { seats: 'all', seed: 4 })
    const { moves } = await engine.must('moves', { game: number })
    expect(moves).toContainEqual({ actionId: 'march', params: {} })
    let said = await engine.must('moves', { game: number, move: { actionId: 'march', params: {} } })
    while (said['complete'] === false)
      said = await engine.must('moves', { game: number, move: said['move'], choice: firstOf(said.decision!) })
    const whole = await engine.must('moves', { game: number, move: said['move'], compound: true })
    expect(whole).toMatchObject({ complete: true, compound: [] })
    const { game: copy } = await engine.must('fork', { game: number })
    const { hash } = await engine.must('decide', { game: copy, move: said['move'], also: ['hash', 'events'] })
    let at: Answer = { id: 0 }
    for (const { choice } of whole['decisions'] as { choice: Choice }[])
      at = await engine.must('decide', { game: number, choice, also: ['hash'] })
    expect(at.hash).toBe(hash)
    const half: Move = { actionId: 'march', params: {} }
    expect(code(await engine.ask('decide', { game: number, move: half }))).toBe('illegal-move')
  })

  it('is played by agents for N decisions, until a seat decides, or to the end, always the same', async () => {
    const begun = await engine.must('start', { seats: 'all', seed: 8 })
    const few = await engine.must('play', { game: begun.game, agents: 'greedy', decisions: 3 })
    expect(few).toMatchObject({ decisions: 3, decision: { seat: expect.any(String) as string } })
    const until = await engine.must('play', { game: begun.game, agents: 'random', until: 'blue' })
    expect(until.decision?.seat).toBe('blue')
    const end = await engine.must('play', {
      game: begun.game,
      agents: { red: 'search:10', blue: 'random' },
      also: ['events'],
    })
    expect(end.outcome).toBeDefined()
    expect(end.events?.some(({ type }) => type === 'over')).toBe(true)
    const whole = async () => {
      const { game: again } = await engine.must('start', { seats: 'all', seed: 8 })
      return (await engine.must('play', { game: again, agents: 'greedy', also: ['hash'] })).hash
    }
    expect(await whole()).toBe(await whole())
    expect(await engine.ask('play', { game: begun.game, agents: 'greddy' })).toMatchObject({
      error: { code: 'unknown-agent', message: expect.stringContaining('Did you mean "greedy"?') as string },
    })
  })

  it("is played out many times, and doesn't change", async () => {
    const { game: number } = await engine.must('start', { seats: 'all', seed: 8 })
    const before = await engine.must('decision', { game: number })
    const fates = await engine.must('playouts', { game: number, times: 20, outcomes: true })
    const { won, ended, outcomes } = fates as unknown as {
      won: Record<string, number>
      ended: number
      outcomes: unknown[]
    }
    expect(ended).toBe(20)
    expect(outcomes).toHaveLength(20)
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1)
    expect((won['red'] ?? 0) + (won['blue'] ?? 0)).toBeGreaterThan(0)
    expect(await engine.must('decision', { game: number })).toMatchObject({ decision: before.decision })
    const short = await engine.must('playouts', { game: number, times: 3, decisions: 2 })
    expect(short).toMatchObject({ ended: 0, decisions: 6 })
  })
})

function lastOf(decision: Decision): Choice {
  const { kind, max, options } = decision
  if (kind === 'number') return max
  if (kind === 'one' && options.length > 0) return options.at(-1)?.id ?? ''
  return firstOf(decision)
}

describe('a program that plays some of the seats', () => {
  let engine: EngineProcess
  beforeAll(() => {
    engine = engineOf('three-crowns')
  })

  it('decides only for its own seats, and agents for the others', async () => {
    const seats = { east: 'me', north: 'random' } // south has its default agent
    for (let at = await engine.must('start', { seats, seed: 1, into: 50 }); at.outcome === undefined; ) {
      expect(at.decision?.seat).toBe('east')
      at = await engine.must('decide', { game: 50, choice: firstOf(at.decision!) })
    }
    const { decisions } = (await engine.must('stats')) as unknown as { decisions: Record<string, number> }
    expect(decisions['agents']).toBeGreaterThan(6)
  })

  it('gets what its seats may know, and nothing else', async () => {
    const seats = { east: 'me', north: 'random', south: 'random' }
    const start = await engine.must('start', {
      seats,
      seed: 1,
      into: 51,
      also: ['view', 'events', 'features'],
    })
    expect(start.view?.seat).toBe('east')
    expect(start.view?.zones['hand:east']?.cards).toHaveLength(1)
    expect(start.view?.zones['hand:north']?.cards).toBeUndefined()
    const told = JSON.stringify(start.events)
    expect(told).toContain('crown-')
    expect(told.match(/crown-\d/g)?.length).toBe(1) // its own card
    expect(told).not.toContain('"to"')
    const [own] = start.view?.zones['hand:east']?.cards ?? []
    const rank = Number(own?.split('-')[1])
    expect(await engine.must('evaluate', { game: 51, expression: 'first(hand of east).rank' })).toMatchObject(
      {
        value: rank,
      },
    )
    const refused = [
      ['evaluate', { expression: 'first(hand of north).rank' }, 'hidden'],
      ['evaluate', { expression: 'pot', seat: 'north' }, 'hidden'],
      ['view', { seat: 'north' }, 'hidden'],
      ['save', {}, 'hidden'],
      ['fork', {}, 'hidden'],
      ['fork', { imagine: 'north' }, 'hidden'],
      ['playouts', {}, 'hidden'],
      ['moves', {}, 'hidden'],
      ['decide', { choice: 'keep', seat: 'north' }, 'hidden'],
      ['decide', { choice: firstOf(start.decision!), also: ['hash'] }, 'hidden'],
    ] as const
    for (const [ask, fields, why] of refused)
      expect([ask, code(await engine.ask(ask, { game: 51, ...fields }))]).toEqual([ask, why])
    expect((await engine.must('view', { game: 51, seat: null })).view?.seat).toBeNull()
    expect((await engine.must('decision', { game: 51 })).decision).toEqual(start.decision)
  })

  it('can fork determinizations for its seat', async () => {
    const seats = { east: 'me', north: 'random', south: 'random' }
    const { view } = await engine.must('start', { seats, seed: 1, into: 52, also: ['view'] })
    const hands = new Set<string>()
    for (let seed = 0; seed < 12; seed += 1) {
      await engine.must('fork', { game: 52, imagine: 'east', seed, into: 53 })
      expect((await engine.must('view', { game: 53, seat: 'east' })).view).toEqual(view)
      const { view: north } = await engine.must('view', { game: 53, seat: 'north' })
      hands.add(JSON.stringify(north?.zones['hand:north']?.cards))
    }
    expect(hands.size).toBeGreaterThan(3)
    expect(await engine.must('playouts', { game: 52, imagine: 'east', times: 5 })).toMatchObject({ ended: 5 })
  })

  it('must name its seats at the start', async () => {
    expect(await engine.ask('start')).toMatchObject({
      error: { code: 'bad-field', message: expect.stringContaining('"seats"') as string },
    })
    expect(code(await engine.ask('start', { seats: { east: 'random' } }))).toBe('bad-field')
    expect(await engine.ask('start', { seats: { eest: 'me' } })).toMatchObject({
      error: { code: 'unknown-seat', message: expect.stringContaining('Did you mean "east"?') as string },
    })
    await engine.must('start', { seats: 'all', into: 54 })
    expect(await engine.ask('view', { game: 54 })).toMatchObject({ error: { code: 'bad-field' } })
    expect((await engine.must('view', { game: 54, seat: 'south' })).view?.seat).toBe('south')
    expect(
      code(await engine.ask('evaluate', { game: 54, expression: 'first(hand of north).rank' })),
    ).toBeUndefined()
  })
})

describe('seats in a simultaneous choice', () => {
  it("answer in any order, and the response lists those that haven't", async () => {
    const engine = engineOf('goofspiel')
    const start = await engine.must('start', { seats: 'all', seed: 1 })
    expect(start.deciding).toEqual(['red', 'green', 'blue'])
    expect(start.decision?.seat).toBe('red')
    const { decision } = await engine.must('decision', { game: start.game, seat: 'blue' })
    expect(decision?.options[0]?.id).toMatch(/^blue-/)
    const after = await engine.must('decide', { game: start.game, seat: 'blue', choice: firstOf(decision!) })
    expect(after.deciding).toEqual(['red', 'green'])
    const again = await engine.ask('decide', { game: start.game, seat: 'blue', choice: firstOf(decision!) })
    expect(code(again)).toBe('illegal-choice')
    // The program's own seat chooses simultaneously with agents, which answer after it.
    let at = await engine.must('start', { seats: { green: 'me' }, seed: 1 })
    const { game } = at
    for (let bids = 0; bids < 13; bids += 1) {
      expect(at.decision?.seat ?? at.outcome).toBe('green')
      at = await engine.must('decide', { game, choice: firstOf(at.decision!) })
      if (at.outcome !== undefined) break
    }
    expect(at.outcome).toBeDefined()
  })
})

describe('features', () => {
  it('are those of the game, with worth and promise, for every seat', async () => {
    const engine = engineOf('reversi')
    const game = await gameOf('reversi')
    const { game: number } = await engine.must('start', { seats: 'all', seed: 6 })
    await engine.must('play', { game: number, decisions: 12 })
    const { save } = await engine.must('save', { game: number })
    const state = game.restore(save)
    const promises: number[] = []
    game.promises(state, promises)
    const expected = Object.fromEntries(
      game.def.seats.map(({ id }, i) => {
        const values: number[] = []
        game.features(state, i, values)
        const features = Object.fromEntries((game.def.features ?? []).map((one, at) => [one.id, values[at]]))
        return [id, { worth: game.worth(state, id), promise: promises[i], features }]
      }),
    )
    expect((await engine.must('features', { game: number })).features).toEqual(expected)
    expect((await engine.must('features', { game: number, seat: null })).features).toEqual(expected)
    const { rules } = (await engine.must('hello')) as unknown as { rules: { features: { id: string }[] } }
    expect(rules.features.map(({ id }) => id)).toEqual(game.def.features?.map(({ id }) => id))
  })
})
