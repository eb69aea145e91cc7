/** Games of Fire in the Lake by players who always choose alike: every one comes to its end. */
import { isComplete, type Question, selectable } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { fireInTheLake, SCENARIOS } from './support/game.js'

const game = await fireInTheLake()

type Choose = (question: Question, turn: number) => number[]

/** Options are taken in this order; the selection is ended as soon as it may be, or as late. */
const stubborn =
  (order: (open: readonly number[]) => number | undefined, most: boolean): Choose =>
  (question) => {
    if (question.kind === 'number') return [most ? question.max : question.min]
    const picks: number[] = []
    for (;;) {
      if (!most && isComplete(question, picks)) return picks
      const option = order(selectable(question, picks))
      // Where only an offer makes an answer possible, it is taken.
      if (option === undefined) return isComplete(question, picks) ? picks : [-1]
      picks.push(option)
    }
  }

const first = (open: readonly number[]) => open[0]
const last = (open: readonly number[]) => open.at(-1)
const CHOOSERS: Readonly<Record<string, Choose>> = {
  'the first, as few as possible': stubborn(first, false),
  'the first, as many as possible': stubborn(first, true),
  'the last, as few as possible': stubborn(last, false),
  'the last, as many as possible': stubborn(last, true),
  'an offer wherever there is one': (question, turn) =>
    question.offers.length > 0 && turn % 2 === 0
      ? [-1]
      : stubborn(turn % 3 === 0 ? first : last, true)(question, turn),
}

describe.each(Object.entries(CHOOSERS))('players who choose %s', (_, choose) => {
  it.each(SCENARIOS)('end the scenario %s', (scenario) => {
    for (let seed = 1; seed <= 4; seed += 1) {
      const state = game.start({ seed: `stubborn ${seed}`, scenario })
      for (let turn = 0; ; turn += 1) {
        const question = game.ask(state)
        if (question === undefined) break
        if (turn > 20_000) throw new Error(`The game with seed ${seed} does not end.`)
        game.answer(state, choose(question, turn))
      }
      expect(game.outcome(state)).toBeDefined()
    }
  })
})
