/** Evaluates expressions of the notation in a state. Each text is compiled once. */
import type { Game, State } from '@ludoforge/kernel'
import type { Evaluated, Expression } from '@ludoforge/play'
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
}

const FILE = 'expression'
const WHOLE: Span = { file: FILE, line: 1, column: 1, length: 1 }

/** A limit, so that a player's expression can't keep the host busy. */
const MAX_LENGTH = 100_000

export class Evaluator {
  readonly #cache = new LruCache((text) => {
    const compiled = compiledText(text, this.symbols)
    return { ...compiled, linked: linkValue(this.game, compiled.expression) }
  })

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
}

/** Compiles an expression without linking the game, which takes long for a large one. Throws `CompileError`. */
export function compileExpression(text: string, symbols: SymbolTable): Expression {
  return compiledText(text, symbols).expression
}

function compiledText(text: string, symbols: SymbolTable): Compiled {
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_LENGTH)
    throw compileError(
      '',
      new DiagnosticError('syntax', WHOLE, `An expression must have 1 to ${MAX_LENGTH} characters.`),
    )
  const reporter = new Reporter()
  const node = parseExpressionText(text, { file: FILE, line: 1, column: 1 }, reporter)
  if (node === undefined) throw new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
  try {
    const { expr, type } = elaborate({ world: symbols.beside(reporter), scope: new Scope() }, node)
    return { expression: { expr: stripSources(expr), type }, span: node.span }
  } catch (error) {
    throw error instanceof DiagnosticError ? compileError(text, error) : error
  }
}

function compileError(text: string, error: DiagnosticError): CompileError {
  const reporter = new Reporter()
  reporter.error(error.code, error.span, error.message, error.hint)
  return new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
}
