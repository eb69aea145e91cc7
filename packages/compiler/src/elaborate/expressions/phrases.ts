/**
 * Phrases that name pieces or cards: "active troops", "US bases", "cards". Every word narrows the set:
 * a token type, a group, a value of a property, a seat, or a local name that holds a kind.
 */
import { enumId, type Expr, type Filter, isEnum, type Predicate, type TokenTypeDef } from '@ludoforge/kernel'
import type { Word } from '../../parser/index.js'
import { onlyItem, type Span } from '../../source/index.js'
import { DiagnosticError } from '../diagnostic-error.js'
import type { Scope } from '../scope.js'
import type { SymbolTable } from '../symbols.js'

type Family = TokenTypeDef['family']

/** Words for any token, or for any token of one family. */
const ANY: ReadonlyMap<string, Family | undefined> = new Map([
  ['piece', 'pieces'],
  ['pieces', 'pieces'],
  ['card', 'cards'],
  ['cards', 'cards'],
  ['token', undefined],
  ['tokens', undefined],
])

/** The predicates of a word. Returns `undefined` if it isn't a word for pieces. */
function wordPredicate(
  world: SymbolTable,
  scope: Scope,
  { text: word, span }: Word,
): readonly Predicate[] | undefined {
  if (scope.get(word) === 'kind') return [{ kind: { ref: 'binding', name: word } }]
  for (const form of formsOf(word)) {
    const found = exactPredicate(world, form, span)
    if (found !== undefined) return found
  }
  return ANY.has(word) ? [] : undefined
}

function exactPredicate(world: SymbolTable, word: string, span: Span): readonly Predicate[] | undefined {
  if (world.groups.has(word)) {
    world.use(`group:${word}`)
    return [{ group: word }]
  }
  if (world.tokenTypes.has(word)) return [{ type: word }]
  if (world.seats.has(word)) {
    const owned = seatProperty(world)
    return owned === undefined ? undefined : [{ prop: owned, eq: { seat: word } }]
  }
  const by = [...world.properties.values()].filter((p) =>
    p.type === 'flag' ? p.id === word : world.valuesOf(p.type).includes(word),
  )
  const [property, ...others] = by
  if (property === undefined) return undefined
  if (others.length > 0) {
    const message = `\`${word}\` is a value of ${by.map((p) => p.id).join(' and of ')}.`
    throw new DiagnosticError('ambiguous-name', span, message, 'Rename one of the values.')
  }
  const value: Expr = property.type === 'flag' ? true : { value: word, of: enumId(property.type) }
  return [{ prop: property.id, eq: value }]
}

/** The only property of type seat, if there is just one: "US troops", "troops of actor". */
export function seatProperty(world: SymbolTable): string | undefined {
  return onlyItem([...world.properties.values()].filter((p) => p.type === 'seat'))?.id
}

/** Converts a phrase to a filter, after `narrowed`. Returns the first unknown word otherwise. */
export function phraseFilter(
  world: SymbolTable,
  scope: Scope,
  words: readonly Word[],
  narrowed: Filter = [],
): { filter: Filter } | { unknown: Word } {
  const filter: Predicate[] = [...narrowed]
  for (const word of words) {
    const predicates = wordPredicate(world, scope, word)
    if (predicates === undefined) return { unknown: word }
    filter.push(...predicates)
  }
  // A zone holds either pieces or cards, so the word matters only if the phrase admits both: "red pieces".
  const family = words
    .map(({ text }) => (scope.get(text) === 'kind' ? undefined : ANY.get(text)))
    .find(Boolean)
  const others = world.declarations.tokens.filter((type) => type.family !== family)
  if (
    family !== undefined &&
    filter.length > 0 &&
    others.some((type) => filter.every((p) => mayHold(type, p)))
  )
    filter.push({ family })
  return { filter }
}

/** Whether tokens of a type can match. Predicates known only at run time match. */
function mayHold(type: TokenTypeDef, p: Predicate): boolean {
  if ('type' in p) return p.type === type.id
  if (!('prop' in p)) return true
  if (type.changing.includes(p.prop)) return true
  if (!Object.hasOwn(type.props, p.prop)) return false
  const own = type.props[p.prop]
  if (!('eq' in p) || typeof p.eq !== 'object') return !('eq' in p) || p.eq === own
  if ('seat' in p.eq && !('ref' in p.eq)) return p.eq.seat === own
  return !('value' in p.eq) || !('of' in p.eq) || p.eq.value === own
}

/** Splits a phrase in data into words. */
export const wordsIn = (text: string, span: Span): Word[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => ({ text: word, span }))

/** The words a phrase can contain, for suggestions. */
export function phraseWords(world: SymbolTable): string[] {
  const values = [...world.properties.values()].flatMap((p) =>
    isEnum(p.type) ? world.valuesOf(p.type) : [p.id],
  )
  const words = [...world.groups, ...world.tokenTypes, ...world.seats, ...values, ...ANY.keys()]
  return words.flatMap((word) => [word, `${word}s`])
}

/** Singular and plural forms of a word: rules may use either. */
export function formsOf(word: string): string[] {
  const all = [word, `${word}s`]
  if (word.endsWith('ies')) all.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('es')) all.push(word.slice(0, -2))
  if (word.endsWith('s')) all.push(word.slice(0, -1))
  return all
}
