/** Finds the words of the glossary in a text. */
import type { BookTerm } from '../listing.js'

/** A part of a text. `term` is set if the part is a word of the glossary. */
export interface TextPart {
  readonly text: string
  readonly term?: BookTerm
}

/**
 * Returns a function that splits a text at terms with a meaning. It marks each term once a text. Of the other words only
 * those with capitals count, such as abbreviations: the rest may mean something else in a sentence.
 */
export function termFinder(terms: readonly BookTerm[]): (text: string) => readonly TextPart[] {
  const byWord = new Map<string, BookTerm>()
  for (const term of terms)
    if (term.means !== undefined)
      for (const word of [term.name, ...(term.also ?? []).filter((other) => !isLower(other))])
        byWord.set(word, term)
  const any = termPattern([...byWord.keys()])
  if (any === null) return (text) => [{ text }]
  return (text) => {
    const parts: TextPart[] = []
    const marked = new Set<BookTerm>()
    let at = 0
    for (const found of text.matchAll(any)) {
      const term = termOf(found[0], byWord)
      if (term === undefined || marked.has(term)) continue
      marked.add(term)
      if (found.index > at) parts.push({ text: text.slice(at, found.index) })
      parts.push({ text: found[0], term })
      at = found.index + found[0].length
    }
    return at === 0 ? [{ text }] : [...parts, ...(at < text.length ? [{ text: text.slice(at) }] : [])]
  }
}

/**
 * Returns a pattern that finds these words in all their forms, or `null` if there are none. `parts of words` also finds them
 * before a hyphen and after it.
 */
export function termPattern(
  words: readonly string[],
  where: 'whole words' | 'parts of words' = 'whole words',
): RegExp | null {
  // Longer words first, so that "Special Activity" isn't found as "Activity".
  const sought = [...new Set(words)]
    .filter((word) => word.trim() !== '')
    .toSorted((a, b) => b.length - a.length)
    .map(pattern)
  if (sought.length === 0) return null
  const [before, after] = where === 'whole words' ? ['-', String.raw`|-\p{L}`] : ['', '']
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}${before}])(?:${sought.join('|')})(?![\p{L}\p{N}]${after})`,
    'gu',
  )
}

const isLower = (word: string): boolean => word === word.toLowerCase()

/**
 * A word with capitals is found as written; any other also at the start of a sentence. Plurals are found, and the forms
 * of regular verbs: Trains, Trained, Training, Rallies, Rallied, Governed.
 */
function pattern(word: string): string {
  const first = word.slice(0, 1)
  const start = isLower(word) ? `(?:${escaped(first)}|${escaped(first.toUpperCase())})` : escaped(first)
  const rest = word.slice(1)
  if (rest.endsWith('y')) return `${start}${escaped(rest.slice(0, -1))}(?:y|ies|ied|ying|yed|ys)`
  if (rest.endsWith('e')) return `${start}${escaped(rest.slice(0, -1))}(?:e|es|ed|ing)`
  return `${start}${escaped(rest)}(?:s|es|ed|ing)?`
}

const escaped = (text: string): string =>
  text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)

/** Endings of forms, and what the word itself has instead. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/$/, ''],
  [/s$/, ''],
  [/es$/, ''],
  [/ed$/, ''],
  [/ing$/, ''],
  [/(?:ed|ing)$/, 'e'],
  [/(?:ies|ied)$/, 'y'],
]

function termOf(text: string, byWord: ReadonlyMap<string, BookTerm>): BookTerm | undefined {
  const words = ENDINGS.filter(([ending]) => ending.test(text)).map(([ending, by]) =>
    text.replace(ending, by),
  )
  const forms = words.flatMap((word) => [word, word.slice(0, 1).toLowerCase() + word.slice(1)])
  return forms.map((form) => byWord.get(form.replaceAll(/\s+/g, ' '))).find((term) => term !== undefined)
}
