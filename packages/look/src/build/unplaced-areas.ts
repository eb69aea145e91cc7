/** The areas next to the map: those of the look, then defaults for everything it doesn't mention. */
import type { GameDef, VariableDef, ZoneDef } from '@ludoforge/kernel'
import type { AreaContent, Item, Look, MarkerRule } from '../reader/look.js'
import { graphemesOf } from '../kinds.js'
import { isHidden } from './map.js'

/** An area without a box yet. */
export interface UnplacedArea {
  readonly name: string
  readonly title: string
  readonly style?: string
  readonly shows: AreaContent
  readonly seat?: string // the owner: areas of one seat are laid out together
  readonly most: number // the number of tokens to make room for
}

/** Variables with a larger range are shown as numbers, not as tracks. */
const MAX_TRACK_LENGTH = 100

export function unplacedAreas(def: GameDef, look: Look, name: (id: string) => string): UnplacedArea[] {
  const given = look.areas.map(
    (area): UnplacedArea => ({
      ...area,
      ...withSeat(seatOf(def, area.shows)),
      most: mostIn(def, area.shows),
    }),
  )
  const has = (test: (shows: AreaContent) => boolean): boolean => given.some(({ shows }) => test(shows))
  const zones = zonesInOrder(def, look).filter(
    ({ id }) => !has((shows) => shows.kind === 'zone' && shows.zone === id),
  )
  const hasLayout = look.wide !== null || look.tall !== null
  return [
    ...given,
    ...(has(({ kind }) => kind === 'values') || hasLayout ? [] : valuesSpec(def, look)),
    ...(has(({ kind }) => kind === 'track') || hasLayout ? [] : trackSpecs(def, look, name)),
    ...(hasLayout && has(({ kind }) => kind === 'seat') ? [] : seatSpecs(def, given)),
    ...zones.map((zone) => zoneSpec(def, zone, name)),
  ]
}

const withSeat = (seat: string | undefined): { seat?: string } => (seat === undefined ? {} : { seat })

function seatOf(def: GameDef, shows: AreaContent): string | undefined {
  if (shows.kind === 'seat') return shows.seat
  return shows.kind === 'zone' ? def.zones.find(({ id }) => id === shows.zone)?.owner : undefined
}

function zonesInOrder(def: GameDef, look: Look): ZoneDef[] {
  const rank = ({ id, family }: ZoneDef): number => {
    const at = look.zones.findIndex((wanted) => wanted === id || wanted === family)
    return at < 0 ? look.zones.length : at
  }
  return def.zones
    .filter(({ space, id, family }) => !space && !isHidden(look, id, family))
    .toSorted((a, b) => rank(a) - rank(b))
}

function zoneSpec(def: GameDef, zone: ZoneDef, name: (id: string) => string): UnplacedArea {
  const shows: AreaContent = { kind: 'zone', zone: zone.id }
  // The area is under Ada's name already, so "Hand (Ada)" becomes "Hand".
  const title = zone.owner === undefined ? name(zone.id) : name(zone.id).replace(/ \([^()]*\)$/, '')
  return { name: zone.id, title, shows, ...withSeat(zone.owner), most: mostIn(def, shows) }
}

/** Returns how many tokens start in a zone. */
function mostIn(def: GameDef, shows: AreaContent): number {
  if (shows.kind !== 'zone') return 0
  const zone = def.zones.find(({ id }) => id === shows.zone)
  if (zone === undefined) return 0
  const starting = def.tokens.filter(
    ({ supply, id }) => supply === zone.id && (shows.only === undefined || shows.only.includes(id)),
  )
  return starting.reduce((sum, { count }) => sum + count, 0)
}

function isShown(look: Look, { id, during, hidden }: VariableDef): boolean {
  if (look.variables.length > 0) return look.variables.includes(id)
  return during === undefined && hidden !== 'all' && !look.hide.includes(id)
}

/** Returns the visible variables of a scope, in the order of the look. */
export function shownVariables(def: GameDef, look: Look, scope: VariableDef['scope']): VariableDef[] {
  const all = def.variables.filter((variable) => variable.scope === scope && isShown(look, variable))
  return all.toSorted((a, b) => look.variables.indexOf(a.id) - look.variables.indexOf(b.id))
}

function valuesSpec(def: GameDef, look: Look): UnplacedArea[] {
  const items: Item[] = [
    ...look.values.map((_, value) => ({ value })),
    ...shownVariables(def, look, 'global').map(({ id }) => ({ variable: id })),
  ]
  return items.length === 0 ? [] : [{ name: 'values', title: '', shows: { kind: 'values', items }, most: 0 }]
}

/** Creates one track for all variables with the same bounds. */
function trackSpecs(def: GameDef, look: Look, name: (id: string) => string): UnplacedArea[] {
  const tracks = new Map<string, VariableDef[]>()
  for (const variable of [...shownVariables(def, look, 'global'), ...shownVariables(def, look, 'seat')]) {
    const { type, min, max, hidden } = variable
    if (type !== 'number' || min === undefined || max === undefined || hidden !== undefined) continue
    if (max - min < 2 || max - min > MAX_TRACK_LENGTH) continue
    const key = `${min}..${max}`
    tracks.set(key, [...(tracks.get(key) ?? []), variable])
  }
  return [...tracks].map(([key, variables]) => {
    const [from = 0, to = 0] = key.split('..').map(Number)
    const markers = variables.flatMap((variable) => markersOf(def, variable, name))
    const title = variables.map(({ id }) => name(id)).join(', ')
    return { name: `track ${key}`, title, shows: { kind: 'track', from, to, labels: {}, markers }, most: 0 }
  })
}

function markersOf(def: GameDef, { id, scope }: VariableDef, name: (id: string) => string): MarkerRule[] {
  const title = name(id)
  const sign = (graphemesOf(title)[0] ?? '').toUpperCase()
  const of = { variable: id }
  if (scope !== 'seat') return [{ title, sign, colour: 'ink', of }]
  return def.seats.map((seat) => ({
    title: `${title} (${name(seat.id)})`,
    sign,
    colour: seat.id,
    seat: seat.id,
    of,
  }))
}

function seatSpecs(def: GameDef, given: readonly UnplacedArea[]): UnplacedArea[] {
  return def.seats
    .filter(({ id }) => !given.some(({ shows }) => shows.kind === 'seat' && shows.seat === id))
    .map(({ id }) => ({
      name: `seat ${id}`,
      title: '',
      seat: id,
      shows: { kind: 'seat', seat: id },
      most: 0,
    }))
}
