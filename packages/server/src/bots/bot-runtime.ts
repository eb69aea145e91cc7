/** Bots in a thread: those that go by what happened are kept by table, and told what others answer. */
import { type BotAnswer, type Hint, hintFor, TableBots, throttleProgress } from '@ludoforge/table'
import { type Game, linkGame, type State } from '@ludoforge/kernel'
import type { FromThread, Task, ToThread } from './messages.js'

interface Kept {
  readonly game: Game
  readonly minds: TableBots
  state: State
}

export class BotRuntime {
  /** The rules that this thread was sent. */
  readonly #games = new Map<string, Game>()
  readonly #kept = new Map<number, Kept>()
  readonly #stopped = new Set<number>()
  #turn: Promise<void> = Promise.resolve()

  constructor(private readonly say: (message: FromThread) => void) {}

  /** Tasks are done one after the other; the rest is heard at once. */
  take(message: ToThread): void {
    if ('stop' in message) this.#stopped.add(message.stop)
    else if ('forget' in message) this.#turn = this.#turn.then(() => this.#forget(message))
    else this.#turn = this.#turn.then(() => this.#do(message.task))
  }

  async #do(task: Task): Promise<void> {
    const { id } = task
    const begun = performance.now()
    const done = await this.#think(task).catch((error: unknown) => ({
      problem: error instanceof Error ? error.message : String(error),
    }))
    this.#stopped.delete(id)
    this.say({ id, ms: performance.now() - begun, ...done })
  }

  async #think(task: Task): Promise<{ answer: BotAnswer } | { hint: Hint }> {
    const { id, wants } = task
    const game = this.#game(task)
    const thinking = {
      stopped: () => this.#stopped.has(id),
      progress: throttleProgress((spent) => this.say({ id, spent })),
    }
    if (wants === 'hint' && task.position !== undefined)
      return { hint: await hintFor(game, game.restore(task.position), task, thinking) }
    const { state, minds } = this.#table(game, task)
    return { answer: await minds.answer(state, task, thinking) }
  }

  /** Bots of a table are let go, and told how the game stands if that is known. */
  #forget({ forget, since }: Extract<ToThread, { readonly forget: number }>): void {
    const kept = this.#kept.get(forget)
    this.#kept.delete(forget)
    if (kept === undefined) return
    try {
      for (const { seat, choice } of since ?? []) kept.state = kept.game.decide(kept.state, choice, seat)
      kept.minds.end(since === undefined ? undefined : kept.state)
    } catch {
      // It is a bot that does not want to hear of the end: nobody waits for it any more.
    }
  }

  #game({ fingerprint, def }: Task): Game {
    if (def !== undefined) this.#games.set(fingerprint, linkGame(def))
    const game = this.#games.get(fingerprint)
    if (game === undefined) throw new Error(`The rules ${fingerprint} were never sent.`)
    return game
  }

  #table(game: Game, { table, position, since = [] }: Task): Kept {
    if (position !== undefined) {
      const fresh = { game, minds: new TableBots(game), state: game.restore(position) }
      if (table !== undefined) this.#kept.set(table, fresh)
      return fresh
    }
    const kept = table === undefined ? undefined : this.#kept.get(table)
    if (kept === undefined) throw new Error('This table is not known here.')
    for (const { seat, choice } of since) {
      kept.minds.watch(kept.state, seat, choice)
      kept.state = game.decide(kept.state, choice, seat)
    }
    return kept
  }
}
