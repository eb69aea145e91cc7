/** Previews show what the deciding seat can know, and no more. */
import {
  type Choice,
  type Decision,
  type Game,
  IllegalChoice,
  Rng,
  type State,
  type StepEvent,
} from '@ludoforge/kernel'
import { isVisibleTo, preview } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort, isThorough } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { drawChoice, runsWithin, turns } from '../support/play.js'
import { twin } from '../support/secrets.js'
import { snapshot } from '../support/snapshots.js'
import { veils } from '../support/leaky-game.js'

const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
]

const isChance = ({ type }: StepEvent): boolean => type === 'rolled' || type === 'shuffled'

/** An answer of each deciding seat, and each offer it could take instead. */
function* answers(
  game: Game,
  state: State,
  rng: Rng,
): Generator<{ readonly decision: Decision; readonly choice: Choice }> {
  for (const i of game.deciding(state)) {
    const decision = game.decision(state, game.def.seats[i]?.id)
    if (decision === undefined) continue
    yield { decision, choice: drawChoice(decision, rng) }
    for (const { id } of decision.offers) yield { decision, choice: { offer: id } }
  }
}

describe.each(all)(`$name${leftOut()}`, ({ game }) => {
  it('positions that differ only in hidden information have the same previews', () => {
    let told = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state } of turns(game, seed, 200))
        for (const { decision, choice } of answers(game, state, rng)) {
          const { seat, atOnce } = decision
          const before = snapshot(state)
          const given = preview(game, state, choice, seat)
          expect(snapshot(state)).toBe(before)
          const other = twin(game, state, seat, rng.below(1 << 20))
          expect(preview(game, other, choice, seat)).toEqual(given)
          const first = atOnce === true ? { type: 'answered' } : { type: 'chose', choice }
          expect(given.events[0]).toMatchObject({ ...first, seat })
          told += given.events.length
        }
    })
    fc.assert(property, effort(71, runsWithin(game, isThorough ? 300 : 100, 20)))
    expect(told).toBeGreaterThan(50)
  })

  it('a preview matches the events of the real decision, up to chance or hidden information', () => {
    const ends = new Set<string>()
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state } of turns(game, seed, 400))
        for (const { decision, choice } of answers(game, state, rng)) {
          const { events, until } = preview(game, state, choice, decision.seat)
          const step = game.step(state, choice, decision.seat)
          const real = step.events.filter((event) => isVisibleTo(event, decision.seat))
          ends.add(until)
          expect(real.slice(0, events.length)).toEqual(events)
          expect(events.some(isChance)).toBe(false)
          const next = game.outcome(step.state) === undefined ? 'question' : 'over'
          if (until === 'chance') expect(real[events.length]).toSatisfy(isChance)
          else if (until !== 'hidden') expect([real.length, next]).toEqual([events.length, until])
        }
    })
    fc.assert(property, effort(72, runsWithin(game, isThorough ? 500 : 170, 30)))
    // In this game, a rule with secret answers is always active.
    expect([...ends]).toContain(game === veils ? 'hidden' : 'question')
  })

  it('an illegal answer has no preview', () => {
    const state = game.start({ seed: 1 })
    expect(() => preview(game, state, ['no such thing'])).toThrow(IllegalChoice)
  })
})
