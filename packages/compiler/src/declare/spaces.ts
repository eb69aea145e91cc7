import { type AttributeDef, withoutUndefined, type TableDef, type TypeName } from '@ludoforge/kernel'
import { closestName } from '../diagnostics/index.js'
import { formatLocation, type Span } from '../source/index.js'
import { wordsOf, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { GENERATED_ATTRIBUTES, type GeneratedSpace, readBoards } from './board.js'
import { type Context, occurrencesOf, titleCase } from './context.js'
import type { Sections } from './sections.js'
import { readType } from './types.js'

interface SpaceDraft {
  readonly id: string
  readonly name: string
  readonly span: Span // its name
  readonly attributes: ReadonlyMap<string, YamlEntry>
  readonly adjacent: readonly { readonly text: string; readonly span: Span }[]
  readonly adjacentSpan: Span // the key `adjacent`, if written
  readonly made?: GeneratedSpace | undefined // if a board generated it
}

/** Joins words: `a`, `b` and `c`. */
const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Reads the spaces of the map: first their names, which anything may refer to, then their attributes. */
export class SpaceReader {
  readonly #drafts: SpaceDraft[] = []
  /** The table of the lines of boards, if a board declares `lines`. */
  readonly lines: readonly TableDef[]

  constructor(
    private readonly sections: Sections,
    private readonly context: Context,
  ) {
    for (const { key, keySpan, value } of sections.entries('spaces')) this.#add(key, keySpan, value)
    const { spaces, lines } = readBoards(sections, context)
    for (const made of spaces) this.#add(made.id, made.span, made.override, made)
    this.lines = lines
  }

  finish(): AttributeDef[] {
    const { context } = this
    const names = new Map<string, string>()
    const types = this.#types(names)
    const neighbours = this.#adjacency()
    for (const { id, made, attributes: written } of this.#drafts) {
      const zone = context.zones.get(id)
      if (zone === undefined) continue
      const own =
        this.lines.length === 0
          ? written.values()
          : [...written.values()].filter(({ key }) => key !== 'lines')
      const lines = made?.lines
      const attributes = { ...context.constants(own, types, `\`${id}\``), ...withoutUndefined({ lines }) }
      const adjacent = [...(neighbours.get(id)?.keys() ?? [])]
      context.zones.set(id, { ...zone, attributes, adjacent, ...withoutUndefined({ board: made?.board }) })
    }
    return [...types].map(([id, type]) => ({ id, type, ...withoutUndefined({ name: names.get(id) }) }))
  }

  #add(id: string, span: Span, node: YamlNode | undefined, made?: GeneratedSpace): void {
    const { context } = this
    if (!context.declare('zone', id, span)) return
    const fields = node && context.fields(node, `the space \`${id}\``, span)
    const name = fields?.name('name') ?? titleCase(id)
    const adjacent = context.strings(fields?.list('adjacent')?.items ?? [], `a neighbour of \`${id}\``)
    const entries = [...(made?.attributes ?? []), ...(fields?.rest() ?? [])]
    const adjacentSpan = fields?.keySpan('adjacent') ?? span
    const attributes = new Map(entries.map((entry) => [entry.key, entry]))
    this.#drafts.push({ id, name, span, attributes, adjacent, adjacentSpan, made })
    // `finish` fills in the rest. The id is declared now, in the order of the map.
    const rest = { space: true, holds: 'pieces', visible: 'all', attributes: {}, adjacent: [] } as const
    context.zones.set(id, { id, name, ...rest })
  }

  /** The types of attributes. Fills in the names of those that have one. */
  #types(names: Map<string, string>): Map<string, TypeName> {
    const { context } = this
    const types = new Map<string, TypeName>()
    const declared = new Set<string>()
    for (const { key, keySpan, value } of this.sections.entries('attributes')) {
      if (!context.declare('attribute', key, keySpan)) continue
      declared.add(key)
      const fields = value.kind === 'map' ? context.fields(value, `the attribute \`${key}\``) : undefined
      const name = fields?.name('name')
      if (name !== undefined) names.set(key, name)
      const written = fields === undefined ? value : fields.required('type')
      fields?.end()
      const type = written && readType(context, written, `the type of \`${key}\``)
      if (type !== undefined) types.set(key, type)
    }
    const boards = this.#drafts.some(({ made }) => made !== undefined)
    const samples = occurrencesOf(this.#drafts.map(({ attributes }) => attributes.values()))
    const isDeclared = (id: string, first: Span): boolean => {
      if (declared.has(id)) return true
      if ((boards && GENERATED_ATTRIBUTES.has(id)) || closestName(id, declared) === undefined) return false
      context.unknown('attribute', id, first, declared)
      // Its values are dropped with it, so uses of them aren't errors of their own.
      context.reporter.spoil(samples.get(id)?.flatMap(({ value }) => wordsOf(value)) ?? [])
      return true
    }
    const inferred = context.infer('attribute', samples, (id) => `the attribute \`${id}\``, isDeclared)
    for (const [id, type] of inferred) types.set(id, type)
    if (this.lines.length > 0) types.set('lines', 'list row:lines')
    return types
  }

  #adjacency(): Map<string, Map<string, Span>> {
    const { context } = this
    const spaces = new Map(this.#drafts.map((draft) => [draft.id, draft]))
    const neighbours = new Map<string, Map<string, Span>>()
    for (const { id, span, made, adjacent } of this.#drafts) {
      const list = new Map(made?.adjacent.map((neighbour) => [neighbour, span]))
      neighbours.set(id, list)
      for (const { text: neighbour, span: place } of adjacent) {
        const twice = `\`${neighbour}\` is listed twice as a neighbour of \`${id}\`.`
        if (neighbour === id) context.error('self-adjacent', place, `\`${id}\` can't be adjacent to itself.`)
        else if (!spaces.has(neighbour)) context.unknown('space', neighbour, place, spaces.keys())
        else if (list.has(neighbour)) context.reporter.warn('duplicate-adjacency', place, twice)
        else list.set(neighbour, place)
      }
    }
    const oneSided = new Map<SpaceDraft, { readonly id: string; readonly place: Span }[]>()
    for (const [id, list] of neighbours)
      for (const [neighbour, place] of list) {
        const other = spaces.get(neighbour)
        // A board may have generated a neighbour whose name was already declared. That is reported elsewhere.
        if (other === undefined || neighbours.get(neighbour)?.has(id) === true) continue
        // A typo in the name is one error, not two.
        if (other.adjacent.some(({ text }) => !spaces.has(text) && closestName(text, [id]) !== undefined))
          continue
        oneSided.set(other, [...(oneSided.get(other) ?? []), { id, place }])
      }
    for (const [space, others] of oneSided) this.#oneSided(space, others)
    return neighbours
  }

  /** Reports a space with missing neighbours as one error. */
  #oneSided(space: SpaceDraft, others: readonly { readonly id: string; readonly place: Span }[]): void {
    const names = others.map(({ id, place }) => `\`${id}\` (${formatLocation(place)})`)
    const are = names.length === 1 ? 'is' : 'are'
    const message = `${joinWords(names)} ${are} adjacent to \`${space.id}\`, but \`${space.id}\` doesn't list ${others.length === 1 ? 'it' : 'them'} as adjacent.`
    const key = closestName('adjacent', space.attributes.keys())
    const ids = joinWords(others.map(({ id }) => `\`${id}\``))
    const hint =
      key === undefined
        ? `add ${ids} to \`adjacent\` of \`${space.id}\``
        : `rename \`${key}\` of \`${space.id}\` to \`adjacent\``
    this.context.error('asymmetric-adjacency', space.adjacentSpan, message, hint)
  }
}
