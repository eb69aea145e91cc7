/** The grammar of English. */
import { inclusive, OPPOSITE } from './bounds.js'
import { negate } from './english-negation.js'
import { questionWords } from './english-questions.js'
import type { Being, Bound, Comparison, Language, Noun } from './language.js'

/** Nouns whose plural isn't made by rule. */
const IRREGULAR: Readonly<Record<string, string>> = {
  child: 'children',
  die: 'dice',
  foot: 'feet',
  half: 'halves',
  knife: 'knives',
  leaf: 'leaves',
  man: 'men',
  mouse: 'mice',
  person: 'people',
  shelf: 'shelves',
  thief: 'thieves',
  wolf: 'wolves',
  woman: 'women',
}

/** Endings before which the plural is made: `square in row 3` is `squares in row 3`. */
const COMPLEMENT = / (?=(?:of|in|on|at|with|without|for|to|from|that|where|next) )/

function plural(noun: string): string {
  const [head = '', ...rest] = noun.split(COMPLEMENT)
  if (rest.length > 0) return [plural(head), ...rest].join(' ')
  const at = head.lastIndexOf(' ') + 1
  const [before, word] = [head.slice(0, at), head.slice(at)]
  const key = word.toLowerCase()
  const irregular = Object.hasOwn(IRREGULAR, key) ? IRREGULAR[key] : undefined
  if (irregular !== undefined) return before + (isCapital(word) ? capitalize(irregular) : irregular)
  if (/[^aeiou]y$/i.test(word)) return `${before}${word.slice(0, -1)}ies`
  if (/(?:s|x|z|ch|sh)$/i.test(word)) return `${before}${word}es`
  return `${before}${word}s`
}

const isCapital = (word: string): boolean => /^[A-Z]/.test(word)
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** An initialism is read letter by letter: an HQ card, a US card. */
const INITIALISM = /^[A-Z]{2,}\b/
const VOWEL_LETTER = /^[AEFHILMNORSX]/
/** A vowel, except where it is read as `you` or `one`. */
const VOWEL = /^(?:[aio]|e(?!u)|u(?!ni(?!n|m)|s[aeiu]|t[ie])|hour|heir|honest|honou?r)(?!ne\b|nce\b)/i
const DETERMINER = /^(?:an?|the|its?|their|your|no|some|all|each|every|another|any) /i

function withArticle(noun: string): string {
  if (noun === '' || DETERMINER.test(noun) || /^\d/.test(noun)) return noun
  const isVowel = INITIALISM.test(noun) ? VOWEL_LETTER.test(noun) : VOWEL.test(noun)
  return `${isVowel ? 'an' : 'a'} ${noun}`
}

const count = (n: number, { one, many }: Noun): string => `${n} ${n === 1 ? one : many}`

