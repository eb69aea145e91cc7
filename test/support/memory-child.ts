/** Child process with --expose-gc: plays a game for N decisions and prints the heap size. */
import { loadGame } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { Rng } from '@ludoforge/kernel'
import { beginning, drawPicks } from './play.js'

const [folder = '', decisions = '0'] = process.argv.slice(2)
const game = await loadGame(folder, { dialects: [effectTree] })
const rng = new Rng(1)

function heap(): number {
  for (let n = 0; n < 3; n += 1) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** Plays by both APIs: in place, and through decide, step and view. */
function play(most: number): void {
  let seed = 0
  let state = game.start(beginning(game, seed))
  for (let n = 0; n < most; n += 1) {
    const ask = game.ask(state)
    if (ask === undefined) {
      seed += 1
      state = game.start(beginning(game, seed))
      continue
    }
    if (n % 16 > 0) {
      game.answer(state, drawPicks(ask, rng))
      continue
    }
    const decision = game.decision(state)
    const picks = drawPicks(ask, rng)
    game.view(state, decision?.seat ?? null)
    const [pick = 0] = picks
    const offer = decision?.offers[-1 - pick]
    if (decision?.kind === 'one' && picks.length === 1)
      state = game.step(
        state,
        offer === undefined ? (decision.options[pick]?.id ?? '') : { offer: offer.id },
      ).state
    else game.answer(state, picks)
  }
}

const total = Number(decisions)
// Rules are compiled on first use, and some are rare.
play(Math.min(30_000, total))
const before = heap()
play(total)
const after = heap()
process.stdout.write(JSON.stringify({ before, after }))
