import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runExamples } from '@ludoforge/compiler'
import { describe, expect, it } from 'vitest'
import { FOLDER, fireInTheLake } from './fitl.js'

const game = await fireInTheLake()
const report = runExamples(game)

/** They need Events that are not written yet. */
const WAITING = ['T036', 'T042']

describe('the examples in the rulebook', () => {
  it('can all be read', () => {
    expect(report.diagnostics).toEqual([])
  })

  it.each(report.results.map((result) => [result.title, result] as const))('%s', (_, { failure }) => {
    expect(failure).toBeUndefined()
  })

  it('cite every assertion on sections 1, 2, 6 and 7', async () => {
    const paths = (await readdir(FOLDER, { recursive: true })).filter((path) => path.endsWith('.md'))
    const texts = await Promise.all(paths.map((path) => readFile(join(FOLDER, path), 'utf8')))
    const cited = new Set(texts.join('\n').match(/\bT\d{3}\b/g))
    const numbers = [...range(1, 45), ...range(121, 140)].map((n) => `T${String(n).padStart(3, '0')}`)
    expect(numbers.filter((id) => !cited.has(id) && !WAITING.includes(id))).toEqual([])
  })
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
