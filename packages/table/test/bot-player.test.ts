/** Bots that decide in the process of their table: when they play, when they wait, and what happens if one fails. */
import { AgentFailed } from '@ludoforge/agents'
import { Rng } from '@ludoforge/kernel'
import { handleRequest, MemoryRecord, type Person, Refusal, TableBots, TableCore } from '@ludoforge/table'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { drawChoice } from '../../../test/support/play.js'
import { BotPlayer } from '../src/local/bot-player.js'

const BOTS = { cross: 'random', nought: 'random' }
const MINE = { cross: 'me', nought: 'random' }

const services = {
  checkAgent: () => {},
  hint: () => Promise.reject(new Error('There are no hints here.')),
}

async function tableOf(seats: Readonly<Record<string, string>>, name = 'tic-tac-toe', options = {}) {
  const game = await gameOf(name)
  const { def, fingerprint } = game
  const stored = {
    game: { id: def.id, title: def.title, fingerprint },
    beginning: { seed: 'core', options },
    name: 'A table',
    created: 1,
    entries: [],
  }
  const record = new MemoryRecord('core', { game }, stored, seats, undefined)
  const watching: { bots?: BotPlayer } = {}
  const core = await TableCore.open(record, {
    alone: true,
    changed: (_, transitions) => watching.bots?.watch(transitions),
  })
  const bots = new BotPlayer(core, [], undefined)
  watching.bots = bots
  const ask = (request: Parameters<typeof handleRequest>[3]) =>
    handleRequest(services, core, core.person('me') as Person, request)
  /** Decides for a seat of the person. */
  const decide = async (): Promise<void> => {
    const { position, deciding } = core
    const mine = core.seats.find(({ seat, agent }) => agent === null && deciding.includes(seat))?.seat ?? ''
    const decision = game.decision(position.state, mine)
    if (decision === undefined) throw new Error('Nobody is asked.')
    const choice = drawChoice(decision, new Rng(1))
    await ask({ type: 'decide', seat: mine, question: position.question, choice })
  }
  const entries = () => record.entries()
  const by = async () => (await entries()).map((entry) => (entry.kind === 'decision' ? entry.by : entry.kind))
  return { game, record, core, bots, ask, decide, entries, by }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('bots play', () => {
  it('until the game is over, one decision after the other', async () => {
    const answers = vi.spyOn(TableBots.prototype, 'answer')
    const { core, bots, by } = await tableOf(BOTS)
    await Promise.all([bots.play(), bots.play()]) // the second request changes nothing
    expect(core.deciding).toEqual([])
    expect(core.document.outcome).toBeDefined()
    const players = await by()
    expect(players.length).toBeGreaterThan(4)
    expect(new Set(players)).toEqual(new Set(['bot random']))
    expect(answers).toHaveBeenCalledTimes(players.length)
  })

  it('not while a person is asked, and again when the person has answered', async () => {
    const { bots, decide, by } = await tableOf(MINE)
    await bots.play()
    expect(await by()).toEqual([])
    await decide()
    await bots.play()
    expect(await by()).toEqual(['me', 'bot random'])
    await bots.play()
    expect(await by()).toHaveLength(2)
  })

  it('after the people in a simultaneous choice', async () => {
    const seats = { red: 'random', green: 'me', blue: 'random', gold: 'random' }
    const { bots, decide, by } = await tableOf(seats, 'goofspiel')
    await bots.play()
    expect(await by()).toEqual([])
    await decide()
    await bots.play()
    expect(await by()).toEqual(['me', 'bot random', 'bot random'])
  })

  it('no more once they are stopped, and go on where they are wanted again', async () => {
    const ends = vi.spyOn(TableBots.prototype, 'end')
    const { core, bots, by } = await tableOf(BOTS)
    const playing = bots.play()
    bots.stop()
    expect(ends).toHaveBeenCalledTimes(1)
    await playing
    expect(await by()).toHaveLength(1) // the decision that was under way
    await bots.play()
    expect(core.deciding).toEqual([])
  })
})

describe('the time of others', () => {
  /** Plays a game in which each decision takes this long; returns its decisions and how often others had a turn. */
  async function pausesOf(milliseconds: number): Promise<[number, number]> {
    let clock = 1000
    const { bots, by } = await tableOf(BOTS)
    vi.spyOn(TableBots.prototype, 'watch').mockImplementation(() => {
      clock += milliseconds
    })
    vi.spyOn(performance, 'now').mockImplementation(() => clock)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await bots.play()
    const pauses = timers.mock.calls.filter(([, delay]) => delay === 0).length
    vi.restoreAllMocks()
    return [(await by()).length, pauses]
  }

  it('comes every ten milliseconds', async () => {
    const [many, none] = await pausesOf(0)
    expect(many).toBeGreaterThan(0)
    expect(none).toBe(0)
    const [all, each] = await pausesOf(10)
    expect(each).toBe(all)
    const [decisions, pauses] = await pausesOf(5)
    expect(pauses).toBe(Math.floor(decisions / 2))
  })
})

describe('what bots are shown', () => {
  it('is each decision with the position before it, and the end', async () => {
    const seen = vi.spyOn(TableBots.prototype, 'watch')
    const ends = vi.spyOn(TableBots.prototype, 'end')
    const { core, game, bots, entries } = await tableOf(BOTS)
    await bots.play()
    const decided = (await entries()).flatMap((entry) =>
      entry.kind === 'decision' ? [[entry.seat, entry.choice]] : [],
    )
    expect(seen.mock.calls.map(([, seat, choice]) => [seat, choice])).toEqual(decided)
    expect(seen.mock.calls.map(([state]) => game.deciding(state).length)).toEqual(decided.map(() => 1))
    expect(ends.mock.calls).toEqual([[core.position.state]])
  })

  it('is nothing of a chat', async () => {
    const seen = vi.spyOn(TableBots.prototype, 'watch')
    const ends = vi.spyOn(TableBots.prototype, 'end')
    const { ask } = await tableOf(MINE)
    await ask({ type: 'chat', text: 'hello' })
    expect(seen).not.toHaveBeenCalled()
    expect(ends).not.toHaveBeenCalled()
  })

  it('begins anew with an undo, and a bot answers the same again without thinking', async () => {
    const answers = vi.spyOn(TableBots.prototype, 'answer')
    const ends = vi.spyOn(TableBots.prototype, 'end')
    const { bots, ask, decide, entries } = await tableOf(MINE)
    const seeds = () => answers.mock.calls.map(([, { seed }]) => seed)
    await decide()
    await bots.play()
    expect(seeds()).toEqual(['core/agent/nought'])
    await ask({ type: 'undo', to: 1 }) // entry 3
    expect(ends.mock.calls).toEqual([[undefined]])
    await decide()
    await bots.play()
    expect(seeds()).toHaveLength(1)
    const choices = (await entries()).flatMap((entry) => (entry.kind === 'decision' ? [entry.choice] : []))
    expect(choices.slice(2)).toEqual(choices.slice(0, 2))
    await decide()
    await bots.play()
    expect(seeds()).toEqual(['core/agent/nought', 'core/agent/nought/3'])
  })
})

describe('a bot that fails', () => {
  it.each([
    [new AgentFailed('It took too long.'), ' It took too long.'],
    [new Error('inner'), ''],
  ])('is replaced for this decision: %s', async (error, reason) => {
    vi.spyOn(TableBots.prototype, 'answer').mockRejectedValueOnce(error)
    const { bots, decide, entries } = await tableOf({ cross: 'me', nought: 'greedy' })
    await decide()
    await bots.play()
    expect((await entries()).slice(1)).toMatchObject([
      { kind: 'decision', seat: 'nought', by: 'bot random' },
      {
        kind: 'note',
        text: `The bot greedy failed to decide for nought. A random choice was made instead.${reason}`,
      },
    ])
  })

  it('at the end fails for itself only', async () => {
    const { bots } = await tableOf(BOTS)
    const ends = vi.spyOn(TableBots.prototype, 'end').mockImplementation(() => {
      throw new AgentFailed('It is gone.')
    })
    bots.stop()
    expect(ends).toHaveBeenCalled()
    ends.mockImplementation(() => {
      throw new TypeError('a bug')
    })
    expect(() => bots.stop()).toThrow('a bug')
  })
})

describe('a decision that cannot be stored', () => {
  it('did not happen, and the bots resume with the next request', async () => {
    const { core, record, bots } = await tableOf(BOTS)
    vi.spyOn(record, 'append').mockRejectedValueOnce(new Refusal('busy', 'The disk is full.'))
    await bots.play()
    expect(core.position.number).toBe(0)
    await bots.play()
    expect(core.deciding).toEqual([])
  })

  it('is an error if nothing was refused', async () => {
    const { record, bots } = await tableOf(BOTS)
    vi.spyOn(record, 'append').mockRejectedValueOnce(new TypeError('a bug'))
    await expect(bots.play()).rejects.toThrow('a bug')
  })
})
