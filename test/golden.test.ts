/** Recorded games of every game and scenario replay to the same states. `npm run golden` records them again. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'
import { difference, fileOf, type Golden, gameNames, scenariosOf, written } from './golden/golden.js'

describe.each(gameNames())('recorded games of %s', async (name) => {
  const game = await gameOf(name)

  it.each(scenariosOf(game))('replay exactly: %s', (scenario) => {
    const golden = JSON.parse(readFileSync(fileOf(name, scenario), 'utf8')) as Golden
    expect(golden).toMatchObject({ game: name, scenario })
    expect(difference(game, golden), 'If the rules were meant to change: npm run golden').toBeUndefined()
  })

  it('are reported as different if a decision, a position or the end differs', () => {
    const [scenario = ''] = scenariosOf(game)
    const golden = JSON.parse(readFileSync(fileOf(name, scenario), 'utf8')) as Golden
    const [first, ...rest] = golden.steps
    if (first === undefined) throw new Error('There are no decisions.')
    const [[seat, asked], ...made] = first.made as [Golden['steps'][number]['made'][number], ...never[]]
    const change = (steps: Golden['steps'], outcome = golden.outcome) =>
      difference(game, { ...golden, steps, outcome })
    expect(difference(game, { ...golden, start: '0' })).toMatch(/begins with another position/)
    expect(change([{ ...first, hash: '0' }, ...rest])).toMatch(/position after decision \d+ is another/)
    expect(change([{ ...first, made: [[seat, asked, 'no such thing'], ...made] }, ...rest])).toMatch(
      /^Decision 1/,
    )
    expect(change([{ ...first, made: [[seat, 'other', 'x'], ...made] }, ...rest])).toMatch(/not other/)
    const other = {
      winners: ['nobody'],
      ranking: [],
      scores: {},
      reason: 'x',
    } as unknown as Golden['outcome']
    expect(change(golden.steps, other)).toMatch(/It ends with/)
  })
})

it('every game has a record, and nothing else has', async () => {
  const all = await Promise.all(
    gameNames().map(async (name) => scenariosOf(await gameOf(name)).map((s) => fileOf(name, s))),
  )
  const here = fileURLToPath(new URL('./golden/', import.meta.url))
  const kept = readdirSync(here).filter((file) => file.endsWith('.json'))
  expect(kept.map((file) => here + file).toSorted()).toEqual(all.flat().toSorted())
  for (const file of kept) {
    const text = readFileSync(here + file, 'utf8')
    expect(written(JSON.parse(text) as Golden), file).toBe(text)
  }
})
