/** What is shown around the board: as the look says, with defaults for everything it leaves out. */
import { effectsIn, type GameDef, type VariableDef, type ZoneDef } from '@ludoforge/kernel'
import { ownerOf } from '../kinds.js'
import type { Look, RailRule, StandingRule } from '../reader/look.js'
import type {
  CountedZone,
  FeltScene,
  Item,
  RailItem,
  SeatForces,
  StandingScene,
  TableScene,
  TitledZone,
} from '../table.js'
import { isHidden } from './map.js'

type NameOf = (id: string) => string

/** Margins this close to the goal are near it. */
const NEAR = -5

/** Returns the regions of a table. */
export function tableOf(def: GameDef, look: Look, hasMap: boolean, name: NameOf): TableScene {
  const { stage, clock, fixedMarks } = look.table
  const felt = hasMap ? null : feltOf(def, look, name)
  const standing = standingOf(def, look, name)
  return {
    felt,
    natural: stage.natural,
    standing,
    clock,
    rail: railOf(def, look, name, felt, standing, clock?.items ?? []),
    fixedMarks,
  }
}

/** Returns the zones next to the board, in the order of the look. */
function zonesInOrder(def: GameDef, look: Look): ZoneDef[] {
  const rank = ({ id, family }: ZoneDef): number => {
    const at = look.zones.findIndex((wanted) => wanted === id || wanted === family)
    return at < 0 ? look.zones.length : at
  }
  return def.zones
    .filter(({ space, id, family }) => !space && !isHidden(look, id, family))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the zones with this name, or of this family. */
const named = (zones: readonly ZoneDef[], name: string): ZoneDef[] =>
  zones.filter(({ id, family }) => id === name || family === name)

/** Under a seat's name, "Hand (Ada)" is "Hand". */
function titled(zone: ZoneDef, name: NameOf): TitledZone {
  const title = zone.owner === undefined ? name(zone.id) : name(zone.id).replace(/ \([^()]*\)$/, '')
  return { zone: zone.id, title }
}

function feltOf(def: GameDef, look: Look, name: NameOf): FeltScene {
  const { stage } = look.table
  const zones = zonesInOrder(def, look)
  const chosen = (names: readonly string[] | null, owned: boolean): ZoneDef[] =>
    names === null
      ? zones.filter(({ owner }) => (owner !== undefined) === owned)
      : names.flatMap((one) => named(def.zones, one))
  const bySeat = (owned: readonly ZoneDef[]): FeltScene['seats'] =>
    Object.fromEntries(
      def.seats.map(({ id }) => [
        id,
        owned.filter(({ owner }) => owner === id).map((zone) => titled(zone, name)),
      ]),
    )
  const front = chosen(stage.front, true)
  return {
    middle: chosen(stage.middle, false).map((zone) => titled(zone, name)),
    values: stage.values ?? look.values.map((_, value) => ({ value })),
    seats: bySeat(chosen(stage.seats, true).filter((zone) => !front.includes(zone))),
    front: bySeat(front),
    dealer: stage.dealer,
    captions: Object.fromEntries(
      Object.entries(stage.captions).flatMap(([one, items]) =>
        named(def.zones, one).map(({ id }) => [id, items]),
      ),
    ),
    sorted: stage.sorted.flatMap((one) => named(def.zones, one).map(({ id }) => id)),
  }
}

export function standingOf(def: GameDef, look: Look, name: NameOf): StandingScene {
  const rule = look.table.standing
  const { seatValues } = look
  const marginAt = seatValues.findIndex(({ marginOf }) => marginOf !== undefined)
  const margin = rule?.margin ?? (marginAt < 0 ? null : marginAt)
  const scoreAt = seatValues.findIndex(
    ({ title }) => margin !== null && seatValues[margin]?.marginOf === title,
  )
  const score = rule?.score ?? (scoreAt >= 0 ? scoreAt : seatValues.length > 0 ? 0 : null)
  const spend = rule?.spend ?? null
  const isShownElsewhere = (item: Item): boolean =>
    'value' in item ? item.value === score || item.value === margin : false
  const others: readonly Item[] = [
    ...seatValues.map((_, value) => ({ value })),
    ...shownVariables(def, look, 'seat').map(({ id }) => ({ variable: id })),
  ]
  return {
    score,
    margin,
    near: rule?.near ?? NEAR,
    alarm: rule?.alarm ?? 0,
    spend,
    items: rule?.show ?? others.filter((item) => !isShownElsewhere(item) && !isSame(item, spend)),
    seats: Object.fromEntries(def.seats.map(({ id }) => [id, forcesOf(def, look, rule, id, name)])),
  }
}

const isSame = (a: Item, b: Item | null): boolean => JSON.stringify(a) === JSON.stringify(b)

function forcesOf(
  def: GameDef,
  look: Look,
  rule: StandingRule | null,
  seat: string,
  name: NameOf,
): SeatForces {
  const owned = zonesInOrder(def, look).filter(
    ({ owner, holds }) => owner === seat && (holds === 'pieces' || look.table.rail === null),
  )
  const pieces = rule?.pieces?.flatMap((one) => named(def.zones, one)) ?? owned
  const more = (rule?.more ?? []).flatMap((one) => named(def.zones, one))
  const ofSeat = ({ owner }: ZoneDef): boolean => owner === undefined || owner === seat
  return {
    pieces: pieces.filter(ofSeat).map((zone) => counted(def, zone, seat, name)),
    more: more.filter(ofSeat).map((zone) => counted(def, zone, seat, name)),
    madeOf: rule?.madeOf[seat] ?? [],
  }
}

/** In a zone that several seats share, only the seat's own pieces count. */
function counted(def: GameDef, zone: ZoneDef, seat: string, name: NameOf): CountedZone {
  if (zone.holds === 'cards') return { ...titled(zone, name), types: null, isSupply: false }
  const own = def.tokens.filter((type) => type.family === 'pieces' && ownerOf(def, type) === seat)
  const types = own.filter(({ supply }) => zone.owner === undefined || supply === zone.id)
  const shown = types.length > 0 ? types : own
  return {
    ...titled(zone, name),
    types: shown.map(({ id }) => id),
    isSupply: shown.some(({ supply }) => supply === zone.id),
  }
}

function railOf(
  def: GameDef,
  look: Look,
  name: NameOf,
  felt: FeltScene | null,
  standing: StandingScene,
  clock: readonly Item[],
): RailItem[] {
  const given = look.table.rail
  if (given !== null) return given.flatMap((rule) => railItems(def, rule, name))
  const placed = new Set([
    ...(felt?.middle ?? []).map(({ zone }) => zone),
    ...[felt?.seats ?? {}, felt?.front ?? {}].flatMap((bySeat) =>
      Object.values(bySeat).flatMap((zones) => zones.map(({ zone }) => zone)),
    ),
    ...Object.values(standing.seats).flatMap(({ pieces, more }) =>
      [...pieces, ...more].flatMap(({ zone, types }) => (types === null ? [] : [zone])),
    ),
  ])
  const zones = zonesInOrder(def, look).filter(({ id }) => !placed.has(id))
  const shown = [...(felt?.values ?? []), ...clock]
  const items = [
    ...look.values.map((_, value): Item => ({ value })),
    ...shownVariables(def, look, 'global').map(({ id }): Item => ({ variable: id })),
  ].filter((item) => !shown.some((other) => isSame(item, other)))
  return [
    ...zones.map((zone): RailItem => ({ kind: 'zone', ...titled(zone, name), show: showOf(zone) })),
    ...(items.length === 0 ? [] : [{ kind: 'values' as const, items }]),
  ]
}

function showOf({ holds, visible }: ZoneDef): 'small' | 'pile' | 'pieces' {
  return holds === 'pieces' ? 'pieces' : visible === 'none' ? 'pile' : 'small'
}

function railItems(def: GameDef, rule: RailRule, name: NameOf): RailItem[] {
  if (rule.kind === 'zone')
    return named(def.zones, rule.zone).map((zone) => ({
      kind: 'zone',
      zone: zone.id,
      title: rule.title ?? name(zone.id),
      show: rule.show ?? showOf(zone),
    }))
  if (rule.kind !== 'phases') return [rule]
  const { procedure, insteadOf } = rule
  return [
    { kind: 'phases', procedure, title: name(procedure), phases: phasesOf(def, procedure, name), insteadOf },
  ]
}

/** Returns the titled procedures that a procedure calls, in the order of its rules. */
function phasesOf(def: GameDef, id: string, name: NameOf): { procedure: string; title: string }[] {
  const titledOnes = new Map(def.procedures.map((one) => [one.id, one.title]))
  const body = def.procedures.find((one) => one.id === id)
  const called = body === undefined ? [] : calledIn(body)
  return [...new Set(called)]
    .filter((one) => typeof titledOnes.get(one) === 'string')
    .map((procedure) => ({ procedure, title: name(procedure) }))
}

function calledIn(procedure: GameDef['procedures'][number]): string[] {
  return effectsIn(procedure.body).flatMap((effect) => ('call' in effect ? [effect.call.procedure] : []))
}

function isShown(look: Look, { id, during, hidden }: VariableDef): boolean {
  if (look.variables.length > 0) return look.variables.includes(id)
  return during === undefined && hidden !== 'all' && !look.hide.includes(id)
}

/** Returns the visible variables of a scope, in the order of the look. */
function shownVariables(def: GameDef, look: Look, scope: VariableDef['scope']): VariableDef[] {
  const all = def.variables.filter((variable) => variable.scope === scope && isShown(look, variable))
  return all.toSorted((a, b) => look.variables.indexOf(a.id) - look.variables.indexOf(b.id))
}
