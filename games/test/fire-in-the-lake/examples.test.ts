import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runExamples } from '@ludoforge/compiler'
import { describe, expect, it } from 'vitest'
import { FOLDER, fireInTheLake } from './support/game.js'

const game = await fireInTheLake()
const report = runExamples(game)

describe('the examples in the rulebook', () => {
  it('can all be read', () => {
    expect(report.diagnostics).toEqual([])
  })

  it.each(report.results.map((result) => [result.title, result] as const))('%s', (_, { failure }) => {
    expect(failure).toBeUndefined()
  })

  it('cite every assertion of the digest', async () => {
    const paths = (await readdir(FOLDER, { recursive: true })).filter((path) => path.endsWith('.md'))
    const texts = await Promise.all(paths.map((path) => readFile(join(FOLDER, path), 'utf8')))
    const cited = new Set(texts.join('\n').match(/\bT\d{3}\b/g))
    const numbers = Array.from({ length: 140 }, (_, i) => i + 1).map((n) => `T${String(n).padStart(3, '0')}`)
    expect(numbers.filter((id) => !cited.has(id))).toEqual([])
  })
})
