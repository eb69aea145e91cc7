import type { ZoneDef } from '@ludoforge/kernel'
import { type Span, showPlace } from '../source/index.js'
import { expectString, Fields, type YamlEntry } from '../yaml/index.js'
import { type Context, titleCase } from './context.js'
import type { Sections } from './sections.js'
import { unknownSeat } from './types.js'

/** The zones beside the map: decks, hands, boxes. One that is `per: seat` is a family, a zone for each. */
export function readZones(sections: Sections, context: Context): void {
  for (const entry of sections.entries('zones')) readZone(entry, context)
}

function readZone({ key: id, keySpan, value }: YamlEntry, context: Context): void {
  const { reporter } = context
  const fields = Fields.of(value, `the zone \`${id}\``, reporter, keySpan)
  const holds = fields?.oneOf('holds', ['pieces', 'cards']) ?? 'pieces'
  const visible = fields?.oneOf('visible', ['all', 'owner', 'none']) ?? 'all'
  const per = fields?.oneOf('per', ['seat'])
  const name = fields?.string('name') ?? titleCase(id)
  const owner = readOwner(fields, context)
  fields?.end()
  const rest = { space: false, holds, visible, attributes: {}, adjacent: [] } as const
  if (per === undefined) {
    if (visible === 'owner' && owner === undefined) {
      const message = `\`${id}\` has no owner who could see into it.`
      reporter.error('no-owner', fields?.keySpan('visible') ?? keySpan, message, 'add `per: seat` or `owner`')
    }
    if (!context.declare('zone', id, keySpan)) return
    context.zones.set(id, { id, name, ...rest, ...(owner === undefined ? {} : { owner }) })
    return
  }
  if (fields?.has('owner') === true) {
    const message = `\`${id}\` is one zone for each seat: each is owned by its seat.`
    reporter.error('bad-owner', fields.keySpan('owner'), message)
  }
  if (!context.declare('family', id, keySpan)) return
  context.families.add(id)
  for (const [seat, { name: seatName }] of context.seats) {
    const zone: ZoneDef = {
      id: `${id}:${seat}`,
      name: `${name} (${seatName})`,
      ...rest,
      family: id,
      owner: seat,
    }
    context.spans.set(`zone:${zone.id}`, keySpan)
    context.zones.set(zone.id, zone)
  }
}

function readOwner(fields: Fields | undefined, context: Context): string | undefined {
  const node = fields?.node('owner')
  if (node === undefined) return undefined
  const seat = expectString(node, 'an owner', context.reporter)
  if (seat === undefined || context.seats.has(seat)) return seat
  return unknownSeat(context, seat, node.span)
}

/** The zone a name means for tokens of one seat: the zone itself, or that seat's of a family. */
export function zoneFor(
  context: Context,
  name: string,
  span: Span,
  tokens: { readonly id: string; readonly family: 'pieces' | 'cards'; readonly seats: readonly string[] },
): ZoneDef | undefined {
  let zone = context.zones.get(name)
  if (zone === undefined && context.families.has(name)) {
    const [seat, second] = tokens.seats
    if (seat === undefined || second !== undefined) {
      const why =
        seat === undefined ? 'has no property that is a seat' : 'has several properties that are seats'
      const message = `\`${name}\` is one zone for each seat, and \`${tokens.id}\` ${why}: nothing says which.`
      context.reporter.error(
        'no-owner',
        span,
        message,
        `name the zone, such as \`${[...context.zones.keys()].find((id) => id.startsWith(`${name}:`)) ?? name}\``,
      )
      return undefined
    }
    zone = context.zones.get(`${name}:${seat}`)
  }
  if (zone === undefined)
    return context.unknown('zone', name, span, [...context.zones.keys(), ...context.families])
  if (zone.holds !== tokens.family) {
    const place = context.spans.get(`zone:${zone.id}`)
    const where = place === undefined ? '' : ` (${showPlace(place)})`
    const message = `\`${name}\`${where} holds ${zone.holds}, and \`${tokens.id}\` is among the ${tokens.family}.`
    const hint = zone.space ? undefined : `a zone says what it holds: \`holds: ${tokens.family}\``
    context.reporter.error('wrong-zone', span, message, hint)
    return undefined
  }
  return zone
}
