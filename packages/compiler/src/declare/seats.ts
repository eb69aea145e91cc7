import type { AttributeDef, Constant, SeatDef } from '@ludoforge/kernel'
import { expectList, expectString, Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { type Context, titleCase } from './context.js'
import type { Sections } from './sections.js'
import { inferType, readConstant } from './types.js'

export interface Heading {
  readonly id: string
  readonly title: string
  readonly summary?: string
}

export function readGame(sections: Sections, context: Context): Heading {
  const { reporter } = context
  const [first] = sections.nodes('game')
  if (first === undefined) {
    const hint = 'add a `yaml` block with `game: {id: my-game, title: My Game}`'
    reporter.error('missing-key', undefined, 'Nothing in this folder says which game it is.', hint)
    return { id: '', title: '' }
  }
  const map: YamlNode = { kind: 'map', entries: sections.uniqueEntries('game'), span: first.keySpan }
  const fields = Fields.of(map, '`game`', reporter)
  const node = fields?.required('id')
  const id = node === undefined ? '' : (expectString(node, 'the id of the game', reporter) ?? '')
  if (node !== undefined && id !== '' && !/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id)) {
    reporter.error('bad-id', node.span, `\`${id}\` is not an id: use letters, digits and hyphens.`)
  }
  const title = fields?.string('title') ?? titleCase(id)
  const summary = fields?.string('summary')
  fields?.end()
  return { id, title, ...(summary === undefined ? {} : { summary }) }
}

interface SeatDraft {
  readonly id: string
  readonly name: string
  readonly props: readonly YamlEntry[]
}

/** The seats, and later their properties: those may be zones, which are not known yet. */
export class SeatReader {
  readonly #drafts: SeatDraft[] = []

  constructor(
    sections: Sections,
    private readonly context: Context,
  ) {
    const { reporter } = context
    if (!sections.has('seats')) {
      const hint = 'add `seats: [north, south]` to a `yaml` block'
      reporter.error(
        'missing-key',
        undefined,
        'Nothing in this folder says who plays: `seats` is missing.',
        hint,
      )
    }
    for (const { value, keySpan } of sections.nodes('seats')) {
      const entries = value.kind === 'map' ? value.entries : this.#fromList(value)
      if (entries.length === 0) reporter.error('missing-key', keySpan, 'A game needs at least one seat.')
      for (const entry of entries) this.#read(entry)
    }
  }

  finish(): { seats: SeatDef[]; seatProps: AttributeDef[] } {
    const { context } = this
    const samples = new Map<string, YamlEntry[]>()
    for (const { props } of this.#drafts) {
      for (const entry of props) samples.set(entry.key, [...(samples.get(entry.key) ?? []), entry])
    }
    const types = new Map<string, string>()
    for (const [id, entries] of samples) {
      const [first] = entries
      if (first === undefined || !context.declare('seat-property', id, first.keySpan)) continue
      const nodes = entries.map(({ value }) => value)
      const type = inferType(context, id, nodes, `the property \`${id}\` of seats`)
      if (type !== undefined) types.set(id, type)
    }
    const seats = this.#drafts.map(({ id, name, props }) => {
      const values: [string, Constant][] = []
      for (const { key, value } of props) {
        const type = types.get(key)
        if (type === undefined) continue
        const constant = readConstant(context, value, type, `\`${key}\` of the seat \`${id}\``)
        if (constant !== undefined) values.push([key, constant])
      }
      return { id, name, props: Object.fromEntries(values) }
    })
    return { seats, seatProps: [...types].map(([id, type]) => ({ id, type })) }
  }

  #fromList(node: YamlNode): YamlEntry[] {
    const { reporter } = this.context
    return (expectList(node, '`seats`', reporter)?.items ?? []).flatMap((item) => {
      const key = expectString(item, 'a seat', reporter)
      const value: YamlNode = { kind: 'scalar', value: null, raw: '', span: item.span }
      return key === undefined ? [] : [{ key, keySpan: item.span, value }]
    })
  }

  #read({ key, keySpan, value }: YamlEntry): void {
    const { context } = this
    if (!context.declare('seat', key, keySpan)) return
    // A plain word is the name: `north: The North`.
    const short = value.kind === 'scalar' && value.value !== null ? value.raw : undefined
    const fields = short === undefined ? Fields.of(value, `the seat \`${key}\``, context.reporter) : undefined
    const name = short ?? fields?.string('name') ?? titleCase(key)
    context.seats.set(key, { name })
    this.#drafts.push({ id: key, name, props: fields?.rest() ?? [] })
  }
}
