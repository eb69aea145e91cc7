/** Evaluates expressions of the notation in a state. Each text is compiled once. */
import type { Game, State } from '@ludoforge/kernel'
import type { Evaluated, Expression, LinkedValue } from '@ludoforge/play'
import { IllegalChoice, stripSources } from '@ludoforge/kernel'
import { linkValue } from '@ludoforge/play'
import { type Diagnostic, renderDiagnostics, Reporter } from './diagnostics/index.js'
import { elaborate, DiagnosticError, Scope, type SymbolTable } from './elaborate/index.js'
import { parseExpressionText } from './parser/index.js'
import { LruCache } from './lru-cache.js'
import { Sources, type Span } from './source/index.js'

/** A folder, file or expression has errors. They are in the message and in `diagnostics`. */
export class CompileError extends Error {
  constructor(
    readonly diagnostics: readonly Diagnostic[],
    readonly sources: Sources,
  ) {
    super(renderDiagnostics(diagnostics, sources, { colour: false }))
    this.name = 'CompileError'
  }
}

interface Compiled {
  readonly expression: Expression
  readonly span: Span
  readonly linked: LinkedValue
}

const FILE = 'expression'
const WHOLE: Span = { file: FILE, line: 1, column: 1, length: 1 }

/** A limit, so that a player's expression can't keep the host busy. */
const MAX_LENGTH = 100_000

export class Evaluator {
  readonly #cache = new LruCache((text) => this.#compiled(text))

  constructor(
    private readonly game: Game,
    private readonly symbols: SymbolTable,
  ) {}

  /** `seat`: refuses hidden information for this viewer; `null` is a spectator. Without it, reads the whole state. */
  value(state: State, text: string, seat?: string | null): Evaluated {
    if (typeof seat === 'string' && !this.symbols.seats.has(seat))
      throw new IllegalChoice(`There is no seat '${seat}'.`)
    const { linked, span } = this.#cache.of(text)
    const reason = seat === undefined ? undefined : linked.refusal(state, seat)
    if (reason !== undefined)
      throw compileError(
        text,
        new DiagnosticError('hidden', span, reason, 'Ask for a count, or for something visible.'),
      )
    return linked.of(state, seat)
  }

  expression(text: string): Expression {
    return this.#cache.of(text).expression
  }

  #compiled(text: string): Compiled {
    if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_LENGTH)
      throw compileError(
        '',
        new DiagnosticError('syntax', WHOLE, `An expression must have 1 to ${MAX_LENGTH} characters.`),
      )
    const reporter = new Reporter()
    const node = parseExpressionText(text, { file: FILE, line: 1, column: 1 }, reporter)
    if (node === undefined) throw new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
    try {
      const { expr, type } = elaborate({ world: this.symbols.beside(reporter), scope: new Scope() }, node)
      const expression = { expr: stripSources(expr), type }
      return { expression, span: node.span, linked: linkValue(this.game, expression) }
    } catch (error) {
      throw error instanceof DiagnosticError ? compileError(text, error) : error
    }
  }
}

function compileError(text: string, error: DiagnosticError): CompileError {
  const reporter = new Reporter()
  reporter.error(error.code, error.span, error.message, error.hint)
  return new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
}
