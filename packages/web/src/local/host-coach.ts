import { type CoachContext, judgePlayedTurn, suggestTurns } from '@ludoforge/table'
import type { CoachAnswer, CoachAsk } from './coach-messages.js'

/** In a worker: thinks about the turns that the page sends, until the worker ends. */
export function hostCoach(context: CoachContext, port: MessagePort): void {
  const answer = (message: CoachAnswer): void => port.postMessage(message)
  port.addEventListener('message', ({ data }: MessageEvent<CoachAsk>) => {
    const { id } = data
    const thought =
      data.ask === 'suggest' ? suggestTurns(context, data.turn) : judgePlayedTurn(context, data.turn)
    thought.then(
      (result) => answer({ id, result }),
      (error: unknown) => answer({ id, problem: error instanceof Error ? error.message : String(error) }),
    )
  })
  port.start()
}