function list(items: readonly string[], how: 'and' | 'or' = 'and'): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${how} ${last}`
}

const BOUNDS: Readonly<Record<Comparison, string>> = {
  '==': 'exactly',
  '!=': 'not exactly',
  '<': 'fewer than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
}
const bound = (op: Comparison, than: string): string => `${BOUNDS[op]} ${than}`

/** What a failed bound still lacks: `needs 3`, `3 at most`. */
function lack({ op, than }: Bound): string {
  switch (op) {
    case '>=':
      return `needs ${than}`
    case '>':
      return `needs more than ${than}`
    case '<=':
      return `${than} at most`
    case '<':
      return `must be less than ${than}`
    case '==':
      return `needs exactly ${than}`
    case '!=':
      return `must not be ${than}`
  }
}

const isAre = (n: number | undefined): string => (n === 1 ? 'is' : 'are')

function exists(noun: Noun, place: string | undefined, holds: boolean): string {
  const what = holds ? withArticle(noun.one) : `no ${noun.one}`
  return place === undefined ? `there is ${what}` : `${what} is ${place}`
}

function counted(noun: Noun, place: string | undefined, given: Bound, holds: boolean): string {
  const limit = inclusive(given)
  const { op, number, now } = limit
  const isSome = number === 1 && op === '>='
  const isNone = number === 0 && (op === '<=' || op === '==')
  if (isSome || isNone) return exists(noun, place, isSome === holds)
  if (!holds && now !== undefined) {
    const what = now === 0 ? `no ${noun.one}` : count(now, noun)
    const verb = now === 0 ? 'is' : isAre(now)
    const fact = place === undefined ? `there ${verb} ${what}` : `${what} ${verb} ${place}`
    return `${fact}, ${lack(limit)}`
  }
  const shown = holds ? limit : inclusive({ ...limit, op: OPPOSITE[op] })
  const noun1 = shown.number === 1 ? noun.one : noun.many
  const what = `${bound(shown.op, shown.than)} ${noun1}`
  const verb = isAre(shown.number)
  return place === undefined ? `there ${verb} ${what}` : `${what} ${verb} ${place}`
}

function measured(subject: string, given: Bound, holds: boolean): string {
  const limit = inclusive(given)
  if (!holds && limit.now !== undefined && limit.op !== '!=')
    return `${subject}${subject === 'it' ? ' is' : ''} ${limit.now}, ${lack(limit)}`
  const { op, than } = holds ? limit : inclusive({ ...limit, op: OPPOSITE[limit.op] })
  const verb = isPlural(subject) ? 'are' : 'is'
  if (op === '==') return `${subject} ${verb} ${than}`
  if (op === '!=') return `${subject} ${verb} not ${than}`
  return `${subject} ${verb} ${op === '<' ? 'less than' : BOUNDS[op]} ${than}`
}

/** Checks for a plural subject, such as `Red Points`. */
function isPlural(subject: string): boolean {
  const head = subject.split(COMPLEMENT)[0] ?? subject
  return /[^s'’]s$/i.test(head) && !/(?:us|is|ss)$/i.test(head)
}

function there(phrase: string, holds: boolean): string {
  return `there ${isPlural(phrase) ? 'are' : 'is'} ${holds ? '' : 'no '}${phrase}`
}

function extreme(by: 'most' | 'least', noun: string): string {
  return `${by === 'least' && isPlural(noun) ? 'fewest' : by} ${noun}`
}

function relative(clause: string): Noun {
  const [, predicate] = /^it is ((?:(?! and |, ).)*)$/.exec(clause) ?? []
  if (predicate !== undefined) return { one: `that is ${predicate}`, many: `that are ${predicate}` }
  const [, inside] = /^((?:(?! and |, ).)*) (?:is|are) (?:in it|there)$/.exec(clause) ?? []
  // "where Red can land in it" repeats what "where" says, unless `it` is needed before.
  const [, rest] = /^((?:(?!\b(?:it|its)\b).)*) in it$/.exec(clause) ?? []
  const text = inside === undefined ? `where ${rest ?? clause}` : `with ${inside}`
  return { one: text, many: text }
}

function being(subject: string, { values, now }: Being, holds: boolean): string {
  const what = list(values, 'or')
  if (holds) return `${subject} is ${what}`
  if (now === undefined) return `${subject} is not ${what}`
  return values.length === 0 ? `${subject} is ${now}` : `${subject} is ${now}, needs ${what}`
}

function relation(
  subject: string,
  how: 'beside' | 'in' | 'among' | 'chosen',
  object: string,
  holds: boolean,
): string {
  if (how === 'chosen') return holds ? `${subject} is chosen already` : `${subject} isn't chosen yet`
  const preposition = how === 'beside' ? 'next to' : how === 'in' ? 'in' : 'among'
  return `${subject} ${holds ? 'is' : "isn't"} ${preposition} ${object}`
}

const joined = (clauses: readonly string[], how: 'and' | 'or'): string => list(clauses, how)

/** Conjugates the last word: `Rally` becomes `Rallies`, `Air Strike` becomes `Air Strikes`. */
const thirdPerson = (title: string): string => plural(title)

function sentence(text: string): string {
  const whole = capitalize(text.trim())
  return whole === '' || /[.!?:]$/.test(whole) ? whole : `${whole}.`
}

/** The grammar of English. */
export const english: Language = {
  code: 'en',
  plural,
  there,
  withArticle,
  count,
  list,
  extreme,
  relative,
  bound,
  exists,
  counted,
  measured,
  being,
  relation,
  joined,
  negate,
  thirdPerson,
  questionWords,
  sentence,
}
