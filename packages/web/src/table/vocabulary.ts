/** Implements `Vocabulary`: the names of a game in sentences on the page. */
import type { Vocabulary } from '@ludoforge/table'
import type { Constant, GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'

const unchanged = (text: string): string => text

export function vocabularyOf(def: GameDef, scene: Scene): Vocabulary {
  const variables = new Map(def.variables.map((variable) => [variable.id, variable]))
  const hidden = new Set(scene.hide)
  const owners = ownersOf(def)
  const name = (id: string): string => scene.names[id] ?? plain(id)
  const seat = (id: string): string => scene.seats[id]?.name ?? name(id)
  const fullKind = (kind: string): string => {
    const known = scene.names[kind]
    if (known !== undefined) return known
    const [type = kind, ...values] = kind.split('+')
    return values.length === 0 ? name(type) : `${name(type)} (${values.map(name).join(', ')})`
  }
  const value = (variable: string, given: Constant): string => {
    if (given === null) return 'none'
    if (typeof given === 'boolean') return given ? 'yes' : 'no'
    if (typeof given === 'number') return String(given)
    if (typeof given !== 'string') return given.map((item) => value(variable, item)).join(', ') || 'none'
    return variables.get(variable)?.type === 'seat' ? seat(given) : fullKind(given)
  }
  return {
    def,
    reckoned: scene,
    arrow: '→',
    paint: { bold: unchanged, dim: unchanged },
    seat,
    plainSeat: seat,
    zone: name,
    action: name,
    variable: name,
    fullKind,
    word: (id) => scene.short[id] ?? name(id),
    fullWord: (id) => (scene.seats[id] === undefined ? name(id) : seat(id)),
    fullValue: value,
    times: (what, count) => (count === 1 ? what : `${count} × ${what}`),
    ownerOf: (kind) => owners.get(kind.split('+')[0] ?? kind),
    isHidden: (id) => hidden.has(id) || hidden.has(id.split(':')[0] ?? id),
    isKept: (variable) => variables.get(variable)?.during !== undefined,
  }
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

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Joins items as "a, b and c". */
export function joinWithAnd(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
