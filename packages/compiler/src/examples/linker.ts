/** Elaborates and links the statements and expressions of examples, and caches the results. */
import type { Block, Game, Slot, State, TypeName } from '@ludoforge/kernel'
import { LinkCache, type LinkedBlock } from '@ludoforge/play'
import { stripSources } from '@ludoforge/kernel'
import { Reporter } from '../diagnostics/index.js'
import type { Context, Typed, SymbolTable } from '../elaborate/index.js'
import { elaborate, elaborateBlock, DiagnosticError, Scope } from '../elaborate/index.js'
import type { ExprNode, StatementNode } from '../parser/index.js'

export class ExampleLinker {
  readonly links: LinkCache
  readonly #effects = new Map<readonly StatementNode[], Block>()
  readonly #typed = new Map<ExprNode, Map<TypeName | undefined, Typed>>()

  constructor(
    readonly game: Game,
    readonly world: SymbolTable,
  ) {
    this.links = new LinkCache(game)
  }

  effects(statements: readonly StatementNode[]): Block {
    return cached(this.#effects, statements, () =>
      stripSources(elaborated(this.world, (cx) => elaborateBlock(cx, {}, statements))),
    )
  }

  block(statements: readonly StatementNode[]): LinkedBlock {
    return this.links.block(this.effects(statements), 'the example')
  }

  typed(node: ExprNode, expected?: TypeName): Typed {
    return cached(
      cached(this.#typed, node, () => new Map<TypeName | undefined, Typed>()),
      expected,
      () => {
        const { expr, type } = elaborated(this.world, (cx) => elaborate(cx, node, expected))
        return { expr: stripSources(expr), type }
      },
    )
  }

  value(state: State, typed: Typed, actor?: string): Slot {
    return this.links.value(state, typed, actor)
  }

  /** The value of an expression by name, or the values of a list. */
  names(state: State, typed: Typed): readonly string[] {
    return this.links.names(state, typed)
  }
}

/** Elaborates, and throws the first error, which fails the example. */
export function elaborated<T>(world: SymbolTable, work: (cx: Context) => T, scope = new Scope()): T {
  const reporter = new Reporter()
  const done = work({ world: world.beside(reporter), scope })
  const [first] = reporter.diagnostics.filter((d) => d.severity === 'error')
  if (first?.span !== undefined) throw new DiagnosticError(first.code, first.span, first.message, first.hint)
  return done
}

function cached<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
