/** Resolves a typed name: an option by its number, or anything that has a name in the game. */
import type { Labels } from '../board/index.js'
import { type ShownQuestion, type Item, numberedLabel, numbersOf } from './menu.js'
import { alternatives, match, type Named, closestMatches, numberIn } from './names.js'

/** Who asks, and the question on the screen. */
export interface NameContext {
  readonly asked: ShownQuestion | undefined
  readonly labels: Labels
  readonly seat: string | null
}

type Meaning = Named &
  ({ readonly what: 'option'; readonly item: Item } | { readonly what: 'space' | 'card' | 'action' })

/**
 * Resolves an exact name: an option or offer, a space, or an action, in this order; else an option by the start of its
 * name. Of actions with the same title, takes the player's own.
 */
export function resolveName(text: string, context: NameContext): Found | undefined {
  const item = numberedItem(text, context.asked)
  if (item !== undefined) return ofItem(item)
  const items = match(text, itemsOf(context))
  const found = [items, match(text, spacesOf(context)), match(text, actionsOf(context))]
  const exact = found.find((result) => result?.how === 'exact')
  const sure = exact ?? (items?.how === 'begins' ? items : undefined)
  return sure === undefined ? undefined : theOnly(text, sure.found)
}

/**
 * Resolves a similar name, for texts the rules don't know either: an option or offer, a space, or an action, in this
 * order if several are equally close. Returns `undefined` if there is none.
 */
export function resolveSimilarName(text: string, context: NameContext): Found | undefined {
  const things = [itemsOf(context), spacesOf(context)]
  const actions = actionsOf(context)
  const found = [...things, actions].map((group) => match(text, group))
  // Titles of actions can be whole sentences, so a word inside them doesn't name them.
  const prefixed =
    found.find((result) => result?.how === 'begins')?.found ??
    found.slice(0, 2).find((result) => result !== undefined)?.found
  if (prefixed !== undefined) return theOnly(text, prefixed)
  if (numberIn(text) !== undefined && (context.asked?.items.length ?? 0) > 0)
    return noSuchNumber(text, context)
  if (/[\s@]/u.test(text.trim())) return undefined
  const short = actions.filter(({ label }) => label.length <= LONG_TITLE)
  const meant = closestMatches(text, [...things.flat(), ...short])
  if (meant.length === 0) return undefined
  return { problem: `Nothing is called "${text}". Did you mean ${alternatives(meant.map(nameOf))}?` }
}

/** Resolves what `show` displays: a space, the space of a piece, or a card, by name or as an option. */
export function resolveShown(text: string, context: NameContext): Found {
  const spaces = spacesOf(context)
  const cards = cardsOf(context)
  const item = numberedItem(text, context.asked)
  if (item !== undefined) {
    const [kind = '', at = ''] = item.id.split('@')
    const card = cards.find(({ id }) => id === kind.split('+')[0])
    const found = card ?? spaces.find(({ id }) => id === item.id || id === at)
    return found ?? { problem: `${numberedLabel(item)} is neither a space nor a card.` }
  }
  const found = [match(text, spaces), match(text, cards)]
  for (const how of ['exact', 'begins', 'within'] as const) {
    const all = found.flatMap((result) => (result?.how === how ? result.found : []))
    if (all.length > 0) return theOnly(text, all)
  }
  const guess = closestMatches(text, [...spaces, ...cards]).map(nameOf)
  const meant = guess.length === 0 ? '' : ` Did you mean ${alternatives(guess)}?`
  return { problem: `No space or card is called "${text}".${meant}` }
}

/** Resolves the name of one of these things, which a lesson asks for. */
export function resolveAmong(text: string, things: readonly Named[]): Named | { readonly problem: string } {
  const found = match(text, things)
  if (found !== undefined) return theOnly(text, found.found)
  const guess = closestMatches(text, things).map(({ label }) => label)
  const meant = guess.length === 0 ? '' : ` Did you mean ${alternatives(guess)}?`
  return { problem: `Nothing here is called "${text}".${meant}` }
}

type Found = Meaning | { readonly problem: string }

function numberedItem(text: string, asked: ShownQuestion | undefined): Item | undefined {
  const number = numberIn(text)
  if (number === undefined || asked === undefined) return undefined
  const exact = text.startsWith('#') ? undefined : match(text, asked.items)
  if (exact?.how === 'exact' && exact.found.length === 1) return exact.found[0]
  return asked.items.find((item) => item.number === number)
}

const ofItem = (item: Item): Meaning => ({ what: 'option', id: item.id, label: item.label, item })

const itemsOf = ({ asked }: NameContext): Meaning[] => (asked?.items ?? []).map(ofItem)

function spacesOf({ labels }: NameContext): Meaning[] {
  return labels.def.zones.flatMap(({ id, name }) => {
    const names = new Set([name, labels.zone(id)])
    return [...names].map((label) => ({ what: 'space', id, label }) as const)
  })
}

function cardsOf({ labels }: NameContext): Meaning[] {
  return labels.def.tokens
    .filter(({ family }) => family === 'cards')
    .map(({ id }) => ({ what: 'card', id, label: labels.plainKind(id) }))
}

/** The actions that the player may perform. */
function actionsOf({ labels, seat }: NameContext): Meaning[] {
  return allActions(labels)
    .filter(({ by }) => by.length === 0 || (seat !== null && by.includes(seat)))
    .map(({ id, label }) => ({ what: 'action', id, label }))
}

function allActions(labels: Labels): (Named & { readonly by: readonly string[] })[] {
  return labels.def.procedures
    .filter(({ kind }) => kind === 'action')
    .map(({ id, by }) => ({ id, label: labels.action(id), by }))
}

function theOnly<T extends Named>(text: string, found: readonly T[]): T | { readonly problem: string } {
  const ids = new Set(found.map(({ id }) => id))
  const [first] = found
  if (first !== undefined && ids.size === 1) return first
  const names = [...new Set(found.map(nameOf))]
  const shown = names.slice(0, MAX_NAMED)
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : []
  return { problem: `"${text}" could be ${alternatives([...shown, ...more])}. Type more of it.` }
}

function noSuchNumber(text: string, { asked }: NameContext): Found {
  return { problem: `There is no option ${text}, only ${numbersOf(asked?.items ?? [], Infinity)}.` }
}

const MAX_NAMED = 6
const LONG_TITLE = 30

const nameOf = (named: Named | Meaning): string => ('item' in named ? numberedLabel(named.item) : named.label)
