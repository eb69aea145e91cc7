/** A damaged GameDef gives a LinkError, or a game that plays or fails with an error of its rules. */
import { type GameDef, linkGame, LudoError } from '@ludoforge/kernel'
import { explain } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyChange, changed } from '../support/damage.js'
import { longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { playFast, turns } from '../support/play.js'
import type { Json } from '../support/trees.js'

/** Far above what linking and two hundred decisions take. */
const MOST_SECONDS = 300

/** Runs it. Failures must be typed and readable. */
function tame(work: () => void): void {
  const start = performance.now()
  try {
    work()
  } catch (error) {
    if (!(error instanceof LudoError)) throw error
    expect(error.message.length).toBeGreaterThan(10)
  }
  expect((performance.now() - start) / 1000).toBeLessThan(MOST_SECONDS)
}

function run(def: GameDef): void {
  const game = linkGame(def)
  for (const { state, decision } of turns(game, 3, 25)) {
    explain(game, state, decision.options[0]?.id ?? '0')
    explain(game, state, 'nothing of the sort')
    for (const { id } of def.seats) game.view(state, id)
    game.hash(game.restore(JSON.parse(JSON.stringify(game.save(state)))))
    game.worth(state, decision.seat)
  }
  playFast(game, 4, 150)
}

describe.each(games)(`$name${leftOut()}`, ({ def }) => {
  const text = JSON.stringify(def)
  const tree = JSON.parse(text) as Json
  const numRuns = Math.max(8, Math.min(180, Math.floor(3_000_000 / text.length)))

  it('with some nodes changed', () => {
    const property = fc.property(fc.array(anyChange, { minLength: 1, maxLength: 3 }), (changes) => {
      tame(() => run(changes.reduce(changed, tree) as unknown as GameDef))
    })
    fc.assert(property, longEffort(81, numRuns))
  })

  it("isn't changed by linking and playing", () => {
    run(def)
    expect(JSON.stringify(def)).toBe(text)
  })
})

it('anything at all', () => {
  const property = fc.property(fc.anything(), (thing) => tame(() => run(thing as GameDef)))
  fc.assert(property, longEffort(82, 300))
})
