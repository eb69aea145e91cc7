/** Resolves names that people type: a space or a seat by its name, an action by its title. */
import { type Alternatives, enumId, isEnum, tableId, type Text } from '@ludoforge/kernel'
import type { Linked } from '@ludoforge/kernel/internal'
import { plainName } from '../say/names.js'
import type { ClauseEvaluator } from './clause-evaluator.js'

/** The values of a type with constant names, by id and by label. */
interface Register {
  readonly ids: ReadonlyMap<string, number>
  readonly labels: ReadonlyMap<string, number> // in lower case
}

interface Actions {
  readonly titles: ReadonlyMap<string, readonly number[]>
  readonly beginnings: ReadonlyMap<string, readonly number[]>
}

const registers = new WeakMap<Linked, Map<string, Register>>()
const actions = new WeakMap<Linked, Actions>()

/** Converts a name to lower case. In an unchecked GameDef a name may be any value. */
const lowerCase = (text: unknown): string => (typeof text === 'string' ? text.toLowerCase() : '')

function registerOf({ linked, linker, names, s }: ClauseEvaluator, type: string): Register {
  const known = registers.get(linked) ?? new Map<string, Register>()
  registers.set(linked, known)
  let found = known.get(type)
  if (found === undefined) {
    const values = Array.from({ length: linker.layout.size(type) }, (_, v) => v).toReversed() // the first wins
    found = {
      ids: new Map(values.map((v) => [names.id(s, type, v), v])),
      labels: new Map(values.map((v) => [lowerCase(names.label(s, type, v)), v])),
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
      if (title !== undefined) add(titles, lowerCase(title), action)
      for (let at = id.indexOf('-'); at >= 0; at = id.indexOf('-', at + 1))
        add(beginnings, lowerCase(id.slice(0, at)), action)
    })
    found = { titles, beginnings }
    actions.set(linked, found)
  }
  return found
}

/**
 * Returns the actions that a name can refer to: the one with that id; else those with that title; else those whose id
 * begins with the name (`march` of `march-north`). If the seat may choose some of them, returns only those.
 */
export function actionsNamed(asking: ClauseEvaluator, name: string): readonly number[] {
  const { layout } = asking.linker
  const exact = layout.procedureIndex.get(name)
  if (exact !== undefined && asking.procedure(exact).kind === 'action') return [exact]
  const { titles, beginnings } = actionsOf(asking)
  const found = titles.get(lowerCase(name)) ?? beginnings.get(lowerCase(name)) ?? []
  const mine = layout.seats[asking.seat] ?? ''
  const own = found.filter((i) => {
    const { by } = asking.procedure(i)
    return by.length === 0 || by.includes(mine)
  })
  return own.length > 0 ? own : found
}

/** Returns the value of the question's type with this name, offered or not. */
export function valueNamed(asking: ClauseEvaluator, name: string): number | undefined {
  const { linker, names, s, q } = asking
  const { type } = q
  if (type === 'number') return /^-?\d{1,10}$/.test(name) ? Number(name) : undefined
  if (type === 'token') return tokenNamed(asking, name)
  if (type !== 'kind') {
    const { ids, labels } = registerOf(asking, type)
    return ids.get(name) ?? labels.get(lowerCase(name))
  }
  for (let v = 0; v < linker.kinds.sets.length; v++) if (names.id(s, type, v) === name) return v
  return undefined
}

/** Returns a token that the viewer sees: an explanation must not reveal where hidden tokens are. */
function tokenNamed(asking: ClauseEvaluator, name: string): number | undefined {
  const { linker, names, s } = asking
  const zone = registerOf(asking, 'zone').ids.get(name.slice(name.indexOf('@') + 1))
  for (let token = 0; token < linker.layout.tokens; token++) {
    const at = names.zoneOf(s, token)
    if (!asking.seesInto(at) || (zone !== undefined && at !== zone)) continue
    if (names.id(s, 'token', token) === name || lowerCase(names.label(s, 'token', token)) === lowerCase(name))
      return token
  }
  return undefined
}

/** A named component of the game, independent of the question. */
export interface NamedThing {
  readonly is: 'a space' | 'a place beside the map' | 'a seat' | 'a card' | 'a piece'
  readonly label: string
  /** The zone of a token; of a space or another zone, itself. */
  readonly zone?: number
}

/** Returns the component with this name, if the viewer may know it. A card can also be named by its id without its zone. */
export function thingNamed(asking: ClauseEvaluator, name: string): NamedThing | undefined {
  const { names, s, linker } = asking
  const { layout } = linker
  const find = (type: string): number | undefined => {
    const { ids, labels } = registerOf(asking, type)
    return ids.get(name) ?? labels.get(lowerCase(name))
  }
  const zone = find('zone')
  if (zone !== undefined) {
    const is = asking.zone(zone).def.space ? 'a space' : 'a place beside the map'
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

/** Returns the first token of each kind in a zone, if the viewer sees into it. */
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

/** Returns the note that nothing of the question's type has this name. */
export function unknownNote(type: string, name: string): string {
  if (type === 'token') return `you can see no piece or card called “${name}”`
  const words: Readonly<Record<string, string>> = {
    zone: 'space',
    kind: 'kind of piece',
    number: 'whole number',
  }
  const table = tableId(type)
  const what = words[type] ?? plainName(isEnum(type) ? enumId(type) : table === '' ? type : table)
  return `there is no ${what} called “${name}”`
}

/** Returns an alternative by its id or by its constant label. */
export function alternativeNamed(
  { options }: Alternatives,
  name: string,
): Alternatives['options'][number] | undefined {
  const called = (label: Text | undefined): boolean =>
    label?.every((part) => typeof part === 'string') === true && lowerCase(label.join('')) === lowerCase(name)
  return (
    options.find(({ id }) => id === name) ??
    options.find(({ label }) => called(label)) ??
    options.find(({ id }) => lowerCase(id) === lowerCase(name))
  )
}
