/** What views call tokens: a type, or a type with those values of its changing properties that are not the first. */
import type { GameDef, TokenTypeDef } from '@ludoforge/kernel'

export interface Kind {
  readonly id: string // "troops", "troops+active"
  readonly type: TokenTypeDef
  readonly values: readonly string[] // "active"
}

/** The kinds of tokens of a game, as views name them. */
export function kindsOf(def: GameDef): Kind[] {
  return def.tokens.flatMap((type) => kindsOfType(def, type))
}

function kindsOfType(def: GameDef, type: TokenTypeDef): Kind[] {
  let combinations: string[][] = [[]]
  for (const id of type.changing) {
    const others = otherValues(def, type, id)
    combinations = combinations.flatMap((values) => [values, ...others.map((one) => [...values, one])])
  }
  return combinations.map((values) => ({ id: [type.id, ...values].join('+'), type, values }))
}

/** What a value of a changing property that is not its first is called. */
function otherValues(def: GameDef, type: TokenTypeDef, id: string): string[] {
  const property = def.properties.find((one) => one.id === id)
  if (property === undefined) return []
  if (property.type === 'flag') return [property.start === true ? `not-${id}` : id]
  const words = wordsOf(def, id)
  const others = type.changing.filter((one) => one !== id).flatMap((one) => wordsOf(def, one))
  return words
    .filter((word) => word !== property.start)
    .map((word) => (others.includes(word) ? `${id}-${word}` : word))
}

function wordsOf(def: GameDef, id: string): readonly string[] {
  const type = def.properties.find((one) => one.id === id)?.type ?? ''
  if (type === 'flag') return [id, `not-${id}`]
  return def.enums.find((one) => `enum:${one.id}` === type)?.values ?? []
}

/** The seat that tokens of a type belong to: a fixed property that is a seat. */
export function ownerOf(def: GameDef, type: TokenTypeDef): string | undefined {
  for (const property of def.properties) {
    if (property.type !== 'seat' || property.changes) continue
    const value = type.props[property.id]
    if (typeof value === 'string' && def.seats.some(({ id }) => id === value)) return value
  }
  return undefined
}

const SEGMENTS = new Intl.Segmenter('en')

/** The letters of a text as people count them. */
export function lettersOf(text: string): string[] {
  return Array.from(SEGMENTS.segment(text), ({ segment }) => segment)
}
