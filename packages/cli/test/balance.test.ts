import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/process.mjs'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

/** Two seats collect coins; Rich gets a bonus, which is a value of the rules. */
const RULES = `# Purse

\`\`\`yaml
game: {id: purse, title: Purse}
seats: {rich: Rich, poor: Poor}
seat-variables: {coins: {range: 0..99, start: 0}}
options: {rounds: {about: How many turns all have together, range: 2..20, default: 6}}
\`\`\`

\`\`\`rules
play
  repeat up to rounds times, seats in turn
    choose "What do you do?"
      option take "Take two coins"
        add 2 to coins of actor
      option wait "Wait"
        add 1 to coins of actor
  add bonus to coins of rich
  rank seats by coins of it, "all turns are over"

value bonus = 1
value worth(seat) = coins of seat
\`\`\`
`

let folder = ''
let purse = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-balance-'))
  purse = path.join(folder, 'purse')
  mkdirSync(purse)
  writeFileSync(path.join(purse, 'rules.md'), RULES)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function command(...args: string[]) {
  const terminal = textTerminal()
  const code = await run([...args, '--jobs', '1'], terminal)
  return { code, text: terminal.text(), errors: terminal.errors.join('\n') }
}

const git = (...args: string[]) =>
  execFileSync('git', ['-C', purse, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { stdio: 'pipe' })

describe('evaluate', () => {
  it('prints four findings first, then tables', async () => {
    const { code, text } = await command('evaluate', purse, '--agents', 'random', '--games', '60')
    expect(code).toBe(0)
    const lines = text.split('\n')
    expect(lines[0]).toMatch(/^Purse: 60 games in /)
    expect(lines.slice(3, 7).map((line) => line.slice(0, 3))).toEqual(['1. ', '2. ', '3. ', '4. '])
    expect(lines[3]).toMatch(/^1\. Rich is better off than Poor: it wins \d/)
    expect(lines[4]).toBe('2. A game takes 6 turns, with 6 decisions on average and 2 options for each.')
    expect(lines[6]).toBe('4. Of 2 actions, cards and options, none stands out. Every rule ran.')
    for (const title of [
      'Who wins',
      'Length',
      'Course',
      'Options',
      'Rules that never ran',
      'Slowest decisions',
    ])
      expect(lines).toContain(title)
    expect(text).toContain("A win rate doesn't show a cause")
  })

  it('has no intervals if all games are identical, and suggests other agents', async () => {
    const steady = path.join(folder, 'steady')
    mkdirSync(steady)
    const bot = 'policy taker for seats "Takes"\n  at play.take\n    first take\n\nvalue bonus = 1'
    writeFileSync(path.join(steady, 'rules.md'), RULES.replace('value bonus = 1', bot))
    const { text } = await command('evaluate', steady, '--agents', 'policy', '--games', '40', '--json')
    const { findings, distinct, seats, advantage } = JSON.parse(text)
    expect({ distinct, advantage }).toEqual({ distinct: 1, advantage: null })
    expect(seats[0].won).toEqual({ value: 1, low: null, high: null })
    expect(findings.slice(0, 2)).toEqual([
      'All 40 games are identical: there is no chance in them, and policy always answers in the same way. ' +
        'So the figures are those of one game. Play with other agents: --agents random and --agents easy.',
      'Rich wins 100.0 % and Poor wins 0.0 % of games.',
    ])
    expect(findings[3]).toBe('The lead changes 0 times per game.')
  })

  it('counts games as different if one answer differs', async () => {
    // Poor loses anyway, so greedy takes its last answer at random.
    const { text } = await command('evaluate', purse, '--agents', 'greedy', '--games', '40', '--json')
    const { findings, distinct, advantage } = JSON.parse(text)
    expect({ distinct, advantage }).toEqual({ distinct: 2, advantage: { seat: 'rich', over: 'poor' } })
    expect(findings[0]).toContain('Rich is better off than Poor')
  })

  it('compares no seats after a few games', async () => {
    const { text } = await command('evaluate', purse, '--agents', 'random', '--games', '29')
    expect(text).toContain('1. Too few games to compare seats: play at least 30. Rich wins ')
    expect(text).not.toContain('better off')
  })

  it('writes a page with plots, and prints the data as JSON', async () => {
    const page = path.join(folder, 'report.html')
    const { code, text } = await command(
      'evaluate',
      purse,
      '-a',
      'random',
      '-n',
      '20',
      '--report',
      page,
      '--json',
    )
    expect(code).toBe(0)
    const data = JSON.parse(text)
    expect(data).toMatchObject({ game: 'purse', seats: [{ seat: 'rich' }, { seat: 'poor' }] })
    expect(data.findings).toHaveLength(4)
    const html = readFileSync(page, 'utf8')
    expect(html.match(/<svg /g)).toHaveLength(5)
    expect(html.match(/<title>/g)?.length).toBeGreaterThan(5)
    expect(html).toContain('aria-label="Purse: who wins. Rich ')
    expect(html).not.toMatch(/NaN|undefined|<script/)
  })

  it('measures how much skill counts', async () => {
    const args = ['-n', '5', '--skill', 'random,greedy', '--skill-games', '10', '--json']
    const { code, text } = await command('evaluate', purse, ...args)
    expect(code).toBe(0)
    const { skill, findings } = JSON.parse(text)
    expect(skill.ratings[0].agent).toBe('greedy')
    expect(findings[4]).toMatch(/^Skill counts: greedy is rated \d+ higher than random\.$/)
  })

  it('exits with 1 if a game fails, and prints how to repeat it', async () => {
    const { code, text } = await command('evaluate', purse, '-n', '2', '--max-decisions', '3')
    expect(code).toBe(1)
    expect(text).toContain('The game did not end within 3 decisions.')
    expect(text).toContain('--games 1 --seed 1/1 --agents greedy,greedy')
  })

  it('refuses more games than it can keep', async () => {
    const { code, errors } = await command('evaluate', purse, '-n', '1000000')
    expect(code).toBe(2)
    expect(errors).toContain('--games must be a whole number from 1 to 100000')
  })
})

describe('compare', () => {
  it('finds no difference between equal rules', async () => {
    const { code, text } = await command('compare', purse, purse, '-n', '20', '--fail-on-difference')
    expect(code).toBe(0)
    expect(text).toContain('the rules are the same')
    expect(text).toMatch(/^No difference found in \d+ figures\.$/m)
  })

  it('compares with a git revision, and puts the differences in words', async () => {
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'first')
    writeFileSync(path.join(purse, 'rules.md'), RULES.replace('value bonus = 1', 'value bonus = 5'))
    try {
      const args = ['compare', `${purse}@HEAD`, purse, '-a', 'random', '-n', '80']
      const { code, text } = await command(...args)
      expect(code).toBe(0)
      expect(text).toContain('The score of Rich is 4 higher')
      expect(text).toMatch(/Rich wins more often: [\d.]+ % -> [\d.]+ % \(\+[\d.]+ to \+[\d.]+ %\)/)
      const [, same = ''] = text.split('No difference found')
      expect(same).toContain('score of Poor')
      expect(same).toContain('turns')
      const failing = await command(...args, '--fail-on-difference', '--json')
      expect(failing.code).toBe(1)
      const { found, notFound, seed } = JSON.parse(failing.text)
      expect(seed).toBe(1)
      expect(found[0]).toMatchObject({ kind: 'score', seat: 'rich', difference: { value: 4 } })
      expect(notFound.length).toBeGreaterThan(3)
    } finally {
      writeFileSync(path.join(purse, 'rules.md'), RULES)
    }
  })

  it('explains a revision that does not exist', async () => {
    git('init', '-q')
    const { code, errors } = await command('compare', `${purse}@no-such-branch`, purse)
    expect(code).toBe(1)
    expect(errors).toContain("git can't read")
    expect((await command('compare', `${purse}@--output=x`, purse)).code).toBe(2)
  })

  it('refuses games with other seats', async () => {
    const { code, errors } = await command('compare', purse, path.join(root, 'games/tic-tac-toe'))
    expect(code).toBe(1)
    expect(errors).toContain('The versions have different seats (rich, poor; now cross, nought)')
  })
})

