import { type AttributeDef, withoutUndefined, type SeatDef } from '@ludoforge/kernel'
import { isNullValue, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { type Context, occurrencesOf, titleCase } from './context.js'
import type { Declarations } from './declarations.js'
import type { Sections } from './sections.js'
import { readStart } from './terms.js'

export function readGame(
  sections: Sections,
  context: Context,
): Pick<Declarations, 'id' | 'title' | 'summary' | 'start'> {
  const [first] = sections.nodes('game')
  if (first === undefined) {
    const hint = 'add a `yaml` block with `game: {id: my-game, title: My Game}`'
    context.error('missing-key', undefined, 'This folder has no `game`.', hint)
    return { id: '', title: '' }
  }
  const map: YamlNode = { kind: 'map', entries: sections.uniqueEntries('game'), span: first.keySpan }
  const fields = context.fields(map, '`game`')
  const node = fields.required('id')
  const id = node === undefined ? '' : (context.string(node, 'the id of the game') ?? '')
  if (node !== undefined && id !== '' && !/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id))
    context.error('bad-id', node.span, `\`${id}\` isn't a valid id. Use letters, digits and hyphens.`)
  const title = fields.string('title') ?? titleCase(id)
  const summary = fields.string('summary')
  const start = readStart(fields.node('start'), context)
  fields.end()
  return { id, title, start, ...withoutUndefined({ summary }) }
}

interface SeatDraft {
  readonly id: string
  readonly name: string
  readonly props: readonly YamlEntry[]
}

/** Reads the seats, and later their properties: these may be zones, which aren't declared yet. */
export class SeatReader {
  readonly #drafts: SeatDraft[] = []

  constructor(
    sections: Sections,
    private readonly context: Context,
  ) {
    if (!sections.has('seats')) {
      const hint = 'add `seats: [north, south]` to a `yaml` block'
      const message = 'This folder has no `seats`.'
      context.error('missing-key', undefined, message, hint)
    }
    for (const { value, keySpan } of sections.nodes('seats')) {
      const entries = value.kind === 'map' ? value.entries : this.#fromList(value)
      if (entries.length === 0) context.error('missing-key', keySpan, 'A game needs at least one seat.')
      for (const entry of entries) this.#read(entry)
    }
  }

  finish(): { seats: SeatDef[]; seatProps: AttributeDef[] } {
    const { context } = this
    const samples = occurrencesOf(this.#drafts.map(({ props }) => props))
    const types = context.infer('seat-property', samples, (id) => `the property \`${id}\` of seats`)
    const seats = this.#drafts.map(({ id, name, props }) => {
      return { id, name, props: context.constants(props, types, `the seat \`${id}\``) }
    })
    return { seats, seatProps: [...types].map(([id, type]) => ({ id, type })) }
  }

  #fromList(node: YamlNode): YamlEntry[] {
    const items = this.context.list(node, '`seats`')?.items ?? []
    return this.context.strings(items, 'a seat').map(({ text: key, span }) => ({
      key,
      keySpan: span,
      value: { kind: 'scalar', value: null, raw: '', span },
    }))
  }

  #read({ key: id, keySpan, value }: YamlEntry): void {
    if (!this.context.declare('seat', id, keySpan)) return
    // A plain word is the name: `north: The North`.
    const short = value.kind === 'scalar' && !isNullValue(value) ? value.raw : undefined
    const fields = short === undefined ? this.context.fields(value, `the seat \`${id}\``) : undefined
    const name = short ?? fields?.name('name') ?? titleCase(id)
    this.context.seats.set(id, { name })
    this.#drafts.push({ id, name, props: fields?.rest() ?? [] })
  }
}
