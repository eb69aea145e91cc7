/** Compiling: the same folder is always the same game, however its files and blocks are ordered. */
import { compileFiles, type SourceFile } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { type GameDef, linkGame, Rng } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { shuffleBlocks } from '../support/markdown.js'

function compiled(files: readonly SourceFile[]): GameDef {
  const { def, diagnostics } = compileFiles(files, { dialects: [effectTree] })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (def === undefined) throw new Error(errors.map(({ message }) => message).join('\n'))
  return def
}

describe.each(games)(`$name${leftOut()}`, ({ files, def, game }) => {
  const text = JSON.stringify(def)
  const numRuns = text.length > 200_000 ? 3 : 15

  it('compiles to the same JSON every time', () => {
    expect(JSON.stringify(compiled(files))).toBe(text)
  })

  it('survives JSON unchanged', () => {
    const again = JSON.parse(text) as GameDef
    expect(again).toEqual(def)
    expect(linkGame(again).fingerprint).toBe(game.fingerprint)
  })

  it('is the same game with its files in any order', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const shuffled = new Rng(seed).shuffle([...files])
        expect(linkGame(compiled(shuffled)).fingerprint).toBe(game.fingerprint)
      }),
      longEffort(21, numRuns),
    )
  })

  it('is the same game with the blocks of each file in any order', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = new Rng(seed)
        const shuffled = files.map((file) => ({ ...file, text: shuffleBlocks(file, rng) }))
        expect(linkGame(compiled(shuffled)).fingerprint).toBe(game.fingerprint)
      }),
      longEffort(22, numRuns),
    )
  })
})
