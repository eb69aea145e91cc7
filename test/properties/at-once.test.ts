/** Simultaneous choices, with the answers in any order. */
import { type Choice, type Game, type Decision, Rng, type State, type StepEvent } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { games } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { beginning, drawChoice, runsWithin } from '../support/play.js'
import { known } from '../support/secrets.js'
import { snapshot } from '../support/snapshots.js'
import { veils } from '../support/leaky-game.js'

const asksAtOnce = (game: Game): boolean => JSON.stringify(game.def.procedures).includes('"chooseAtOnce"')
const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games.filter(({ name, game }) => name.startsWith('games/') && asksAtOnce(game)),
  { name: 'veils', game: veils },
]

it('there is such a game', () => {
  expect(all.map(({ name }) => name)).toContain('games/goofspiel')
})

/** The open questions, one per seat that must answer. */
function asked(game: Game, state: State): Decision[] {
  return game.deciding(state).map((seat) => game.decision(state, itemAt(game.def.seats, seat).id)!)
}

interface Round {
  readonly state: State
  readonly answers: readonly { readonly seat: string; readonly choice: Choice }[]
}

/** A random game in rounds. A round has all simultaneous answers, or a single one. */
function* rounds(game: Game, seed: number, most: number): Generator<Round> {
  const rng = new Rng(seed)
  let state = game.start(beginning(game, seed))
  for (let n = 0; n < most; n += 1) {
    const answers = asked(game, state).map((d) => ({ seat: d.seat, choice: drawChoice(d, rng) }))
    if (answers.length === 0) return
    yield { state, answers }
    for (const { seat, choice } of answers) state = game.decide(state, choice, seat)
  }
}

describe.each(all)('$name', ({ game }) => {
  const seats = game.def.seats.map(({ id }) => id)

  it('reaches the same state with the same events, in whatever order seats answer', () => {
    let several = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, answers } of rounds(game, seed, 200)) {
        if (answers.length > 1) several += 1
        const [one, other] = [answers, rng.shuffle([...answers])].map((order) => {
          let s = state
          let events: readonly StepEvent[] = []
          for (const { seat, choice } of order) ({ state: s, events } = game.step(s, choice, seat))
          return { whole: snapshot(s), hash: game.hash(s), told: events.filter((e) => e.type !== 'answered') }
        })
        expect(other).toEqual(one)
      }
    })
    fc.assert(property, effort(61, runsWithin(game, 1500, 30)))
    expect(several).toBeGreaterThan(game.def.id === 'goofspiel' ? 100 : 4) // others ask it a few times a game
  })

  it('reveals no answers before all seats have answered', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, answers } of rounds(game, seed, 60)) {
        if (answers.length < 2) continue
        const shuffled = rng.shuffle([...answers])
        const me = itemAt(shuffled, 0)
        const rest = shuffled.slice(1)
        const others = rest.slice(0, 1 + rng.below(rest.length))
        const tellings = [0, 1].map((other) => {
          let s = state
          const events: StepEvent[] = []
          for (const { seat, choice } of others) {
            const said = other === 0 ? choice : drawChoice(game.decision(s, seat)!, rng)
            const step = game.step(s, said, seat)
            s = step.state
            events.push(...step.events)
          }
          expect(game.view(s, null).deciding).not.toContain(itemAt(others, 0).seat)
          return {
            events,
            known: seats.map((seat) => known(game, s, seat)),
            wrong: refusal(game, s, me.seat),
          }
        })
        expect(tellings[1]).toEqual(tellings[0])
      }
    })
    fc.assert(property, effort(62, runsWithin(game, 150, 12)))
  })

  it('can be saved and restored between the answers', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, answers } of rounds(game, seed, 60)) {
        let [s, restored] = [state, state]
        for (const { seat, choice } of rng.shuffle([...answers])) {
          restored = game.restore(JSON.parse(JSON.stringify(game.save(restored))))
          expect(asked(game, restored)).toEqual(asked(game, s))
          s = game.decide(s, choice, seat)
          restored = game.decide(restored, choice, seat)
          expect(snapshot(restored)).toBe(snapshot(s))
        }
      }
    })
    fc.assert(property, effort(63, runsWithin(game, 300, 20)))
  })
})

/** The error for an invalid answer. */
function refusal(game: Game, state: State, seat: string): string {
  try {
    game.decide(state, ['nothing of the sort'], seat)
    return ''
  } catch (error) {
    return String(error)
  }
}
