import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { linkGame } from '@ludoforge/kernel'
import { readTrace, TraceWriter } from '@ludoforge/sim'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseNumber, DUELS, eachSeat, NUMBERS, rankByScore, tiny } from '../../agents/test/tiny.js'
import { Session } from '../src/play/session.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-session-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const START = { path: 'tiny', scenario: '', seed: 5, options: {} } as const

function start(seats: Record<string, string> = { left: 'human', right: 'greedy' }): Session {
  return Session.start(linkGame(NUMBERS), { ...START, seats })
}

describe('a session', () => {
  it('lets agents decide until a person is asked', async () => {
    const session = start()
    expect((await session.advance())?.seat).toBe('left')
    session.answer(2)
    expect((await session.advance())?.seat).toBe('left')
    expect(session.decisions.map(({ seat, choice }) => [seat, choice])).toEqual([
      ['left', 2],
      ['right', 5],
    ])
  })

  it('takes what is forced, and asks nobody', async () => {
    const forced = tiny([...eachSeat([...chooseNumber(3, 3), ...chooseNumber(0, 1)]), ...rankByScore])
    const session = Session.start(linkGame(forced), { ...START, seats: { left: 'human', right: 'human' } })
    expect(await session.advance()).toMatchObject({ seat: 'left', min: 0, max: 1 })
    expect(session.decisions).toEqual([])
  })

  it('changes nothing when an answer is illegal', async () => {
    const session = start()
    await session.advance()
    const before = session.game.hash(session.state)
    expect(() => session.answer(17)).toThrow('17')
    expect(session.game.hash(session.state)).toBe(before)
    expect(session.decisions).toEqual([])
  })

  it('takes back the last decision of a person and all that followed', async () => {
    const session = start()
    await session.advance()
    const hash = session.game.hash(session.state)
    expect(session.undo()).toBe(false)
    session.answer(2)
    await session.advance()
    expect(session.undo()).toBe(true)
    expect(session.game.hash(session.state)).toBe(hash)
    expect(session.decisions).toEqual([])
  })

  it('knows what an undo goes back over', async () => {
    const roll = { rollRandom: { bind: 'die', min: 1, max: 6 } } as const
    const dice = tiny([...eachSeat([...chooseNumber(0, 1), roll, ...chooseNumber(0, 2)]), ...rankByScore])
    const session = Session.start(linkGame(dice), { ...START, seats: { left: 'human', right: 'human' } })
    await session.advance()
    expect(session.undoes).toEqual({ rolled: false, revealed: false })
    session.answer(1)
    expect(session.undoes).toEqual({ rolled: true, revealed: false })
    await session.advance()
    session.answer(2)
    expect(session.undoes).toEqual({ rolled: false, revealed: false })
    session.undo()
    expect(session.undoes).toEqual({ rolled: true, revealed: false })
  })

  it('tells what happened before the first decision', () => {
    const said = tiny([{ say: { text: ['Welcome'] } }, ...eachSeat(chooseNumber(0, 1)), ...rankByScore])
    const session = Session.start(linkGame(said), { ...START, seats: { left: 'human', right: 'human' } })
    expect(session.news('left').events).toEqual([{ type: 'said', text: 'Welcome' }])
    expect(session.news('left').events).toEqual([])
    expect(session.events()).toHaveLength(1)
  })

  it('tells each seat its news once', async () => {
    const session = start({ left: 'human', right: 'human' })
    await session.advance()
    session.answer(1)
    await session.advance()
    const news = session.news('right')
    expect(news.events.some(({ type }) => type === 'chose')).toBe(true)
    expect(news.before).toEqual([])
    expect(session.news('right')).toEqual({ events: [], before: news.events })
    expect(session.news('left').events.length).toBeGreaterThan(0)
  })

  it('writes every decision down, with those before, and goes on from the file', async () => {
    const file = path.join(folder, 'game')
    const session = start()
    await session.advance()
    session.answer(1)
    await session.advance()
    session.saveTo(file)
    session.answer(4)
    await session.advance()
    expect(readTrace(file).decisions).toEqual(session.decisions) // without closing: as if it were killed now
    session.undo()
    expect(readTrace(file).decisions).toEqual(session.decisions)
    session.close()

    const { writer, trace } = TraceWriter.resume(file)
    const again = Session.resume(linkGame(NUMBERS), trace, (problem) => expect.fail(problem))
    again.appendTo(writer, trace)
    expect(again.game.hash(again.state)).toBe(session.game.hash(session.state))
    expect(again.undo()).toBe(true)
    again.answer(0)
    again.close()
    expect(readTrace(file).decisions).toEqual(again.decisions)
  })

  it('asks people before agents where all are asked at once, and takes the answers of agents back with theirs', async () => {
    const seats = { left: 'random', right: 'human' }
    const session = Session.start(linkGame(DUELS), { ...START, seats })
    expect(await session.advance()).toMatchObject({ seat: 'right', atOnce: true })
    const before = session.game.hash(session.state)
    session.answer(4)
    expect((await session.advance())?.seat).toBe('right')
    expect(session.decisions.map(({ seat }) => seat)).toEqual(['right', 'left'])
    expect(session.undo()).toBe(true)
    expect(session.game.hash(session.state)).toBe(before)
    expect(session.decisions).toEqual([])
  })

  it('goes on from a file that ends between answers given at once', async () => {
    const file = path.join(folder, 'between')
    const session = Session.start(linkGame(DUELS), { ...START, seats: { left: 'human', right: 'human' } })
    session.saveTo(file)
    expect((await session.advance())?.seat).toBe('left')
    session.answer(4)
    session.close()
    const again = Session.resume(linkGame(DUELS), readTrace(file), (problem) => expect.fail(problem))
    expect((await again.advance())?.seat).toBe('right')
    expect(JSON.stringify(again.news('right'))).not.toContain('4')
    again.answer(2)
    expect((await again.advance())?.seat).toBe('left')
    expect(again.news('right').events.flatMap((e) => (e.type === 'chose' ? [e.choice] : []))).toEqual([4, 2])
  })

  it('is over when the game is', async () => {
    const session = start({ left: 'random', right: 'greedy' })
    expect(await session.advance()).toBeUndefined()
    expect(session.decisions).toHaveLength(6)
    expect(session.game.outcome(session.state)?.kind).toBe('rank')
  })
})
