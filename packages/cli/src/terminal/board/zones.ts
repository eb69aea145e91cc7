/** The zones off the map with their contents, as many in a line as fit. */
import type { Constant, View, ZoneDef } from '@ludoforge/kernel'
import { listText } from '@ludoforge/look/node'
import type { Labels } from './labels.js'
import { heldParts } from './spaces.js'
import { flow, widthOf } from './text.js'

/** The zones in the look's order, without hidden ones. */
export function zonesOffMap(labels: Labels): ZoneDef[] {
  const { zones: first } = labels.look
  const rank = ({ id, family }: ZoneDef): number => {
    const at = first.findIndex((wanted) => wanted === id || wanted === family)
    return at < 0 ? first.length : at
  }
  return labels.def.zones
    .filter(({ space, id }) => !space && !labels.isHidden(id))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Whether the zone is the viewer's own hand. */
export function isOwnHand({ id, owner, holds }: ZoneDef, view: View): boolean {
  return holds === 'cards' && owner !== undefined && owner === view.seat && (view.zones[id]?.size ?? 0) > 0
}

/** Whether the zone has open cards that everybody sees. */
export function isOpenCards({ id, owner, holds, visible }: ZoneDef, view: View): boolean {
  const cards = view.zones[id]?.cards
  return holds === 'cards' && owner === undefined && visible === 'all' && (cards?.length ?? 0) > 0
}

/** The zones with their contents. Lines break between cards, and inside long notes between words. */
export function zoneLines(view: View, zones: readonly ZoneDef[], labels: Labels, width: number): string[] {
  const lines: string[] = []
  for (const { title, held } of itemsOf(view, zones, labels)) {
    const parts = [`${labels.paint.bold(title)}: `, ...held]
    const last = lines.at(-1)
    const next = last === undefined ? undefined : `${last}   ${parts.join('')}`
    if (next !== undefined && widthOf(next) <= width) lines[lines.length - 1] = next
    else
      lines.push(
        ...flow(
          parts.flatMap((part) => (widthOf(part) > width ? wordsOf(part) : [part])),
          '',
          width,
        ).map((line) => line.trimEnd()),
      )
  }
  return lines
}

/** The words of a text, each with the space behind it. */
const wordsOf = (text: string): string[] => text.split(/(?<= )/)

interface ZoneItem {
  readonly title: string
  readonly held: readonly string[]
}

/** The zones worth showing. Hidden zones of one family with equal contents are merged. */
function itemsOf(view: View, zones: readonly ZoneDef[], labels: Labels): ZoneItem[] {
  const items = new Map<string, { title: string; held: string[]; owners: string[] }>()
  for (const zone of zones) {
    const held = zoneParts(zone, view, labels)
    if (held.length === 0) continue
    const title = titleOf(zone, view, labels)
    const hidden = view.zones[zone.id]?.cards === undefined && view.zones[zone.id]?.pieces === undefined
    const key = hidden && zone.family !== undefined ? `${zone.family} ${held.join('')}` : title
    const found = items.get(key)
    const owners = zone.owner === undefined ? [] : [labels.plainSeat(zone.owner)]
    if (found === undefined) items.set(key, { title, held, owners })
    else {
      found.owners.push(...owners)
      if (key === title) found.held.push(labels.paint.dim(' · '), ...held)
      else found.title = title.replace(/ \([^()]*\)$/, ` (${found.owners.join(', ')})`)
    }
  }
  return [...items.values()]
}

/** The boxes of all seats are merged if their pieces are listed by owner. A box of the viewer's own is marked. */
function titleOf(zone: ZoneDef, view: View, labels: Labels): string {
  const title = labels.zone(zone.id)
  if (zone.owner === undefined) return title
  const shared = title.replace(/ \([^()]*\)$/, '')
  const kinds = Object.keys(view.zones[zone.id]?.pieces ?? {})
  if (labels.look.byOwner && kinds.length > 0 && kinds.every((kind) => labels.ownerOf(kind) === zone.owner))
    return shared
  return zone.owner === view.seat && shared !== title ? `${shared} (you)` : title
}

const MANY_CARDS = 12

/** The contents of a zone: each card or group of pieces. */
export function zoneParts(zone: ZoneDef, view: View, labels: Labels): string[] {
  const found = view.zones[zone.id]
  if (found === undefined || found.size === 0) return []
  if (zone.holds === 'pieces') return heldParts(found, labels)
  const { cards } = found
  if (cards === undefined || (cards.length > MANY_CARDS && !isOwnHand(zone, view)))
    return [found.size === 1 ? '1 card' : `${found.size} cards`]
  const inOrder = isOwnHand(zone, view) ? labels.inHandOrder(cards) : cards
  const shown = inOrder.map((card) => `[${labels.kind(card)}]${cardNote(card, zone.id, labels)}`)
  return shown.map((card, i) => (i < shown.length - 1 ? `${card} ` : card))
}

/** The properties of a card that the look wants told where it lies. */
function cardNote(kind: string, zone: string, labels: Labels): string {
  const wanted = labels.look.cardNotes[zone] ?? labels.look.cardNotes[zone.split(':')[0] ?? ''] ?? []
  const type = labels.def.tokens.find(({ id }) => id === kind.split('+')[0])
  const notes = wanted.flatMap((prop) => {
    const value: Constant | undefined = type?.props[prop]
    if (value === undefined || value === null) return []
    const words = (Array.isArray(value) ? value : [value]).map((item: Constant) => String(item))
    if (words.some((word) => labels.isHidden(word))) return []
    const text = listText(words.map((word) => labels.word(word)))
    return [typeof value === 'number' ? `${labels.word(prop)} ${text}` : text]
  })
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}
