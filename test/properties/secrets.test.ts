/** Secret choices and hidden information never change what a seat is shown or asked. */
import { type Choice, type Decision, type Game, LudoError, Rng, type State } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { drawChoice, runsWithin, turns } from '../support/play.js'
import { heard, twin } from '../support/secrets.js'
import { veils } from '../support/leaky-game.js'

const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
]

/** The rules of a game without its simultaneous questions, which `at-once.test.ts` covers. */
const inTurn = ({ def }: Game): string =>
  JSON.stringify(def.procedures, (key, value: unknown) => (key === 'ask' ? undefined : value))

/** Games with secret choices of one seat. The reference's game has none in play. */
const secretive = all.filter(
  ({ name, game }) => name !== 'docs/language' && inTurn(game).includes('"secret":true'),
)

describe.each(secretive)(`$name${leftOut()}`, ({ game }) => {
  const watchers = [...game.def.seats.map(({ id }) => id), null]

  it('a secret choice reveals no more to others than the board does afterwards', () => {
    let compared = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, decision, choice } of turns(game, seed, 150)) {
        if (!decision.secret || decision.atOnce === true) continue
        const here = game.step(state, choice)
        for (const another of answers(decision, rng)) {
          const there = game.step(state, another)
          for (const seat of watchers) {
            if (seat === decision.seat) continue
            const [a, b] = [game.view(here.state, seat), game.view(there.state, seat)]
            if (JSON.stringify(a) !== JSON.stringify(b)) continue // the result is public
            const heards = [here, there].map(({ events }) => heard(game.def, events, seat))
            if (heards.some(({ told }) => told)) continue // the seat itself held the card
            compared += 1
            expect(heards[1]).toEqual(heards[0])
          }
        }
      }
    })
    fc.assert(property, effort(55, runsWithin(game, 400, 30)))
    expect(compared).toBeGreaterThan(20)
  })
})

/** Some legal answers. */
function answers(decision: Decision, rng: Rng): Choice[] {
  const ways =
    decision.kind === 'one' && decision.options.length <= 8 ? decision.options.map(({ id }) => id) : []
  return [...ways, ...Array.from({ length: 3 }, () => drawChoice(decision, rng))].filter(
    (choice) => !(typeof choice === 'object' && 'offer' in choice),
  )
}

describe.each(all)(`$name${leftOut()}`, ({ game }) => {
  const seats = game.def.seats.map(({ id }) => id)

  it('illegal answers are refused with the same message, whatever is hidden', () => {
    let refused = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, decision, choice } of turns(game, seed, 60))
        for (const seat of seats) {
          const other = twin(game, state, seat, rng.below(1 << 20))
          for (const tried of [
            ...attempts(game, decision, rng),
            ...(seat === decision.seat ? [choice] : []),
          ]) {
            const words = refusal(game, state, tried, seat)
            expect(refusal(game, other, tried, seat)).toBe(words)
            if (words !== undefined) refused += 1
          }
        }
    })
    fc.assert(property, effort(56, runsWithin(game, 120, 12)))
    expect(refused).toBeGreaterThan(50)
  })
})

/** Answers that may be legal, illegal or nonsense. */
function attempts({ def }: Game, decision: Decision, rng: Rng): Choice[] {
  const { id } = def.zones[rng.below(def.zones.length)] ?? { id: '' }
  const token = def.tokens[rng.below(Math.max(1, def.tokens.length))]?.id ?? ''
  const option = decision.options[rng.below(Math.max(1, decision.options.length))]?.id ?? 'x'
  return [
    option,
    [option, option],
    [],
    id,
    `${token}@${id}`,
    [`${token}@${id}`],
    rng.below(40) - 5,
    { offer: id },
  ]
}

/** The refusal of an answer, or `undefined` if it is accepted. */
function refusal(game: Game, state: State, choice: Choice, seat: string): string | undefined {
  try {
    game.decide(state, choice, seat)
    return undefined
  } catch (error) {
    if (error instanceof LudoError) return error.message
    throw error
  }
}
