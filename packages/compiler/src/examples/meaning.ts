/** What the statements and expressions of examples mean in a game. */
import {
  type Block,
  type Game,
  itemOf,
  linkExpr,
  show,
  type Slot,
  type State,
  type TypeName,
} from '@ludoforge/kernel'
import { Reporter } from '../diagnostics/index.js'
import {
  type Context,
  elaborate,
  elaborateBlock,
  Fault,
  Scope,
  type Typed,
  type World,
} from '../elaborate/index.js'
import type { ExprNode, StatementNode } from '../notation/index.js'
import { withoutPlaces } from '../tree/leaks.js'

export class Meaning {
  constructor(
    readonly game: Game,
    readonly world: World,
  ) {}

  block(statements: readonly StatementNode[]): Block {
    return withoutPlaces(this.#elaborated((cx) => elaborateBlock(cx, {}, statements))) as Block
  }

  typed(node: ExprNode, expected?: TypeName): Typed {
    const { expr, type } = this.#elaborated((cx) => elaborate(cx, node, expected))
    return { expr: withoutPlaces(expr) as typeof expr, type }
  }

  value(state: State, { expr, type }: Typed, actor?: string): Slot {
    return linkExpr(this.game, expr, type)(state, actor)
  }

  /** The values of an expression by name: one, or all of a list. */
  names(state: State, typed: Typed): readonly string[] {
    const value = this.value(state, typed)
    const item = itemOf(typed.type)
    return (typeof value === 'number' ? [value] : value).map((v) => show(this.game, state, item, v))
  }

  /** Mistakes in an example's statements are reported like all others; the first one fails the example. */
  #elaborated<T>(work: (cx: Context) => T): T {
    const reporter = new Reporter()
    const done = work({ world: this.world.beside(reporter), scope: new Scope() })
    const [first] = reporter.diagnostics.filter((d) => d.severity === 'error')
    if (first?.span !== undefined) throw new Fault(first.code, first.span, first.message, first.hint)
    return done
  }
}
