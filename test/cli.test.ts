import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from '../packages/cli/src/program.js'
import { textTerminal } from '../packages/cli/test/terminal.js'

const games = fileURLToPath(new URL('../games', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ludoforge(args: readonly string[], lines: readonly string[] | null = null) {
  const terminal = textTerminal(lines)
  const code = await run(args, terminal)
  return { code, out: terminal.text(), err: terminal.errors.join('\n') }
}

/** A folder with one file in it. */
function gameFolder(name: string, text: string): string {
  const place = path.join(folder, name)
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'rules.md'), text)
  return place
}

const TINY = `# Tiny

\`\`\`yaml
game: {id: tiny, title: Tiny}
seats: [left, right]
seat-variables:
  score: 0..9
\`\`\`

\`\`\`rules
play
  each seat in seats
    as seat
      choose n from 0..3
      add n to actor.score
  rank seats by it.score
\`\`\`

\`\`\`example
the greater number wins
  given an empty board
    set left.score to 2
  then left.score = SCORE
\`\`\`
`

const GOOD = gameFolder('good', TINY.replace('SCORE', '2'))
const FAILING = gameFolder('failing', TINY.replace('SCORE', '3'))
const BROKEN = gameFolder('broken', TINY.replace('actor.score', 'actor.scroe'))

const POLICIES = gameFolder(
  'policies',
  `${TINY.replace('SCORE', '2')}
\`\`\`rules
policy bold for left
  at play.n
    take most
policy shy for right
  at play.n if score of right > 3
    take least
\`\`\`
`,
)

describe('check', () => {
  it('lists the questions that policies do not answer', async () => {
    expect((await ludoforge(['check', POLICIES, '--policy'])).out).toContain('Every question has an entry.')
    const open = POLICIES.replace('policies', 'open')
    gameFolder(
      'open',
      readFileSync(path.join(POLICIES, 'rules.md'), 'utf8').replace(
        'each seat',
        'choose m from 0..1\n  each seat',
      ),
    )
    const { out, code } = await ludoforge(['check', open, '--policy', 'bold'])
    expect(out).toContain('policy bold: no entry for play.m, asked of left')
    expect(out).not.toContain('shy')
    expect(code).toBe(0)
    expect(await ludoforge(['check', open, '--policy', 'wild'])).toMatchObject({ code: 2 })
    const json = JSON.parse((await ludoforge(['check', open, '--policy', '--json'])).out) as {
      unanswered: unknown
    }
    expect(json.unanswered).toEqual([
      { policy: 'bold', question: 'play.m', seats: ['left'] },
      { policy: 'shy', question: 'play.m', seats: ['right'] },
    ])
  })

  it('passes a valid folder', async () => {
    expect(await ludoforge(['check', GOOD])).toMatchObject({ code: 0, err: '' })
  })

  it('shows errors with their locations, as text and as JSON', async () => {
    const { code, out } = await ludoforge(['check', BROKEN])
    expect(code).toBe(1)
    expect(out).toMatch(/rules\.md:15:\d+: error/)
    expect(out).toMatch(/scroe/)
    const json = JSON.parse((await ludoforge(['check', BROKEN, '--json'])).out) as {
      ok: boolean
      diagnostics: { line: number }[]
    }
    expect(json.ok).toBe(false)
    expect(json.diagnostics[0]?.line).toBe(15)
  })

  it('checks all games of a folder', async () => {
    const { code, out } = await ludoforge(['check', folder])
    expect(code).toBe(1)
    expect(out.match(/^(?:ok|FAIL) /gm)).toHaveLength(5)
  })
})

describe('test', () => {
  it('prints the counts last', async () => {
    const good = await ludoforge(['test', GOOD])
    expect(good.code).toBe(0)
    expect(good.out.split('\n').at(-1)).toBe('1 passed, 0 failed')
  })

  it('shows expected, actual and the line of a failure', async () => {
    const { code, out } = await ludoforge(['test', FAILING])
    expect(code).toBe(1)
    expect(out).toMatch(
      /FAIL the greater number wins\n.*rules\.md:23:.*\n.*then left\.score = 3\n.*expected.*3\n.*actual.*2/,
    )
    expect(out.split('\n').at(-1)).toBe('0 passed, 1 failed')
  })

  it('runs files against a game', async () => {
    const file = path.join(folder, 'mine.md')
    writeFileSync(file, '```example\nzero\n  given an empty board\n  then right.score = 0\n```\n')
    expect(await ludoforge(['test', '--game', GOOD, file])).toMatchObject({ code: 0 })
    expect(await ludoforge(['test', file])).toMatchObject({ code: 2 })
  })
})

