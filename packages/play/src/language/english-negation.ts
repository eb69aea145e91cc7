/** Negates written English sentences: the first finite verb, or the determiner of its subject. */

const BE = new Set(['is', 'are', 'was', 'were'])
const MODAL: Readonly<Record<string, string>> = {
  can: 'cannot',
  could: 'could not',
  may: 'may not',
  must: 'need not',
  will: 'will not',
  would: 'would not',
  should: 'should not',
}
const DO = new Set(['does', 'do', 'did'])
const HAVE: Readonly<Record<string, string>> = {
  has: 'does not have',
  have: 'do not have',
  had: 'did not have',
}
/** Participles after `has` that don't end in -ed. */
const PARTICIPLE =
  /^(?:\w+ed|acted|been|begun|come|done|drawn|fallen|found|gone|left|lost|made|moved|put|seen|taken|thrown|won)$/i

interface Verb {
  readonly before: string
  readonly word: string
  readonly after: string
}

/** Returns the opposite of a sentence, or undefined if it has no known verb. `[marks]` the verb if it isn't a common one. */
export function negate(sentence: string): string | undefined {
  const marked = /^(.*?)\[(\w+)\](.*)$/s.exec(sentence)
  if (marked !== null) {
    const [, before = '', word = '', after = ''] = marked
    return subjectNegated(before, `${word}${after}`) ?? `${before}${lexical(word)}${after}`
  }
  const verb = findVerb(sentence)
  if (verb === undefined) return undefined
  const { before, word, after } = verb
  return subjectNegated(before, `${word}${after}`) ?? `${before}${predicateNegated(word, after)}`
}

/** Removes the mark of the verb. */
export const withoutMark = (sentence: string): string => sentence.replace(/\[(\p{L}+)\]/u, '$1')

function findVerb(sentence: string): Verb | undefined {
  for (const { 0: word, index } of outsideBraces(sentence).matchAll(/[A-Za-z']+/g)) {
    const known = BE.has(word) || DO.has(word) || Object.hasOwn(MODAL, word) || Object.hasOwn(HAVE, word)
    if (known) return { before: sentence.slice(0, index), word, after: sentence.slice(index + word.length) }
  }
  return undefined
}

/** Replaces values in braces by signs of the same length, so that positions stay. */
const outsideBraces = (sentence: string): string =>
  sentence.replaceAll(/\{[^}]*\}/g, (s) => '_'.repeat(s.length))

/** Negates the determiner of the subject, if it has one that decides the meaning. */
function subjectNegated(before: string, rest: string): string | undefined {
  const subject = before.trimEnd()
  const swap = (from: RegExp, to: string): string | undefined =>
    from.test(subject) ? `${before.replace(from, to)}${rest}` : undefined
  return (
    swap(/^nobody\b/i, 'somebody') ??
    swap(/^nothing\b/i, 'something') ??
    swap(/^(?:somebody|anybody)\b/i, 'nobody') ??
    swap(/^something\b/i, 'nothing') ??
    swap(/^at least\b/i, 'fewer than') ??
    swap(/^at most\b/i, 'more than') ??
    swap(/^fewer than\b/i, 'at least') ??
    swap(/^more than\b/i, 'at most') ??
    swap(/^not all\b/i, 'all') ??
    swap(/^all\b/i, 'not all') ??
    swap(/^(?:every|each)\b/i, 'not every') ??
    swap(/^no (?=\w)/i, 'some ') ??
    swap(/^(?:some|an?) (?=\w)/i, 'no ') ??
    barePlural(subject, before, rest)
  )
}

/** A subject without a determiner or a value in it: `red pieces are` becomes `no red pieces are`. */
function barePlural(subject: string, before: string, rest: string): string | undefined {
  if (!/^(?:are|have|were|can|may|do) ?/.test(rest) || subject === '' || subject.startsWith('{'))
    return undefined
  if (/^(?:the|its|their|your|these|those|there|you|they|we|it)\b/i.test(subject)) return undefined
  if (/^\d/.test(subject) || / and | of \{/.test(subject)) return undefined
  return /s$|^\w+ people$/i.test(subject) ? `no ${before}${rest}` : undefined
}

function predicateNegated(verb: string, after: string): string {
  if (/^ not\b/.test(after)) return verb + after.replace(/^ not\b/, '')
  if (Object.hasOwn(MODAL, verb)) return `${MODAL[verb] ?? ''}${after.replace(/^ still\b/, '')}`
  if (BE.has(verb)) {
    // `there is a Mill` becomes `there is no Mill`.
    if (/^ (?:an?|some) /.test(after) && verb !== 'was') return `${verb}${negatedObject(after, verb)}`
    if (/^ still\b/.test(after)) return `${verb} no longer${after.replace(/^ still\b/, '')}`
    return `${verb} not${after}`
  }
  if (DO.has(verb)) return `${verb} not${after}`
  const [, next = ''] = /^ (\w+)/.exec(after) ?? []
  if (PARTICIPLE.test(next)) return `${verb} not${after}`
  if (/^ (?:an?|some) /.test(after)) return `${verb}${after.replace(/^ (?:an?|some) /, ' no ')}`
  if (after.startsWith(' no ')) return `${verb}${after.replace(/^ no /, ' a ')}`
  return `${HAVE[verb] ?? `${verb} not`}${after}`
}

/** After `is`, `a Town` becomes `not a Town`. */
const negatedObject = (after: string, verb: string): string =>
  verb === 'are' ? after.replace(/^ (?:an?|some) /, ' no ') : ` not${after}`

/** The negation of another verb: `adjoins` becomes `does not adjoin`. */
function lexical(verb: string): string {
  if (/(?:[^s]s|ches|shes|sses|xes|ies)$/.test(verb)) return `does not ${infinitive(verb)}`
  return `do not ${verb}`
}

function infinitive(verb: string): string {
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`
  return /(?:ch|sh|ss|x)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1)
}
