/** What a result is about: the cards that it names, and the spaces or cards that the look highlights. */
import type { Vocabulary } from '@ludoforge/table'
import type { Constant } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import type { Glow, Glowing } from '../../board/index.js'
import type { TableFrame } from '../store/history-cache.js'

/** A card on the table. */
interface ShownCard {
  readonly card: string
  readonly zone: string
}

/** Returns the cards that a moment reveals, or that its reports name, such as the winning hand. */
export function shownCards({ view, events, passing }: TableFrame, words: Vocabulary): readonly ShownCard[] {
  const revealed = events.flatMap((event) =>
    event.type === 'revealed' ? event.what.map((card) => ({ card, zone: event.at })) : [],
  )
  const text = (passing?.says ?? []).join(' ')
  const named =
    text === ''
      ? []
      : Object.entries(view.zones)
          .flatMap(([zone, { cards = [] }]) => cards.map((card) => ({ card, zone })))
          .map((shown) => ({ ...shown, at: placeOf(text, words.kind(shown.card)) }))
          .filter(({ at }) => at >= 0)
          .toSorted((a, b) => a.at - b.at)
          .map(({ card, zone }) => ({ card, zone }))
  return [...revealed, ...named].slice(0, MAX_CARDS)
}

const MAX_CARDS = 10

/** Returns where a text names a thing as a whole word, or -1. */
function placeOf(text: string, name: string): number {
  const at = name === '' ? -1 : text.indexOf(name)
  const isWhole = at >= 0 && !/[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ''}${text[at + name.length] ?? ''}`)
  return isWhole ? at : -1
}

/** Highlighted, but nothing to choose. */
const LIT: Glowing = { picked: 0, max: 0 }

/** Returns the highlights of a frame, or `undefined` if there are none. */
export function litOf(shown: TableFrame, scene: Scene, words: Vocabulary): Glow | undefined {
  const cards = shown.passing === undefined ? [] : shownCards(shown, words)
  const listed = scene.highlight === undefined ? null : (shown.values.values[scene.highlight] ?? null)
  const ids = isTexts(listed) ? listed : []
  if (cards.length + ids.length === 0) return undefined
  const all = (keys: readonly string[]): Record<string, Glowing> =>
    Object.fromEntries(keys.map((key) => [key, LIT]))
  return { spaces: all(ids), cards: all([...ids, ...cards.map(({ card, zone }) => `${card}@${zone}`)]) }
}

function isTexts(value: Constant): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
