/** `ludoforge engine` imagines nothing while a secret choice is in progress. */
import { expect, test } from 'vitest'
import { Engine } from '../packages/cli/src/engine/engine.js'
import { veils } from './support/leaky-game.js'

const LIMITS = { games: 10, bytes: 1e8, line: 1e6 }

async function codes(seats: unknown): Promise<(string | undefined)[]> {
  const engine = new Engine(veils, { version: '', limits: LIMITS, tell: () => {} })
  const asks = [
    { id: 1, ask: 'start', seats, seed: 1 },
    { id: 2, ask: 'fork', game: 1, imagine: 'north', seed: 1 },
    { id: 3, ask: 'playouts', game: 1, imagine: 'north', times: 1 },
  ]
  const answers = JSON.parse(await engine.line(JSON.stringify(asks))) as { error?: { code: string } }[]
  return answers.map(({ error }) => error?.code)
}

test('a program that plays a seat is refused', async () => {
  expect(await codes({ north: 'me' })).toEqual([undefined, 'hidden', 'hidden'])
})

test('a program that may know everything is not', async () => {
  expect(await codes('all')).toEqual([undefined, undefined, undefined])
})
