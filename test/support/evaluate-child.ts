/** Run with --expose-gc in a process of its own: asks a game so many different things and prints the heap. */
import { loadGame } from '@ludoforge/compiler'

const [folder = '', texts = '0'] = process.argv.slice(2)
const game = await loadGame(folder)
const state = game.start()
let asked = 0

function heap(): number {
  for (let n = 0; n < 3; n += 1) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function ask(most: number): void {
  for (let n = 0; n < most; n += 1) game.evaluate(state, `count(map where it is a1 and ${(asked += 1)} > 0)`)
}

ask(500)
const before = heap()
ask(Number(texts))
const after = heap()
process.stdout.write(JSON.stringify({ before, after }))
