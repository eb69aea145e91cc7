/** Child process with --expose-gc: evaluates N different expressions and prints the heap size. */
import { loadGame } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'

const [folder = '', texts = '0'] = process.argv.slice(2)
const game = await loadGame(folder, { dialects: [effectTree] })
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
