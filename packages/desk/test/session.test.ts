import type { Choice } from '@ludoforge/kernel'
import { gameFolder } from '@ludoforge/games'
import { gameFiles } from '@ludoforge/look/node'
import { LocalHost, type StoredTable } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import {
  DeskSession,
  type ExampleEntry,
  finish,
  type GameVersion,
  viewExample,
} from '../src/session/index.js'
import { gameOf } from '../../../test/support/games.js'
import type { Files } from '../src/index.js'
import { edited, projectFiles } from './project-files.js'

/** Builds the files and returns the version. Throws if they don't compile. */
function built(session: DeskSession, files: Files, revision: number): GameVersion {
  const result = finish(session.update(files, revision))
  if (!('version' in result)) throw new Error(JSON.stringify(result.problems))
  return result.version
}

/** Answers questions at the table of a session with the options that a function picks. */
async function play(session: DeskSession, answers: readonly Choice[]): Promise<void> {
  const { version } = session
  if (version === undefined) throw new Error('Nothing compiled.')
  const { options } = finish(session.table.replay(version))
  const host = await LocalHost.open(options)
  const texts: string[] = []
  const client = host.open({ message: (text) => texts.push(text) })
  let id = 0
  const ask = async (what: object): Promise<void> => {
    id += 1
    client.send(JSON.stringify({ id, ask: what }))
    await expect.poll(() => texts.some((text) => text.includes(`"id":${id}`))).toBe(true)
    const answer = texts.find((text) => text.includes(`"id":${id}`)) ?? ''
    if (answer.includes('"type":"error"')) throw new Error(answer)
  }
  await ask({ type: 'hello', table: 'local' })
  const { game } = version
  for (const choice of answers) {
    const { beginning, decisions } = session.table.played ?? {
      beginning: { seed: 1, options: {} },
      decisions: [],
    }
    let state = game.start(beginning)
    for (const decision of decisions) state = game.decide(state, decision.choice, decision.seat)
    const question = game.decision(state)
    const last = decisions.at(-1)?.number ?? 0
    await ask({ type: 'decide', seat: question?.seat, question: last, choice })
  }
  client.close()
}

const OUTPOSTS = projectFiles('outposts')

