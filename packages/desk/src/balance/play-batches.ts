/** A worker that plays batches: links games and answers tasks. */
import { linkGame } from '@ludoforge/kernel'
import { batchPlayer } from '@ludoforge/sim/evaluate'
import type { FromPlayer, ToPlayer } from './messages.js'

type Play = (from: number, to: number) => unknown

/** Returns a function that handles the messages to a worker. It answers each task. */
export function batchAnswerer(answer: (message: FromPlayer) => void): (message: ToPlayer) => void {
  /** By the number of the series; a text is why its game can't be played. */
  const players = new Map<number, Play | string>()
  return (message) => {
    if ('forget' in message) {
      players.delete(message.forget)
      return
    }
    if ('start' in message) {
      const { series, def, work } = message.start
      players.set(
        series,
        attempt(() => batchPlayer(linkGame(def), work)),
      )
      return
    }
    const play = players.get(message.series) ?? 'No game was started.'
    if (typeof play === 'string') return answer({ problem: play })
    const { from, to } = message.task
    const start = performance.now()
    const played = attempt(() => ({ result: play(from, to) }))
    answer(
      typeof played === 'string'
        ? { problem: played }
        : { done: { from, to }, result: played.result, ms: performance.now() - start },
    )
  }
}

/** Returns a result, or the message of the error. */
function attempt<T>(make: () => T): T | string {
  try {
    return make()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
