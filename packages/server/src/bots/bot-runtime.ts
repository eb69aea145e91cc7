/** Runs bots inside a worker thread. Bots with a memory stay alive per table and watch the answers of the others. */
import { type BotAnswer, type Hint, hintFor, TableBots, throttleProgress } from '@ludoforge/table'
import { type Game, linkGame, type State } from '@ludoforge/kernel'
import type { FromThread, Task, ToThread } from './messages.js'

interface LiveTable {
  readonly game: Game
  readonly bots: TableBots
  state: State
}

export class BotRuntime {
  /** Linked games by fingerprint. */
  readonly #games = new Map<string, Game>()
  readonly #liveTables = new Map<number, LiveTable>()
  readonly #stopped = new Set<number>()
  /** Resolves when the last queued task is done. */
  #queue: Promise<void> = Promise.resolve()

  constructor(private readonly send: (message: FromThread) => void) {}

  /** Handles a message of the server. Tasks run one after the other; a stop takes effect at once. */
  take(message: ToThread): void {
    if ('stop' in message) this.#stopped.add(message.stop)
    else if ('forget' in message) this.#queue = this.#queue.then(() => this.#forget(message))
    else this.#queue = this.#queue.then(() => this.#run(message.task))
  }

  async #run(task: Task): Promise<void> {
    const { id } = task
    const started = performance.now()
    const result = await this.#think(task).catch((error: unknown) => ({
      problem: error instanceof Error ? error.message : String(error),
    }))
    this.#stopped.delete(id)
    this.send({ id, ms: performance.now() - started, ...result })
  }

  async #think(task: Task): Promise<{ answer: BotAnswer } | { hint: Hint }> {
    const { id, wants } = task
    const game = this.#game(task)
    const control = {
      stopped: () => this.#stopped.has(id),
      progress: throttleProgress((spent) => this.send({ id, spent })),
    }
    if (wants === 'hint' && task.position !== undefined)
      return { hint: await hintFor(game, game.restore(task.position), task, control) }
    const { state, bots } = this.#table(game, task)
    return { answer: await bots.answer(state, task, control) }
  }

  /** Drops the bots of a table. If the game is over, they are notified of the final position. */
  #forget({ forget, since }: Extract<ToThread, { readonly forget: number }>): void {
    const live = this.#liveTables.get(forget)
    this.#liveTables.delete(forget)
    if (live === undefined) return
    try {
      for (const { seat, choice } of since ?? []) live.state = live.game.decide(live.state, choice, seat)
      live.bots.end(since === undefined ? undefined : live.state)
    } catch {
      // A bot that fails on the final notification has nobody waiting for it.
    }
  }

  #game({ fingerprint, def }: Task): Game {
    if (def !== undefined) this.#games.set(fingerprint, linkGame(def))
    const game = this.#games.get(fingerprint)
    if (game === undefined) throw new Error(`The rules ${fingerprint} were never sent.`)
    return game
  }

  #table(game: Game, { table, position, since = [] }: Task): LiveTable {
    if (position !== undefined) {
      const fresh = { game, bots: new TableBots(game), state: game.restore(position) }
      if (table !== undefined) this.#liveTables.set(table, fresh)
      return fresh
    }
    const live = table === undefined ? undefined : this.#liveTables.get(table)
    if (live === undefined) throw new Error('The bots of this table are not in this thread.')
    for (const { seat, choice } of since) {
      live.bots.watch(live.state, seat, choice)
      live.state = game.decide(live.state, choice, seat)
    }
    return live
  }
}
