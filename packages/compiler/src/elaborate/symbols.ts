/** The symbol table: every name of a game. */
import {
  ACTION_CLASS,
  withoutUndefined,
  enumId,
  type Expr,
  type SourceDef,
  type Timing,
  type TypeName,
} from '@ludoforge/kernel'
import { english, type Language } from '@ludoforge/play'
import type { Declarations } from '../declare/index.js'
import type { Reporter } from '../diagnostics/index.js'
import type { DeclarationNode, TextWords } from '../parser/index.js'
import type { Sources, Span } from '../source/index.js'
import type { Typed } from './expressions/expressions.js'
import type { LoweringCache } from './lowering-cache.js'
import { Tracer } from './lowering-trace.js'

/** A parameter of a function, procedure or action. */
export interface Parameter {
  readonly name: string
  readonly type: TypeName
  /** The default value, inserted into calls without this argument. */
  readonly otherwise?: () => Expr
}

export interface FunctionInfo {
  readonly id: string
  readonly params: readonly Parameter[]
  /** Inferred from the body on first use. Returns `undefined` while that is in progress. */
  readonly returns: () => TypeName | undefined
  readonly span?: Span | undefined
}

/** The signature of a procedure, action or window. */
export interface ProcedureInfo {
  readonly id: string
  readonly action: boolean
  readonly window?: boolean
  readonly params: readonly Parameter[]
  /** The result type, inferred from the body on first use. `null`: no result; `undefined`: in progress. */
  readonly gives?: () => TypeName | null | undefined
  readonly span?: Span | undefined
}

/** The type of an expression at its place. */
export interface TypedSpan {
  readonly span: Span
  readonly type: TypeName
}

/** For the index of sources. Longer lines still work, with collisions. */
const MAX_COLUMNS = 10_000

const byId = <T extends { readonly id: string }>(all: readonly T[]) =>
  new Map(all.map((item) => [item.id, item]))

/** Every name of a game: the symbol table of the compiler. */
export class SymbolTable {
  readonly language: Language // of the texts for people
  readonly seats: ReadonlySet<string>
  readonly zones
  readonly families = new Set<string>()
  readonly boards = new Set<string>()
  readonly enums: Map<string, readonly string[]>
  readonly variables
  readonly attributes: ReadonlyMap<string, TypeName>
  readonly seatProps: ReadonlyMap<string, TypeName>
  readonly properties
  readonly tokenTypes: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  readonly tables
  readonly options
  readonly functions = new Map<string, FunctionInfo>()
  readonly procedures = new Map<string, ProcedureInfo>()
  /** Actions that are properties of tokens: by word, then by type. */
  readonly tied = new Map<string, Map<string, { readonly action: string; readonly span: Span }>>()
  /** Values of things: by word, the type of the things. */
  readonly thingValues = new Map<string, { readonly type: 'token' | 'zone'; readonly span: Span }>()
  readonly sources: SourceDef[] = []
  private readonly sourceIndex = new Map<string, Map<number, number[]>>() // by file, then by position
  /** The types of expressions by their spans, the last one of a span its final one. Only for editors. */
  typed?: TypedSpan[]
  /** Records what lowering a declaration does to this table. */
  readonly tracer = new Tracer()
  /** What declarations were lowered to before. Only for editors. */
  lowering?: LoweringCache | undefined
  /** Whether the expressions are part of a policy. */
  readonly ponders: boolean = false
  /** Names that some rule uses, keyed like `Declarations.spans`. */
  readonly used = new Set<string>()

  constructor(
    readonly declarations: Declarations,
    readonly reporter: Reporter,
    readonly texts: Sources,
    /** Translates the texts for people. */
    readonly words?: TextWords & { readonly language: Language },
  ) {
    this.language = words?.language ?? english
    const { zones, enums, attributes, seatProps } = declarations
    this.seats = new Set(declarations.seats.map((s) => s.id))
    this.zones = byId(zones)
    for (const { family, board } of zones) {
      if (family !== undefined) this.families.add(family)
      if (board !== undefined) this.boards.add(board.id)
    }
    this.enums = new Map(enums.map(({ id, values }) => [id, values]))
    this.variables = byId(declarations.variables)
    this.attributes = new Map(attributes.map(({ id, type }) => [id, type]))
    this.seatProps = new Map(seatProps.map(({ id, type }) => [id, type]))
    this.properties = byId(declarations.properties)
    this.tokenTypes = new Set(declarations.tokens.map((t) => t.id))
    this.groups = new Set(declarations.groups.map((g) => g.id))
    this.tables = byId(declarations.tables)
    this.options = byId(declarations.options)
  }

  /** A copy for a text compiled later: its errors and sources aren't part of the game. */
  beside(reporter: Reporter): SymbolTable {
    const world: SymbolTable = Object.create(SymbolTable.prototype)
    return Object.assign(world, this, { reporter, sources: [], sourceIndex: new Map() })
  }

