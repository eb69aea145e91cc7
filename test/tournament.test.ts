import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TournamentResult } from '@ludoforge/sim'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from '../packages/cli/src/program.js'
import { textTerminal } from '../packages/cli/test/terminal.js'

const games = fileURLToPath(new URL('../games', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-tournament-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ludoforge(...args: readonly string[]) {
  const terminal = textTerminal(null)
  const code = await run(args, terminal)
  return { code, out: terminal.text(), err: terminal.errors.join('\n') }
}

const ticTacToe = (...args: readonly string[]) =>
  ludoforge('tournament', path.join(games, 'tic-tac-toe'), '--jobs', '1', ...args)

/** A small strict XML parser: returns the names of the elements, or throws. */
function elements(xml: string): string[] {
  const open: string[] = []
  const found: string[] = []
  let at = 0
  while (at < xml.length) {
    const tag = /^<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<]*")*)\s*(\/?)>/.exec(xml.slice(at))
    if (tag !== null) {
      const [all, close = '', name = '', , empty = ''] = tag
      if (close === '/') expect(open.pop()).toBe(name)
      else {
        found.push(name)
        if (empty === '') open.push(name)
      }
      at += all.length
      continue
    }
    const content = /^(?:[^<&]|&(?:amp|lt|gt|quot);)+/.exec(xml.slice(at))
    if (content === null) throw new Error(`no XML: ${xml.slice(at, at + 80)}`)
    at += content[0].length
  }
  expect(open).toEqual([])
  return found
}

describe('tournament', () => {
  it('prints a table of agents and seats, ratings and times', async () => {
    const { code, out } = await ticTacToe('--agents', 'random,greedy', '--games', '30')
    expect(code).toBe(0)
    expect(out).toMatch(/^Tic-tac-toe: 60 games in /)
    expect(out).toMatch(/agent +seat +games +won +drawn +score +margin/)
    expect(out).toMatch(/greedy +all +60 +\d+\.\d % +\(\d+\.\d to \d+\.\d %\)/)
    expect(out).toMatch(/\n +nought +30 /)
    expect(out).toMatch(/difference +score +margin\n +greedy less random +\+\d+\.\d % +\(/)
    expect(out).toMatch(/agent +rating +decisions +ms each +slowest ms\n +greedy +\+\d+ .*\n +random +-\d+ /)
  })

  it('prints the same JSON with any number of threads, except times', async () => {
    const played = async (jobs: string) => {
      const args = ['--agents', 'random,greedy,explorer', '--games', '12', '--seed', 'x', '--json']
      const { out } = await ludoforge('tournament', path.join(games, 'three-crowns'), '--jobs', jobs, ...args)
      const { seconds: _seconds, thinking, ...rest } = JSON.parse(out) as TournamentResult
      return { ...rest, thinking: thinking.map(({ decisions }) => decisions) }
    }
    const alone = await played('1')
    expect(alone).toMatchObject({ seed: 'x', deals: 12, games: 36, completed: 36, errors: [] })
    expect(await played('3')).toEqual(alone)
  })

  it('rates one agent at a time against another, with margins in chips', async () => {
    const { code, out } = await ludoforge(
      'tournament',
      path.join(games, 'texas-holdem'),
      ...'--scenario heads-up --jobs 1 --agents greedy --against random --games 3 --json'.split(' '),
    )
    expect(code).toBe(0)
    const result = JSON.parse(out) as TournamentResult
    // Two of the ten seats take part; a tournament of two ends with all 3000 chips on one side.
    expect(result).toMatchObject({ seats: ['ada', 'boris'], against: 'random', games: 6 })
    const [greedy] = result.standings
    expect(greedy?.seats['ada']?.games).toBe(3)
    expect(Math.abs(greedy?.seats['ada']?.margin?.value ?? 0)).toBeLessThanOrEqual(3000)
    expect(Math.abs(((greedy?.all.margin?.value ?? 1) * 6) % 6000)).toBe(0)
  })

  it('writes a plot', async () => {
    const file = path.join(folder, 'plot.svg')
    expect(await ticTacToe('--agents', 'random,greedy', '--games', '5', '--plot', file)).toMatchObject({
      code: 0,
    })
    const svg = readFileSync(file, 'utf8')
    const names = elements(svg)
    expect(names[0]).toBe('svg')
    expect(names.filter((name) => name === 'circle')).toHaveLength(6) // two agents: all, cross, nought
    expect(svg).toContain('>cross</text>')
    expect(svg).toContain('>greedy</text>')
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('prints the command to replay a failed game, and fails', async () => {
    const place = path.join(folder, 'trap')
    mkdirSync(place)
    writeFileSync(
      path.join(place, 'rules.md'),
      `# Trap & <door>

\`\`\`yaml
game: {id: trap, title: Trap & <door>}
seats: [left, right]
seat-variables:
  score: 0..9
\`\`\`

\`\`\`rules
play
  roll die from 1..3
  each seat in seats
    as seat
      choose n from 0..3
      add (if die = 1 then 0 - 9 else n) to actor.score
  rank seats by it.score
\`\`\`
`,
    )
    const file = path.join(folder, 'trap.svg')
    const { code, out } = await ludoforge(
      'tournament',
      place,
      ...'--agents random,explorer --games 12 --jobs 1 --plot'.split(' '),
      file,
    )
    expect(code).toBe(1)
    expect(out).toMatch(/24 games in .*, \d+ failed/)
    expect(out).toMatch(/failed games/)
    const again = /replay: ludoforge (sim .*)/.exec(out)?.[1]?.split(' ') ?? []
    const single = await ludoforge(...again, '--jobs', '1')
    expect(single.code).toBe(1)
    expect(single.out).toMatch(/error in game 0 after \d decisions: /)
    const message = (text: string) => /error in game \d+ after (.*)/.exec(text)?.[1]
    expect(message(single.out)).toBe(message(out))
    elements(readFileSync(file, 'utf8')) // its title has characters to escape in XML
  })

  it.each([
    [['--agents', 'rondom'], /no agent "rondom".*Did you mean "random"/],
    [['--agents', 'random,random'], /named twice/],
    [['--agents', 'random', '--against', 'greedy,random'], /takes one agent/],
    [
      ['--agents', 'random', '--against', 'greedy', '--seats', 'nougt'],
      /no seat "nougt".*Did you mean "nought"/,
    ],
    [['--agents', 'random', '--against', 'greedy', '--seats', 'cross,Cross'], /named twice/],
    [['--agents', 'random', '--seats', 'cross'], /--seats needs --against/],
    [['--agents', 'random', '--games', '0'], /--games must be/],
    [[], /--agents/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await ticTacToe(...args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })
})
