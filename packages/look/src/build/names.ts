/** Display names for every id of a game. */
import type { Constant, GameDef, TokenTypeDef } from '@ludoforge/kernel'
import { type Kind, kindsOf, wordsOfId } from '../kinds.js'
import type { CardRule, Look } from '../reader/look.js'
import { listText } from '../list-text.js'

/** Display names by id. The game defines them; the look only shortens them. */
export interface AllNames {
  /** The name of one. */
  readonly names: Readonly<Record<string, string>>
  /** The name of several, of what is counted: kinds and groups. */
  readonly many: Readonly<Record<string, string>>
  readonly short: Readonly<Record<string, string>>
}

/** Returns the names of everything in a game. Without a name, the id is turned into words. */
export function namesIn(def: GameDef, look: Look): AllNames {
  const names: Record<string, string> = {}
  const many: Record<string, string> = {}
  const add = (id: string, name: string, several?: string): void => {
    if (names[id] !== undefined) return
    names[id] = name
    if (several !== undefined) many[id] = several
  }
  for (const { id, name } of def.seats) add(id, name)
  for (const { id, name, family } of def.zones) {
    add(id, name)
    if (family !== undefined) add(family, wordsOfId(family))
  }
  for (const { id, type, adjectives } of kindsOf(def)) {
    // A card's name is a proper name: `Storm (dark)`.
    const phrase = (noun: string): string => {
      if (type.family === 'pieces') return [...adjectives, noun].join(' ')
      return adjectives.length === 0 ? noun : `${noun} (${adjectives.join(', ')})`
    }
    add(id, phrase(type.name), phrase(type.many ?? type.name))
  }
  for (const { id, title } of def.procedures) add(id, typeof title === 'string' ? title : wordsOfId(id))
  for (const { id, name, many: several } of def.variables) add(id, several ?? name ?? wordsOfId(id))
  for (const { id, name } of [...def.attributes, ...def.properties]) add(id, name ?? wordsOfId(id))
  for (const { id, name, many: several } of def.groups)
    add(id, name ?? wordsOfId(id), several ?? name ?? wordsOfId(id))
  for (const { values, names: given = {} } of def.enums)
    for (const value of values) add(value, withoutArticle(given[value] ?? wordsOfId(value)))
  return { names, many, short: { ...shortCards(def, look, names), ...look.short } }
}

/** A value on its own, outside a sentence: `a City` is `City`. */
const withoutArticle = (name: string): string => name.replace(/^(?:an?|the) /, '')

function shortCards(
  def: GameDef,
  look: Look,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const type of def.tokens) {
    const rule = type.family === 'cards' ? cardRuleOf(look, type) : undefined
    if (rule === undefined || rule.short === '') continue
    const text = fillTemplate(rule.short, { type, rule, look, names })
    if (text !== undefined) found[type.id] = text
  }
  return found
}

/** Returns the first card rule that matches a type. */
export function cardRuleOf({ cards }: Look, type: TokenTypeDef): CardRule | undefined {
  return cards.find(({ of }) => {
    if (of === 'all') return true
    if (isList(of)) return of.some((id) => id.split('+')[0] === type.id)
    return Object.entries(of).every(([property, value]) => String(type.props[property] ?? 'none') === value)
  })
}

const isList = (of: Exclude<CardRule['of'], 'all'>): of is readonly string[] => Array.isArray(of)

interface Filling {
  readonly type: Kind['type']
  readonly rule: CardRule
  readonly look: Pick<Look, 'short'>
  readonly names: Readonly<Record<string, string>>
}

/** Fills a template with a card's properties. Returns `undefined` if the card lacks one of them. */
export function fillTemplate(template: string, filling: Filling): string | undefined {
  let missing = false
  const text = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = propertyText(name, filling)
    if (value === undefined) missing = true
    return value ?? ''
  })
  return missing ? undefined : text
}

function propertyText(name: string, { type, rule, look, names }: Filling): string | undefined {
  if (name === 'name') return names[type.id] ?? type.name
  if (name === 'id') return type.id
  const value = type.props[name]
  if (value === undefined || value === null) return undefined
  const itemText = (item: Constant): string => {
    const id = String(item)
    return rule.words[name]?.[id] ?? look.short[id] ?? names[id] ?? id
  }
  return Array.isArray(value) ? listText(value.map(itemText)) : itemText(value)
}

/** Wraps a name to at most three lines of about `letters` characters. */
export function breakLines(name: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.slice(0, 3)
}
