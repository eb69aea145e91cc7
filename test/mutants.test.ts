/** How mutation testing draws its sample and counts its mutants. */
import { describe, expect, it } from 'vitest'
import { count, drawSample, hasLogic, table, vitestConfig } from '../scripts/mutants.mjs'

describe('a sample of sources', () => {
  const files = ['c', 'a', 'b', 'd'].map((name, i) => ({ file: `${name}.ts`, length: 50 * (i + 1) }))
  const draw = (size: number, lines: number, seed: number): string[] =>
    drawSample(files, { size, lines, seed })

  it('is the same for the same seed, whatever the order of the files', () => {
    expect(draw(3, 80, 7)).toEqual(drawSample(files.toReversed(), { size: 3, lines: 80, seed: 7 }))
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => draw(1, 0, seed)[0])).size).toBeGreaterThan(1)
  })

  it('has each file once, and no more than there are', () => {
    expect(draw(9, 0, 1).toSorted()).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts'])
  })

  it('has a range of each file that is longer, inside the file', () => {
    for (let seed = 0; seed < 50; seed += 1)
      for (const one of draw(4, 80, seed)) {
        const [file = '', range] = one.split(':')
        const length = files.find((known) => known.file === file)?.length ?? 0
        if (length <= 80) expect(range).toBeUndefined()
        else {
          const [from = 0, to = 0] = (range ?? '').split('-').map(Number)
          expect(from).toBeGreaterThan(0)
          expect(to - from).toBe(79)
          expect(to).toBeLessThanOrEqual(length)
        }
      }
  })
})

describe('code that unit tests reach', () => {
  const logic = 'export const f = (n: number) => n + 1\n'
  it.each([
    ['packages/kernel/src/run/rng.ts', logic, true],
    ['packages/effect-tree/src/read.ts', logic, true],
    ['packages/kernel/src/index.ts', logic, false],
    ['packages/kernel/test/rng.test.ts', logic, false],
    ['packages/web/src/board/board.tsx', logic, false],
    ['packages/kernel/src/protocol.ts', 'export interface Step { readonly n: number }\n', false],
    ['packages/web/src/board/keys.ts', logic, true],
    ['packages/web/src/table/keys.ts', `${logic}document.querySelector('a')\n`, false],
    ['packages/web/src/board/screen.ts', `import { useState } from 'react'\n${logic}`, false],
    ['packages/server/src/http.ts', `${logic}const document = 1\n`, true],
    ['packages/server/src/compile-worker.ts', `${logic}parentPort?.postMessage(1)\n`, false],
  ])('%s: %#', (file, text, found) => {
    expect(hasLogic(file, text)).toBe(found)
  })
})

describe('the tests of a mutant', () => {
  it('are those that are named, and share a worker after the first run', async () => {
    const base = `const base = (env) => ({
      test: { include: [env], sequence: { sequencer: class { async sort(files) { return files.toReversed() } } } }
    })`
    const text = vitestConfig(['a.test.ts']).replace("import base from './vitest.config.ts'", base)
    const { default: configOf } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`
    )
    const { include, sequence } = configOf('all').test
    expect(include).toEqual(['a.test.ts'])
    const file = (mode: string) => ({ project: { config: { isolate: false }, getProvidedContext: () => ({ mode }) } }) // biome-ignore format: one line
    const files = [file('dry-run'), file('mutant')]
    expect(await new sequence.sequencer().sort(files)).toEqual(files.toReversed())
    expect(files.map(({ project }) => project.config.isolate)).toEqual([true, false])
  })
})

describe('the mutants of a report', () => {
  const at = (line: number, from: number, to: number) => ({
    start: { line, column: from },
    end: { line, column: to },
  })
  const mutant = (status: string, location = at(1, 1, 2)) => ({
    status,
    location,
    mutatorName: 'X',
    replacement: '-',
  })
  const report = {
    files: {
      'b.ts': {
        source: 'a + b\nc',
        mutants: [mutant('Survived', at(2, 1, 2)), mutant('NoCoverage', at(1, 3, 4))],
      },
      'a.ts': {
        source: 'x',
        mutants: ['Killed', 'Timeout', 'Ignored', 'Survived'].map((one) => mutant(one)),
      },
    },
  }

  it('are caught, ignored, or survive, in the order of files and lines', () => {
    const { caught, timeouts, ignored, survivors } = count(report)
    expect({ caught, timeouts, ignored }).toEqual({ caught: 2, timeouts: 1, ignored: 1 })
    expect(survivors.map(({ text }) => text)).toEqual([
      'a.ts:1: x -> -',
      'b.ts:1: + -> - (no test runs it)',
      'b.ts:2: c -> -',
    ])
  })

  it('are counted by package and in all', () => {
    const found = table([
      { name: 'kernel', ...count(report) },
      { name: 'web', caught: 0, timeouts: 0, ignored: 3, survivors: [] },
    ])
    expect(found).toEqual([
      'package  mutants  caught  survived  caught %  by timeout  ignored',
      'kernel         5       2         3    40.0 %           1        1',
      'web            0       0         0         -           0        3',
      'all            5       2         3    40.0 %           1        4',
    ])
  })
})
