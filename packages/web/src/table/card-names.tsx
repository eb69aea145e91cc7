/** Texts in which the names of cards show their cards. */
import type { Scene } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { TermText } from '../ui/index.js'
import { useTable } from './context.js'

/** Shorter titles, such as a rank, are words of many texts. */
const MIN_LENGTH = 4

/** The titles of the cards of a scene, and a pattern that finds them. */
interface Titles {
  readonly pattern: RegExp
  readonly cards: ReadonlyMap<string, string>
}

const known = new WeakMap<Scene, Titles | null>()

/** Returns the titles of all cards, or `null` if no card has one that can be found in a text. */
function titlesOf(scene: Scene): Titles | null {
  let found = known.get(scene)
  if (found === undefined) {
    const cards = new Map(
      Object.entries(scene.cards).flatMap(([card, { title }]) =>
        title.length < MIN_LENGTH ? [] : [[title, card] as const],
      ),
    )
    // The longest first: "Rolling Thunder II" isn't "Rolling Thunder".
    const texts = [...cards.keys()].toSorted((a, b) => b.length - a.length).map(escaped)
    found = texts.length === 0 ? null : { pattern: new RegExp(`\\b(${texts.join('|')})(?!\\w)`), cards }
    known.set(scene, found)
  }
  return found
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Splits a text at the names of cards: texts, and names with their cards. */
export function cardParts(
  text: string,
  scene: Scene,
): readonly { readonly text: string; readonly card?: string }[] {
  const titles = titlesOf(scene)
  if (titles === null) return [{ text }]
  return text.split(titles.pattern).flatMap((part) => {
    const card = titles.cards.get(part)
    return part === '' ? [] : [card === undefined ? { text: part } : { text: part, card }]
  })
}

interface CardNamesProps {
  readonly text: string
  /** Also explains its terms. Not inside of a button. */
  readonly withTerms?: boolean
}

/** A text. Pointing at the name of a card in it, or pressing it long, enlarges the card. */
export function CardNames({ text, withTerms = false }: CardNamesProps): ReactNode {
  const scene = useTable((state) => state.scene)
  return cardParts(text, scene).map((part, i) =>
    part.card === undefined ? (
      withTerms ? (
        <TermText key={i} text={part.text} />
      ) : (
        part.text
      )
    ) : (
      <span key={i} className="card-name" data-card={part.card}>
        {part.text}
      </span>
    ),
  )
}
