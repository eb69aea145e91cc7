/** Everything that has a name in a game: what the words of its rules can mean. */
import {
  ACTION_CLASS,
  withoutUndefined,
  enumId,
  type Expr,
  type SourceDef,
  type Timing,
  type TypeName,
} from '@ludoforge/kernel'
import type { Declarations } from '../declare/index.js'
import type { Reporter } from '../diagnostics/index.js'
import type { DeclarationNode } from '../parser/index.js'
import type { Sources, Span } from '../source/index.js'
import type { Typed } from './expressions.js'

/** A parameter of a function, procedure or action. */
export interface Parameter {
  readonly name: string
  readonly type: TypeName
  /** What it is where a call says nothing: as if it stood there. */
  readonly otherwise?: () => Expr
}

export interface FunctionInfo {
  readonly id: string
  readonly params: readonly Parameter[]
  /** Worked out from the body when first needed; undefined while that is under way. */
  readonly returns: () => TypeName | undefined
  readonly span?: Span | undefined
}

/** The signature of a procedure, action or window. */
export interface ProcedureInfo {
  readonly id: string
  readonly action: boolean
  readonly window?: boolean
  readonly params: readonly Parameter[]
  /** What it gives, worked out from the body when first needed: null is nothing, undefined under way. */
  readonly gives?: () => TypeName | null | undefined
  readonly span?: Span | undefined
}

/** Lines that are longer only take a little longer. */
const MOST_COLUMNS = 10_000

const byId = <T extends { readonly id: string }>(all: readonly T[]) =>
  new Map(all.map((one) => [one.id, one]))

/** Every name of a game: the symbol table of the compiler. */
export class SymbolTable {
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
  readonly sources: SourceDef[] = []
  private readonly sourceIndex = new Map<string, Map<number, number[]>>() // by file, then by place in it
  /** Whether what is read is part of a policy. */
  readonly ponders: boolean = false
  /** Names that some rule uses, keyed like Declarations.spans. */
  readonly used = new Set<string>()

  constructor(
    readonly declarations: Declarations,
    readonly reporter: Reporter,
    readonly texts: Sources,
  ) {
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

  /** The same names for a text that comes later: its mistakes and places are no part of the game. */
  beside(reporter: Reporter): SymbolTable {
    const world: SymbolTable = Object.create(SymbolTable.prototype)
    return Object.assign(world, this, { reporter, sources: [], sourceIndex: new Map() })
  }

  /** The same names for policies: they also ask what the options lead to, and when a window offers its actions. */
  pondering(): SymbolTable {
    const world: SymbolTable = Object.create(SymbolTable.prototype)
    const enums = new Map([...this.enums, [TIMING, TIMINGS]])
    return Object.assign(world, this, { enums, ponders: true })
  }

  use(key: string): void {
    this.used.add(key)
  }

  /**
   * Remembers a place for messages at play time and gives its number. What is elaborated twice, once for its
   * type and once for its meaning, has one number.
   */
  source(span: Span, text: string, rule?: string): number {
    const words = text.replace(/\s{2,}|[^\S ]/g, ' ')
    const { file, line, column } = span
    let places = this.sourceIndex.get(file)
    if (places === undefined) this.sourceIndex.set(file, (places = new Map()))
    const place = line * MOST_COLUMNS + column
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

  /** The title of the section around a place, without its number; `instead` of that of a whole file, if there is one. */
  heading({ file, line }: Span, instead?: string): string | undefined {
    const found = this.texts.heading(file, line)
    return found === undefined || (found.level === 1 && instead !== undefined) ? instead : found.title
  }

  /** What stands at a place in the source. */
  text(span: Span): string {
    return this.texts.line(span.file, span.line)?.slice(span.column - 1, span.column - 1 + span.length) ?? ''
  }

  /** The values of the enumeration that a type is of. */
  valuesOf(type: TypeName): readonly string[] {
    return this.enums.get(enumId(type)) ?? []
  }

  enumsWith(value: string): string[] {
    const owners = [...this.enums].filter(([, values]) => values.includes(value)).map(([id]) => id)
    // What a game declares comes before the directions that its board brings along, and before times.
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

/** The enumeration of times at which windows offer; no name that can be written. */
export const TIMING = 'the timing'
export const TIMINGS: readonly Timing[] = ['before', 'during', 'after']

/** Words that are always there. */
export const WORDS: Readonly<Record<string, Typed>> = {
  actor: { expr: { ref: 'actor' }, type: 'seat' },
  free: { expr: { ref: 'free' }, type: 'flag' },
  class: { expr: { ref: 'actionClass' }, type: ACTION_CLASS },
  changed: { expr: { ref: 'changed' }, type: 'flag' },
  seats: { expr: { query: 'players' }, type: 'list seat' },
  map: { expr: { query: 'mapSpaces' }, type: 'list zone' },
  spaces: { expr: { query: 'mapSpaces' }, type: 'list zone' },
  true: { expr: true, type: 'flag' },
  false: { expr: false, type: 'flag' },
  actions: { expr: { query: 'actions' }, type: 'list action' },
}
export const BUILTIN_WORDS: readonly string[] = [...Object.keys(WORDS), 'none', 'nothing', 'it']

/** Lists of directions, known where there is a board. */
const DIRECTION_WORDS: readonly string[] = ['directions', 'orthogonals', 'diagonals']

export type PolicyNode = Extract<DeclarationNode, { node: 'policy' }>
export type ProcedureNode = Extract<DeclarationNode, { node: 'procedure' }>
export type FunctionNode = Extract<DeclarationNode, { node: 'function' }>
