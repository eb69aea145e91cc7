/** What somebody names who asks about something: an option by its number, or anything that has a name in the game. */
import type { Labels } from '../board/index.js'
import { type Asked, type Item, named } from './menu.js'
import { alternatives, match, type Named, near, numberIn } from './names.js'

/** Who asks, at which question. */
export interface Asker {
  readonly asked: Asked | undefined
  readonly labels: Labels
  readonly seat: string | null
}

type Meaning =
  | { readonly what: 'option'; readonly id: string; readonly item: Item }
  | { readonly what: 'space' | 'action'; readonly id: string }

/**
 * An option or offer, a space, an action; in this order where several are equally near. Of actions with the same
 * title it is the asker's own. Undefined: nothing that has a name by itself, but the rules may know it.
 */
export function meaningOf(text: string, asker: Asker): Found | undefined {
  const item = numberedItem(text, asker.asked)
  if (item !== undefined) return { what: 'option', id: item.id, item }
  const groups = [itemsOf(asker), spacesOf(asker), actionsOf(asker)]
  for (const how of ['exact', 'begins', 'within'] as const)
    for (const group of groups) {
      const found = match(text, group)
      if (found?.how === how) return theOnly(text, found.found)
    }
  if (/[\s@]/u.test(text.trim())) return undefined
  const meant = near(text, groups.flat())
  if (meant.length === 0) return undefined
  return { problem: `Nothing is called "${text}". Did you mean ${alternatives(meant.map(nameOf))}?` }
}

/** The space that is named, or where the piece lies that is. */
export function spaceMeant(text: string, asker: Asker): Found {
  const spaces = spacesOf(asker)
  const item = numberedItem(text, asker.asked)
  if (item !== undefined) {
    const [, at = ''] = item.id.split('@')
    const found = spaces.find(({ id }) => id === item.id || id === at)
    return found?.meaning ?? { problem: `${named(item)} is no space.` }
  }
  const found = match(text, spaces)
  if (found !== undefined) return theOnly(text, found.found)
  const guess = near(text, spaces).map(nameOf)
  const meant = guess.length === 0 ? '' : ` Did you mean ${alternatives(guess)}?`
  return { problem: `There is no space called "${text}".${meant}` }
}

interface Thing extends Named {
  readonly meaning: Meaning
}

type Found = Meaning | { readonly problem: string }

function numberedItem(text: string, asked: Asked | undefined): Item | undefined {
  const number = numberIn(text)
  if (number === undefined || asked === undefined) return undefined
  const exact = text.startsWith('#') ? undefined : match(text, asked.items)
  if (exact?.how === 'exact' && exact.found.length === 1) return exact.found[0]
  return asked.items.find((item) => item.number === number)
}

function itemsOf({ asked }: Asker): Thing[] {
  return (asked?.items ?? []).map((item) => {
    const { id, label } = item
    return { id, label, meaning: { what: 'option', id, item } }
  })
}

function spacesOf({ labels }: Asker): Thing[] {
  return labels.def.zones.flatMap(({ id, name }) => {
    const names = new Set([name, labels.zone(id)])
    return [...names].map((label) => ({ id, label, meaning: { what: 'space', id } as const }))
  })
}

/** Those that the asker can carry out; what is left to others the rules tell. */
function actionsOf({ labels, seat }: Asker): Thing[] {
  return labels.def.procedures
    .filter(({ kind, by }) => kind === 'action' && (by.length === 0 || (seat !== null && by.includes(seat))))
    .map(({ id }) => ({ id, label: labels.action(id), meaning: { what: 'action', id } }))
}

function theOnly(text: string, found: readonly Thing[]): Found {
  const ids = new Set(found.map(({ id }) => id))
  const [first] = found
  if (first !== undefined && ids.size === 1) return first.meaning
  const names = [...new Set(found.map(nameOf))]
  const shown = names.slice(0, MOST_NAMED)
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : []
  return { problem: `"${text}" could be ${alternatives([...shown, ...more])}. Type more of it.` }
}

const MOST_NAMED = 6

const nameOf = ({ label, meaning }: Thing): string => ('item' in meaning ? named(meaning.item) : label)
