import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AgentFailed, makeAgent } from '@ludoforge/agents'
import { closeAgents, loadAgents } from '@ludoforge/agents/node'
import { fromBot, toBot } from '@ludoforge/agents/shapes'
import type { Game, StepEvent, View } from '@ludoforge/kernel'
import { tournamentSeries, playSeries, simulate, type Statistics } from '@ludoforge/sim'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameOf } from './support/games.js'
import { expectNone, running, zombies } from './support/bots/processes.js'
import { bad, python } from './support/bots/python.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-bots-'))
let game: Game

beforeAll(async () => {
  game = await gameOf('tic-tac-toe')
})
afterAll(async () => {
  await closeAgents()
  rmSync(folder, { recursive: true })
})

const EXAMPLES = {
  Python: () => `cmd:${python()} examples/bots/three.py`,
  Node: () => 'cmd:node examples/bots/three.mjs',
}

/** A program that answers has all the time it needs: a loaded machine is no failure. */
const PATIENT = { decideMs: 600_000 }

/** Removes what depends on the machine. */
function played({
  seconds: _s,
  decisionsPerSecond: _d,
  gamesPerSecond: _g,
  slowestDecisionMs: _m,
  ...rest
}: Statistics) {
  return rest
}

/** The error of this bot's first decision. */
async function failureOf(spec: string, decideMs = PATIENT.decideMs): Promise<string> {
  await loadAgents([spec], { decideMs })
  try {
    makeAgent(spec, 1).choose(game, game.start({ seed: 1 }), 0)
  } catch (error) {
    expect(error).toBeInstanceOf(AgentFailed)
    return (error as Error).message
  }
  throw new Error('It decided.')
}

describe.each(Object.entries(EXAMPLES))('the example in %s', (_, spec) => {
  test('beats random play', async () => {
    await loadAgents([spec()], PATIENT)
    const series = tournamentSeries({ game, agents: [spec()], against: 'random', games: 20, seed: 1 })
    const { standings, errors } = await playSeries(series, { jobs: 1 })
    expect(errors).toEqual([])
    expect(standings[0]?.all.won).toBeGreaterThan(30) // of 40
  })

  test.each(['goofspiel', 'outposts', 'texas-holdem', 'three-crowns', 'reversi'])(
    'is always legal in %s',
    async (name) => {
      await loadAgents([spec()], PATIENT)
      const { def } = await gameOf(name)
      const { errors, completed } = await simulate({
        game: { def },
        games: 2,
        agents: [spec()],
        jobs: 1,
        seed: 3,
      })
      expect(errors).toEqual([])
      expect(completed).toBe(2)
    },
  )

  test('has at most 40 lines', () => {
    const file = spec().split(' ').at(-1) ?? ''
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })
})

