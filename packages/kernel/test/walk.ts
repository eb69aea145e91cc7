/** Random play, for invariants at every decision. */
import { itemAt } from '../../../test/support/items.js'
import { type Question, type Game, Rng, type State, selectable } from '../src/index.js'

export function randomPicks(ask: Question, rng: Rng): number[] {
  if (ask.kind === 'number') return [rng.range(ask.min, ask.max)]
  const least = ask.kind === 'one' ? (ask.optional ? 0 : 1) : ask.min
  const want = rng.range(least, ask.kind === 'one' ? 1 : ask.max)
  const picks: number[] = []
  while (picks.length < want) {
    const next = selectable(ask, picks)
    if (next.length === 0) break
    picks.push(itemAt(next, rng.below(next.length)))
  }
  return picks
}

/** Plays one game at random; `visit` sees every state that waits for an answer, and the last one. */
export function walk(
  game: Game,
  seed: number,
  visit: (state: State, step: number) => void = () => {},
): State {
  const rng = new Rng(`walk ${seed}`)
  const state = game.start({ seed })
  for (let step = 0; ; step++) {
    visit(state, step)
    const ask = game.ask(state)
    if (ask === undefined) return state
    if (step > 5000) throw new Error('a random game of a fixture does not end')
    game.answer(state, randomPicks(ask, rng))
  }
}
