/** Expressions of the notation asked of a state: compiled once, then only evaluated. */
import { type Game, itemOf, linkExpr, show, type State, type TypeName, unseen } from '@ludoforge/kernel'
import { type Diagnostic, renderDiagnostics, Reporter } from './diagnostics/index.js'
import { elaborate, Fault, Scope, type World } from './elaborate/index.js'
import { parseExpressionText } from './notation/index.js'
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

export type Evaluated = string | number | boolean | readonly string[]

type Typed = ReturnType<typeof elaborate>

interface Compiled {
  readonly typed: Typed
  readonly span: Span
  readonly ask: ReturnType<typeof linkExpr>
}

const FILE = 'expression'

export class Evaluator {
  /** What is linked stays linked, so the same text is never linked twice. */
  readonly #known = new Map<string, Compiled>()

  constructor(
    private readonly game: Game,
    private readonly world: World,
  ) {}

  /** With a seat, or null for an onlooker: refuses what it may not see. Without: the host's own question. */
  value(state: State, text: string, seat?: string | null): Evaluated {
    const { typed, span, ask } = this.#compiled(text)
    if (seat !== undefined) {
      const acting = this.game.deciding(state).some((i) => this.game.def.seats[i]?.id === seat)
      const reason = unseen(this.game.def, typed.expr, { seat, acting })
      if (reason !== undefined)
        throw mistake(text, new Fault('hidden', span, reason, 'Ask how many there are, or what lies open.'))
    }
    return this.#named(state, typed.type, ask(state, seat ?? undefined))
  }

  #compiled(text: string): Compiled {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const reporter = new Reporter()
    const node = parseExpressionText(text, { file: FILE, line: 1, column: 1 }, reporter)
    if (node === undefined) throw new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
    try {
      const typed = elaborate({ world: this.world, scope: new Scope() }, node)
      const compiled = { typed, span: node.span, ask: linkExpr(this.game, typed.expr, typed.type) }
      this.#known.set(text, compiled)
      return compiled
    } catch (error) {
      throw error instanceof Fault ? mistake(text, error) : error
    }
  }

  #named(state: State, type: TypeName, value: number | readonly number[]): Evaluated {
    if (typeof value !== 'number') return value.map((v) => show(this.game, state, itemOf(type), v))
    if (type === 'number') return value
    return type === 'flag' ? value !== 0 : show(this.game, state, type, value)
  }
}

function mistake(text: string, fault: Fault): CompileError {
  const reporter = new Reporter()
  reporter.error(fault.code, fault.span, fault.message, fault.hint)
  return new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
}
