/** Elaborates and links the statements and expressions of examples, and caches the results. */
import type { Game, Slot, State, TypeName } from '@ludoforge/kernel'
import type { LinkedExpression, LinkedBlock } from '@ludoforge/play'
import { itemOf, stripSources } from '@ludoforge/kernel'
import { linkBlock, linkExpr, showValue } from '@ludoforge/play'
import { Reporter } from '../diagnostics/index.js'
import type { Context, Typed, SymbolTable } from '../elaborate/index.js'
import { elaborate, elaborateBlock, DiagnosticError, Scope } from '../elaborate/index.js'
import type { ExprNode, StatementNode } from '../parser/index.js'

export class ExampleLinker {
  readonly #blocks = new Map<readonly StatementNode[], LinkedBlock>()
  readonly #typed = new Map<ExprNode, Map<TypeName | undefined, Typed>>()
  readonly #linked = new Map<Typed, LinkedExpression>()

  constructor(
    readonly game: Game,
    readonly world: SymbolTable,
  ) {}

  block(statements: readonly StatementNode[]): LinkedBlock {
    return cached(this.#blocks, statements, () => {
      const effects = stripSources(this.#elaborated((cx) => elaborateBlock(cx, {}, statements)))
      return linkBlock(this.game, effects, { name: 'the example' })
    })
  }

  typed(node: ExprNode, expected?: TypeName): Typed {
    return cached(
      cached(this.#typed, node, () => new Map<TypeName | undefined, Typed>()),
      expected,
      () => {
        const { expr, type } = this.#elaborated((cx) => elaborate(cx, node, expected))
        return { expr: stripSources(expr), type }
      },
    )
  }

  value(state: State, typed: Typed, actor?: string): Slot {
    return cached(this.#linked, typed, () => linkExpr(this.game, typed.expr, typed.type))(state, actor)
  }

  /** The value of an expression by name, or the values of a list. */
  names(state: State, typed: Typed): readonly string[] {
    const value = this.value(state, typed)
    const item = itemOf(typed.type)
    return (typeof value === 'number' ? [value] : value).map((v) => showValue(this.game, state, item, v))
  }

  /** Elaborates, and throws the first error, which fails the example. */
  #elaborated<T>(work: (cx: Context) => T): T {
    const reporter = new Reporter()
    const done = work({ world: this.world.beside(reporter), scope: new Scope() })
    const [first] = reporter.diagnostics.filter((d) => d.severity === 'error')
    if (first?.span !== undefined)
      throw new DiagnosticError(first.code, first.span, first.message, first.hint)
    return done
  }
}

function cached<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
