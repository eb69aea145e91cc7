/** Finds the words of English questions that their answers repeat. */
import type { QuestionWords } from './language.js'

/** After a comma, `which` isn't a question: `20, which is all in`. */
const INTERROGATIVE =
  /(?<!, *)(?:([\p{L}’'-]+) +)?\b(?<!, *)(how many|how much|which|what|whose|where)\b *([^?(,;]*)/iu
/** What a player makes by saying a number. The noun is the verb. */
const OFFER = /^your (bid|bet|offer|guess|raise|stake)\b/i
const PREPOSITIONS = new Set(['from', 'to', 'into', 'in', 'at', 'on', 'onto', 'with', 'for', 'of', 'by'])
/** Words before an interrogative that are no verbs in the imperative. */
const OTHERS = new Set([
  'and',
  'or',
  'but',
  'so',
  'then',
  'now',
  'is',
  'are',
  'do',
  'does',
  'the',
  'a',
  'an',
  'you',
])

/** Returns the verb, the preposition and the counted noun around the interrogative of a question. */
export function questionWords(prompt: string): QuestionWords {
  const [, infinitive] = /\bwhere to ([a-z]+)/i.exec(prompt) ?? []
  if (infinitive !== undefined) return { verb: infinitive, preposition: 'in' }
  const [, offer] = OFFER.exec(prompt) ?? []
  if (offer !== undefined) return { verb: offer }
  const [, before = '', asks = '', after = ''] = INTERROGATIVE.exec(prompt) ?? []
  const word = before.toLowerCase()
  const noun = /^(?:how many|which)$/i.test(asks) ? nounOf(after) : undefined
  if (PREPOSITIONS.has(word)) return { preposition: word, noun }
  return { verb: isImperative(before) ? before : undefined, noun }
}

/** An imperative has no ending: `Pacify`, not `Pacifies`. A name in capitals is none. */
const isImperative = (word: string): boolean =>
  /^\p{L}\p{Ll}+$/u.test(word) && !/(?<!s)s$/.test(word) && !OTHERS.has(word.toLowerCase())

/** `2 cubes in Hill` is about cubes. */
function nounOf(after: string): string | undefined {
  const [noun = ''] = after
    .replace(/^\d+ (?:of (?:the |your )?\d+ )?/, '')
    .split(/ (?:in|on|of|from|to|into|go|move|come|with|at|for)\b/)
  return noun.trim() === '' ? undefined : noun.trim()
}
