import type { Constant, Effect, OptionDef, PropertyDef } from '@ludoforge/kernel'
import { withoutUndefined, type ScenarioDef, type TokenTypeDef, type VariableDef } from '@ludoforge/kernel'
import { type Span, formatLocation } from '../source/index.js'
import type { YamlEntry, YamlNode } from '../yaml/index.js'
import { type Context, titleCase } from './context.js'
import { readValueOfType } from './value-types.js'
import type { Sections } from './sections.js'
import { literal } from './types.js'
import { seatsOf, type Tokens } from './tokens.js'
import { setForSeats } from './variables.js'
import { zoneFor } from './zones.js'

interface Declared extends Tokens {
  readonly context: Context
  readonly options: readonly OptionDef[]
}

/** Reads the scenarios and lowers their set-up to effects: variables first, then markers and pieces by space. */
export function readScenarios(sections: Sections, declared: Declared): ScenarioDef[] {
  const entries = sections.entries('scenarios')
  if (entries.length === 0) return [{ id: 'default', title: 'Default', options: {}, setup: [] }]
  // The default scenario comes first.
  return entries
    .filter(({ key, keySpan }) => declared.context.declare('scenario', key, keySpan))
    .map((entry) => new ScenarioReader(entry, declared).read())
    .toSorted((a, b) => Number(b.byDefault) - Number(a.byDefault))
    .map(({ scenario }) => scenario)
}

class ScenarioReader {
  readonly #context: Context
  readonly #effects: Effect[] = []
  readonly #placed = new Map<string, number>()

  constructor(
    private readonly entry: YamlEntry,
    private readonly declared: Declared,
  ) {
    this.#context = declared.context
  }

  read(): { scenario: ScenarioDef; byDefault: boolean } {
    const { key: id, keySpan, value } = this.entry
    const fields = this.#context.fields(value, `the scenario \`${id}\``, keySpan)
    const title = fields.string('title') ?? titleCase(id)
    const about = fields.string('about')
    const byDefault = fields.flag('default') ?? false
    const options = this.#options(fields.node('options'))
    for (const entry of fields.entries('variables')) this.#setGlobal(entry)
    for (const entry of fields.entries('seat-variables')) this.#setForSeats(entry)
    for (const entry of fields.entries('spaces')) this.#setSpace(entry)
    for (const zone of fields.entries('zones')) this.#place(zone.value, zone.key, zone.keySpan)
    fields.end()
    const scenario = { id, title, ...withoutUndefined({ about }), options, setup: this.#effects }
    return { scenario, byDefault }
  }

  #options(node: YamlNode | undefined): Record<string, Constant> {
    const entries = node === undefined ? [] : (this.#context.map(node, '`options`')?.entries ?? [])
    const chosen = entries.flatMap(({ key, keySpan, value }) => {
      const option = this.#context.find('option', { text: key, span: keySpan }, this.declared.options)
      const constant =
        option && readValueOfType(this.#context, value, formOf(option), `the option \`${key}\``)
      return constant === undefined ? [] : [[key, constant] as const]
    })
    return Object.fromEntries(chosen)
  }

  #variable({ key: text, keySpan: span }: YamlEntry, scope: VariableDef['scope'], word: string) {
    const known = [...this.#context.variables.values()].filter((one) => one.scope === scope)
    return this.#context.find(word, { text, span }, known)
  }

  #setGlobal(entry: YamlEntry): void {
    const variable = this.#variable(entry, 'global', 'variable')
    if (variable === undefined) return
    const { id, type } = variable
    const value = readValueOfType(this.#context, entry.value, formOf(variable), `\`${id}\``)
    if (value !== undefined)
      this.#effects.push({ setVar: { scope: 'global', var: id, value: literal(value, type) } })
  }

  #setForSeats(entry: YamlEntry): void {
    const variable = this.#variable(entry, 'seat', 'seat variable')
    if (variable === undefined) return
    const { id } = variable
    this.#effects.push(...setForSeats(this.#context, id, formOf(variable), entry.value, `\`${id}\` of`))
  }

  #setSpace({ key: space, keySpan, value }: YamlEntry): void {
    const context = this.#context
    if (context.find('space', { text: space, span: keySpan }, context.spaces()) === undefined) return
    const fields = context.fields(value, `\`${space}\``)
    const pieces = fields.node('pieces')
    for (const entry of fields.rest()) this.#setMarker(entry, space)
    if (pieces !== undefined) this.#place(pieces, space, keySpan)
  }