  /** A copy for policies, which also have `after`, `would`, `roll` and the timing of windows. */
  pondering(): SymbolTable {
    const world: SymbolTable = Object.create(SymbolTable.prototype)
    const enums = new Map([...this.enums, [TIMING, TIMINGS]])
    return Object.assign(world, this, { enums, ponders: true })
  }

  use(key: string): void {
    this.used.add(key)
    this.tracer.use(key)
  }

  /** Notes the type of an expression, for editors. */
  noteType(span: Span, type: TypeName): void {
    if (this.typed === undefined) return
    const typed = { span, type }
    this.typed.push(typed)
    this.tracer.typed(typed)
  }

  /**
   * Registers a source location for messages during play and returns its index. A node that is elaborated twice,
   * with different expected types, has one index.
   */
  source(span: Span, text: string, rule?: string): number {
    const words = text.replace(/\s{2,}|[^\S ]/g, ' ')
    const index = this.indexOf(span, words, rule)
    this.tracer.source(span, words, rule, index)
    return index
  }

  private indexOf(span: Span, words: string, rule: string | undefined): number {
    const { file, line, column } = span
    let places = this.sourceIndex.get(file)
    if (places === undefined) this.sourceIndex.set(file, (places = new Map()))
    const place = line * MAX_COLUMNS + column
    let here = places.get(place)
    if (here === undefined) places.set(place, (here = []))
    for (const index of here) {
      const known = this.sources[index]
      if (known === undefined) continue
      if (known.rule === rule && known.text === words && known.column === column) return index
    }
    const index = this.sources.length
    this.sources.push({ file, line, column, text: words, ...withoutUndefined({ rule }) })
    here.push(index)
    return index
  }

  /** The heading of the section around a span, without its number. `instead` replaces the heading of a whole file. */
  heading({ file, line }: Span, instead?: string): string | undefined {
    const found = this.texts.heading(file, line)
    return found === undefined || (found.level === 1 && instead !== undefined) ? instead : found.title
  }

  /** The source text of a span. */
  text(span: Span): string {
    return this.texts.line(span.file, span.line)?.slice(span.column - 1, span.column - 1 + span.length) ?? ''
  }

  /** The values of an enumeration type. */
  valuesOf(type: TypeName): readonly string[] {
    return this.enums.get(enumId(type)) ?? []
  }

  enumsWith(value: string): string[] {
    const owners = [...this.enums].filter(([, values]) => values.includes(value)).map(([id]) => id)
    // Declared enumerations take precedence over the directions of a board and the timing of windows.
    const own = owners.filter((id) => id !== TIMING && (id !== 'direction' || this.boards.size === 0))
    return own.length === 0 ? owners : own
  }

  /** Every word a single name could be, for suggestions. */
  get allNames(): string[] {
    return [
      ...this.seats,
      ...this.zones.keys(),
      ...this.families,
      ...this.variables.keys(),
      ...this.functions.keys(),
      ...this.tables.keys(),
      ...this.options.keys(),
      ...this.tokenTypes,
      ...this.groups,
      ...this.procedures.keys(),
      ...[...this.enums.values()].flat(),
      ...this.properties.keys(),
      ...this.attributes.keys(),
      ...BUILTIN_WORDS,
      ...(this.boards.size === 0 ? [] : DIRECTION_WORDS),
    ]
  }
}

/** The enumeration of the timings of windows. Its name can't be written in a rule. */
export const TIMING = 'the timing'
export const TIMINGS: readonly Timing[] = ['before', 'during', 'after']

/** Predefined words. */
export const WORDS: Readonly<Record<string, Typed>> = {
  actor: { expr: { ref: 'actor' }, type: 'seat' },
  free: { expr: { ref: 'free' }, type: 'flag' },
  class: { expr: { ref: 'actionClass' }, type: ACTION_CLASS },
  changed: { expr: { ref: 'changed' }, type: 'flag' },
  seats: { expr: { query: 'players' }, type: 'list seat' },
  'all-seats': { expr: { query: 'players', all: true }, type: 'list seat' },
  map: { expr: { query: 'mapSpaces' }, type: 'list zone' },
  spaces: { expr: { query: 'mapSpaces' }, type: 'list zone' },
  true: { expr: true, type: 'flag' },
  false: { expr: false, type: 'flag' },
  actions: { expr: { query: 'actions' }, type: 'list action' },
  position: { expr: { ref: 'position' }, type: 'position' },
}
export const BUILTIN_WORDS: readonly string[] = [...Object.keys(WORDS), 'none', 'nothing', 'it']

/** Lists of directions, predefined in games with a board. */
const DIRECTION_WORDS: readonly string[] = ['directions', 'orthogonals', 'diagonals']

export type PolicyNode = Extract<DeclarationNode, { node: 'policy' }>
export type ProcedureNode = Extract<DeclarationNode, { node: 'procedure' }>
export type FunctionNode = Extract<DeclarationNode, { node: 'function' }>
