/** Replaces the names in declarations by those of another language. */
import type { EnumDef } from '@ludoforge/kernel'
import type { Declarations } from '../declare/index.js'
import type { Words } from './words.js'

const spaced = (id: string): string => id.replaceAll('-', ' ')

export function translateDeclarations(given: Declarations, words: Words | undefined): Declarations {
  if (words === undefined) return given
  const at = (kind: string, id: string) => given.spans.get(`${kind}:${id}`)
  const optional = (id: string, name: string | undefined, kind: string): { name?: string } => {
    const found = name === undefined ? words.made(spaced(id)) : words.name(name, at(kind, id))
    return found === undefined ? {} : { name: found }
  }
  const seats = new Map(given.seats.map(({ id, name }) => [id, words.name(name, at('seat', id))]))
  const { summary } = given
  return {
    ...given,
    title: words.name(given.title, at('game', '')),
    ...(summary === undefined ? {} : { summary: words.name(summary) }),
    seats: given.seats.map((seat) => ({ ...seat, name: seats.get(seat.id) ?? seat.name })),
    seatProps: given.seatProps.map((prop) => ({ ...prop, ...optional(prop.id, prop.name, 'seat-property') })),
    enums: given.enums.map((one) => translateEnum(one, given, words)),
    attributes: given.attributes.map((one) => ({ ...one, ...optional(one.id, one.name, 'attribute') })),
    zones: given.zones.map((zone) => {
      const { id, name, family, owner } = zone
      const seat = family === undefined ? undefined : given.seats.find((one) => one.id === owner)
      if (family === undefined || seat === undefined)
        return { ...zone, name: words.name(name, at('zone', id)) }
      // The zones of a family are called after it and their seats.
      const base = words.name(name.slice(0, -` (${seat.name})`.length), at('family', family))
      return { ...zone, name: `${base} (${seats.get(seat.id) ?? seat.name})` }
    }),
    properties: given.properties.map((one) => ({ ...one, ...optional(one.id, one.name, 'property') })),
    tokens: given.tokens.map((token) => {
      return { ...token, ...words.noun(token.name, token.many ?? token.name, at('token', token.id)) }
    }),
    groups: given.groups.map((group) => {
      const { id, name, many } = group
      if (name === undefined) return { ...group, ...optional(id, name, 'group') }
      return { ...group, ...words.noun(name, many ?? name, at('group', id)) }
    }),
    variables: given.variables.map((variable) => {
      const { id, name, many } = variable
      if (name === undefined || many === undefined) return { ...variable, ...optional(id, name, 'variable') }
      return { ...variable, ...words.noun(name, many, at('variable', id)) }
    }),
    options: given.options.map((one) => ({ ...one, about: words.name(one.about, at('option', one.id)) })),
    scenarios: given.scenarios.map((scenario) => {
      const { id, title, about } = scenario
      const span = at('scenario', id)
      // A game without scenarios has one, which nobody named.
      const name = span === undefined ? (words.made(title) ?? title) : words.name(title, span)
      return { ...scenario, title: name, ...(about === undefined ? {} : { about: words.name(about, span) }) }
    }),
  }
}

function translateEnum(one: EnumDef, { spans }: Declarations, words: Words): EnumDef {
  const names = one.values.flatMap((value) => {
    const written = one.names?.[value]
    const name =
      written === undefined ? words.made(spaced(value)) : words.name(written, spans.get(`enum:${one.id}`))
    return name === undefined ? [] : [[value, name] as const]
  })
  return names.length === 0 ? one : { ...one, names: Object.fromEntries(names) }
}
