/** What somebody names who asks about something: an option by its number, or anything that has a name in the game. */
import type { Labels } from '../board/index.js'
import { type ShownQuestion, type Item, named, numbersOf } from './menu.js'
import { alternatives, match, type Named, closestMatches, numberIn } from './names.js'

/** Who asks, at which question. */
export interface NameContext {
  readonly asked: ShownQuestion | undefined
  readonly labels: Labels
  readonly seat: string | null
}

type Meaning = Named &
  ({ readonly what: 'option'; readonly item: Item } | { readonly what: 'space' | 'card' | 'action' })

/**
 * What is surely meant: what is called exactly so, an option or offer, a space or an action in this order; else an
 * option whose name begins so. Of actions with the same title it is the asker's own.
 */
export function resolveName(text: string, asker: NameContext): Found | undefined {
  const item = numberedItem(text, asker.asked)
  if (item !== undefined) return ofItem(item)
  const items = match(text, itemsOf(asker))
  const found = [items, match(text, spacesOf(asker)), match(text, actionsOf(asker))]
  const exact = found.find((one) => one?.how === 'exact')
  const sure = exact ?? (items?.how === 'begins' ? items : undefined)
  return sure === undefined ? undefined : theOnly(text, sure.found)
}

/**
 * What is nearly called so, where the rules know nothing by that name: an option or offer, a space, an action; in this
 * order where several are equally near. Returns `undefined` if there is none.
 */
export function resolveSimilarName(text: string, asker: NameContext): Found | undefined {
  const things = [itemsOf(asker), spacesOf(asker)]
  const actions = actionsOf(asker)
  const found = [...things, actions].map((group) => match(text, group))
  // The titles of some actions are whole sentences: a word within them names nothing.
  const less =
    found.find((one) => one?.how === 'begins')?.found ??
    found.slice(0, 2).find((one) => one !== undefined)?.found
  if (less !== undefined) return theOnly(text, less)
  if (numberIn(text) !== undefined && (asker.asked?.items.length ?? 0) > 0) return noSuchNumber(text, asker)
  if (/[\s@]/u.test(text.trim())) return undefined
  const short = actions.filter(({ label }) => label.length <= LONG_TITLE)
  const meant = closestMatches(text, [...things.flat(), ...short])
  if (meant.length === 0) return undefined
  return { problem: `Nothing is called "${text}". Did you mean ${alternatives(meant.map(nameOf))}?` }
}

/** What is to be shown: a space, where a piece is, or a card; by its name or as an option. */
export function resolveShown(text: string, asker: NameContext): Found {
  const spaces = spacesOf(asker)
  const cards = cardsOf(asker)
  const item = numberedItem(text, asker.asked)
  if (item !== undefined) {
    const [kind = '', at = ''] = item.id.split('@')
    const card = cards.find(({ id }) => id === kind.split('+')[0])
    const found = card ?? spaces.find(({ id }) => id === item.id || id === at)
    return found ?? { problem: `${named(item)} is neither a space nor a card.` }
  }
  const found = [match(text, spaces), match(text, cards)]
  for (const how of ['exact', 'begins', 'within'] as const) {
    const all = found.flatMap((one) => (one?.how === how ? one.found : []))
    if (all.length > 0) return theOnly(text, all)
  }
  const guess = closestMatches(text, [...spaces, ...cards]).map(nameOf)
  const meant = guess.length === 0 ? '' : ` Did you mean ${alternatives(guess)}?`
  return { problem: `No space or card is called "${text}".${meant}` }
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

/** Those that the asker can carry out. */
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

function theOnly(text: string, found: readonly Meaning[]): Found {
  const ids = new Set(found.map(({ id }) => id))
  const [first] = found
  if (first !== undefined && ids.size === 1) return first
  const names = [...new Set(found.map(nameOf))]
  const shown = names.slice(0, MOST_NAMED)
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : []
  return { problem: `"${text}" could be ${alternatives([...shown, ...more])}. Type more of it.` }
}

function noSuchNumber(text: string, { asked }: NameContext): Found {
  return { problem: `There is no option ${text}, only ${numbersOf(asked?.items ?? [], Infinity)}.` }
}

const MOST_NAMED = 6
const LONG_TITLE = 30

const nameOf = (meaning: Meaning): string => ('item' in meaning ? named(meaning.item) : meaning.label)
