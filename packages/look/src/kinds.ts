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
  const words = valuesOf(def, id)
  const others = type.changing.filter((one) => one !== id).flatMap((one) => valuesOf(def, one))
  return words
    .filter((word) => word !== property.start)
    .map((word) => (others.includes(word) ? `${id}-${word}` : word))
}

function valuesOf(def: GameDef, id: string): readonly string[] {
  const type = def.properties.find((one) => one.id === id)?.type ?? ''
  if (type === 'flag') return [id, `not-${id}`]
  return def.enums.find((one) => `enum:${one.id}` === type)?.values ?? []
}

/** The words that rules have for tokens of a type: the values of its fixed properties, such as `guard`. */
export function wordsOf(def: GameDef, { props }: TokenTypeDef): string[] {
  return def.properties.flatMap(({ id, type, changes }) => {
    const value = !changes && type.startsWith('enum:') ? props[id] : undefined
    return typeof value === 'string' ? [value] : []
  })
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

/** So much of a text is looked at together: a segmenter takes time by the square of the length. */
const PIECE = 512

/** The letters of a text as people count them. */
export function lettersOf(text: string): string[] {
  const letters: string[] = []
  for (let at = 0; at < text.length; ) {
    const half = /[\uD800-\uDBFF]/.test(text[at + PIECE - 1] ?? '') // of a sign that has two units
    const piece = text.slice(at, at + PIECE - (half ? 1 : 0))
    const found = Array.from(SEGMENTS.segment(piece), ({ segment }) => segment)
    // The last letter may go on behind the piece.
    if (at + piece.length < text.length && found.length > 1) found.pop()
    for (const letter of found) {
      letters.push(letter)
      at += letter.length
    }
  }
  return letters
}
