import { withoutUndefined, type ZoneDef } from '@ludoforge/kernel'
import { type Span, formatLocation } from '../source/index.js'
import type { YamlEntry } from '../yaml/index.js'
import { type Context, titleCase } from './context.js'
import type { Sections } from './sections.js'
import { readSeat } from './types.js'

/** Reads the zones that aren't spaces: decks, hands, boxes. `per: seat` makes a family, one zone for each seat. */
export function readZones(sections: Sections, context: Context): void {
  for (const entry of sections.entries('zones')) readZone(entry, context)
}

function readZone({ key: id, keySpan, value }: YamlEntry, context: Context): void {
  const fields = context.fields(value, `the zone \`${id}\``, keySpan)
  const written = fields.oneOf('holds', ['pieces', 'cards'])
  const holds = written ?? 'pieces'
  // The error was reported. Don't report the content of the zone as well.
  if (written === undefined && fields.has('holds')) context.unclear.add(id)
  const visible = fields.oneOf('visible', ['all', 'owner', 'others', 'none']) ?? 'all'
  const per = fields.oneOf('per', ['seat'])
  const name = fields.name('name') ?? titleCase(id)
  const node = fields.node('owner')
  const owned = node === undefined ? undefined : context.string(node, 'an owner')
  const owner = node === undefined || owned === undefined ? undefined : readSeat(context, owned, node.span)
  fields.end()
  const rest = { space: false, holds, visible, attributes: {}, adjacent: [] } as const
  if (per === undefined) {
    if ((visible === 'owner' || visible === 'others') && owner === undefined) {
      const whom = visible === 'owner' ? 'to its owner' : 'to all but its owner'
      const message = `\`${id}\` is visible ${whom}, but has none.`
      context.error('no-owner', fields.keySpan('visible'), message, 'add `per: seat` or `owner`')
    }
    if (context.declare('zone', id, keySpan))
      context.zones.set(id, { id, name, ...rest, ...withoutUndefined({ owner }) })
    return
  }
  if (node !== undefined) {
    const message = `\`${id}\` is one zone for each seat, and each seat owns its zone.`
    context.error('bad-owner', fields.keySpan('owner'), message, 'remove `owner`')
  }
  if (!context.declare('family', id, keySpan)) return
  context.families.add(id)
  for (const [seat, { name: seatName }] of context.seats) {
    const own = { id: `${id}:${seat}`, name: `${name} (${seatName})` }
    context.spans.set(`zone:${own.id}`, keySpan)
    context.zones.set(own.id, { ...own, ...rest, family: id, owner: seat })
  }
}

/** Resolves the zone of tokens: the named zone itself, or their seat's zone of a family. */
export function zoneFor(
  context: Context,
  name: string,
  span: Span,
  tokens: { readonly id: string; readonly family: 'pieces' | 'cards'; readonly seats: readonly string[] },
): ZoneDef | undefined {
  const { id, family, seats } = tokens
  if (!context.zones.has(name) && context.families.has(name) && seats.length !== 1) {
    if (context.reporter.isSpoiled(id)) return undefined
    const why = seats.length === 0 ? 'no property that is a seat' : 'several properties that are seats'
    const message = `\`${name}\` is one zone for each seat, but \`${id}\` has ${why} to choose by.`
    const example = [...context.zones.keys()].find((zone) => zone.startsWith(`${name}:`)) ?? name
    return context.error('no-owner', span, message, `name the zone, such as \`${example}\``)
  }
  const zone = context.zones.get(name) ?? context.zones.get(`${name}:${seats[0]}`)
  if (zone === undefined)
    return context.unknown('zone', name, span, [...context.zones.keys(), ...context.families])
  if (zone.holds === family || context.unclear.has(zone.family ?? zone.id)) return zone
  const place = context.spans.get(`zone:${zone.id}`)
  const where = place === undefined ? '' : ` (${formatLocation(place)})`
  const message = `\`${name}\`${where} holds ${zone.holds}, but \`${id}\` is declared in \`${family}\`.`
  const hint = zone.space ? undefined : `use another zone, or write \`holds: ${family}\` there`
  return context.error('wrong-zone', span, message, hint)
}
