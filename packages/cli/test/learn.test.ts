import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadGame } from '@ludoforge/compiler'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

/** A game of taking coins or seeds. At the end, each seed is worth two coins. */
const RULES = `
\`\`\`yaml
game: {id: farm}
seats: [north, south]
seat-variables: {coins: 0..99, seeds: 0..99}
features: {seeds-of: seeds that will bear two coins each}
\`\`\`

\`\`\`rules
play
  repeat up to 16 times, seats in turn
    roll crop from 1..3
    choose "What do you take?"
      option coin
        add crop to coins of actor
      option seed
        add crop to seeds of actor
  each seat in seats
    add 2 * seeds of seat to coins of seat
    set seeds of seat to 0
  rank seats by it.coins

value worth(seat) = seat.coins
value seeds-of(seat) = seat.seeds
\`\`\`
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'learn-'))
  writeFileSync(path.join(folder, 'rules.md'), RULES)
})
afterEach(() => rmSync(folder, { recursive: true }))

const command = async (...args: string[]) => {
  const terminal = textTerminal()
  const code = await run(['learn', folder, '--agents', 'random', '--jobs', '1', ...args], terminal)
  return { code, text: [...terminal.written, ...terminal.errors].join('\n') }
}
const weights = () => readFileSync(path.join(folder, 'weights.yaml'), 'utf8')

it('learn writes weights with their origin to the folder, and the rules read them', async () => {
  const before = await loadGame(folder)
  const { code, text } = await command('--games', '150')
  expect(code).toBe(0)
  expect(text).toMatch(/seeds-of +\+\d\.\d{3} +\d\.\d{3} +\+[\d.]+ +seeds that will bear two coins each/)
  expect(text).toMatch(/explained of the lead at the end +[\d.]+ % +[\d.]+ %/)
  expect(weights()).toContain(
    '# Learned from games: ludoforge learn farm --games 150 --seed 1 --agents random\n',
  )
  expect(weights()).toContain(`rules ${before.fingerprint}, 150 games`)
  const [, number = ''] = /^ {2}seeds-of: (\d+) +# ±\d+: seeds that will bear/m.exec(weights()) ?? []
  expect(Number(number)).toBeGreaterThan(1500)
  expect(Number(number)).toBeLessThan(2500)

  const game = await loadGame(folder)
  expect(game.fingerprint).toBe(before.fingerprint)
  const promises: number[] = []
  const state = game.decide(game.decide(game.start({}), 'seed'), 'coin')
  expect(game.promises(state, promises)).toBe(true)
  const seeds = Number(game.evaluate(state, 'seeds-of(north)'))
  expect(seeds).toBeGreaterThan(0)
  expect(promises).toEqual([(Number(number) * seeds) / 1000, 0])

  const again = weights()
  await command('--games', '150')
  expect(weights()).toBe(again)
})

it('learn prints JSON, writes to --out, and predicts wins', async () => {
  const out = path.join(folder, 'elsewhere.txt')
  const { code, text } = await command('--games', '60', '--by', 'win', '--json', '--out', out)
  expect(code).toBe(0)
  expect(JSON.parse(text)).toMatchObject({ game: 'farm', target: 'win', features: [{ id: 'seeds-of' }] })
  expect(readFileSync(out, 'utf8')).toContain('--by win')
})

it('learn restores the folder if the game has weights elsewhere', async () => {
  writeFileSync(path.join(folder, 'own.yaml'), 'weights: {seeds-of: 5}\n')
  const { code, text } = await command('--games', '40')
  expect(code).toBe(1)
  expect(text).toContain('`seeds-of` of `weights` is declared twice')
  expect(weights).toThrow('ENOENT')
})

it('learn refuses invalid options', async () => {
  expect(await command('--by', 'luck')).toMatchObject({
    code: 2,
    text: expect.stringContaining('margin or win'),
  })
  expect(await command('--games', '3')).toMatchObject({ code: 2 })
  expect(await command('--agents', 'rndom')).toMatchObject({
    code: 2,
    text: expect.stringContaining('random'),
  })
  writeFileSync(path.join(folder, 'rules.md'), RULES.replace(/^features.*$/m, ''))
  expect(await command()).toMatchObject({ code: 1, text: expect.stringContaining('declares no `features`') })
})