describe('compile and expand', () => {
  it('write a game that can be played like its folder', async () => {
    const file = path.join(folder, 'tiny.json')
    expect(await ludoforge(['compile', GOOD, '--out', file])).toMatchObject({ code: 0 })
    const args = ['--games', '20', '--jobs', '1', '--json']
    const [a, b] = [await ludoforge(['sim', GOOD, ...args]), await ludoforge(['sim', file, ...args])]
    const wins = (text: string) => (JSON.parse(text) as { wins: unknown }).wins
    expect(wins(a.out)).toEqual(wins(b.out))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ id: 'tiny' })
  })

  it('print one rule, or list the known ones', async () => {
    expect((await ludoforge(['expand', GOOD, 'play'])).out).toMatch(/score/)
    const { code, err } = await ludoforge(['expand', GOOD, 'paly'])
    expect(code).toBe(2)
    expect(err).toMatch(/Did you mean "play"\?/)
  })
})

describe('play', () => {
  it('plays with answers from a pipe to the end', async () => {
    const { code, out, err } = await ludoforge(
      ['play', GOOD, '--seed', '1', '--seat', 'right=random'],
      ['?', '9', '3'],
    )
    expect(code).toBe(1)
    expect(err).toContain('Refused 1 line of the input. Line 2: Type a whole number from 0 to 3.')
    expect(out).toMatch(/Type a whole number from 0 to 3/)
    expect(out).toMatch(/Left chooses 3/)
    expect(out).toMatch(/1\. Left {2}3/)
  })

  it('continues while bots decide between the answers of a pipe', async () => {
    const { code, out } = await ludoforge(
      ['play', 'three-crowns', '--seed', '8'],
      ['1', '1', '1', '1', 'quit'],
    )
    expect(code).toBe(0)
    expect(out.match(/^North: /gm)?.length).toBeGreaterThanOrEqual(5)
  })

  it('groups the log by titles, and shows what an undo goes back over', async () => {
    const titled = TINY.replace(
      '      choose n from 0..3\n',
      '      do throw\n      choose n from 0..3\n',
    ).replace(
      'rank seats by it.score\n',
      'rank seats by it.score\n\nprocedure throw "The throw of {actor}"\n  choose luck from 0..1\n  roll die from 1..6\n',
    )
    const place = gameFolder('titled', titled.replace('SCORE', '2'))
    const { out } = await ludoforge(
      ['play', place, '--seed', '8', '--seat', 'right=human'],
      ['1', 'undo', '1', 'l', 'q'],
    )
    expect(out).toMatch(/The throw of Right\n.*\n {2}Right chooses 1\n {4}die: rolled \d \(1-6\)/)
    expect(out).toContain('You undid the decisions from here on, after something was rolled or shuffled.')
  })

  it('prints its usage without any input', async () => {
    const { code, out } = await ludoforge(['play', GOOD])
    expect(code).toBe(0)
    expect(out).toMatch(/Start it in a terminal/)
  })

  it('saves, resumes and replays', async () => {
    const file = path.join(folder, 'a.save')
    const seats = ['--seat', 'left=human', '--seat', 'right=human']
    const first = await ludoforge(['play', GOOD, '--seed', '1', '--save', file, ...seats], ['2'])
    expect(first.out).toMatch(/Resume it with: ludoforge play --resume/)
    expect((await ludoforge(['replay', file, '--verify'])).out).toMatch(
      /^ok 1 decisions reproduced, not over yet/,
    )
    const second = await ludoforge(['play', '--resume', file], ['3'])
    expect(second.out).toMatch(/Right wins/)
    expect((await ludoforge(['replay', file, '--verify'])).out).toMatch(
      /^ok 2 decisions reproduced, played to its end/,
    )
    writeFileSync(file, readFileSync(file, 'utf8').replace('"choice":2', '"choice":1'))
    const wrong = await ludoforge(['replay', file, '--verify'])
    expect(wrong.code).toBe(1)
    expect(wrong.err).toMatch(/Decision 1: the hash is/)
    writeFileSync(file, 'nonsense')
    expect(await ludoforge(['replay', file])).toMatchObject({ code: 1 })
  })
})

