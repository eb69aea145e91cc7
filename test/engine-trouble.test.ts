/** `ludoforge engine` with invalid lines, exceeded limits and failing games. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type EngineProcess, engines } from './support/engine.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-engine-'))
const engineOf = engines()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A game whose worth depends on a hidden hand, and where one answer leads to a failing rule. */
const BREAKING = `# Breaking

\`\`\`yaml
game: {id: breaking, title: Breaking}
seats: [left, right]
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
cards:
  card: {each: {rank: 1..9}, id: 'card-{rank}', name: 'Card {rank}', supply: deck}
seat-variables:
  score: 0..99
worth: luck
\`\`\`

\`\`\`rules
setup
  shuffle deck
  each seat in seats
    draw 1 card from deck to hand of seat

value luck(seat) = first(hand of seat).rank

play
  repeat up to 5 times
    each seat in seats
      as seat
        choose n from 0..3 "How many?"
        if n = 3
          let lost = first(cards in hand of actor where it.rank > 9)
          add lost.rank to actor.score
        add n to actor.score
  rank seats by it.score
\`\`\`
`

describe('an invalid line', () => {
  let engine: EngineProcess
  beforeAll(() => {
    engine = engineOf('tic-tac-toe')
  })

  it.each([
    ['is no JSON', 'start please', { id: null, error: { code: 'no-json' } }],
    ['is no object', '7', { id: null, error: { code: 'no-message' } }],
    ['asks nothing', '{"id":4}', { id: 4, error: { code: 'no-message' } }],
    ['has no id', '{"ask":"stats"}', { id: null, error: { code: 'no-message' } }],
    ['tells what nobody knows', '{"tell":"jokes"}', { id: null, error: { code: 'unknown-tell' } }],
    ['asks what nobody knows', '{"id":5,"ask":"strat"}', { id: 5, error: { code: 'unknown-ask' } }],
    [
      'speaks another language',
      '{"id":6,"ask":"hello","protocol":"uci"}',
      { id: 6, error: { code: 'other-protocol' } },
    ],
    ['has a field too many', '{"id":7,"ask":"drop","gane":1}', { id: 7, error: { code: 'unknown-field' } }],
    ['lacks a field', '{"id":8,"ask":"outcome"}', { id: 8, error: { code: 'bad-field' } }],
    ['means no game', '{"id":9,"ask":"outcome","game":77}', { id: 9, error: { code: 'unknown-game' } }],
    [
      'wishes for nonsense',
      '{"id":9,"ask":"start","seats":"all","also":["evnets"]}',
      { id: 9, error: { code: 'bad-field' } },
    ],
    [
      'names no scenario',
      '{"id":9,"ask":"start","seats":"all","scenario":"x"}',
      { id: 9, error: { code: 'bad-field' } },
    ],
    [
      'names no option',
      '{"id":9,"ask":"start","seats":"all","options":{"x":1}}',
      { id: 9, error: { code: 'bad-field' } },
    ],
    ['has a wicked name', '{"id":9,"ask":"__proto__"}', { id: 9, error: { code: 'unknown-ask' } }],
  ])('is answered if it %s', async (_, line, expected) => {
    const answer = (await engine.line(line)) as Answer
    expect(answer).toMatchObject(expected)
    expect(answer.error?.message).toMatch(/^[A-Z"].*[.:].*/)
  })

  it('suggests a similar name', async () => {
    const meant = async (line: string) => ((await engine.line(line)) as Answer).error?.message
    expect(await meant('{"id":1,"ask":"strat"}')).toContain('Did you mean "start"?')
    expect(await meant('{"id":1,"ask":"drop","gane":1}')).toContain('Did you mean "game"?')
    expect(await meant('{"id":1,"ask":"start","seats":"all","also":["evnets"]}')).toContain(
      'Did you mean "events"?',
    )
    await engine.must('start', { seats: 'all', into: 3 })
    expect(await meant('{"id":1,"ask":"decide","game":3,"choice":"bb2"}')).toContain('Did you mean "b2"?')
  })

  it("doesn't stop later lines from being answered, in order", async () => {
    engine.write(
      '{"id":1,"ask":"stats"}\n\nnonsense\r\n{"id":2,"ask":"stats"}\n[{"id":3,"ask":"x"},{"id":4,"ask":"stats"}]\n',
    )
    const ids = [await engine.read(), await engine.read(), await engine.read(), await engine.read()]
    expect(
      ids.map((one) => (Array.isArray(one) ? one.map(({ id }: Answer) => id) : (one as Answer).id)),
    ).toEqual([1, null, 2, [3, 4]])
  })

  it('leaves the game unchanged', async () => {
    const { decision } = await engine.must('start', { seats: 'all', into: 4 })
    const answers = await engine.batch(
      { ask: 'decide', game: 4, choice: 'z9' },
      { ask: 'decide', game: 4, choice: 'b2', picks: [4] },
      { ask: 'decide', game: 4, choice: { offer: 'x' } },
      { ask: 'decide', game: 4, choice: null },
      { ask: 'decide', game: 4, picks: [0.5] },
      { ask: 'decide', game: 4, choice: 'b2', seat: 'nought' },
    )
    expect(answers.every(({ error }) => error !== undefined)).toBe(true)
    expect((await engine.must('decision', { game: 4 })).decision).toEqual(decision)
  })

  it('may be split anywhere, and contain any characters', async () => {
    const bytes = Buffer.from('{"id":1,"ask":"start","seats":"all","seed":"Ünï-𝄞"}\n')
    for (const byte of bytes) engine.child.stdin.write(Buffer.from([byte]))
    expect(await engine.read()).toMatchObject({ id: 1, decision: { seat: 'cross' } })
  })
})

describe('an exceeded limit', () => {
  it('is refused with the limit, and dropping games makes room', async () => {
    const engine = engineOf('tic-tac-toe', ['--games', '3', '--line', '1'])
    for (let i = 0; i < 3; i += 1) await engine.must('start', { seats: 'all' })
    expect(await engine.ask('start', { seats: 'all' })).toMatchObject({
      error: {
        code: 'too-many-games',
        message: '3 games are open, which is the limit. Drop some, or raise --games.',
      },
    })
    expect(await engine.must('fork', { game: 1, into: 2 })).toMatchObject({ game: 2 }) // takes the place of another
    expect(await engine.must('drop', { game: [1, 3] })).toMatchObject({ dropped: 2 })
    await engine.must('start', { seats: 'all' })
    expect(await engine.must('drop', { game: 'all' })).toMatchObject({ dropped: 2 })
    expect(await engine.must('stats')).toMatchObject({ open: { games: 0, bytes: 0 } })
    engine.write(`{"id":1,"ask":"stats","x":"${'x'.repeat(2 ** 20)}"}\n{"id":2,"ask":"stats"}\n`)
    expect(await engine.read()).toMatchObject({ id: null, error: { code: 'too-long' } })
    expect(await engine.read()).toMatchObject({ id: 2, asks: expect.any(Number) as number })
  })

  it('can be the memory of positions', async () => {
    const engine = engineOf('fire-in-the-lake', ['--memory', '1'])
    const { game } = await engine.must('start', { seats: 'all', scenario: 'short' })
    const asks = Array.from({ length: 500 }, () => ({ ask: 'fork', game }))
    const answers = await engine.batch(...asks)
    const refused = answers.filter(({ error }) => error !== undefined)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.error).toMatchObject({ code: 'too-much-memory' })
    const { open: held } = (await engine.must('stats')) as unknown as {
      open: { games: number; bytes: number }
    }
    expect(held.bytes).toBeLessThanOrEqual(2 ** 20)
    expect(held.bytes).toBeGreaterThan(0.9 * 2 ** 20)
    await engine.must('drop', { game: answers[0]?.game })
    await engine.must('fork', { game })
  })
})

describe('a failing game', () => {
  let engine: EngineProcess
  beforeAll(() => {
    writeFileSync(path.join(folder, 'rules.md'), BREAKING)
    engine = engineOf(folder)
  })

  it('is reported as an error of its rules, with the location, and stays before the answer', async () => {
    const { decision } = await engine.must('start', { seats: 'all', into: 1, seed: 3 })
    for (const answer of [{ choice: 3 }, { picks: [3] }, { choice: 3, also: ['events'] }])
      expect(await engine.ask('decide', { game: 1, ...answer })).toMatchObject({
        error: { code: 'rule-error', message: expect.stringContaining('rules.md:') as string },
      })
    expect((await engine.must('decision', { game: 1 })).decision).toEqual(decision)
    await engine.must('decide', { game: 1, choice: 1 })
  })

  it('reveals nothing, even if worth depends on a hidden hand', async () => {
    await engine.must('start', { seats: { left: 'me', right: 'random' }, into: 2, seed: 3 })
    const { features } = await engine.must('features', { game: 2 })
    expect(features).toEqual({ left: { worth: expect.any(Number) as number }, right: { worth: null } })
    await engine.must('start', { seats: 'all', into: 3, seed: 3 })
    expect((await engine.must('features', { game: 3 })).features).toMatchObject({
      right: { worth: expect.any(Number) as number },
    })
  })
})

describe('an external agent', () => {
  it('plays by the name that --bot gives it, in games and in playouts', async () => {
    const engine = engineOf('tic-tac-toe', ['--bot', 'three=cmd:python3 examples/bots/three.py'])
    const { rules: _, agents } = (await engine.must('hello')) as unknown as {
      rules: object
      agents: string[]
    }
    expect(agents).toContain('three')
    let at = await engine.must('start', { seats: { cross: 'me', nought: 'three' }, into: 1 })
    // It blocks two in a line.
    at = await engine.must('decide', { game: 1, choice: 'a1' })
    expect(at.decision?.options.map(({ id }) => id)).not.toContain('b2')
    at = await engine.must('decide', { game: 1, choice: 'a2' })
    expect(at.decision?.options.map(({ id }) => id)).not.toContain('a3')
    expect(await engine.must('drop', { game: 1 })).toMatchObject({ dropped: 1 })
    await engine.must('start', { seats: 'all', into: 2 })
    const fates = await engine.must('playouts', {
      game: 2,
      times: 3,
      agents: { cross: 'three', nought: 'random' },
    })
    expect(fates).toMatchObject({ ended: 3 })
  })
})

describe('the end', () => {
  it('comes with the end of the input or with quit, and --stats prints the speed', async () => {
    const quiet = engineOf('tic-tac-toe')
    await quiet.must('start', { seats: 'all' })
    expect(await quiet.end()).toBe(0)
    expect(quiet.err).toBe('')
    const told = engineOf('tic-tac-toe', ['--stats'])
    await told.must('start', { seats: 'all', into: 1 })
    await told.must('play', { game: 1 })
    told.write('{"tell":"quit"}\n')
    expect(await told.ended).toBe(0)
    expect(told.err).toMatch(
      /2 requests in 3 lines, 0 refused; 1 games\n\d decisions: 0 by the program, \d by agents/,
    )
    expect(told.err).toMatch(/% of the time in the engine/)
  })

  it('is silent when the reader is gone', async () => {
    const engine = engineOf('tic-tac-toe')
    await engine.must('start', { seats: 'all' })
    engine.child.stdout.destroy()
    engine.write('{"id":1,"ask":"stats"}\n'.repeat(2000))
    expect(await engine.ended).toBe(0)
    expect(engine.err).toBe('')
  })

  it('is reported for an unknown game', async () => {
    const engine = engineOf('tik-tac-toe')
    expect(await engine.end()).toBe(2)
    expect(engine.err).toContain('Did you mean "tic-tac-toe"?')
  })
})

it('statistics count the work and the time', async () => {
  const engine = engineOf('tic-tac-toe')
  await engine.must('start', { seats: 'all', into: 1 })
  await engine.must('decide', { game: 1, choice: 'b2' })
  await engine.must('play', { game: 1, decisions: 2 })
  await engine.ask('decide', { game: 1, choice: 'b2' })
  const stats = await statsOf(engine)
  expect(stats).toMatchObject({
    asks: 5,
    lines: 5,
    errors: 1,
    decisions: { all: 3, yours: 1, agents: 2 },
    games: 1,
    open: { games: 1 },
  })
  const { all, waiting, engine: busy } = stats.seconds
  expect(busy + waiting).toBeCloseTo(all, 2)
  // The engine counts the time it waits between lines.
  await expect
    .poll(async () => (await statsOf(engine)).seconds.waiting - waiting, { interval: 100 })
    .toBeGreaterThan(0.25)
})

async function statsOf(engine: EngineProcess) {
  return (await engine.must('stats')) as unknown as {
    readonly seconds: { readonly all: number; readonly engine: number; readonly waiting: number }
  }
}
