/** Explanations agree with what is offered, at every question of every game. */
import { type Decision, type Game, Rng, type State } from '@ludoforge/kernel'
import { explain } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { runsWithin, turns } from '../support/play.js'

/** Names of all sorts of things: a few of each. */
function names(game: Game, { options, offers }: Decision, rng: Rng): Set<string> {
  const some = <T>(list: readonly T[], count: number): T[] =>
    list.length === 0 ? [] : Array.from({ length: count }, () => itemAt(list, rng.below(list.length)))
  const { zones, procedures, seats, tokens } = game.def
  const token = some(tokens, 2).map(({ id }) => `${id}@${some(zones, 1)[0]?.id ?? ''}`)
  return new Set([
    ...some(options, 3).map(({ id }) => id),
    ...offers.map(({ id }) => id),
    ...some(zones, 3).map(({ id }) => id),
    ...some(
      procedures.filter(({ kind }) => kind === 'action'),
      4,
    ).map(({ id }) => id),
    ...some(seats, 1).map(({ id }) => id),
    ...token,
    'nothing of the sort',
  ])
}

const registers = ({ actor, free, actionClass, within, action, timing, q, sp, fp }: State) => [
  actor,
  free,
  actionClass,
  within,
  action,
  timing,
  q,
  sp,
  fp,
]

describe.each(games)(`$name${leftOut()}`, ({ game }) => {
  it("offered options are reported as such, others have a reason, and the state doesn't change", () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, decision } of turns(game, seed, 100)) {
        const before = [...registers(state), game.hash(state)]
        const { options, offers, seat, kind } = decision
        for (const name of names(game, decision, rng)) {
          const told = explain(game, state, name, seat)
          const offer = offers.find(({ id }) => id === name)
          const note = `${decision.prompt}: ${name}: ${told.summary}`
          if (options.some(({ id }) => id === name))
            expect(told, note).toMatchObject({ offered: true, option: name })
          else if (offer !== undefined)
            expect(told, note).toMatchObject({ offered: true, option: name, timing: offer.timing })
          else if (told.option === name) {
            expect(told.offered, note).toBe(false)
            if (kind !== 'number') expect(told.failed, note).not.toEqual([])
          }
          expect(JSON.stringify(told), note).not.toMatch(/undefined|NaN|\[object|"(query|aggregate|ref)"/)
        }
        expect([...registers(state), game.hash(state)]).toEqual(before)
      }
    })
    fc.assert(property, effort(91, runsWithin(game, 200, 8)))
  })
})