  #setMarker(entry: YamlEntry, space: string): void {
    const context = this.#context
    const variable = this.#variable(entry, 'zone', 'space variable')
    if (variable === undefined) return
    const { id: marker, type, only } = variable
    if (only?.includes(space) === false) {
      if (context.reporter.isSpoiled(space)) return undefined
      const declared = context.spans.get(`variable:${marker}`)
      const where = declared === undefined ? '' : ` (see ${formatLocation(declared)})`
      return context.error(
        'no-such-marker',
        entry.keySpan,
        `\`${space}\` can't have \`${marker}\`: its \`only\` excludes this space${where}.`,
      )
    }
    const constant = readValueOfType(context, entry.value, formOf(variable), `\`${marker}\` of \`${space}\``)
    if (constant === undefined) return
    this.#effects.push({ setMarker: { marker, space: { zone: space }, state: literal(constant, type) } })
  }

  #place(node: YamlNode, zoneName: string, zoneSpan: Span): void {
    const { zones, families } = this.#context
    if (!zones.has(zoneName) && !families.has(zoneName))
      return this.#context.unknown('zone', zoneName, zoneSpan, [...zones.keys(), ...families])
    for (const entry of this.#context.entries(node, `the content of \`${zoneName}\``))
      this.#placeTokens(entry, zoneName)
  }

  /** `tunneled towers: 1`: words of changing properties, then a type. */
  #placeTokens({ key, keySpan, value }: YamlEntry, zoneName: string): void {
    const context = this.#context
    const words = key.trim().split(/\s+/)
    const typeId = words.pop() ?? ''
    const type = context.find('token type', { text: typeId, span: keySpan }, this.declared.tokens)
    if (type === undefined) return
    const count = context.int(value, `the number of \`${key}\``, { min: 0 })
    const settings = words.flatMap((word) => this.#setting(word, type, keySpan) ?? [])
    const types = new Map(this.declared.properties.map((property) => [property.id, property.type]))
    const { id, family } = type
    const zone = zoneFor(context, zoneName, keySpan, { id, family, seats: seatsOf(type, types) })
    if (zone === undefined || count === undefined || count === 0) return
    if (zone.id === type.supply) {
      const message = `\`${zoneName}\` is the supply of \`${id}\`, which is where they start anyway.`
      return context.error('placed-in-supply', keySpan, message, 'remove this entry')
    }
    const placed = (this.#placed.get(id) ?? 0) + count
    this.#placed.set(id, placed)
    const message = `The scenario \`${this.entry.key}\` places ${placed} \`${id}\`, but there are only ${type.count}.`
    if (placed > type.count && placed - count <= type.count)
      context.error('too-many-pieces', value.span, message)
    this.#effects.push(placing(type, count, zone.id, settings))
  }

  #setting(word: string, type: TokenTypeDef, span: Span): Setting | undefined {
    const changing = this.declared.properties.filter(
      ({ id, changes }) => changes && type.changing.includes(id),
    )
    const settings = changing.flatMap((property) => settingsOf(property, this.#context))
    const [found, second] = settings.filter((setting) => setting.word === word)
    if (found === undefined) {
      const known = settings.map((setting) => `\`${setting.word}\``).join(', ')
      const hint = known === '' ? 'it has no changing properties' : `it can be ${known}`
      return this.#context.error('unknown-property', span, `\`${type.id}\` can't be \`${word}\`.`, hint)
    }
    if (second !== undefined) {
      const message = `\`${word}\` is a value of both \`${found.property.id}\` and \`${second.property.id}\`.`
      this.#context.error('ambiguous-name', span, message)
    }
    return found
  }
}

interface Setting {
  readonly word: string
  readonly property: PropertyDef
  readonly value: Constant
}

/** The words for a changing property: the name of a flag, the values of an enumeration. */
function settingsOf(property: PropertyDef, context: Context): Setting[] {
  if (property.type === 'flag') return [{ word: property.id, property, value: true }]
  return context.valuesOf(property.type).map((value) => ({ word: value, property, value }))
}

function placing(type: TokenTypeDef, count: number, zone: string, settings: readonly Setting[]): Effect {
  const supply = { query: 'supply', filter: [{ type: type.id }] } as const
  if (settings.length === 0)
    return { moveTokens: { tokens: supply, to: { zone }, limit: count, fresh: true } }
  const token = { ref: 'binding', name: 'piece' } as const
  const set = settings.map(
    ({ property, value }): Effect => ({
      setTokenProp: { token, prop: property.id, value: literal(value, property.type) },
    }),
  )
  const effects = [{ moveToken: { token, to: { zone } } }, ...set]
  return { forEach: { bind: 'piece', type: 'token', over: supply, limit: count, effects } }
}

function formOf({ type, min, max }: { type: string; min?: number; max?: number }) {
  return min === undefined || max === undefined ? { type } : { type, range: { min, max } }
}
