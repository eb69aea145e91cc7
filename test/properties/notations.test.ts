/** Two notations, one meaning: every game is printed as effect trees, compiled again, and compared in play. */
import { compileFiles, type SourceFile } from '@ludoforge/compiler'
import { type GameDef, linkGame } from '@ludoforge/kernel'
import { effectTree, expand } from '@ludoforge/effect-tree'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isThorough, longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { withoutRules } from '../support/markdown.js'
import { beginning, runsWithin, turns } from '../support/play.js'
import { snapshot } from '../support/snapshots.js'

/** The rules of a GameDef without source locations. Policies have one notation only. */
function meaning(def: GameDef): unknown {
  return JSON.parse(
    JSON.stringify(def, (key, value: unknown) =>
      ['src', 'clauses', 'sources', 'policies'].includes(key) ? undefined : value,
    ),
  )
}

function asTrees(files: readonly SourceFile[], def: GameDef): GameDef {
  const bare = files.map((file) => ({ ...file, text: withoutRules(file) }))
  const { def: again, diagnostics } = compileFiles([...bare, { path: 'expanded.yaml', text: expand(def) }], {
    dialects: [effectTree],
  })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (again === undefined) throw new Error(JSON.stringify(errors.slice(0, 5), null, 2))
  return again
}

// The trees of the largest game take as long to compile as all others.
const compared = games.filter(({ name }) => isThorough || name !== 'games/fire-in-the-lake')

describe.each(compared)(`$name${leftOut()}`, ({ files, def, game }) => {
  it('is the same GameDef when its rules are written as effect trees', () => {
    expect(meaning(asTrees(files, def))).toEqual(meaning(def))
  })

  it('plays the same, state by state', () => {
    const trees = linkGame(asTrees(files, def))
    const property = fc.property(fc.nat(), (seed) => {
      let other = trees.start(beginning(trees, seed))
      for (const { state, decision, choice } of turns(game, seed, 400)) {
        expect(snapshot(other)).toBe(snapshot(state))
        expect({ ...trees.decision(other), place: undefined }).toEqual({ ...decision, place: undefined })
        other = trees.decide(other, choice)
      }
    })
    fc.assert(property, longEffort(91, runsWithin(game, 1500, 40)))
  })
})