describe('a session on Outposts', () => {
  it('compiles files in memory, with the scene and the rulebook', () => {
    const session = new DeskSession()
    const { game, scene, book } = built(session, OUTPOSTS, 1)
    expect(game.def.title).toBe('Outposts')
    expect(scene.map?.spaces).toHaveLength(19)
    expect(book().files[0]?.title).toBe('Outposts')
  })

  it('keeps the last good version while there is an error, and names its line', () => {
    const session = new DeskSession()
    built(session, OUTPOSTS, 1)
    const wrong = edited(
      OUTPOSTS,
      'rules.md',
      'where own-in-supply(it)\n          "Muster',
      'where own-in-suply(it)\n          "Muster',
    )
    const result = finish(session.update(wrong, 2))
    const line = (wrong['rules.md'] ?? '').split('\n').findIndex((text) => text.includes('own-in-suply')) + 1
    expect(result).toMatchObject({ revision: 2, problems: [{ path: 'rules.md', line, severity: 'error' }] })
    expect(session.version?.revision).toBe(1)
  })

  it('replays decisions after an edit, and stops where one is no longer legal', async () => {
    const session = new DeskSession()
    built(session, OUTPOSTS, 1)
    await play(session, ['march', 'b3', ['red-soldier@a3'], 'muster', 'muster', 'b3', 'a3', 'muster'])
    const three = edited(OUTPOSTS, 'rules.md', 'repeat up to 2 times', 'repeat up to 3 times')
    const { note } = finish(session.table.replay(built(session, three, 2)))
    expect(note).toEqual({
      replayed: 7,
      all: 8,
      turn: 3,
      stopped: 'In turn 3 your edit asks Red: Muster: place a soldier in which hex? (5 in reserve)',
    })
    // The decisions after the stop aren't lost: the next edit makes them legal again.
    expect(finish(session.table.replay(built(session, OUTPOSTS, 3))).note).toMatchObject({
      replayed: 8,
      all: 8,
    })
    const free = edited(
      OUTPOSTS,
      'rules.md',
      'place 3 soldiers of seat in seat.harbour',
      'place 9 soldiers of seat in seat.harbour',
    )
    expect(finish(session.table.replay(built(session, free, 4))).note.stopped).toMatch(
      /^In turn 4 your edit asks Blue: What do you do/,
    )
  })

  it('gives you the seats of bots where a replay stops', async () => {
    let record: StoredTable | undefined
    const session = new DeskSession((table) => {
      record = table
    })
    built(session, OUTPOSTS, 1)
    await play(session, ['march', 'b3', ['red-soldier@a3'], 'muster', 'muster', 'b3', 'a3', 'muster'])
    if (record === undefined) throw new Error('The table has no record.')
    session.table.adopt({ ...record, seats: { red: 'random', blue: 'random' } })
    const seatsUnder = async (files: Files, revision: number) => {
      const { options } = finish(session.table.replay(built(session, files, revision)))
      return (await options.storage?.load())?.seats
    }
    expect(await seatsUnder(OUTPOSTS, 2)).toEqual({ red: 'random', blue: 'random' })
    const three = edited(OUTPOSTS, 'rules.md', 'repeat up to 2 times', 'repeat up to 3 times')
    expect(await seatsUnder(three, 3)).toEqual({ red: 'me', blue: 'me' })
  })

  it('continues after the stop, and then forgets what came after it', async () => {
    const session = new DeskSession()
    built(session, OUTPOSTS, 1)
    await play(session, ['march', 'b3', ['red-soldier@a3'], 'muster', 'march'])
    built(
      session,
      edited(
        OUTPOSTS,
        'rules.md',
        'action march "March"                                              # 3.2\n',
        'action march "March"                                              # 3.2\n  requires no(soldiers of actor in b3)\n',
      ),
      2,
    )
    await play(session, ['muster'])
    expect(session.table.played?.decisions.map(({ choice }) => choice).slice(4)).toEqual(['muster'])
    expect(finish(session.table.replay(built(session, OUTPOSTS, 3))).note).toMatchObject({
      replayed: 5,
      all: 5,
    })
  })
})

describe('examples', () => {
  const run = (session: DeskSession): readonly ExampleEntry[] => {
    finish(session.examples.run())
    return session.examples.entries
  }

  it('run again after an edit, those that it touches first', () => {
    const session = new DeskSession()
    built(session, OUTPOSTS, 1)
    expect(run(session).filter(({ state }) => state !== 'passed')).toEqual([])
    built(session, edited(OUTPOSTS, 'rules.md', 'repeat up to 2 times', 'repeat up to 3 times'), 2)
    const first = session.examples.run().next()
    const touched = session.examples.entries.filter((entry) => entry.touched)
    expect(first.value).toEqual({ starts: touched[0]?.id })
    expect(touched.filter(({ isLesson }) => !isLesson).map(({ title }) => title)).toEqual([
      'With nowhere to spread it musters where the enemy is near',
      'Two are mustered where one is in supply',
      'The last soldier in reserve is mustered alone',
    ])
    const failed = run(session).filter(({ state, isLesson }) => state === 'failed' && !isLesson)
    expect(failed).toMatchObject([
      { title: 'Two are mustered where one is in supply', failure: { expected: 'nothing is asked' } },
    ])
  })

  it('of the unchanged rules keep their results when another example is written', () => {
    const session = new DeskSession()
    built(session, OUTPOSTS, 1)
    run(session)
    const more = edited(
      OUTPOSTS,
      'rules.md',
      '```example\nThree soldiers',
      '```example\nNew  # 3.1\n  given the start\n  then red is asked hex\n\nThree soldiers',
    )
    built(session, more, 2)
    const started = [...session.examples.run()].flatMap((step) => ('starts' in step ? [step.starts] : []))
    expect(started.length).toBeLessThan(run(session).length)
    expect(run(session)[0]).toMatchObject({ title: 'New', state: 'failed', touched: true })
  })

  it('that don’t end are given up until they change', () => {
    const session = new DeskSession()
    built(session, OUTPOSTS, 1)
    const [first] = session.examples.entries
    session.examples.giveUp(first?.id ?? '')
    const started = [...session.examples.run()].flatMap((step) => ('starts' in step ? [step.starts] : []))
    expect(started).not.toContain(first?.id)
    expect(session.examples.entries[0]).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining('doesn’t end') },
    })
    expect(viewExample(session, first?.id ?? ''), 'a view would run it').toBeUndefined()
    built(session, edited(OUTPOSTS, 'rules.md', 'Two seats fight', 'Two sides fight'), 2)
    expect(session.examples.entries.filter(({ state }) => state === 'failed')).toHaveLength(1)
    built(session, edited(OUTPOSTS, 'rules.md', 'repeat up to 2 times', 'repeat up to 1 times'), 3)
    const again = [...session.examples.run()].flatMap((step) => ('starts' in step ? [step.starts] : []))
    expect(again, 'other rules may end').toContain(first?.id)
  })

  it('are shown step by step, with the board and the question where they fail', () => {
    const session = new DeskSession()
    built(session, edited(OUTPOSTS, 'rules.md', 'repeat up to 2 times', 'repeat up to 3 times'), 1)
    const failed = run(session).find(({ state, isLesson }) => state === 'failed' && !isLesson)
    const view = viewExample(session, failed?.id ?? '')
    expect(view?.steps.map(({ state }) => state)).toEqual(
      [...Array(view?.steps.length).keys()].map((i, _, all) => (i === all.length - 1 ? 'failed' : 'taken')),
    )
    expect(view?.steps.at(-1)).toMatchObject({ text: 'and nothing is asked', line: failed?.failure?.line })
    expect(view?.position?.decision).toMatchObject({ seat: 'red', name: 'hex' })
    expect(view?.position?.view.zones['b3']?.pieces).toEqual({ 'red-soldier': 3 })
  })
})

