/** The commands for runs, without workers. `packages/runs/test` tests those with workers. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../../test/support/run/services.js'
import { freePort } from '../../server/test/support/postgres.js'
import { run } from '../src/program.js'
import { progressBar } from '../src/commands/runs/progress.js'
import { textTerminal } from './terminal.js'

const GAME = 'tic-tac-toe'
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-cli-runs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function command(...args: string[]) {
  const terminal = textTerminal()
  const code = await run(args, terminal)
  return { code, text: terminal.text(), errors: terminal.errors }
}

describe('a data set', () => {
  it('is written by a simulation and by a tournament on this machine', async () => {
    const file = path.join(folder, 'games.jsonl')
    const sim = await command(
      'sim',
      GAME,
      '--games',
      '50',
      '--out',
      file,
      '--rows',
      'games',
      '--json',
      '--jobs',
      '2',
    )
    expect(sim.code).toBe(0)
    const rows = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ game }) => game)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    const crosses = rows.filter((row) => row['cross.won'] === 1)
    expect(crosses).toHaveLength(JSON.parse(sim.text).wins.cross)
    const agents = ['--agents', 'random,greedy', '--games', '4']
    const tournament = await command('tournament', GAME, ...agents, '--out', file, '--json')
    expect(tournament.code).toBe(0)
    const [first] = readFileSync(file, 'utf8').split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({
      game: 0,
      n: 1,
      seat: 'cross',
      question: 'cell',
      options: 9,
    })
  })

  it('is refused if its format or rows are unknown', async () => {
    const csv = await command('sim', GAME, '--games', '5', '--out', path.join(folder, 'x.csv'))
    expect([csv.code, csv.errors[0]]).toEqual([1, expect.stringContaining('must end in .jsonl or .parquet')])
    const moves = await command(
      'sim',
      GAME,
      '--games',
      '5',
      '--out',
      path.join(folder, 'x.jsonl'),
      '--rows',
      'moves',
    )
    expect([moves.code, moves.errors[0]]).toEqual([
      2,
      expect.stringContaining('--rows takes decisions or games'),
    ])
  })

  it('on a full disk ends with a clear message', async () => {
    const file = path.join(folder, 'full.jsonl')
    symlinkSync('/dev/full', file)
    const { code, errors } = await command('sim', GAME, '--games', '500', '--out', file)
    expect(code).toBe(1)
    expect(errors).toEqual([`error: ${file} cannot be written: no space is left (ENOSPC).`])
  })
})

describe('progress', () => {
  it('is a JSON line with --progress json', async () => {
    const { errors } = await command('sim', GAME, '--games', '300', '--progress', 'json', '--jobs', '1')
    const last = JSON.parse(errors.at(-1) ?? '')
    expect(last).toMatchObject({ done: 300, games: 300, errors: 0, secondsLeft: 0 })
    expect(last.gamesPerSecond).toBeGreaterThan(0)
    const wrong = await command('sim', GAME, '--progress', 'xml')
    expect([wrong.code, wrong.errors[0]]).toEqual([
      2,
      expect.stringContaining('--progress takes json, not "xml"'),
    ])
  })

  it('shows games, speed, workers and the remaining time', () => {
    const far = { done: 50, games: 200, errors: 0, seconds: 5 }
    expect(progressBar(far)).toBe('████████░░░░░░░░░░░░░░░░░░░░░░ 50/200 games, 10 games/s, 15 s left')
    const spread = {
      ...far,
      errors: 2,
      run: 'x',
      gamesPerSecond: 7.5,
      secondsLeft: 20,
      workers: 3,
      threads: 12,
    }
    expect(progressBar(spread)).toMatch(/ 50\/200 games, 7.5 games\/s, 3 workers, 20 s left, 2 errors$/)
    expect(progressBar({ ...spread, done: 0, secondsLeft: null, workers: 1 })).toMatch(
      /, 1 worker, 2 errors$/,
    )
  })
})

describe('a queue', () => {
  it('that is invalid or unreachable is reported', async () => {
    vi.stubEnv('DATABASE_URL', undefined)
    const cases: [string[], number, RegExp][] = [
      [['sim', GAME, '--resume'], 2, /--resume needs --queue/],
      [['sim', GAME, '--queue', 'postgres://x', '--jobs', '2'], 2, /--jobs doesn't work with --queue/],
      [['sim', GAME, '--queue'], 1, /No queue is given\. Pass its address with --queue, or set DATABASE_URL/],
      [['worker', '--queue', 'mysql://db'], 1, /must start with postgres:\/\/ or redis:\/\//],
      [['runs', 'eat', '--queue', 'postgres://x'], 2, /runs takes list, show, resume, delete, not "eat"/],
      [['worker', '--queue', 'redis://cache'], 1, /With a queue on Redis, runs are stored in Postgres/],
    ]
    for (const [args, code, message] of cases) {
      const told = await command(...args)
      expect([args, told.code, told.errors.at(-1)]).toEqual([args, code, expect.stringMatching(message)])
    }
    const nowhere = `postgres://postgres@127.0.0.1:${await freePort()}/x`
    for (const args of [['sim', GAME], ['tournament', GAME, '--agents', 'random'], ['worker'], ['runs']]) {
      const { code, errors } = await command(...args, '--queue', nowhere)
      expect([code, errors.at(-1)]).toEqual([
        1,
        expect.stringMatching(/queue cannot be reached: .*ECONNREFUSED/),
      ])
    }
    vi.unstubAllEnvs()
  })
})

describe('runs', () => {
  it("that don't exist are reported", async () => {
    vi.stubEnv('DATABASE_URL', await freshDatabase()) // as a server has it
    expect(await command('runs')).toEqual({ code: 0, text: 'There are no runs.', errors: [] })
    expect(await command('runs', '--json')).toEqual({ code: 0, text: '[]', errors: [] })
    for (const what of ['show', 'resume', 'delete']) {
      expect((await command('runs', what, 'abc')).errors).toEqual(['error: There is no run abc.'])
      expect(await command('runs', what)).toMatchObject({
        code: 2,
        errors: [expect.stringContaining('Name the run:')],
      })
    }
    vi.unstubAllEnvs()
  })
})
