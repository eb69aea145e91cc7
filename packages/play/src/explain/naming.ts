/** What somebody means who names something: a space or a seat by its name, an action by its title. */
import { type Alternatives, enumId, isEnum, tableId, type Text } from '@ludoforge/kernel'
import type { Linked } from '@ludoforge/kernel/internal'
import type { ClauseEvaluator } from './clause-evaluator.js'

/** Things of a type that are always called the same, by what they are called. */
interface Register {
  readonly ids: ReadonlyMap<string, number>
  readonly labels: ReadonlyMap<string, number> // in small letters
}

interface Actions {
  readonly titles: ReadonlyMap<string, readonly number[]>
  readonly beginnings: ReadonlyMap<string, readonly number[]>
}

const registers = new WeakMap<Linked, Map<string, Register>>()
const actions = new WeakMap<Linked, Actions>()

/** A name may be anything in a GameDef that no compiler has made. */
const small = (text: unknown): string => (typeof text === 'string' ? text.toLowerCase() : '')

function registerOf({ linked, linker, names, s }: ClauseEvaluator, type: string): Register {
  const known = registers.get(linked) ?? new Map<string, Register>()
  registers.set(linked, known)
  let found = known.get(type)
  if (found === undefined) {
    const values = Array.from({ length: linker.layout.size(type) }, (_, v) => v).toReversed() // the first wins
    found = {
      ids: new Map(values.map((v) => [names.id(s, type, v), v])),
      labels: new Map(values.map((v) => [small(names.label(s, type, v)), v])),
    }
    known.set(type, found)
  }
  return found
}

function actionsOf({ linked, linker }: ClauseEvaluator): Actions {
  let found = actions.get(linked)
  if (found === undefined) {
    const titles = new Map<string, number[]>()
    const beginnings = new Map<string, number[]>()
    const add = (map: Map<string, number[]>, key: string, action: number): void => {
      map.set(key, [...(map.get(key) ?? []), action])
    }
    linker.def.procedures.forEach(({ id, kind, title }, action) => {
      if (kind !== 'action') return
      if (title !== undefined) add(titles, small(title), action)
      for (let at = id.indexOf('-'); at >= 0; at = id.indexOf('-', at + 1))
        add(beginnings, small(id.slice(0, at)), action)
    })
    found = { titles, beginnings }
    actions.set(linked, found)
  }
  return found
}

/**
 * The actions that the seat can mean: the one of that id; else those of that title; else those whose id begins
 * with the name (`march` of `march-north`). If some of them are for the seat, only those.
 */
export function actionsNamed(asking: ClauseEvaluator, name: string): readonly number[] {
  const { def, layout } = asking.linker
  const exact = layout.procedureIndex.get(name)
  if (exact !== undefined && def.procedures[exact].kind === 'action') return [exact]
  const { titles, beginnings } = actionsOf(asking)
  const found = titles.get(small(name)) ?? beginnings.get(small(name)) ?? []
  const mine = layout.seats[asking.seat]
  const own = found.filter((i) => def.procedures[i].by.length === 0 || def.procedures[i].by.includes(mine))
  return own.length > 0 ? own : found
}

/** The value of the question's type that is meant, whether or not it is offered. */
export function valueNamed(asking: ClauseEvaluator, name: string): number | undefined {
  const { linker, names, s, q } = asking
  const { type } = q
  if (type === 'number') return /^-?\d{1,10}$/.test(name) ? Number(name) : undefined
  if (type === 'token') return tokenNamed(asking, name)
  if (type !== 'kind') {
    const { ids, labels } = registerOf(asking, type)
    return ids.get(name) ?? labels.get(small(name))
  }
  for (let v = 0; v < linker.kinds.sets.length; v++) if (names.id(s, type, v) === name) return v
  return undefined
}

/** One that the asker sees: no answer may tell where hidden pieces and cards lie. */
function tokenNamed(asking: ClauseEvaluator, name: string): number | undefined {
  const { linker, names, s } = asking
  const zone = registerOf(asking, 'zone').ids.get(name.slice(name.indexOf('@') + 1))
  for (let token = 0; token < linker.layout.tokens; token++) {
    const at = names.zoneOf(s, token)
    if (!asking.seesInto(at) || (zone !== undefined && at !== zone)) continue
    if (names.id(s, 'token', token) === name || small(names.label(s, 'token', token)) === small(name))
      return token
  }
  return undefined
}

/** Something of the game, whatever the question is about. */
export interface NamedThing {
  readonly is: 'a space' | 'a place beside the map' | 'a seat' | 'a card' | 'a piece'
  readonly label: string
  /** Where it is, if it is a token; itself, if it is a space or another zone. */
  readonly zone?: number
}

/** What has this name, if the asker may know of it. A card also goes by its bare id, without its zone. */
export function thingNamed(asking: ClauseEvaluator, name: string): NamedThing | undefined {
  const { names, s, linker } = asking
  const { layout } = linker
  const find = (type: string): number | undefined => {
    const { ids, labels } = registerOf(asking, type)
    return ids.get(name) ?? labels.get(small(name))
  }
  const zone = find('zone')
  if (zone !== undefined) {
    const is = layout.zones[zone].def.space ? 'a space' : 'a place beside the map'
    return { is, label: names.label(s, 'zone', zone), zone }
  }
  const seat = find('seat')
  if (seat !== undefined) return { is: 'a seat', label: names.label(s, 'seat', seat) }
  const token = tokenNamed(asking, name) ?? openCard(asking, name)
  if (token === undefined) return undefined
  const is = token < layout.pieces ? 'a piece' : 'a card'
  return { is, label: names.label(s, 'token', token), zone: names.zoneOf(s, token) }
}

function openCard(asking: ClauseEvaluator, name: string): number | undefined {
  const { linker, names, s } = asking
  for (let card = linker.layout.pieces; card < linker.layout.tokens; card++) {
    const at = names.zoneOf(s, card)
    if (asking.seesInto(at) && names.id(s, 'token', card) === `${name}@${names.id(s, 'zone', at)}`)
      return card
  }
  return undefined
}

/** The first token of each kind in a zone that the asker sees. */
export function tokensIn(asking: ClauseEvaluator, zone: number): readonly number[] {
  const { linker, names, s } = asking
  if (!asking.seesInto(zone)) return []
  const found = new Map<string, number>()
  for (let token = 0; token < linker.layout.tokens; token++) {
    if (names.zoneOf(s, token) !== zone) continue
    const id = names.id(s, 'token', token)
    if (!found.has(id)) found.set(id, token)
  }
  return [...found.values()]
}

/** That nothing of the question's type has this name. */
export function unknownNote(type: string, name: string): string {
  if (type === 'token') return `you can see no piece or card called '${name}'`
  const words: Readonly<Record<string, string>> = {
    zone: 'space or zone',
    kind: 'kind of pieces',
    number: 'whole number',
  }
  const table = tableId(type)
  const what = words[type] ?? (isEnum(type) ? enumId(type) : table === '' ? type : `row of ${table}`)
  return `there is no ${what} called '${name}'`
}

/** A way to go on, by its id or by a label that is always the same. */
export function alternativeNamed(
  { options }: Alternatives,
  name: string,
): Alternatives['options'][number] | undefined {
  const called = (label: Text | undefined): boolean =>
    label?.every((part) => typeof part === 'string') === true && small(label.join('')) === small(name)
  return (
    options.find(({ id }) => id === name) ??
    options.find(({ label }) => called(label)) ??
    options.find(({ id }) => small(id) === small(name))
  )
}
