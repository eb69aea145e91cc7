/** The looks of the installed games: every name is known, and nothing secret is shown. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadGame } from '@ludoforge/compiler'
import { makeAgent } from '@ludoforge/agents'
import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { PLAIN_LOOK } from '@ludoforge/look/node'
import { Labels, Table } from '../src/terminal/board/index.js'
import { findGame, knownGames, lookOf } from '../src/games.js'
import { run } from '../src/program.js'
import { makePaint } from '../src/terminal/terminal.js'
import { textTerminal } from './terminal.js'

const found = knownGames().map((name) => findGame(name))

describe.each(found.map((game) => [game.given, game] as const))('the look of %s', (_, at) => {
  it('has no errors, and computes its values', async () => {
    const game = await loadGame(at.path)
    const { look, diagnostics } = lookOf(at, game)
    expect(diagnostics).toEqual([])
    const endless: string[] = []
    const table = new Table(game, new Labels(game.def, look, makePaint(false)), (text) => endless.push(text))
    for (const { id } of game.def.seats) table.seen(game.start({ seed: 1 }), id)
    expect(endless).toEqual([])
  })

  it('stays within the width during a random game', async () => {
    const game = await loadGame(at.path)
    const table = new Table(game, new Labels(game.def, lookOf(at, game).look, makePaint(false)))
    const state = game.start({ seed: 3 })
    const agents = game.def.seats.map((_seat, i) => makeAgent('random', i))
    for (let n = 0; n < 400; n += 1) {
      const ask = game.ask(state)
      if (ask === undefined) break
      if (n % 40 === 0) {
        const lines = table.lines(state, game.def.seats[ask.seat]?.id ?? null, 100)
        expect(lines.filter((line) => line.length > 100)).toEqual([])
      }
      game.answer(state, agents[ask.seat]?.choose(game, state, ask.seat) ?? [])
    }
  })
})

const HIDDEN = fileURLToPath(new URL('../../../games/three-crowns', import.meta.url))

it("a look can't show hidden information", async () => {
  const game = await loadGame(HIDDEN)
  const item = { hide: [], signed: false }
  const look = {
    ...PLAIN_LOOK,
    values: [{ ...item, title: 'north holds', expression: 'first(hand of north).rank' }],
    seatValues: [{ ...item, title: 'holds', expression: 'first(hand of {it}).rank' }],
  }
  const table = new Table(game, new Labels(game.def, look, makePaint(false)))
  const shown = (state: State, seat: string | null) => table.lines(state, seat, 100).join('\n')
  const state = game.start({ seed: 1 })
  expect(shown(state, 'north')).toMatch(/north holds \d/)
  expect(shown(state, 'east')).toMatch(/ East holds \d/)
  expect(shown(state, 'east')).not.toMatch(/(?:north|North|South) +holds/)
  expect(shown(state, null)).not.toContain('holds')
})

it('values and variables have the names of the game, and the look shortens them on the board', async () => {
  const { def } = await loadGame(HIDDEN)
  const named = {
    ...def,
    enums: [{ id: 'mood', values: ['calm', 'young-turks'], names: { 'young-turks': 'Young Turks' } }],
    variables: def.variables.map((one) => (one.id === 'pot' ? { ...one, name: 'Jackpot' } : one)),
  }
  const labels = new Labels(named, { ...PLAIN_LOOK, short: { pot: 'P' } }, makePaint(false))
  expect([labels.word('young-turks'), labels.words.word('calm')]).toEqual(['Young Turks', 'calm'])
  expect([labels.variable('pot'), labels.words.variable('pot')]).toEqual(['P', 'Jackpot'])
})

it('`check` prints the errors of a look, and passes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'look-'))
  try {
    const rules = fileURLToPath(new URL('../../../games/tic-tac-toe/rules.md', import.meta.url))
    cpSync(rules, path.join(folder, 'rules.md'))
    mkdirSync(path.join(folder, 'look'))
    writeFileSync(path.join(folder, 'look', 'board.yaml'), 'short: {cros: X}\nvalues: {Empty: count(mpa)}\n')
    const terminal = textTerminal()
    expect(await run(['check', folder], terminal)).toBe(0)
    const text = terminal.text()
    expect(text).toContain('look/board.yaml:1:9: warning unknown-name: There is no name `cros`.')
    expect(text).toContain('did you mean `cross`?')
    expect(text).toMatch(/look\/board\.yaml:2:23: warning .*mpa/)
    expect(text).toContain('0 errors, 2 warnings')
    expect(text).toContain('Parts of the look with errors are ignored. The game still runs.')
    const json = textTerminal()
    expect(await run(['check', folder, '--json'], json)).toBe(0)
    expect(JSON.parse(json.text()).diagnostics.map(({ file }: { file: string }) => file)).toEqual([
      'look/board.yaml',
      'look/board.yaml',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
