import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import type { State } from '@ludoforge/kernel'
import { valueOrUndefined, type ComputeValues, memoizedValues, valueExpressions } from '@ludoforge/look'
import type { ShownTable } from './compact.js'
import { boardLines } from './lines.js'
import type { Labels } from './labels.js'

/** Renders positions of one game for a viewer. */
export class Table {
  readonly reckon: ComputeValues

  /** `tell` receives warnings about expressions of the look that never end. */
  constructor(
    readonly game: LoadedGame,
    readonly labels: Labels,
    tell: (problem: string) => void = () => {},
  ) {
    this.reckon = memoizedValues(
      valueExpressions(game.def, {
        ...labels.look,
        values: [...labels.look.values, ...labels.look.tableValues],
      }),
      {
        value: (state, text, seat) => known(() => game.evaluate(state, text, seat)),
        present: (state) => game.present(state),
      },
      (text, { message }) => tell(`look: ${text}: ${message}`),
    )
  }

  /** What the viewer sees, and the computed values. `null` is a spectator. */
  seen(state: State, seat: string | null): ShownTable {
    return { view: this.game.view(state, seat), values: this.reckon(state, seat) }
  }

  lines(state: State, seat: string | null, width: number): string[] {
    const { view, values } = this.seen(state, seat)
    return boardLines(view, this.labels, width, values)
  }
}

/** A hidden value is an error to the compiler. Here it means no value. */
function known<T>(work: () => T): T | undefined {
  try {
    return valueOrUndefined(work)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}
