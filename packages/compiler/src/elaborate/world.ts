/** Everything that has a name in a game: what the words of its rules can mean. */
import { enumId, type Expr, type SourceDef, type TypeName } from '@ludoforge/kernel'
import type { Declarations } from '../declare/index.js'
import type { Reporter } from '../diagnostics/index.js'
import type { DeclarationNode } from '../notation/index.js'
import type { Sources, Span } from '../source/index.js'

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

export interface ProcedureInfo {
  readonly id: string
  readonly action: boolean
  readonly window?: boolean
  readonly params: readonly Parameter[]
  /** What it gives, worked out from the body when first needed: null is nothing, undefined under way. */
  readonly gives?: () => TypeName | null | undefined
  readonly span?: Span | undefined
}

export class World {
  readonly seats: ReadonlySet<string>
  readonly zones = new Map<string, Declarations['zones'][number]>()
  readonly families = new Set<string>()
  readonly boards = new Set<string>()
  readonly enums = new Map<string, readonly string[]>()
  readonly variables = new Map<string, Declarations['variables'][number]>()
  readonly attributes = new Map<string, TypeName>()
  readonly seatProps = new Map<string, TypeName>()
  readonly properties = new Map<string, Declarations['properties'][number]>()
  readonly tokenTypes = new Set<string>()
  readonly groups = new Set<string>()
  readonly tables = new Map<string, Declarations['tables'][number]>()
  readonly options = new Map<string, Declarations['options'][number]>()
  readonly functions = new Map<string, FunctionInfo>()
  readonly procedures = new Map<string, ProcedureInfo>()
  /** Actions that are properties of tokens: by word, then by type. */
  readonly tied = new Map<string, Map<string, { readonly action: string; readonly span: Span }>>()
  readonly sources: SourceDef[] = []
  private readonly sourceIndex = new Map<string, number>()
  /** Names that some rule uses, keyed like Declarations.spans. */
  readonly used = new Set<string>()

  constructor(
    readonly declarations: Declarations,
    readonly reporter: Reporter,
    readonly texts: Sources,
  ) {
    this.seats = new Set(declarations.seats.map((s) => s.id))
    for (const zone of declarations.zones) {
      this.zones.set(zone.id, zone)
      if (zone.family !== undefined) this.families.add(zone.family)
      if (zone.board !== undefined) this.boards.add(zone.board.id)
    }
    for (const { id, values } of declarations.enums) this.enums.set(id, values)
    for (const variable of declarations.variables) this.variables.set(variable.id, variable)
    for (const { id, type } of declarations.attributes) this.attributes.set(id, type)
    for (const { id, type } of declarations.seatProps) this.seatProps.set(id, type)
    for (const property of declarations.properties) this.properties.set(property.id, property)
    for (const token of declarations.tokens) this.tokenTypes.add(token.id)
    for (const group of declarations.groups) this.groups.add(group.id)
    for (const table of declarations.tables) this.tables.set(table.id, table)
    for (const option of declarations.options) this.options.set(option.id, option)
  }

  /** The same names for a text that comes later: its mistakes and places are no part of the game. */
  beside(reporter: Reporter): World {
    const world = Object.create(World.prototype) as World
    return Object.assign(world, this, { reporter, sources: [] })
  }

  use(key: string): void {
    this.used.add(key)
  }

  /**
   * Remembers a place for messages at play time and gives its number. What is elaborated twice, once for its
   * type and once for its meaning, has one number.
   */
  source(span: Span, text: string, rule?: string): number {
    const words = text.replace(/\s+/g, ' ')
    const { file, line, column } = span
    const key = JSON.stringify([file, line, column, words, rule])
    let index = this.sourceIndex.get(key)
    if (index === undefined) {
      index = this.sources.length
      this.sources.push({ file, line, column, text: words, ...(rule === undefined ? {} : { rule }) })
      this.sourceIndex.set(key, index)
    }
    return index
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
    // What a game declares comes before the directions that its board brings along.
    const own = this.boards.size === 0 ? owners : owners.filter((id) => id !== 'direction')
    return own.length === 0 ? owners : own
  }

  zoneVariable(name: string): Declarations['variables'][number] | undefined {
    const variable = this.variables.get(name)
    return variable?.scope === 'zone' ? variable : undefined
  }

  seatVariable(name: string): Declarations['variables'][number] | undefined {
    const variable = this.variables.get(name)
    return variable?.scope === 'seat' ? variable : undefined
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

export const BUILTIN_WORDS: readonly string[] = [
  'actor',
  'free',
  'class',
  'changed',
  'seats',
  'map',
  'spaces',
  'true',
  'false',
  'none',
  'nothing',
  'actions',
  'it',
]

/** Lists of directions, known where there is a board. */
const DIRECTION_WORDS: readonly string[] = ['directions', 'orthogonals', 'diagonals']

export type ProcedureNode = Extract<DeclarationNode, { node: 'procedure' }>
export type FunctionNode = Extract<DeclarationNode, { node: 'function' }>
