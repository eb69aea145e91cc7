/** Expressions of the notation asked of a state: compiled once, then only evaluated. */
import type { Game, State } from '@ludoforge/kernel'
import type { Evaluated, Expression, LinkedValue } from '@ludoforge/play'
import { IllegalChoice, stripSources } from '@ludoforge/kernel'
import { linkValue } from '@ludoforge/play'
import { type Diagnostic, renderDiagnostics, Reporter } from './diagnostics/index.js'
import { elaborate, DiagnosticError, Scope, type SymbolTable } from './elaborate/index.js'
import { parseExpressionText } from './parser/index.js'
import { LruCache } from './lru-cache.js'
import { Sources, type Span } from './source/index.js'

/** The folder, file or expression has mistakes: they are in the message, and as data. */
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

/** Far more than anybody writes by hand: a player may ask, but not keep the host busy. */
const LONGEST = 100_000

export class Evaluator {
  readonly #known = new LruCache((text) => this.#compiled(text))

  constructor(
    private readonly game: Game,
    private readonly world: SymbolTable,
  ) {}

  /** With a seat, or null for an onlooker: refuses what it may not see. Without: the host's own question. */
  value(state: State, text: string, seat?: string | null): Evaluated {
    if (typeof seat === 'string' && !this.world.seats.has(seat))
      throw new IllegalChoice(`There is no seat '${seat}'.`)
    const { linked, span } = this.#known.of(text)
    const reason = seat === undefined ? undefined : linked.refusal(state, seat)
    if (reason !== undefined)
      throw mistake(
        text,
        new DiagnosticError('hidden', span, reason, 'Ask how many there are, or what lies open.'),
      )
    return linked.of(state, seat)
  }

  expression(text: string): Expression {
    return this.#known.of(text).expression
  }

  #compiled(text: string): Compiled {
    if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST)
      throw mistake('', new DiagnosticError('syntax', WHOLE, `An expression has 1 to ${LONGEST} characters.`))
    const reporter = new Reporter()
    const node = parseExpressionText(text, { file: FILE, line: 1, column: 1 }, reporter)
    if (node === undefined) throw new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
    try {
      const { expr, type } = elaborate({ world: this.world.beside(reporter), scope: new Scope() }, node)
      const expression = { expr: stripSources(expr), type }
      return { expression, span: node.span, linked: linkValue(this.game, expression) }
    } catch (error) {
      throw error instanceof DiagnosticError ? mistake(text, error) : error
    }
  }
}

function mistake(text: string, fault: DiagnosticError): CompileError {
  const reporter = new Reporter()
  reporter.error(fault.code, fault.span, fault.message, fault.hint)
  return new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
}
