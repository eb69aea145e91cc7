/** Words of a search: without small words, and by their stems. */

const SMALL_WORDS = new Set(
  (
    'a about am an and any are as at be been being but by can could did do does doing for from had has have having he her ' +
    'here his how i if in into is it its just let lets many may me mean means might much must my no not of on one or our out ' +
    'shall she should so some such than that the their them then there these they this those to too up very was we ' +
    'were what when where which while who whom why will with would you your'
  ).split(' '),
)

/** A vowel, or a `y` that acts as one. */
const HAS_VOWEL = /[aeiouy]/

/**
 * Returns the stem of an English word: without the endings of plurals, -ing and -ed, without a final e, and with a doubled
 * last consonant once. Stems are compared and never shown.
 */
export function stem(word: string): string {
  const bare = word.toLowerCase().replace(/['’]s?$/, '')
  if (/\d/.test(bare)) return bare
  if (bare.length <= 3) return undoubled(bare.length === 3 ? bare.replace(/(?<![suiay])s$/, '') : bare)
  const root = withoutEnding(singular(bare)).replace(/ied$/, 'y')
  return undoubled(root.length > 3 ? root.replace(/e$/, '') : root)
}

const undoubled = (word: string): string => word.replace(/([bcdfghjklmnpqrstvwxz])\1$/, '$1')

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:[xzs]|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/(?<![sui])s$/, '')
}

/** Strips -ing or -ed if a word remains: "king", "bed" and "need" stay. */
function withoutEnding(word: string): string {
  const root = /^(.*?)(?:ing|ed)$/.exec(word)?.[1]
  return root !== undefined && root.length >= 3 && HAS_VOWEL.test(root) && !/[ei]$/.test(root) ? root : word
}

/** Returns the words of a text. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu) ?? []
}

export const isSmallWord = (word: string): boolean => SMALL_WORDS.has(word.toLowerCase())

/** Returns the stems of a query without small words. If it has nothing else, its small words count. */
export function stemsOf(query: string): string[] {
  const words = wordsIn(query)
  const telling = words.filter((word) => !isSmallWord(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stem))]
}
