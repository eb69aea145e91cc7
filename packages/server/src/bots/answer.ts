/** A bot's answer to the question of one seat. */
import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { type Choice, type Game, linkGame } from '@ludoforge/kernel'
import type { Task, TaskDone } from './messages.js'

/** The rules that this thread was sent. */
const games = new Map<string, Game>()

export function doneWith(task: Task): TaskDone {
  const { id } = task
  const begun = performance.now()
  const took = (): number => performance.now() - begun
  try {
    const choice = answerTo(task)
    return { id, ms: took(), choice }
  } catch (error) {
    return { id, ms: took(), problem: error instanceof Error ? error.message : String(error) }
  }
}

function answerTo({ fingerprint, def, position, seat, agent, seed }: Task): Choice {
  if (def !== undefined) games.set(fingerprint, linkGame(def))
  const game = games.get(fingerprint)
  if (game === undefined) throw new Error(`The rules ${fingerprint} were never sent.`)
  const state = game.restore(position)
  const decision = game.decision(state, seat)
  if (decision === undefined) throw new Error(`${seat} is not asked.`)
  const index = game.def.seats.findIndex(({ id }) => id === seat)
  return choiceOfPicks(decision, makeAgent(agent, seed).choose(game, state, index))
}