describe('sim', () => {
  it('prints the fields that tools rely on', async () => {
    const { code, out } = await ludoforge(['sim', GOOD, '--games', '30', '--json', '--check'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      games: 30,
      completed: 30,
      errors: [],
      decisions: 60,
      seconds: expect.any(Number) as number,
      decisionsPerSecond: expect.any(Number) as number,
      gamesPerSecond: expect.any(Number) as number,
      wins: { left: expect.any(Number) as number, right: expect.any(Number) as number },
      decisionsPerGame: { mean: 2, p50: 2, p95: 2, max: 2 },
      branching: { mean: 4, max: 4 },
    })
  })
})

describe('a usage error', () => {
  it.each([
    [['sim', 'god'], /There is no game "god"/],
    [['plya'], /Did you mean play\?/],
    [['sim', GOOD, '--gmes', '3'], /Did you mean --games\?/],
    [['sim', GOOD, '--games', 'x'], /--games must be a whole number/],
    [['sim', GOOD, '--agents', 'gredy'], /Did you mean "greedy"\?/],
    [['play', GOOD, '--seat', 'lft=human'], /Did you mean "left"\?/],
    [['play'], /Name a game/],
  ])('%j explains what to do', async (args, message) => {
    const { code, err } = await ludoforge(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('shows help with examples', async () => {
    const { code, out } = await ludoforge(['--help'])
    expect(code).toBe(0)
    expect(out).toMatch(/Examples:\n {2}ludoforge play/)
  })

  it('shows help whose examples work', async () => {
    const { out } = await ludoforge(['--help'])
    const commands = [...out.matchAll(/^ {2}([a-z]+)[ |]/gm)].map(([, name = '']) => name)
    expect(commands).toContain('bench')
    for (const name of commands) {
      const { code, out: help } = await ludoforge([name, '--help'])
      expect(code, name).toBe(0)
      expect(help, name).toMatch(/^Usage:/m)
      expect(help, name).not.toContain('${')
    }
  })
})

describe('several people at one terminal in a simultaneous choice', () => {
  const two = [
    'play',
    path.join(games, 'goofspiel'),
    '--scenario',
    'two',
    '--seed',
    '7',
    '--seat',
    'red=human',
  ]

  it('answer one by one, and see the choices when all have answered', async () => {
    const { out } = await ludoforge([...two, '--seat', 'green=human'], ['3', '5', 'q'])
    const [first = '', second = ''] = out.split(/^(?:Red|Green): Bid .*$/m).slice(1)
    expect(first).toContain('Red 13')
    expect(first).toContain('(the line is erased)')
    expect(first).not.toContain('Since your last decision')
    expect(first).toMatch(/^ {2}Red cards 13 +> Green/m)
    expect(second).toMatch(/Red chooses Red 3; Green chooses Green 5/)
  })

  it('can undo an answer before and after the others answer', async () => {
    const { out } = await ludoforge(
      [...two, '--seat', 'green=human'],
      ['3', 'undo', '4', '5', 'undo', '6', 'q'],
    )
    const asked = out.match(/^(?:Red|Green): Bid /gm)?.map((line) => line.slice(0, 3))
    expect(asked).toEqual(['Red', 'Gre', 'Red', 'Gre', 'Red', 'Gre', 'Red'])
    expect(out.slice(out.lastIndexOf('Since your'))).toMatch(/Red chooses Red 4; Green chooses Green 6/)
  })
})

describe('the installed games', () => {
  it('pass their own examples', async () => {
    const quick = ['tic-tac-toe', 'connect-four', 'reversi', 'outposts', 'three-crowns', 'goofspiel']
    for (const name of [...quick, 'kuhn-poker', 'leduc-poker', 'liars-dice']) {
      expect(await ludoforge(['test', path.join(games, name)])).toMatchObject({ code: 0 })
    }
  })
})
