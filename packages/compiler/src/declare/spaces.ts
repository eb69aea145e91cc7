import type { AttributeDef, Constant, TableDef, TypeName } from '@ludoforge/kernel'
import { nearest } from '../diagnostics/index.js'
import { showPlace, type Span } from '../source/index.js'
import { expectString, Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { MADE_ATTRIBUTES, type MadeSpace, readBoards } from './board.js'
import { type Context, titleCase } from './context.js'
import type { Sections } from './sections.js'
import { inferType, readConstant, readType } from './types.js'

interface SpaceDraft {
  readonly id: string
  readonly name: string
  readonly span: Span // its name
  readonly attributes: ReadonlyMap<string, YamlEntry>
  readonly adjacent: readonly { readonly id: string; readonly span: Span }[]
  readonly adjacentSpan?: Span // the key `adjacent`, if written
  readonly made?: MadeSpace // by a board
}

/** The spaces of the map: first their names, which everything may mention, then what is said about them. */
export class SpaceReader {
  readonly #drafts: SpaceDraft[] = []
  /** The table of the lines of boards, if one asks for it. */
  readonly lines: readonly TableDef[]

  constructor(
    private readonly sections: Sections,
    private readonly context: Context,
  ) {
    for (const { key, keySpan, value } of sections.entries('spaces'))
      this.#add(key, keySpan, value, undefined)
    const { spaces, lines } = readBoards(sections, context)
    for (const made of spaces) this.#add(made.id, made.span, made.override, made)
    this.lines = lines
  }

  finish(): AttributeDef[] {
    const types = this.#types()
    const neighbours = this.#adjacency()
    for (const draft of this.#drafts) {
      const { id, name } = draft
      const values: [string, Constant][] = []
      for (const { key, value } of draft.attributes.values()) {
        const type = key === 'lines' && this.lines.length > 0 ? undefined : types.get(key)
        if (type === undefined || (value.kind === 'scalar' && value.value === null)) continue
        const constant = readConstant(this.context, value, type, `\`${key}\` of \`${id}\``)
        if (constant !== undefined) values.push([key, constant])
      }
      const { made } = draft
      if (made?.lines !== undefined) values.push(['lines', made.lines])
      this.context.zones.set(id, {
        id,
        name,
        space: true,
        holds: 'pieces',
        visible: 'all',
        attributes: Object.fromEntries(values),
        adjacent: [...(neighbours.get(id)?.keys() ?? [])],
        ...(made === undefined ? {} : { board: made.board }),
      })
    }
    return [...types].map(([id, type]) => ({ id, type }))
  }

  #add(id: string, span: Span, node: YamlNode | undefined, made: MadeSpace | undefined): void {
    const { context } = this
    const { reporter } = context
    if (!context.declare('zone', id, span)) return
    const fields = node === undefined ? undefined : Fields.of(node, `the space \`${id}\``, reporter, span)
    const name = fields?.string('name') ?? titleCase(id)
    const adjacent = (fields?.list('adjacent')?.items ?? []).flatMap((item) => {
      const neighbour = expectString(item, `a neighbour of \`${id}\``, reporter)
      return neighbour === undefined ? [] : [{ id: neighbour, span: item.span }]
    })
    const entries = [...(made?.attributes ?? []), ...(fields?.rest() ?? [])]
    const adjacentSpan = fields?.has('adjacent') === true ? { adjacentSpan: fields.keySpan('adjacent') } : {}
    const attributes = new Map(entries.map((entry) => [entry.key, entry]))
    const by = made === undefined ? {} : { made }
    this.#drafts.push({ id, name, span, attributes, adjacent, ...adjacentSpan, ...by })
    // A stand-in until `finish`, so that the id is known and the order of the map is kept.
    const rest = { space: true, holds: 'pieces', visible: 'all', attributes: {}, adjacent: [] } as const
    context.zones.set(id, { id, name, ...rest })
  }

  #types(): Map<string, TypeName> {
    const { context } = this
    const types = new Map<string, TypeName>()
    const declared = new Set<string>()
    for (const { key, keySpan, value } of this.sections.entries('attributes')) {
      if (!context.declare('attribute', key, keySpan)) continue
      declared.add(key)
      const type = readType(context, value, `the type of \`${key}\``)
      if (type !== undefined) types.set(key, type)
    }
    const samples = new Map<string, YamlEntry[]>()
    for (const { attributes } of this.#drafts) {
      for (const entry of attributes.values()) {
        const list = samples.get(entry.key)
        if (list === undefined) samples.set(entry.key, [entry])
        else list.push(entry)
      }
    }
    const boards = this.#drafts.some(({ made }) => made !== undefined)
    for (const [id, entries] of samples) {
      const [first] = entries
      if (declared.has(id) || first === undefined) continue
      const meant = boards && MADE_ATTRIBUTES.has(id) ? undefined : nearest(id, declared)
      if (meant !== undefined) {
        context.unknown('attribute', id, first.keySpan, declared)
        continue
      }
      warnOfLoneName(context, id, entries, samples, 'attribute')
      if (!context.declare('attribute', id, first.keySpan)) continue
      const nodes = entries.map(({ value }) => value)
      const type = inferType(context, id, nodes, `the attribute \`${id}\``)
      if (type !== undefined) types.set(id, type)
    }
    if (this.lines.length > 0) types.set('lines', 'list row:lines')
    return types
  }

  #adjacency(): Map<string, Map<string, Span>> {
    const { context } = this
    const { reporter } = context
    const spaces = new Map(this.#drafts.map((draft) => [draft.id, draft]))
    const neighbours = new Map<string, Map<string, Span>>()
    for (const { id, span, made, adjacent } of this.#drafts) {
      const list = new Map(made?.adjacent.map((neighbour) => [neighbour, span]))
      neighbours.set(id, list)
      for (const { id: neighbour, span: place } of adjacent) {
        if (neighbour === id) {
          reporter.error('self-adjacent', place, `\`${id}\` cannot be adjacent to itself.`)
        } else if (!spaces.has(neighbour)) {
          context.unknown('space', neighbour, place, spaces.keys())
        } else if (list.has(neighbour)) {
          reporter.warn('duplicate-adjacency', place, `\`${neighbour}\` is already a neighbour of \`${id}\`.`)
        } else {
          list.set(neighbour, place)
        }
      }
    }
    for (const [id, list] of neighbours) {
      for (const [neighbour, place] of list) {
        const other = spaces.get(neighbour)
        // A board may have made a neighbour whose name was already taken; that is reported elsewhere.
        if (other === undefined || neighbours.get(neighbour)?.has(id) === true) continue
        // Nor is a slip in the name two errors.
        if (other.adjacent.some((one) => !spaces.has(one.id) && nearest(one.id, [id]) !== undefined)) continue
        const message = `\`${id}\` is adjacent to \`${neighbour}\` (${showPlace(place)}), but not the other way round.`
        const hint = `add \`${id}\` to what \`${neighbour}\` is adjacent to`
        reporter.error('asymmetric-adjacency', other.adjacentSpan ?? other.span, message, hint)
      }
    }
    return neighbours
  }
}

/** A name that occurs once, next to one that occurs often and differs by a slip, is most likely that slip. */
export function warnOfLoneName(
  context: Context,
  id: string,
  entries: readonly YamlEntry[],
  all: ReadonlyMap<string, readonly YamlEntry[]>,
  word: string,
): void {
  const [only, second] = entries
  if (only === undefined || second !== undefined) return
  const often = [...all].filter(([, uses]) => uses.length > 1).map(([name]) => name)
  const meant = nearest(id, often)
  if (meant === undefined) return
  const message = `Only one place has the ${word} \`${id}\`.`
  context.reporter.warn('lone-name', only.keySpan, message, `did you mean \`${meant}\`?`)
}
