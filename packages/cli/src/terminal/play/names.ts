/** Matches typed text with names, for options, spaces, actions and commands alike. */
import { closestName } from '@ludoforge/compiler'

/** A thing with a label for people and an id in the rules. */
export interface Named {
  readonly id: string
  readonly label: string
}

/** `exact`: the whole name. `begins`: a prefix of the name. `within`: a prefix of a later word. */
type MatchKind = 'exact' | 'begins' | 'within'

export interface Match<T> {
  readonly how: MatchKind
  readonly found: readonly T[] // at least one
}

/** Normalizes text for comparison: ignores case, accents, apostrophes, dashes and brackets, but not a minus sign. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’‘ʼ`´"“”]/gu, '')
    .replaceAll(/(?<=^|\s)[-−](?=\d)/gu, '\u2212')
    .replaceAll(/[-‐-―_()[\]{}:.!?/]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** The words of a name, without separators. */
function wordsOf(label: string): string[] {
  return foldText(label)
    .split(/[\s,;]+/u)
    .filter((word) => word !== '')
}

const NUMBER = /^\d+$/

/**
 * Finds the best matches of a text: exact ones, else prefixes, else prefixes of words. A number only matches a whole
 * word, never the start of a greater number.
 */
export function match<T extends Named>(text: string, things: readonly T[]): Match<T> | undefined {
  const typed = text.trim()
  const wanted = foldText(typed)
  if (typed === '') return undefined
  const labels = new Map(things.map((thing) => [thing, foldText(thing.label)]))
  const ids = new Map(things.map((thing) => [thing, foldText(thing.id)]))
  const exact = [
    things.filter(({ label }) => label === typed),
    things.filter(({ id }) => id === typed),
    wanted === '' ? [] : things.filter((thing) => labels.get(thing) === wanted),
    wanted === '' ? [] : things.filter((thing) => ids.get(thing) === wanted),
  ].find((found) => found.length > 0)
  if (exact !== undefined) return { how: 'exact', found: exact }
  if (wanted === '') return undefined
  const isNumber = NUMBER.test(wanted)
  const start = isNumber ? `${wanted} ` : wanted
  const begins = things.filter(
    (thing) =>
      labels.get(thing)?.startsWith(start) === true ||
      (!isNumber && ids.get(thing)?.startsWith(start) === true),
  )
  if (begins.length > 0) return { how: 'begins', found: begins }
  const within = things.filter((thing) =>
    isNumber ? wordsOf(thing.label).includes(wanted) : ` ${labels.get(thing)}`.includes(` ${wanted}`),
  )
  return within.length > 0 ? { how: 'within', found: within } : undefined
}

/** Parses the number of an option: `2`, `2.` or `#2`. */
export function numberIn(text: string): number | undefined {
  const found = /^#?(\d{1,6})[.)]?$/u.exec(text.trim())
  return found === null ? undefined : Number(found[1])
}

/** Whether the first word of the name is this number. */
export function beginsWithNumber({ label }: Named, number: number): boolean {
  const [first = ''] = wordsOf(label)
  return NUMBER.test(first) && Number(first) === number
}

/**
 * The numbers in names that differ only by a number ("red 3", "red 5"). Returns `undefined` if the names differ in
 * other ways, or if two are equal.
 */
export function ownNumbers(labels: readonly string[]): readonly number[] | undefined {
  const shapes = labels.map((label) =>
    label.trim().split(/(?<![\p{L}\p{N}+.,−-])(\d{1,5})(?![\p{L}\p{N}.,])/u),
  )
  const [first] = shapes
  if (labels.length < 2 || first === undefined) return undefined
  const alike = shapes.every((parts) => parts.length === 3 && parts[0] === first[0] && parts[2] === first[2])
  const numbers = shapes.map((parts) => Number(parts[1]))
  return alike && new Set(numbers).size === numbers.length ? numbers : undefined
}

const MAX_CLOSEST = 3

/** The things whose name, or a word of it, is closest to the text by edit distance. */
export function closestMatches<T extends Named>(text: string, things: readonly T[]): readonly T[] {
  const wanted = foldText(text)
  const names = new Map<string, T[]>()
  for (const thing of things)
    for (const name of new Set([foldText(thing.label), foldText(thing.id), ...wordsOf(thing.label)]))
      if (name !== '') names.set(name, [...(names.get(name) ?? []), thing])
  const found = new Set<T>()
  while (found.size < MAX_CLOSEST) {
    const name = closestName(wanted, names.keys())
    if (name === undefined) break
    for (const thing of names.get(name) ?? []) found.add(thing)
    names.delete(name)
  }
  return [...found].slice(0, MAX_CLOSEST)
}

/** "a", "a or b", "a, b or c". */
export function alternatives(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
