import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import type { State } from '@ludoforge/kernel'
import { valueOrUndefined, type ComputeValues, memoizedValues, valueTexts } from '@ludoforge/look'
import type { SeenTable } from './compact.js'
import { boardLines } from './lines.js'
import type { Labels } from './labels.js'

/** Shows positions of one game to whoever sits at it. */
export class Table {
  readonly reckon: ComputeValues

  /** `tell` hears of expressions of the look that take for ever. */
  constructor(
    readonly game: LoadedGame,
    readonly labels: Labels,
    tell: (problem: string) => void = () => {},
  ) {
    this.reckon = memoizedValues(
      valueTexts(game.def, { ...labels.look, values: [...labels.look.values, ...labels.look.areaValues] }),
      (state, text, seat) => known(() => game.evaluate(state, text, seat)),
      (text, { message }) => tell(`look: ${text}: ${message}`),
    )
  }

  /** What the seat (or, with null, an onlooker) sees, and what the rules compute for it. */
  seen(state: State, seat: string | null): SeenTable {
    return { view: this.game.view(state, seat), values: this.reckon(state, seat) }
  }

  lines(state: State, seat: string | null, width: number): string[] {
    const { view, values } = this.seen(state, seat)
    return boardLines(view, this.labels, width, values)
  }
}

/** What one must not know is a mistake of the expression to the compiler, and nothing here. */
function known<T>(work: () => T): T | undefined {
  try {
    return valueOrUndefined(work)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}
