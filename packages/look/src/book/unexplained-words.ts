/** Finds capitalised words in prompts and on cards that no term explains and that name nothing. */
import { type GameDef, walk } from '@ludoforge/kernel'
import type { BookTerm } from '../listing.js'
import type { Scene } from '../scene.js'
import { termPattern } from './terms.js'

/** A word, and a text with it. */
export interface UnexplainedWord {
  readonly word: string
  readonly where: 'prompt' | 'card'
  readonly text: string
}

/** A value in a prompt: it stands for any text. */
const VALUE = '…'

/**
 * Returns each word once, in the order of the texts. A word at the start of a sentence doesn't count. A game without terms
 * has none to check.
 */
export function unexplainedWords(
  def: GameDef,
  scene: Pick<Scene, 'cards' | 'names'>,
  terms: readonly BookTerm[],
): readonly UnexplainedWord[] {
  if (terms.every(({ means }) => means === undefined)) return []
  const words = terms.flatMap(({ name, also = [] }) => [name, ...also])
  const known = termPattern([...words, ...namesOf(def, scene)], 'parts of words')
  const found = new Map<string, UnexplainedWord>()
  const read = (text: string, where: UnexplainedWord['where']): void => {
    for (const word of capitalized(blanked(text, known)))
      if (!found.has(word)) found.set(word, { word, where, text })
  }
  for (const text of promptsOf(def)) read(text, 'prompt')
  for (const { rows } of Object.values(scene.cards))
    for (const row of rows) if ('text' in row) read(row.text, 'card')
  return [...found.values()]
}

/** Replaces what is found by spaces of the same length, so that sentences still start where they did. */
function blanked(text: string, pattern: RegExp | null): string {
  return pattern === null ? text : text.replaceAll(pattern, (word) => word.replaceAll(/\p{L}/gu, '_'))
}

/** The capitalised words that don't start a sentence, a line or a quotation. */
function capitalized(text: string): string[] {
  return [...text.matchAll(/\p{Lu}[\p{L}\p{N}’']*/gu)].flatMap(({ 0: word, index }) => {
    const before = text.slice(0, index)
    if (/[\p{L}\p{N}_]$/u.test(before)) return []
    return /(?:^|[.:!?…]["”)]?|\n|[“"(])\s*$/u.test(before) ? [] : [word]
  })
}

/** The prompts of the rules, with a sign for each value. */
function promptsOf(def: GameDef): readonly string[] {
  const prompts: string[] = []
  walk('GameDef', def, ({ prompt }) => {
    if (Array.isArray(prompt))
      prompts.push(prompt.map((part: unknown) => (typeof part === 'string' ? part : VALUE)).join(''))
  })
  return prompts
}

/** The names of everything that the game declares. Of a name with a hyphen, each part is one. */
function namesOf(def: GameDef, { cards, names }: Pick<Scene, 'cards' | 'names'>): readonly string[] {
  const declared: unknown[] = []
  walk('GameDef', def, ({ name, title }) => {
    declared.push(name, title)
  })
  const all = [...declared, ...Object.values(cards).map(({ title }) => title), ...Object.values(names)]
  return all.flatMap((name) => (typeof name === 'string' ? [name, ...name.split(/[-–]/)] : []))
}
