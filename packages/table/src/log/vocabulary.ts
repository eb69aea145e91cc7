/** The names of a game as people read them: one name for a thing in lists, on the map, in the log and in the terminal. */
import { type Constant, type EnumDef, type GameDef, itemOf, type TypeName } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { type Phrases, phrasesOf } from './phrases.js'

/** The display names that the log uses. */
export interface Vocabulary {
  readonly def: GameDef
  /** The computed values next to views, in the order in which hosts send them. */
  readonly reckoned: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>
  /** The fixed words between names. */
  readonly say: Phrases
  readonly paint: { readonly bold: (text: string) => string; readonly dim: (text: string) => string }
  seat(id: string): string
  /** The name of a seat without its colour. */
  plainSeat(id: string): string
  zone(id: string): string
  action(id: string): string
  /** A variable as a heading: of a counter, the name of several. */
  variable(id: string): string
  /** The name of one token of a kind, with its states: `Active Red cube`. */
  kind(kind: string): string
  /** The name of a kind in general: `Red cubes`. */
  kinds(kind: string): string
  /** A kind with its number: `1 Red cube`, `3 Red cubes`. Of a card, only its name. */
  counted(kind: string, count: number): string
  /** The name of one token of a kind, without its owner. */
  ownKind(kind: string): string
  /** A kind with its number, without its owner: `3 cubes`. */
  countedOwn(kind: string, count: number): string
  /** A counter with its number: `2 Storm markers`. Undefined if the variable isn't a counter. */
  countedVariable(id: string, count: number): string | undefined
  /** A value of an enumeration, or another word of the rules. */
  word(id: string): string
  value(variable: string, value: Constant): string
  /** A value of a type, such as the result of a function. */
  typed(type: TypeName, value: Constant): string
  /** A value of a property of tokens. */
  property(id: string, value: string): string
  /** Returns the seat that owns a kind of piece. */
  ownerOf(kind: string): string | undefined
  /** Internal state that the log omits: hidden by the look. */
  isHidden(id: string): boolean
  /** A variable that the log omits: local to an action, or the number in the title of a procedure, as in `Week 3`. */
  isKept(variable: string): boolean
}

/** What a scene, or a look with its names, says about names. */
export type NamedScene = Pick<
  Scene,
  'names' | 'many' | 'short' | 'hide' | 'values' | 'seatValues' | 'spaceValues'
>

/** How a host sets names off. */
export interface WordStyle {
  readonly paint: Vocabulary['paint']
  /** Returns a text in the colour of a seat or a value, if it has one. */
  readonly inColour: (id: string, text: string) => string
}

const unchanged = (text: string): string => text
const PLAIN: WordStyle = { paint: { bold: unchanged, dim: unchanged }, inColour: (_, text) => text }

