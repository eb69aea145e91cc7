/** A worker that plays batches: links a game and answers tasks. */
import { linkGame } from '@ludoforge/kernel'
import { batchPlayer } from '@ludoforge/sim/evaluate'
import type { FromPlayer, ToPlayer } from './messages.js'

/** Returns a function that handles the messages to a worker. It answers each task. */
export function batchAnswerer(answer: (message: FromPlayer) => void): (message: ToPlayer) => void {
  let play: ((from: number, to: number) => unknown) | undefined
  let problem: string | undefined
  return (message) => {
    try {
      if ('start' in message) {
        const { def, work } = message.start
        problem = undefined
        play = batchPlayer(linkGame(def), work)
        return
      }
      if (play === undefined) throw new Error(problem ?? 'No game was started.')
      const { from, to } = message.task
      const start = performance.now()
      const result = play(from, to)
      answer({ done: { from, to }, result, ms: performance.now() - start })
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      play = undefined
      if ('task' in message) answer({ problem })
    }
  }
}
