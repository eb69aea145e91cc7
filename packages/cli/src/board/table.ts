import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import type { State } from '@ludoforge/kernel'
import { orNothing, type Reckon, reckoner, valueTexts } from '@ludoforge/look'
import type { Seen } from './glance.js'
import { boardLines } from './lines.js'
import type { Labels } from './labels.js'

/** Shows positions of one game to whoever sits at it. */
export class Table {
  readonly #reckon: Reckon
  /** Expressions of the look that take for ever. */
  readonly #endless = new Set<string>()

  constructor(
    readonly game: LoadedGame,
    readonly labels: Labels,
  ) {
    this.#reckon = reckoner(
      valueTexts(game.def, labels.look),
      (state, text, seat) => known(() => game.evaluate(state, text, seat)),
      (text, { message }) => this.#endless.add(`look: ${text}: ${message}`),
    )
  }

  /** What the seat (or, with null, an onlooker) sees, and what the rules compute for it. */
  seen(state: State, seat: string | null): Seen {
    return { view: this.game.view(state, seat), values: this.#reckon(state, seat) }
  }

  lines(state: State, seat: string | null, width: number): string[] {
    const { view, values } = this.seen(state, seat)
    return boardLines(view, this.labels, width, values)
  }

  /** What cannot be shown of the look, found out by trying it for every seat. */
  notes(state: State): string[] {
    for (const { id } of this.labels.def.seats) this.#reckon(state, id)
    return [...this.#endless]
  }
}

/** What one must not know is a mistake of the expression to the compiler, and nothing here. */
function known<T>(work: () => T): T | undefined {
  try {
    return orNothing(work)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}