describe('a session on other games', () => {
  it('follows Tic-tac-toe, also when its look changes', () => {
    const files = projectFiles('tic-tac-toe')
    const session = new DeskSession()
    const before = built(session, files, 1)
    const [look = ''] = Object.keys(files).filter((file) => file.startsWith('look/'))
    const after = built(session, { ...files, [look]: `${files[look] ?? ''}\nshort: {}\n` }, 2)
    expect(after.game).toBe(before.game) // the rules are the same: nothing is linked again
    expect(after.scene).not.toBe(before.scene)
    const prose = built(session, { ...files, 'notes.md': '# Notes\n\nA page more.\n' }, 3)
    expect(prose.book().files.some(({ path }) => path === 'notes.md')).toBe(true)
  })

  it('reads the look again when an edit changes what it names', () => {
    const session = new DeskSession()
    built(session, OUTPOSTS, 1)
    const renamed = edited(OUTPOSTS, 'rules.md', 'value held-by(seat) "hexes', 'value hexes-of(seat) "hexes')
    const rules = (renamed['rules.md'] ?? '').replaceAll('held-by(', 'hexes-of(')
    expect(built(session, { ...renamed, 'rules.md': rules }, 2).scene.seatValues).toHaveLength(1)
    expect(built(session, OUTPOSTS, 3).scene.seatValues).toHaveLength(2)
  })

  it('builds Fire in the Lake as its folder does, and ends a build that is stale', async () => {
    const files = projectFiles('fire-in-the-lake')
    const session = new DeskSession()
    const stale = session.update(files, 1)
    stale.next()
    stale.return({ revision: 1, problems: [] })
    expect(session.version).toBeUndefined()
    const { game, scene, book } = built(session, files, 2)
    const whole = await gameFiles(await gameOf('fire-in-the-lake'), gameFolder('fire-in-the-lake'))
    expect(game.fingerprint).toBe(whole.card.fingerprint)
    expect(scene).toEqual(whole.scene)
    expect({ ...whole.book, others: undefined }).toEqual(book()) // a desk has the other files itself
    const example = session.examples.run()
    expect(example.next().value).toHaveProperty('starts')
    expect(example.next().value).toMatchObject({ ended: { state: 'passed' } })
    example.return()
  })
})
