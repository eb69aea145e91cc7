import { readdirSync } from 'node:fs'
import path from 'node:path'
import { compileFolder, coverExamples, loadCompilation } from '@ludoforge/compiler'
import { TEMPLATES } from '@ludoforge/desk'
import { policyNames } from '@ludoforge/play'
import { playGames } from '@ludoforge/sim'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/process.mjs'
import { templateFolder } from '../src/commands/new/templates.js'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

it('the command lists the templates that exist', () => {
  expect(TEMPLATES.map(({ name }) => name).toSorted()).toEqual(
    readdirSync(path.join(root, 'packages/desk/templates')).toSorted(),
  )
})

describe.each(TEMPLATES)('the template $name', ({ name, title: shown }) => {
  const folder = templateFolder(name)
  const loaded = compileFolder(folder).then((compilation) => ({
    compilation,
    game: loadCompilation(compilation),
  }))

  it('compiles without a warning, with a bot for every seat', async () => {
    const { compilation, game } = await loaded
    expect(compilation.diagnostics).toEqual([])
    for (const { id } of game.def.seats) expect(policyNames(game.def, id)).toHaveLength(1)
    expect(game.def.worth).toBe('worth')
    expect(game.def.title).toBe(shown)
  })

  it('has examples that pass and execute its rules', async () => {
    const { results, diagnostics, coverage } = coverExamples((await loaded).game)
    expect(diagnostics).toEqual([])
    expect(
      results.flatMap(({ title, failure }) => (failure === undefined ? [] : [{ title, failure }])),
    ).toEqual([])
    const { covered, all } = coverage.total.statements
    expect(covered / all, JSON.stringify(coverage.missed, null, 1)).toBeGreaterThan(0.95)
  })

  it('plays to the end with every kind of bot', async () => {
    const { game } = await loaded
    for (const agent of ['random', 'greedy', 'policy']) {
      const agents = game.def.seats.map(() => agent)
      const tally = playGames(game, { seed: 1, agents, maxDecisions: 5000, check: agent === 'random' }, 0, 20)
      expect(tally.errors).toEqual([])
      expect(tally.completed).toBe(20)
    }
  })

  it('reads well at the table and in the book', async () => {
    const terminal = textTerminal()
    const code = await run(['check', folder, '--wording', '--prose', '--games', '4'], terminal)
    expect(code, terminal.text() + terminal.errors.join('\n')).toBe(0)
    expect(terminal.text()).not.toContain('warning')
  })
})
