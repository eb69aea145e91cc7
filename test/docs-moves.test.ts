/** The page about moves: its statements hold, and its program works. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadGame } from '@ludoforge/compiler'
import type { Outcome } from '@ludoforge/kernel'
import * as play from '@ludoforge/play'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const page = readFileSync(new URL('../docs/moves.md', import.meta.url), 'utf8')

function blockOf(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? []
  if (text === undefined) throw new Error(`The page has no block in ${language}.`)
  return text
}

type Play = (
  folder: string,
  how: { scenario?: string; seed: number; most?: number },
) => Promise<{ made: play.Move[]; outcome: Outcome | null }>

const games = fileURLToPath(new URL('../games', import.meta.url))
// In this folder, so that it finds the packages.
const program = fileURLToPath(new URL(`./program-of-the-page-${process.pid}.mjs`, import.meta.url))

beforeAll(() => writeFileSync(program, blockOf('js')))
afterAll(() => rmSync(program))

describe('the page about moves', () => {
  it('names every function of the API', () => {
    const table = page.slice(0, page.indexOf('## A move'))
    const named = [...table.matchAll(/`(?:new )?(\w+)\(/g)].map(([, name = '']) => name)
    for (const name of named) expect(play).toHaveProperty(name)
    expect(named).toHaveLength(10)
  })

  it('shows the templates at the start of a turn', async () => {
    const game = await loadGame(`${games}/fire-in-the-lake`)
    const state = game.start({ scenario: 'short', seed: 9 })
    expect(play.legalMoves(game, state)).toEqual(JSON.parse(blockOf('json')))
  })
})

describe('its program', () => {
  const load = async (): Promise<Play> => ((await import(program)) as { play: Play }).play

  it('plays Fire in the Lake through the move API', async () => {
    const playGame = await load()
    const folder = `${games}/fire-in-the-lake`
    const { made } = await playGame(folder, { scenario: 'short', seed: 7, most: 60 })
    expect(made).toHaveLength(60)
    const compounds = made.filter(({ compound }) => compound !== undefined)
    expect(new Set(compounds.map(({ compound }) => compound?.timing)).size).toBeGreaterThan(1)
    // Its moves are legal, and replaying them gives the same game.
    const game = await loadGame(folder)
    let state = game.start({ scenario: 'short', seed: 7 })
    for (const move of made) {
      expect(play.validateMove(game, state, JSON.parse(JSON.stringify(move)))).toEqual({ valid: true })
      state = play.applyMove(game, state, move)
    }
  })

  it.each(['outposts', 'three-crowns', 'tic-tac-toe'])('plays %s to its end', async (name) => {
    const playGame = await load()
    const { outcome } = await playGame(`${games}/${name}`, { seed: 3 })
    expect(outcome).not.toBeNull()
  })
})
