/** Builds the scene of a game from its GameDef and its look. Works for every game, with defaults for everything. */
import type { GameDef, VariableDef, ZoneDef } from '@ludoforge/kernel'
import { type Look, PLAIN_LOOK } from '../reader/look.js'
import { SYMBOLS } from '../reader/symbols.js'
import type { MapScene, MarkLook, Scene } from '../scene.js'
import { coloursOf, palettesOf, seatsOf, stylesOf } from './colours.js'
import { mapOf } from './map.js'
import { namesIn } from './names.js'
import { tableOf } from './table.js'
import { cardsOf, piecesOf } from './tokens.js'

/** Returns the scene of a game. */
export function sceneOf(def: GameDef, look: Look = PLAIN_LOOK): Scene {
  const all = namesIn(def, look)
  const name = (id: string): string => all.names[id] ?? id
  const colours = coloursOf(def, look)
  const seats = seatsOf(def, all.names, all.short)
  const map = mapOf(def, look, { name, style: spaceStyler(def, look) })
  return {
    game: def.id,
    title: def.title,
    says: look.says,
    ...palettesOf(colours),
    styles: stylesOf(look, stylesUsed(map)),
    symbols: { ...SYMBOLS, ...look.symbols },
    map,
    table: tableOf(def, look, map !== null, name),
    pieces: piecesOf(def, look),
    cards: cardsOf(def, look, all),
    back: { colour: 'blue', ...look.back },
    seats,
    marks: marksOf(def, look, name),
    ...all,
    hide: look.hide,
    ...(look.highlight === null ? {} : { highlight: look.highlight }),
    values: [...look.values, ...look.tableValues],
    seatValues: [...look.seatValues, ...look.tableSeatValues],
    spaceValues: look.spaceValues,
  }
}

/** Default styles for kinds of spaces. A kind with one of these names gets that style. */
const GROUNDS = ['land', 'hill', 'forest', 'sand', 'water', 'wood'] as const

/** Returns the style of a space, by its attributes and position. */
export type StyleOf = (zone: ZoneDef, place: { readonly column: number; readonly row: number }) => string

/** Returns the function that styles spaces by the look's rules. */
export function spaceStyler(def: GameDef, look: Look): StyleOf {
  const kinds = look.spaces.length > 0 ? undefined : kindOfSpaces(def)
  return (zone, { column, row }) => {
    let styles: readonly string[] = []
    for (const rule of look.spaces) {
      const matches =
        'all' in rule ||
        ('space' in rule && rule.space === zone.id) ||
        ('attribute' in rule && String(zone.attributes[rule.attribute] ?? 'none') === rule.value)
      if (matches && rule.styles.length > 0) styles = rule.styles
    }
    const chosen = styles[(((column + row) % styles.length) + styles.length) % styles.length]
    if (chosen !== undefined) return chosen
    const at = kinds?.values.indexOf(String(zone.attributes[kinds.id] ?? '')) ?? -1
    if (kinds === undefined || at < 0) return 'space'
    const named = GROUNDS.find((ground) => ground === kinds.values[at])
    const others = GROUNDS.filter((ground) => !kinds.values.includes(ground))
    const rank = kinds.values
      .slice(0, at)
      .filter((value) => !GROUNDS.some((ground) => ground === value)).length
    return named ?? others[rank % others.length] ?? 'space'
  }
}

/** Returns the first attribute that distinguishes spaces, with its values. */
function kindOfSpaces(def: GameDef): { readonly id: string; readonly values: readonly string[] } | undefined {
  const spaces = def.zones.filter(({ space }) => space)
  for (const { id, type } of def.attributes) {
    const values = def.enums.find((enumeration) => `enum:${enumeration.id}` === type)?.values
    if (values === undefined || values.length > 8) continue
    if (new Set(spaces.map(({ attributes }) => attributes[id])).size > 1) return { id, values }
  }
  return undefined
}

function stylesUsed(map: MapScene | null): Set<string> {
  const used = new Set<string>()
  const drawn = map === null ? [] : [...map.under, ...map.over]
  for (const { style } of drawn) used.add(style)
  for (const { style, name } of map?.spaces ?? []) used.add(style).add(name.style)
  return used
}

/** Returns the marks of the look, then default marks for the variables that it neither shows nor hides. */
function marksOf(def: GameDef, look: Look, name: (id: string) => string): MarkLook[] {
  const given = look.marks.map(
    ({ title, of, looks, hide, shape, tints }): MarkLook => ({
      title,
      of,
      looks,
      hide,
      shape,
      ...(tints ? { wash: true } : {}),
    }),
  )
  return [...given, ...unmarkedVariables(def, look).map((variable) => plainMark(variable, name))]
}

/** Returns the variables of spaces without a mark, except hidden ones and those scoped to one action. */
export function unmarkedVariables(def: GameDef, look: Look): VariableDef[] {
  return def.variables.filter(
    ({ id, scope, during, hidden }) =>
      scope === 'zone' &&
      during === undefined &&
      hidden === undefined &&
      !look.hide.includes(id) &&
      !look.marks.some(({ of }) => 'variable' in of && of.variable === id),
  )
}

/** Creates a default mark. It hides the start value. */
function plainMark({ id, type, start }: VariableDef, name: (id: string) => string): MarkLook {
  const title = name(id)
  const looks =
    type === 'flag' ? { true: { text: title.slice(0, 2), title }, false: { text: `not ${title}` } } : {}
  return { title, of: { variable: id }, looks, hide: [String(start ?? 'none')], shape: 'square' }
}
