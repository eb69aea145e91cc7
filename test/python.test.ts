/** The client for Python: its own tests and its examples, with numpy where it is installed and with the standard library. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../scripts/process.mjs'
import { blocksOfPage, reads } from './support/pages.js'
import { COMMAND } from './support/run/command.js'
import { isThorough } from './support/effort.js'

const client = path.join(root, 'clients/python')
const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-python-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LUDOFORGE = [process.execPath, COMMAND].map((word) => `'${word}'`).join(' ')

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs Python. Without numpy, the client works as if it weren't installed. */
function python(args: readonly string[], withNumpy = true, cwd = client): Promise<Ended> {
  const env = {
    ...process.env,
    LUDOFORGE,
    PYTHONPATH: path.join(client, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...(withNumpy ? {} : { LUDOFORGE_NO_NUMPY: '1' }),
  }
  return new Promise((resolve, reject) => {
    const child = spawn('python3', args, { cwd, env })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.once('error', ({ message }) =>
      reject(new Error(`Python 3 is missing: this test needs python3. ${message}`)),
    )
    child.once('close', (code) => resolve({ code, out, err }))
  })
}

const example = (name: string, args: readonly string[], withNumpy = true) =>
  python([path.join(client, 'examples', name), ...args], withNumpy)

describe('the client for Python', () => {
  const ways: readonly [string, boolean, readonly string[]][] = [
    ['with numpy, if it is installed', true, []],
    [
      'with the standard library',
      false,
      ['tests.test_batch', 'tests.test_datasets', 'tests.test_environments'],
    ],
  ]
  it.each(ways.filter((_, i) => isThorough || i === 0))(
    'passes its tests %s',
    async (_, withNumpy, modules) => {
      const { code, err } = await python(
        ['-W', 'error::ResourceWarning', '-m', 'unittest', ...modules],
        withNumpy,
      )
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.stringMatching(/Ran \d\d tests in [\s\S]*OK\n$/) as string,
      })
    },
  )

  it('needs no packages, and is typed', () => {
    const project = readFileSync(path.join(client, 'pyproject.toml'), 'utf8')
    expect(project).toMatch(/^dependencies = \[\]$/m)
    expect(readFileSync(path.join(client, 'src/ludoforge/py.typed'), 'utf8')).toBe('')
  })

  it('has a docstring for every public name', async () => {
    const program = `
import inspect, ludoforge
bare = [name for name in ludoforge.__all__ if (inspect.isclass(getattr(ludoforge, name)) or inspect.isfunction(getattr(ludoforge, name))) and not inspect.getdoc(getattr(ludoforge, name))]
for name in ludoforge.__all__:
    one = getattr(ludoforge, name)
    if inspect.isclass(one) and one.__module__.startswith("ludoforge"):
        bare += [f"{name}.{key}" for key, value in vars(one).items()
                 if inspect.isfunction(value) and not key.startswith("_") and not inspect.getdoc(value)]
print(bare)
`
    expect(await python(['-c', program])).toEqual({ code: 0, out: '[]\n', err: '' })
  })
})

describe('the page about Python', () => {
  const blocks = blocksOfPage(readFileSync(path.join(root, 'docs/python.md'), 'utf8'))
  const programs = blocks.flatMap(({ language, text, line }, i) => {
    const after = blocks[i + 1]
    return language === 'python' && after?.language === 'text' ? [{ line, text, shown: after.text }] : []
  })

  it('shows the output of each program', () => {
    expect(programs).toHaveLength(blocks.filter(({ language }) => language === 'python').length)
    expect(programs.length).toBeGreaterThan(4)
  })

  it.each(programs)('runs the program of line $line', async ({ text, shown }) => {
    const { code, out, err } = await python(['-c', text], true, folder)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    if (!reads(out, shown)) expect(out).toBe(shown)
  })
})

describe('its examples', () => {
  it('measures win rates and writes the data of a plot', async () => {
    const file = path.join(folder, 'rates.csv')
    const { code, out, err } = await example('win_rates.py', ['tic-tac-toe', '300', file])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^cross won \d+ of 300: [\d.]+ to [\d.]+ %\nnought won/)
    const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
    expect(head).toBe('seat,games,won,rate,low,high')
    expect(rows.map((row) => row.split(',')[0])).toEqual(['cross', 'nought'])
  })

  it.each([true, false])('writes a data set of self-play (numpy: %s)', async (withNumpy) => {
    const file = path.join(folder, `self-play-${String(withNumpy)}.parquet`)
    const { code, out, err } = await example('self_play.py', ['kuhn-poker', '50', file], withNumpy)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^\d+ actions of 50 games/)
    const read = `
import sys, ludoforge
rows = ludoforge.read_rows(sys.argv[1])
assert set(rows["game"]) == set(range(50)) and set(rows["seat"]) == {"north", "south"}, rows["seat"][:9]
assert all(action in legal for action, legal in zip(rows["action"], rows["legal"]))
print(len({len(row) for row in rows["observation"]}))
`
    expect(await python(['-c', read, file], withNumpy)).toMatchObject({ code: 0, out: '1\n', err: '' })
    // Another reader of Parquet reads the same.
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) })
    expect(rows[0]).toMatchObject({ game: 0n, n: 0n, legal: expect.any(Array) as unknown[] })
    expect(new Set(rows.map(({ game }) => game as bigint)).size).toBe(50)
  })

  it.each([
    [true, '150', '200'],
    [false, '60', '100'],
  ])('learns to beat random at Connect Four (numpy: %s)', async (withNumpy, steps, games) => {
    const { code, out, err } = await example('learn_connect_four.py', [steps, games], withNumpy)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [, least = '0'] = /, at least ([\d.]+) %\n$/.exec(out) ?? []
    expect(Number(least)).toBeGreaterThan(50)
  })
})
