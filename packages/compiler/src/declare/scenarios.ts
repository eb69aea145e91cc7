import {
  type Constant,
  type Effect,
  enumId,
  type OptionDef,
  type PropertyDef,
  type ScenarioDef,
  type TokenTypeDef,
  type VariableDef,
} from '@ludoforge/kernel'
import { type Span, showPlace } from '../source/index.js'
import { expectInt, expectMap, Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { type Context, titleCase } from './context.js'
import { readFormValue } from './forms.js'
import type { Sections } from './sections.js'
import { literal, unknownSeat } from './types.js'
import { seatsOf, type Tokens } from './tokens.js'
import { zoneFor } from './zones.js'

interface World extends Tokens {
  readonly context: Context
  readonly options: readonly OptionDef[]
}

/** The scenarios, their set-up lowered to effects: tracks first, then markers and pieces space by space. */
export function readScenarios(sections: Sections, world: World): ScenarioDef[] {
  const { context } = world
  const scenarios = sections.entries('scenarios').flatMap((entry) => {
    if (!context.declare('scenario', entry.key, entry.keySpan)) return []
    return new ScenarioReader(entry, world).read()
  })
  // What is played when nothing is said comes first.
  if (sections.entries('scenarios').length > 0)
    return scenarios
      .toSorted((a, b) => Number(b.byDefault) - Number(a.byDefault))
      .map(({ scenario }) => scenario)
  return [{ id: 'default', title: 'Default', options: {}, setup: [] }]
}

class ScenarioReader {
  readonly #context: Context
  readonly #effects: Effect[] = []
  readonly #placed = new Map<string, number>()

  constructor(
    private readonly entry: YamlEntry,
    private readonly world: World,
  ) {
    this.#context = world.context
  }

  read(): { scenario: ScenarioDef; byDefault: boolean }[] {
    const { key: id, keySpan, value } = this.entry
    const fields = Fields.of(value, `the scenario \`${id}\``, this.#context.reporter, keySpan)
    if (fields === undefined) return []
    const title = fields.string('title') ?? titleCase(id)
    const about = fields.string('about')
    const byDefault = fields.flag('default') ?? false
    const options = this.#options(fields.node('options'))
    for (const entry of this.#entries(fields, 'variables')) this.#setGlobal(entry)
    for (const entry of this.#entries(fields, 'seat-variables')) this.#setForSeats(entry)
    for (const entry of this.#entries(fields, 'spaces')) this.#setSpace(entry)
    for (const { key, keySpan: span, value: tokens } of this.#entries(fields, 'zones')) {
      this.#place(tokens, key, span)
    }
    fields.end()
    const scenario = { id, title, ...(about === undefined ? {} : { about }), options, setup: this.#effects }
    return [{ scenario, byDefault }]
  }

  #entries(fields: Fields, key: string): readonly YamlEntry[] {
    const node = fields.node(key)
    if (node === undefined || (node.kind === 'scalar' && node.value === null)) return []
    return expectMap(node, `\`${key}\` of ${fields.what}`, this.#context.reporter)?.entries ?? []
  }

  #options(node: YamlNode | undefined): Record<string, Constant> {
    if (node === undefined) return {}
    const entries = expectMap(node, '`options`', this.#context.reporter)?.entries ?? []
    const chosen = entries.flatMap(({ key, keySpan, value }) => {
      const option = this.world.options.find(({ id }) => id === key)
      if (option === undefined) {
        this.#context.unknown(
          'option',
          key,
          keySpan,
          this.world.options.map(({ id }) => id),
        )
        return []
      }
      const constant = readFormValue(this.#context, value, formOf(option), `the option \`${key}\``)
      return constant === undefined ? [] : [[key, constant] as const]
    })
    return Object.fromEntries(chosen)
  }

  #variable(id: string, span: Span, scope: VariableDef['scope'], word: string): VariableDef | undefined {
    const variable = this.#context.variables.get(id)
    if (variable?.scope === scope) return variable
    const known = [...this.#context.variables.values()]
      .filter((one) => one.scope === scope)
      .map((one) => one.id)
    return this.#context.unknown(word, id, span, known)
  }

  #setGlobal({ key, keySpan, value }: YamlEntry): void {
    const variable = this.#variable(key, keySpan, 'global', 'variable')
    if (variable === undefined) return
    const constant = readFormValue(this.#context, value, formOf(variable), `\`${key}\``)
    if (constant === undefined) return
    this.#effects.push({ setVar: { scope: 'global', var: key, value: literal(constant, variable.type) } })
  }

  /** One value for all seats, or a map by seat. */
  #setForSeats({ key, keySpan, value }: YamlEntry): void {
    const variable = this.#variable(key, keySpan, 'seat', 'seat variable')
    if (variable === undefined) return
    const set = (seat: string, node: YamlNode) => {
      const constant = readFormValue(this.#context, node, formOf(variable), `\`${key}\` of \`${seat}\``)
      if (constant === undefined) return
      const expr = literal(constant, variable.type)
      this.#effects.push({ setVar: { scope: 'pvar', var: key, player: { seat }, value: expr } })
    }
    if (value.kind !== 'map') {
      for (const seat of this.#context.seats.keys()) set(seat, value)
      return
    }
    for (const entry of value.entries) {
      if (this.#context.seats.has(entry.key)) set(entry.key, entry.value)
      else unknownSeat(this.#context, entry.key, entry.keySpan)
    }
  }

  #setSpace({ key: space, keySpan, value }: YamlEntry): void {
    const context = this.#context
    if (context.zones.get(space)?.space !== true) {
      context.unknown(
        'space',
        space,
        keySpan,
        context.spaces().map(({ id }) => id),
      )
      return
    }
    const fields = Fields.of(value, `\`${space}\``, context.reporter)
    const pieces = fields?.node('pieces')
    for (const { key, keySpan: span, value: node } of fields?.rest() ?? []) {
      const variable = this.#variable(key, span, 'zone', 'space variable')
      if (variable === undefined) continue
      if (variable.only?.includes(space) === false) {
        const declared = context.spans.get(`variable:${key}`)
        const where = declared === undefined ? '' : ` (see ${showPlace(declared)})`
        context.reporter.error('no-such-marker', span, `\`${space}\` never has \`${key}\`${where}.`)
        continue
      }
      const constant = readFormValue(context, node, formOf(variable), `\`${key}\` of \`${space}\``)
      if (constant === undefined) continue
      const state = literal(constant, variable.type)
      this.#effects.push({ setMarker: { marker: key, space: { zone: space }, state } })
    }
    if (pieces !== undefined) this.#place(pieces, space, keySpan)
  }

  #place(node: YamlNode, zoneName: string, zoneSpan: Span): void {
    const context = this.#context
    if (!context.zones.has(zoneName) && !context.families.has(zoneName)) {
      context.unknown('zone', zoneName, zoneSpan, [...context.zones.keys(), ...context.families])
      return
    }
    if (node.kind === 'scalar' && node.value === null) return
    for (const entry of expectMap(node, `what is in \`${zoneName}\``, context.reporter)?.entries ?? []) {
      this.#placeTokens(entry, zoneName)
    }
  }

  /** `tunneled towers: 1`: words of changing properties, then a type. */
  #placeTokens({ key, keySpan, value }: YamlEntry, zoneName: string): void {
    const context = this.#context
    const words = key.trim().split(/\s+/)
    const typeId = words.pop() ?? ''
    const type = this.world.tokens.find(({ id }) => id === typeId)
    if (type === undefined) {
      context.unknown(
        'token type',
        typeId,
        keySpan,
        this.world.tokens.map(({ id }) => id),
      )
      return
    }
    const count = expectInt(value, `the number of \`${key}\``, context.reporter, { min: 0 })
    const properties = words.map((word) => this.#property(word, type, keySpan))
    const types = new Map(this.world.properties.map((property) => [property.id, property.type]))
    const { id, family } = type
    const zone = zoneFor(context, zoneName, keySpan, { id, family, seats: seatsOf(type, types) })
    if (zone === undefined || count === undefined || count === 0) return
    if (zone.id === type.supply) {
      const message = `\`${id}\` is in \`${zoneName}\` from the start: what is nowhere else stays there.`
      context.reporter.error('placed-in-supply', keySpan, message, 'remove it here')
      return
    }
    const placed = (this.#placed.get(id) ?? 0) + count
    this.#placed.set(id, placed)
    if (placed > type.count && placed - count <= type.count) {
      const message = `The scenario \`${this.entry.key}\` places ${placed} of \`${id}\`; there are ${type.count}.`
      context.reporter.error('too-many-pieces', value.span, message)
    }
    this.#effects.push(
      placing(
        type,
        count,
        zone.id,
        properties.filter((property) => property !== undefined),
      ),
    )
  }

  #property(word: string, type: TokenTypeDef, span: Span): Setting | undefined {
    const context = this.#context
    const changing = this.world.properties.filter(({ id, changes }) => changes && type.changing.includes(id))
    const settings = changing.flatMap((property) => settingsOf(property, context))
    const [found, second] = settings.filter((setting) => setting.word === word)
    if (found === undefined) {
      const message = `\`${type.id}\` cannot be \`${word}\`.`
      const known = settings.map((setting) => `\`${setting.word}\``).join(', ')
      const hint = known === '' ? 'none of its properties changes' : `it can be ${known}`
      context.reporter.error('unknown-property', span, message, hint)
    } else if (second !== undefined) {
      const message = `\`${word}\` is a value of both \`${found.property.id}\` and \`${second.property.id}\`.`
      context.reporter.error('ambiguous-name', span, message)
    }
    return found
  }
}

interface Setting {
  readonly word: string
  readonly property: PropertyDef
  readonly value: Constant
}

/** The words that say how a piece is: the name of a flag, the values of an enumeration. */
function settingsOf(property: PropertyDef, context: Context): Setting[] {
  if (property.type === 'flag') return [{ word: property.id, property, value: true }]
  const values = context.enums.get(enumId(property.type))?.values ?? []
  return values.map((value) => ({ word: value, property, value }))
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
