/** Kinds of tokens: a type plus the values of its changing properties, as views name them. */
import type { GameDef, TokenTypeDef } from '@ludoforge/kernel'

export interface Kind {
  readonly id: string // "troops", "troops+active"
  readonly type: TokenTypeDef
  readonly values: readonly string[] // "active"
  /** The names of the values, said before the noun: "Active". */
  readonly adjectives: readonly string[]
}

/** Returns all kinds of tokens of a game. */
export function kindsOf(def: GameDef): Kind[] {
  return def.tokens.flatMap((type) => kindsOfType(def, type))
}

/** A value other than the start value: as part of a kind's id, and its name. */
interface OtherValue {
  readonly id: string
  readonly name: string
}

function kindsOfType(def: GameDef, type: TokenTypeDef): Kind[] {
  let combinations: OtherValue[][] = [[]]
  for (const id of type.changing) {
    const others = otherValues(def, type, id)
    combinations = combinations.flatMap((values) => [values, ...others.map((value) => [...values, value])])
  }
  return combinations.map((combination) => {
    const values = combination.map(({ id }) => id)
    return {
      id: [type.id, ...values].join('+'),
      type,
      values,
      adjectives: combination.map(({ name }) => name),
    }
  })
}

/** Returns a changing property's values, without its start value. */
function otherValues(def: GameDef, type: TokenTypeDef, id: string): OtherValue[] {
  const property = def.properties.find((candidate) => candidate.id === id)
  if (property === undefined) return []
  const name = property.name ?? wordsOfId(id)
  if (property.type === 'flag')
    return [property.start === true ? { id: `not-${id}`, name: `not ${name}` } : { id, name }]
  const names = def.enums.find((enumeration) => `enum:${enumeration.id}` === property.type)?.names ?? {}
  const others = type.changing.filter((other) => other !== id).flatMap((other) => valuesOf(def, other))
  return valuesOf(def, id)
    .filter((word) => word !== property.start)
    .map((word) => {
      const said = names[word] ?? wordsOfId(word)
      return others.includes(word)
        ? { id: `${id}-${word}`, name: `${name} ${said}` }
        : { id: word, name: said }
    })
}

/** Turns an id into words: `active-support` becomes "active support". */
export function wordsOfId(id: string): string {
  return id.replaceAll(/(?<=\w)-(?=\w)/g, ' ')
}

function valuesOf(def: GameDef, id: string): readonly string[] {
  const type = def.properties.find((candidate) => candidate.id === id)?.type ?? ''
  if (type === 'flag') return [id, `not-${id}`]
  return def.enums.find((enumeration) => `enum:${enumeration.id}` === type)?.values ?? []
}

/** Returns the rules' words for tokens of a type: the values of its fixed properties, such as `guard`. */
export function wordsOf(def: GameDef, { props }: TokenTypeDef): string[] {
  return def.properties.flatMap(({ id, type, changes }) => {
    const value = !changes && type.startsWith('enum:') ? props[id] : undefined
    return typeof value === 'string' ? [value] : []
  })
}

/** Returns the owner of a type: the value of its first fixed property that is a seat. */
export function ownerOf(def: GameDef, type: TokenTypeDef): string | undefined {
  for (const property of def.properties) {
    if (property.type !== 'seat' || property.changes) continue
    const value = type.props[property.id]
    if (typeof value === 'string' && def.seats.some(({ id }) => id === value)) return value
  }
  return undefined
}

const SEGMENTS = new Intl.Segmenter('en')

/** The chunk size in code units. `Intl.Segmenter` takes quadratic time. */
const CHUNK = 512

/** Splits a text into grapheme clusters. */
export function graphemesOf(text: string): string[] {
  const letters: string[] = []
  for (let at = 0; at < text.length; ) {
    const splitsPair = /[\uD800-\uDBFF]/.test(text[at + CHUNK - 1] ?? '') // would split a surrogate pair
    const chunk = text.slice(at, at + CHUNK - (splitsPair ? 1 : 0))
    const found = Array.from(SEGMENTS.segment(chunk), ({ segment }) => segment)
    // The last cluster may continue in the next chunk.
    if (at + chunk.length < text.length && found.length > 1) found.pop()
    for (const letter of found) {
      letters.push(letter)
      at += letter.length
    }
  }
  return letters
}
