/** The page about the engine: its examples are real output, and its study runs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { EngineProcess } from './support/engine.js'
import { blocksOfPage, reads } from './support/pages.js'
import { COMMAND } from './support/run/command.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(path.join(root, 'docs/engine.md'), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-study-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the page about the engine', () => {
  it("shows the command's real answers", async () => {
    let engine: EngineProcess | undefined
    let answer: string | undefined
    let compared = 0
    for (const line of blocksOfPage(page).flatMap(({ text }) => text.trimEnd().split('\n'))) {
      const said = line.slice(2)
      if (line.startsWith('$ ')) {
        await engine?.end()
        engine = new EngineProcess(said.replace('ludoforge engine ', ''))
      } else if (line.startsWith('> ')) answer = JSON.stringify(await engine?.line(said))
      else {
        expect(line.slice(0, 2)).toBe('< ')
        if (!reads(answer ?? '', said)) expect(answer).toBe(said)
        compared += 1
      }
    }
    await engine?.end()
    expect(compared).toBeGreaterThan(25)
  })

  it('has an example of every request and a row for every code', async () => {
    const engine = new EngineProcess('tic-tac-toe')
    const { asks } = (await engine.must('hello')) as unknown as { asks: string[] }
    await engine.end()
    const [, table = ''] = /## Asks\n([\s\S]*?)\n## /.exec(page) ?? []
    const unshown = ['hello', 'stats', 'restore'] // by the tests of the client for Python
    for (const ask of asks) {
      expect(table).toContain(`\`${ask}\``)
      if (!unshown.includes(ask)) expect(page).toContain(`"ask":"${ask}"`)
    }
    const source = readFileSync(path.join(root, 'packages/cli/src/engine/errors.ts'), 'utf8')
    const codes = [...source.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(8)
    for (const code of codes) expect(page).toContain(`\`${code}\``)
  })
})

describe('the study in Python', () => {
  it('plays random games, forks, evaluates, and writes features and outcomes as CSV', () => {
    const client = path.join(root, 'clients/python')
    const LUDOFORGE = [process.execPath, COMMAND].map((word) => `'${word}'`).join(' ')
    const file = path.join(folder, 'reversi.csv')
    const study = path.join(client, 'examples/study.py')
    const { status, stdout, stderr, error } = spawnSync(
      'python3',
      [study, 'reversi', '4', file, 'count(discs in map)'],
      {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...process.env,
          LUDOFORGE,
          PYTHONDONTWRITEBYTECODE: '1',
          PYTHONPATH: path.join(client, 'src'),
        },
      },
    )
    if (error !== undefined) throw new Error(`Python 3 is missing: this test needs python3. ${error.message}`)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^\d\d positions of 4 games; playouts predicted \d+ of them\n$/)
    const [head = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
    expect(head).toBe(
      'game,decision,seat,worth,feature.frontier,feature.brink,feature.edge,feature.crowd,value,playouts,won',
    )
    const first = rows[0]?.split(',') ?? []
    expect(first.slice(0, 9)).toEqual(['0', '0', 'black', '0', '2', '0', '0', '2', '4'])
    expect(new Set(rows.map((row) => row.split(',').at(-1)))).toEqual(new Set(['0', '1']))
  })
})