describe('sweep', () => {
  it('varies a value of the rules, and draws the result', async () => {
    const plot = path.join(folder, 'bonus.svg')
    const args = ['sweep', purse, '--value', 'bonus=0..4/2', '-a', 'random', '-n', '60', '--plot', plot]
    const { code, text } = await command(...args)
    expect(code).toBe(0)
    expect(text).toContain('Purse: bonus from 0 to 4')
    expect(text.split('\n').filter((line) => /^ {2}[024] /.test(line))).toHaveLength(3)
    expect(text).toContain('The score of Rich is 4 higher')
    const svg = readFileSync(plot, 'utf8')
    expect(svg.match(/<polyline/g)).toHaveLength(2)
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg).not.toContain('NaN')
  })

  it('varies a game option, and marks its default', async () => {
    const { code, text } = await command('sweep', purse, '--value', 'rounds=4,6', '-n', '10')
    expect(code).toBe(0)
    expect(text).toContain('6 (now)')
    expect(text).toContain('Games are 2 turns longer')
  })

  it('varies a number in a line of a file', async () => {
    const line = RULES.split('\n').findIndex((text) => text.includes('add 2 to')) + 1
    const { code, text } = await command(
      'sweep',
      purse,
      '--at',
      `rules.md:${line}=2..3`,
      '-n',
      '10',
      '--json',
    )
    expect(code).toBe(0)
    const { now, values } = JSON.parse(text)
    expect(now).toBe(2)
    expect(values.map(({ value }: { value: number }) => value)).toEqual([2, 3])
  })

  it('explains what can be varied', async () => {
    const wrong = async (...args: string[]) => {
      const { code, errors } = await command('sweep', purse, ...args)
      expect(code).toBe(2)
      return errors
    }
    expect(await wrong()).toContain('Name the number to vary')
    expect(await wrong('--value', 'bonsu=0..3')).toContain('Did you mean "bonus"? There are: rounds, bonus.')
    expect(await wrong('--value', 'bonus=3')).toContain("isn't a range of 2 to 50 whole numbers")
    expect(await wrong('--value', 'rounds=0..3')).toContain('takes a number from 2 to 20, not 0')
    expect(await wrong('--at', 'rules.md:1=0..3')).toContain('Line 1 of rules.md has no number')
    const ranged = RULES.split('\n').findIndex((text) => text.includes('seat-variables')) + 1
    expect(await wrong('--at', `rules.md:${ranged}=0..3`)).toContain('has the numbers 0, 99, 0')
  })
})