/** Returns the names of a game, with the fixed words of a language. */
export function wordsOf(
  def: GameDef,
  scene: NamedScene,
  { paint, inColour }: WordStyle = PLAIN,
  language?: string,
): Vocabulary {
  const say = phrasesOf(language ?? def.language)
  const properties = new Map(def.properties.map((property) => [property.id, property]))
  const variables = new Map(def.variables.map((variable) => [variable.id, variable]))
  const seats = new Map(def.seats.map(({ id, name }) => [id, name]))
  const zones = new Map(def.zones.map(({ id, name }) => [id, name]))
  const titles = new Map(def.procedures.map(({ id, title }) => [id, title]))
  const cards = new Set(def.tokens.flatMap(({ id, family }) => (family === 'cards' ? [id] : [])))
  const enums = new Map(def.enums.map((one) => [`enum:${one.id}`, one]))
  const hidden = new Set(scene.hide)
  const owners = ownersOf(def)
  const numbering = numbersInTitles(def)
  const name = (id: string): string => scene.names[id] ?? plain(id)
  const ownerOf = (kind: string): string | undefined => owners.get(typeOf(kind))
  const inOwn = (kind: string, text: string): string => {
    const owner = ownerOf(kind)
    return owner === undefined ? text : inColour(owner, text)
  }
  const plainSeat = (id: string): string => seats.get(id) ?? plain(id)
  const seat = (id: string): string => inColour(id, plainSeat(id))
  const zone = (id: string): string => zones.get(id) ?? name(id)
  const action = (id: string): string => {
    const title = titles.get(id)
    return typeof title === 'string' ? title : plain(id)
  }
  const noun = (kind: string, count: number): string =>
    (count === 1 ? undefined : scene.many[kind]) ?? scene.names[kind] ?? name(typeOf(kind))
  const counted = (kind: string, count: number): string => {
    if (kind === 'card' || kind === 'piece') return say.hidden(kind, count)
    const text = count === 1 && cards.has(typeOf(kind)) ? noun(kind, 1) : `${count} ${noun(kind, count)}`
    return inOwn(kind, text)
  }
  const withoutOwner = (kind: string, text: string): string => {
    const owner = ownerOf(kind)
    return owner === undefined ? text : text.replace(`${plainSeat(owner)} `, '')
  }
  const word = (id: string): string => (seats.has(id) ? seat(id) : inColour(id, name(id)))
  const valueOf = (of: { readonly type: TypeName } | undefined, given: Constant): string => {
    if (given === null) return say.none
    if (typeof given === 'boolean') return given ? say.yes : say.no
    if (typeof given === 'number') return String(given)
    if (typeof given !== 'string')
      return given.length === 0 ? say.none : say.list(given.map((item) => valueOf(of, item)))
    return valueName(of, given) ?? inOwn(given, word(given))
  }
  const valueName = (of: { readonly type: string } | undefined, given: string): string | undefined => {
    if (of?.type === 'seat') return seat(given)
    if (of?.type === 'zone') return zone(given)
    if (of?.type === 'action') return action(given)
    const named = nameIn(of === undefined ? undefined : enums.get(of.type), given)
    return named === undefined ? undefined : inColour(given, named)
  }
  return {
    def,
    reckoned: scene,
    say,
    paint,
    seat,
    plainSeat,
    zone,
    action,
    variable: (id) => {
      const known = variables.get(id)
      return known === undefined ? name(id) : (known.many ?? known.name ?? plain(id))
    },
    kind: (kind) => inOwn(kind, noun(kind, 1)),
    kinds: (kind) => inOwn(kind, noun(kind, cards.has(typeOf(kind)) ? 1 : 2)),
    counted,
    ownKind: (kind) => withoutOwner(kind, inOwn(kind, noun(kind, 1))),
    countedOwn: (kind, count) => withoutOwner(kind, counted(kind, count)),
    countedVariable: (id, count) => {
      const known = variables.get(id)
      if (known?.many === undefined) return undefined
      return `${count} ${count === 1 ? (known.name ?? plain(id)) : known.many}`
    },
    word,
    value: (variable, given) => valueOf(variables.get(variable), given),
    typed: (type, given) => valueOf({ type: itemOf(type) }, given),
    property: (id, given) => valueName(properties.get(id), given) ?? word(given),
    ownerOf,
    isHidden: (id) => hidden.has(id) || hidden.has(id.split(':')[0] ?? id),
    isKept: (variable) => variables.get(variable)?.during !== undefined || numbering.has(variable),
  }
}

const typeOf = (kind: string): string => kind.split('+')[0] ?? kind

/** The variables in titles of procedures, such as `Hand {hand-number}`: the heading of what follows tells their change. */
function numbersInTitles({ procedures }: GameDef): ReadonlySet<string> {
  const shown = procedures.flatMap(({ title = [] }) => (typeof title === 'string' ? [] : title))
  return new Set(
    shown.flatMap((part) => {
      if (typeof part === 'string' || typeof part.show !== 'object') return []
      return 'ref' in part.show && part.show.ref === 'gvar' ? [part.show.var] : []
    }),
  )
}

/** The name of a value on its own: a noun loses its article. */
function nameIn(enumeration: EnumDef | undefined, value: string): string | undefined {
  return enumeration?.names?.[value]?.replace(/^(?:an?|the) /, '')
}

/** Falls back to the id, with its separators replaced by spaces. */
function plain(id: string): string {
  return id.replaceAll(/(?<=\w)[-_:](?=\w)/g, ' ')
}

function ownersOf({ properties, seats, tokens }: GameDef): ReadonlyMap<string, string> {
  const known = new Set(seats.map(({ id }) => id))
  const owning = properties.filter(({ type, changes }) => type === 'seat' && !changes)
  return new Map(
    tokens.flatMap(({ id, props }) => {
      const owner = owning.map((prop) => props[prop.id]).find((of) => typeof of === 'string')
      return typeof owner === 'string' && known.has(owner) ? [[id, owner] as const] : []
    }),
  )
}
