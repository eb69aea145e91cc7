/** The grammar of German. Subjects are in the nominative, so that names never change. */
import { inclusive, OPPOSITE } from './bounds.js'
import { negate } from './german-negation.js'
import type { Being, Bound, Comparison, Language, Noun, QuestionWords } from './language.js'

/** Nouns whose gender their ending doesn't show: feminine ones without such an ending, and others with it. */
const FEMININE = new Set(['hand', 'karte', 'macht', 'stadt', 'figur', 'front', 'linie', 'reihe', 'wand'])
const NOT_FEMININE = new Set([
  'auge',
  'ende',
  'gebirge',
  'gebäude',
  'gelände',
  'junge',
  'käse',
  'löwe',
  'name',
])

/** The head of a noun phrase: `rote Karte in der Reserve` is about `Karte`. */
const COMPLEMENT = / (?=(?:in|im|an|am|auf|aus|bei|mit|ohne|für|von|vom|zu|zum|zur|der|des|die|das|neben) )/

function headOf(noun: string): string {
  const [phrase = ''] = noun.split(COMPLEMENT)
  return (phrase.split(/[ -]/).at(-1) ?? phrase).toLowerCase()
}

function isFeminine(noun: string): boolean {
  const head = headOf(noun)
  if (FEMININE.has(head)) return true
  return /(?:e|ung|heit|keit|schaft|ion|tät|ei|ik)$/.test(head) && !NOT_FEMININE.has(head)
}

const ARTICLE = /^(?:eine?[nmrs]?|de[rnms]|die|das|keine?[nmrs]?|alle|jede[rs]?|dein|ihr|sein|mehr) /i

function withArticle(noun: string): string {
  if (noun === '' || ARTICLE.test(noun) || /^\d/.test(noun)) return noun
  return `${isFeminine(noun) ? 'eine' : 'ein'} ${noun}`
}

const none = (noun: string): string => `${isFeminine(noun) ? 'keine' : 'kein'} ${noun}`

/** The plural by the ending alone. Many nouns differ: translations give both. */
function plural(noun: string): string {
  if (/(?:e|[^aeiou]el|er)$/i.test(noun)) return noun.endsWith('e') ? `${noun}n` : noun
  if (/(?:en|chen|lein)$/i.test(noun)) return noun
  if (/(?:ung|heit|keit|schaft|ion|tät|ei|ik)$/i.test(noun)) return `${noun}en`
  return /[aiou]$/i.test(noun) ? `${noun}s` : `${noun}e`
}

const count = (n: number, { one, many }: Noun): string => `${n} ${n === 1 ? one : many}`

function list(items: readonly string[], how: 'and' | 'or' = 'and'): string {
  const last = items.at(-1) ?? ''
  return items.length < 2
    ? last
    : `${items.slice(0, -1).join(', ')} ${how === 'and' ? 'und' : 'oder'} ${last}`
}

const BOUNDS: Readonly<Record<Comparison, string>> = {
  '==': 'genau',
  '!=': 'nicht genau',
  '<': 'weniger als',
  '<=': 'höchstens',
  '>': 'mehr als',
  '>=': 'mindestens',
}
const bound = (op: Comparison, than: string): string => `${BOUNDS[op]} ${than}`

const LACK: Readonly<Record<Comparison, (than: string) => string>> = {
  '>=': (than) => `nötig: ${than}`,
  '>': (than) => `nötig: mehr als ${than}`,
  '<=': (than) => `höchstens ${than}`,
  '<': (than) => `weniger als ${than}`,
  '==': (than) => `nötig: genau ${than}`,
  '!=': (than) => `nicht erlaubt: ${than}`,
}
const lack = ({ op, than }: Bound): string => LACK[op](than)

function exists(noun: Noun, place: string | undefined, holds: boolean): string {
  return `${holds ? withArticle(noun.one) : none(noun.one)} ist ${place ?? 'da'}`
}

function counted(noun: Noun, place: string | undefined, given: Bound, holds: boolean): string {
  const limit = inclusive(given)
  const { op, number, now } = limit
  const isSome = number === 1 && op === '>='
  const isNone = number === 0 && (op === '<=' || op === '==')
  if (isSome || isNone) return exists(noun, place, isSome === holds)
  if (!holds && now !== undefined) {
    const what = now === 0 ? none(noun.one) : count(now, noun)
    return `${what} ${now > 1 ? 'sind' : 'ist'} ${place ?? 'da'}, ${lack(limit)}`
  }
  const shown = holds ? limit : inclusive({ ...limit, op: OPPOSITE[op] })
  const what = `${bound(shown.op, shown.than)} ${shown.number === 1 ? noun.one : noun.many}`
  return `${what} ${shown.number === 1 ? 'ist' : 'sind'} ${place ?? 'da'}`
}

function measured(subject: string, given: Bound, holds: boolean): string {
  const limit = inclusive(given)
  if (!holds && limit.now !== undefined) return `${subject}: ${limit.now}, ${lack(limit)}`
  const { op, than } = holds ? limit : inclusive({ ...limit, op: OPPOSITE[limit.op] })
  return `${subject}: ${op === '==' ? than : op === '!=' ? `nicht ${than}` : bound(op, than)}`
}

function being(subject: string, { values, now }: Being, holds: boolean): string {
  const what = list(values, 'or')
  if (holds) return `${subject} ist ${what}`
  if (now === undefined) return `${subject} ist nicht ${what}`
  return values.length === 0 ? `${subject} ist ${now}` : `${subject} ist ${now}, nötig: ${what}`
}

const RELATIONS = { beside: 'neben', in: 'in', among: 'unter' } as const

function relation(
  subject: string,
  how: 'beside' | 'in' | 'among' | 'chosen',
  object: string,
  holds: boolean,
): string {
  if (how === 'chosen') return `${subject} ist ${holds ? 'schon' : 'noch nicht'} gewählt`
  return `${subject} ist ${holds ? '' : 'nicht '}${RELATIONS[how]} ${object}`
}

function sentence(text: string): string {
  const trimmed = text.trim()
  const whole = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return whole === '' || /[.!?:]$/.test(whole) ? whole : `${whole}.`
}

const extreme = (by: 'most' | 'least', noun: string): string =>
  `am ${by === 'most' ? 'meisten' : 'wenigsten'} ${noun}`

const relative = (clause: string): Noun => {
  const text = `mit der Eigenschaft „${clause}“`
  return { one: text, many: text }
}

const there = (phrase: string, holds: boolean): string =>
  `${phrase}: ${holds ? 'vorhanden' : 'nicht vorhanden'}`

const grammar = {
  code: 'de',
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
  joined: list,
  negate,
  // Titles of actions are infinitives or nouns: their translations bring the verb.
  thirdPerson: (title: string): string => title,
  // Separable verbs stand apart, so a question names no verb that an answer could repeat.
  questionWords: (): QuestionWords => ({}),
  sentence,
}

/** The grammar of German. */
export const german: Language = grammar
