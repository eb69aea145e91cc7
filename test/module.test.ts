/** A game as a module runs without eval, and is the same game. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { gameNames } from '@ludoforge/games'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'
import { run } from '../packages/cli/src/program.js'
import { textTerminal } from '../packages/cli/test/terminal.js'
import { turns } from './support/play.js'
import { type Story, story } from './support/story.js'
import { isThorough } from './support/effort.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-module-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SEEDS: Readonly<Record<string, readonly number[]>> = { 'fire-in-the-lake': [1] }
const games = gameNames()

/** Writes the module of a game and returns its file. */
async function written(name: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`)
  const terminal = textTerminal()
  const code = await run(['compile', path.join(root, 'games', name), '--module', file], terminal)
  expect({ code, err: terminal.errors }).toEqual({ code: 0, err: [] })
  return file
}

/** Bundles a program into one file for browsers, without Node. */
async function bundled(name: string, program: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const entry = path.join(folder, `${name}.entry.ts`)
  const outfile = path.join(folder, `${name}.bundle.${format === 'esm' ? 'mjs' : 'js'}`)
  writeFileSync(entry, program)
  await build({
    entryPoints: [entry],
    outfile,
    format,
    bundle: true,
    platform: 'browser',
    conditions: ['source'],
    nodePaths: [path.join(root, 'node_modules')],
    logLevel: 'error',
  })
  return outfile
}

/** Runs a program with code generation disabled, and returns its output. */
function confined(file: string): string {
  const args = ['--disallow-code-generation-from-strings', file]
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' })
}

const STORY = JSON.stringify(path.join(root, 'test/support/story.ts'))

describe.each(games)('%s', (name) => {
  it('plays from its module without eval, with the same output', async () => {
    const seeds = SEEDS[name] ?? (isThorough ? [1, 2, 3] : [1])
    const game = await gameOf(name)
    const position = [...turns(game, 5, 7)].at(-1)?.state ?? game.start()
    const file = await written(name)
    const save = path.join(folder, `${name}.save.json`)
    writeFileSync(save, JSON.stringify(game.save(position)))
    const program = `
      import { loadModule } from '@ludoforge/play'
      import { expressionsOf } from '@ludoforge/look'
      import { module, scene } from ${JSON.stringify(file)}
      import saved from ${JSON.stringify(save)}
      import { story } from ${STORY}
      const game = loadModule(module)
      const texts = expressionsOf(game.def, scene)
      const told = story(game, texts, ${JSON.stringify(seeds)})
      console.log(JSON.stringify({ texts, told, restored: game.hash(game.restore(saved)) }))
    `
    const { texts, told, restored } = JSON.parse(confined(await bundled(name, program))) as {
      readonly texts: readonly string[]
      readonly told: Story
      readonly restored: string
    }
    const expected = story(game, texts, seeds)
    const different = told.lines.findIndex((line, i) => line !== expected.lines[i])
    expect([told.lines[different], different]).toEqual([undefined, -1])
    expect(told).toEqual(expected)
    expect(restored).toBe(game.hash(position))
    expect(game.hash(game.restore(told.saved))).toBe(told.hash)
  })
})

describe('a module', () => {
  it('runs in a page whose policy forbids eval, and reports what needs a compiler', async () => {
    const file = await written('tic-tac-toe')
    const program = `
      import { linkGame } from '@ludoforge/kernel'
      import { explain, loadModule } from '@ludoforge/play'
      import { module } from ${JSON.stringify(file)}
      const game = loadModule(module)
      const refused = (work) => {
        try {
          return work()
        } catch ({ code, message }) {
          return { code, message }
        }
      }
      const state = game.decide(game.start({ seed: 1 }), 'b2')
      globalThis.told = JSON.stringify({
        why: explain(game, state, 'b2').summary,
        evaluated: refused(() => game.evaluate(state, 'count(marks)')),
        applied: refused(() => game.apply(state, 'end the game')),
        linked: refused(() => linkGame(game.def)),
      })
    `
    // A new context has only the language, nothing of Node.
    const page = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } })
    vm.runInContext(readFileSync(await bundled('page', program, 'iife'), 'utf8'), page)
    expect(JSON.parse(String(page['told']))).toEqual({
      why: 'A piece is in B2.',
      evaluated: { code: 'needs-compiler', message: expect.stringMatching(/new text needs a compiler/) },
      applied: {
        code: 'needs-compiler',
        message: expect.stringMatching(/Statements need a compiler/),
      },
      linked: {
        code: 'needs-compiler',
        message: expect.stringMatching(/ludoforge compile GAME --module FILE/),
      },
    })
  })
})
