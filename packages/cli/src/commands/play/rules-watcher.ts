import type { LoadedGame } from '@ludoforge/compiler'
import { rebaseTrace } from '@ludoforge/play'
import { type FoundGame, load } from '../../games.js'
import { reportError } from '../../report-error.js'
import type { Resumed, SaveFileStorage } from '../../terminal/saves/save-file.js'
import type { Terminal } from '../../terminal/terminal.js'
import { changesText } from '../../watch/run-watched.js'
import { watchFiles } from '../../watch/watch-files.js'

/** Watches the folder of a game that is played, and replays its decisions on the changed rules. */
export class RulesWatcher {
  /** The game with its new rules, and the decisions that are still legal. */
  next: { readonly game: LoadedGame; readonly resumed: Resumed } | undefined
  #stop: () => void = () => {}

  constructor(
    private readonly found: FoundGame,
    private readonly language: string | undefined,
    private readonly storage: SaveFileStorage,
    private readonly terminal: Terminal,
  ) {}

  /** Calls back once, when the game can continue with new rules. */
  start(onChange: () => void): void {
    this.#stop = watchFiles([this.found.path], async (changes) => {
      this.terminal.out(`\n${changesText(changes, this.terminal)}`)
      try {
        this.next = this.#rebased(await load(this.found, this.language))
      } catch (error) {
        reportError(error, this.terminal)
        this.terminal.out('The game continues with the rules before this change.')
        return
      }
      if (this.next === undefined) return
      this.stop()
      onChange()
    })
  }

  stop(): void {
    this.#stop()
  }

  #rebased(game: LoadedGame): RulesWatcher['next'] {
    const before = this.storage.trace
    if (before === undefined) return undefined
    const { trace, stopped } = rebaseTrace(game, before)
    const all = before.decisions.length
    const { out } = this.terminal
    if (stopped === undefined) out(`The game continues: all ${all} decisions are still legal.`)
    else {
      const { n, seat } = stopped.decision
      out(`Decision ${n} of ${all}, by ${seat}, isn't possible any more. ${stopped.reason}`)
      out(`The game continues from there.`)
    }
    return { game, resumed: { trace, writer: undefined, isOwn: false } }
  }
}
