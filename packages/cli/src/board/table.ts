import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import type { State } from '@ludoforge/kernel'
import { derive, type Evaluate } from './derive.js'
import { boardLines } from './lines.js'
import type { Labels } from './labels.js'

/** Shows positions of one game to whoever sits at it. */
export class Table {
  readonly #broken = new Map<string, string>() // expressions of the look that mean nothing -> why

  constructor(
    readonly game: LoadedGame,
    readonly labels: Labels,
  ) {}

  /** What the seat (or, with null, an onlooker) sees. */
  lines(state: State, seat: string | null, width: number): string[] {
    const derived = derive(this.labels.def, this.labels.look, this.#evaluate(state, seat))
    return boardLines(this.game.view(state, seat), this.labels, width, derived)
  }

  /** What is wrong with the look's expressions, found out by trying them. */
  notes(state: State): string[] {
    const [seat] = this.labels.def.seats
    derive(this.labels.def, this.labels.look, this.#evaluate(state, seat?.id ?? null))
    return [...this.#broken.values()]
  }

  /** A look must never end a game: what cannot be computed, or must not be known, is not shown. */
  #evaluate(state: State, seat: string | null): Evaluate {
    return (text) => {
      if (this.#broken.has(text)) return undefined
      try {
        return this.game.evaluate(state, text, ...(seat === null ? [] : [seat]))
      } catch (error) {
        if (error instanceof CompileError) {
          const [first] = error.diagnostics
          this.#broken.set(
            text,
            `look/terminal.yaml: ${first?.message ?? 'an expression means nothing'} (${text})`,
          )
        }
        return undefined
      }
    }
  }
}