describe('a program', () => {
  test('returns the same results with any number of threads', async () => {
    const spec = EXAMPLES.Python()
    await loadAgents([spec], PATIENT)
    const request = { game, games: 60, agents: [spec, 'random'], seed: 'same' }
    const [one, three] = [await simulate({ ...request, jobs: 1 }), await simulate({ ...request, jobs: 3 })]
    expect(played(one)).toEqual(played(three))
    expect(one.completed).toBe(60)
  })

  test('answers the same, synchronously or not', async () => {
    const spec = EXAMPLES.Python()
    await loadAgents([spec], PATIENT)
    const state = game.start({ seed: 1 })
    const now = makeAgent(spec, 'x').choose(game, state, 0)
    const later = await Promise.all(
      ['x', 'x', 'x'].map(async (seed) => makeAgent(spec, seed).think?.(game, state, 0, {})),
    )
    expect(later).toEqual([now, now, now])
  })

  test('gives reasons to viewers who may know them', async () => {
    const spec = bad('good')
    await loadAgents([spec], PATIENT)
    const agent = makeAgent(spec, 1)
    const state = game.start({ seed: 1 })
    agent.choose(game, state, 0)
    expect(agent.why?.(state)).toEqual([{ text: 'it comes first', secret: true }])
  })

  test.each([
    ['no-json', 'wrote an invalid answer. Invalid JSON: thinking about it ...'],
    ['no-utf8', 'wrote an invalid answer. Invalid UTF-8'],
    ['no-message', 'wrote an invalid answer. A message must be a JSON object: [1, 2]'],
    ['exits', 'exited with code 3.'],
    ['crashes', 'exited with code 1. Its last line on standard error: ValueError: no idea.'],
    ['killed', 'was killed by SIGABRT'],
    ['illegal', `gave an illegal answer: 'z9' is not offered for cell. Offered: a1, b1`],
    ['no-choice', 'gave an illegal answer: The answer has no "choice". It wrote: {"id":1,"answer":'],
    ['odd-choice', 'gave an illegal answer: {"cell":"a1"} is not a choice. Answer with the id of an option'],
    ['wrong-id', 'wrote an answer with the id 2 instead of 1: {"id": 2, "choice": "a1"}'],
    ['no-id', 'A request or response needs an "id"'],
    ['error', 'answered with an error: I am tired. (tired).'],
    ['long-line', 'A line is longer than 1048576 bytes'],
    ['endless-line', 'A line is longer than 1048576 bytes'],
  ])('that misbehaves (%s) is reported', async (mode, what) => {
    const message = await failureOf(bad(mode))
    expect(message).toContain(`${bad(mode)}, asked to decide "cell" for cross, `)
    expect(message).toContain(what)
  })

  test.each([
    ['leaves', 'exited with code 0'],
    ['nameless', 'sent no valid name: {"id":0,"nom":"bot"} ("name": '],
  ])("that doesn't send hello (%s) is reported", async (mode, what) => {
    const message = await failureOf(bad(mode))
    expect(message).toContain(`${bad(mode)}, asked hello, `)
    expect(message).toContain(what)
  })

  test('has a time limit', async () => {
    expect(await failureOf(bad('late'), 700)).toContain('did not answer within 0.7 s')
    await expectNone(bad('late').slice('cmd:'.length))
  })

  test('that writes unasked fails at the next question', async () => {
    const spec = bad('flood')
    await loadAgents([spec], PATIENT)
    const agent = makeAgent(spec, 1)
    const state = game.start({ seed: 1 })
    const answer = (): void => game.answer(state, agent.choose(game, state, 0), 0)
    expect(() => {
      for (;;) {
        answer()
        game.answer(state, makeAgent('random', 1).choose(game, state, 1), 1)
      }
    }).toThrow(/wrote (a line without being asked|an answer with the id 1 instead of 2): \{"id": 1,/)
  })

  test('that fails in one game is restarted for the next', async () => {
    const spec = bad('fails-once')
    await loadAgents([spec], PATIENT)
    const { games, completed, errors } = await simulate({
      game,
      games: 5,
      agents: [spec, 'random'],
      seed: 9,
      jobs: 1,
    })
    expect([games, completed]).toEqual([5, 4])
    expect(errors).toEqual([
      {
        game: 1,
        seed: '9/1',
        decision: 0,
        message: `${spec}, asked to decide "cell" for cross, exited with code 3.`,
        place: null,
      },
    ])
  })

  test("whose interpreter is missing can't be started", async () => {
    await expect(failureOf('cmd:./test/support/bots/no-interpreter')).resolves.toContain(
      'cannot be started: spawn',
    )
  })
})

describe('the lines to a program', () => {
  async function heard(mode: string, name: string, games: number, seats: (spec: string) => string[]) {
    const file = path.join(folder, `${mode}-${name}.jsonl`)
    const spec = bad(mode, file)
    await loadAgents([spec], PATIENT)
    const { def } = await gameOf(name)
    const { errors } = await simulate({
      game: { def },
      games,
      agents: seats(spec),
      jobs: 1,
      seed: 'secret seed',
    })
    expect(errors).toEqual([])
    await closeAgents()
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    return { text: lines.join('\n'), said: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
  }

  test('match the documented schema', async () => {
    const { said } = await heard('good', 'three-crowns', 2, (spec) => [spec, 'random', 'random'])
    const names = new Set<string>()
    for (const message of said) {
      const name = String(message['ask'] ?? message['tell'])
      names.add(name)
      const [, shape] = Object.entries(toBot).find(([known]) => known === name) ?? []
      expect(shape?.safeParse(message).error?.issues, JSON.stringify(message).slice(0, 300)).toBeUndefined()
      expect(shape).toBeDefined()
    }
    expect([...names].toSorted()).toEqual(['decide', 'end', 'events', 'game', 'hello', 'quit'])
    expect(fromBot.decide.safeParse({ id: 1, choice: 'a1' }).success).toBe(true)
  })

  test('come in order: hello, game, events and questions, end, quit', async () => {
    const { said } = await heard('good', 'tic-tac-toe', 2, (spec) => [spec, 'random'])
    const order = said.map(({ ask, tell, game: number }) => [ask ?? tell, number ?? ''].join(' '))
    expect(order.slice(0, 5)).toEqual(['hello ', 'game 1', 'decide 1', 'events 1', 'decide 1'])
    expect(order.filter((one) => one.startsWith('game') || one.startsWith('end') || one === 'quit ')).toEqual(
      ['game 1', 'end 1', 'game 2', 'end 2', 'quit '],
    )
  })

  test('contain what its seat may know: no cards of others, no seed, no recipients', async () => {
    const { text, said } = await heard('good', 'texas-holdem', 1, (spec) => [
      spec,
      ...Array.from({ length: 5 }, () => 'random'),
    ])
    expect(text).not.toContain('secret seed')
    expect(text).not.toContain('"to":')
    const holdem = await gameOf('texas-holdem')
    const [me = ''] = holdem.def.seats.map(({ id }) => id)
    let views = 0
    for (const { view } of said as { view?: View }[]) {
      if (view === undefined) continue
      views += 1
      expect(view.seat).toBe(me)
      const hands = Object.entries(view.zones).filter(([zone]) => zone.startsWith('hand'))
      for (const [zone, { cards }] of hands) if (!zone.includes(me)) expect(cards).toBeUndefined()
      expect(hands.length).toBeGreaterThan(1)
    }
    expect(views).toBeGreaterThan(5)
  })

  test('contain every event since its last question, including its own answers', async () => {
    const { said } = await heard('good', 'tic-tac-toe', 1, (spec) => [spec, 'random'])
    const events = said.flatMap((message) => (message['events'] ?? []) as StepEvent[])
    const chosen = events.flatMap((event) => (event.type === 'chose' ? [event.seat] : []))
    expect(chosen.slice(0, 4)).toEqual(['cross', 'nought', 'cross', 'nought'])
  })

  test('contain only what it requests', async () => {
    const { said } = await heard('bare', 'tic-tac-toe', 1, (spec) => [spec, 'random'])
    expect(said.some((message) => 'view' in message || 'events' in message)).toBe(false)
    expect(said.filter((message) => message['ask'] === 'decide').length).toBeGreaterThan(1)
  })

  test('restart after an undo', async () => {
    const file = path.join(folder, 'undo.jsonl')
    const spec = bad('good', file)
    await loadAgents([spec], PATIENT)
    const agent = makeAgent(spec, 1)
    const start = game.start({ seed: 1 })
    const state = game.fork(start)
    game.answer(state, agent.choose(game, state, 0), 0)
    agent.choose(game, start, 0) // as if nothing was answered
    await closeAgents()
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(
      lines.map((line) => JSON.parse(line) as { tell?: string; game?: number }).filter(({ tell }) => tell),
    ).toMatchObject([
      { tell: 'game', game: 1 },
      { tell: 'end', game: 1, outcome: null },
      { tell: 'game', game: 2 },
      { tell: 'quit' },
    ])
  })
})

describe('no process is left', () => {
  test("of a program that doesn't end on its own, or of its children", async () => {
    const mark = `mark-${process.pid}-a`
    const spec = bad('with-child', '-', mark)
    await loadAgents([spec], PATIENT)
    makeAgent(spec, 1).choose(game, game.start({ seed: 1 }), 0)
    expect(running(mark).length).toBe(2)
    await closeAgents()
    await expectNone(mark)
    expect(zombies()).toEqual([])
  })

  test('when its thread is terminated, while others continue', async () => {
    const mark = `mark-${process.pid}-b`
    const spec = bad('stays', '-', mark)
    await loadAgents([spec], PATIENT)
    await simulate({ game, games: 4, agents: [spec], jobs: 2, seed: 1 })
    await expectNone(mark)
    expect(zombies()).toEqual([])
  })

  test('when a run is interrupted', async () => {
    const mark = `mark-${process.pid}-c`
    const spec = bad('late', '-', mark)
    await loadAgents([spec], PATIENT)
    const stop = new AbortController()
    const done = simulate({ game, games: 4, agents: [spec], jobs: 2, seed: 1, signal: stop.signal })
    await expect.poll(() => running(mark).length).toBe(2)
    stop.abort()
    await done
    await expectNone(mark)
    expect(zombies()).toEqual([])
  })
})
