import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import { LudoError, type State } from '@ludoforge/kernel'
import { derive, type Evaluate } from './derive.js'
import { boardLines } from './lines.js'
import type { Labels } from './labels.js'

/** Shows positions of one game to whoever sits at it. */
export class Table {
  /** Expressions of the look that mean nothing, or that a seat may not ask, and why. */
  readonly #refused = new Map<string, string>()

  constructor(
    readonly game: LoadedGame,
    readonly labels: Labels,
  ) {}

  /** What the seat (or, with null, an onlooker) sees. */
  lines(state: State, seat: string | null, width: number): string[] {
    const derived = derive(this.labels.def, this.labels.look, this.#evaluate(state, seat))
    return boardLines(this.game.view(state, seat), this.labels, width, derived)
  }

  /** What is wrong with the look's expressions, found out by trying them for every seat. */
  notes(state: State): string[] {
    for (const { id } of this.labels.def.seats) {
      derive(this.labels.def, this.labels.look, this.#evaluate(state, id))
    }
    return [...new Set(this.#refused.values())]
  }

  /**
   * The game answers as the seat may know. A look must never end a game: what cannot be computed, or must not
   * be known, is not shown.
   */
  #evaluate(state: State, seat: string | null): Evaluate {
    return (text) => {
      const key = `${seat} ${text}`
      if (this.#refused.has(key)) return undefined
      try {
        return this.game.evaluate(state, text, seat)
      } catch (error) {
        if (!(error instanceof LudoError) && !(error instanceof CompileError)) throw error
        const refuse = (why: string): void => {
          this.#refused.set(key, `look/terminal.yaml: ${text}: ${why}`)
        }
        if (error instanceof CompileError) refuse(error.diagnostics[0]?.message ?? 'this means nothing')
        else if (error.code === 'runaway-rule') refuse(error.message) // once is enough
        return undefined
      }
    }
  }
}
