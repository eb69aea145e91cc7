/** Display names for every id of a game. */
import type { Constant, GameDef, TokenTypeDef } from '@ludoforge/kernel'
import { type Kind, kindsOf } from '../kinds.js'
import type { CardRule, Look } from '../reader/look.js'

export interface AllNames {
  readonly names: Readonly<Record<string, string>>
  readonly short: Readonly<Record<string, string>>
}

/** Returns the names of the look, then those of the game, then the ids as words. */
export function namesIn(def: GameDef, look: Look): AllNames {
  const names: Record<string, string> = {}
  const add = (id: string, name: string): void => {
    names[id] ??= name
  }
  for (const [id, name] of Object.entries(look.names)) add(id, name)
  for (const { id, name } of def.seats) add(id, name)
  for (const { id, name, family } of def.zones) {
    add(id, name)
    if (family !== undefined) add(family, wordsOfId(family))
  }
  const titles = cardTitles(def, look, names)
  for (const { id, type, values } of kindsOf(def))
    add(id, withValues(look.names[type.id] ?? titles.get(type.id) ?? type.name, values, names))
  for (const { id, title } of def.procedures) add(id, typeof title === 'string' ? title : wordsOfId(id))
  for (const { id } of [...def.variables, ...def.attributes, ...def.properties]) add(id, wordsOfId(id))
  for (const value of def.enums.flatMap(({ values }) => values)) add(value, wordsOfId(value))
  return { names, short: { ...shortCards(def, look, names), ...look.short } }
}

/** Returns card titles by type. A title is the card's name everywhere, unless several cards share it. */
function cardTitles(def: GameDef, look: Look, names: AllNames['names']): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const type of def.tokens) {
    const rule = type.family === 'cards' ? cardRuleOf(look, type) : undefined
    const title = rule === undefined ? undefined : fillTemplate(rule.title, { type, rule, look, names })
    if (title !== undefined && title !== '') found.set(type.id, title)
  }
  const all = [...found.values()]
  return new Map([...found].filter(([, title]) => all.indexOf(title) === all.lastIndexOf(title)))
}

function withValues(
  name: string,
  values: readonly string[],
  names: Readonly<Record<string, string>>,
): string {
  if (values.length === 0) return name
  return `${name} (${values.map((value) => names[value] ?? wordsOfId(value)).join(', ')})`
}

/** Turns an id into words: `active-support` becomes "active support". */
export function wordsOfId(id: string): string {
  return id.replaceAll(/(?<=\w)-(?=\w)/g, ' ')
}

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
  return Array.isArray(value) ? value.map(itemText).join(' ') : itemText(value)
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
