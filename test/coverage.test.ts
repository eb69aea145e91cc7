/** The examples of every game execute at least 95 % of its statements. */
import { coverExamples } from '@ludoforge/compiler'
import { gameNames } from '@ludoforge/games'
import { describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'
import { isThorough } from './support/effort.js'

// The largest game has more than half of all examples. `npm test` runs them by the command, without coverage.
const names = gameNames().filter((name) => isThorough || name !== 'fire-in-the-lake')

describe('the examples cover the rules', () => {
  it.each(names)('of %s', async (name) => {
    const { results, diagnostics, coverage } = coverExamples(await gameOf(name))
    expect(diagnostics).toEqual([])
    expect(results.filter(({ failure }) => failure !== undefined)).toEqual([])
    const { covered, all } = coverage.total.statements
    const missed = coverage.missed.filter(({ kind }) => kind === 'statement')
    const places = missed.map(({ file, line, text }) => `${file}:${line}: ${text}`)
    expect(covered / all, `no example carries out:\n${places.join('\n')}`).toBeGreaterThanOrEqual(0.95)
  })
})
