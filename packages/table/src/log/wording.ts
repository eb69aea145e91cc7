/** Paraphrases conditions and values of the rules in a few words. Returns `undefined` for longer ones. */

const PLAIN = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*$/i
const PHRASE = /^[\w.-]+(?: [\w.-]+)*$/
const CALL = /^([a-z][a-z0-9-]*)\((.*)\)$/is
const NUMBER = /^-?\d+$/
/** Names that need their argument after them: `found-by`. */
const OPEN_ENDED = /-(?:by|for|from|of|to|with|in)$/
/** Words of the rules for the current candidate, which the reader sees anyway. */
const SELF = /^(?:it|space|me|chosen|it\.space|no pieces)$/

/** Conditions on earlier picks or on the timing of an offer, which aren't criteria. */
const BOOKKEEPING = /^timing is |[<>=] count\(chosen|^count\(chosen|, chosen\) [<>=]/

/** Checks for a plain name. */
export const isPlain = (text: string): boolean => PLAIN.test(text)

/** Turns a name into words. */
export function plain(text: string): string {
  return text.replaceAll(/\bit\./g, '').replaceAll(/(?<=\w)[-.](?=\w)/g, ' ')
}

/** Renders a condition or a value in words. */
export function inWords(written: string): string | undefined {
  const text = withoutBrackets(written.trim())
  const either = split(text, ' or ')
  if (either.length > 1) return all(either, ' or ')
  const both = split(text, ' and ').filter((part) => !BOOKKEEPING.test(part))
  if (both.length !== 1) return both.length === 0 ? undefined : all(both, ' and ')
  const [only = ''] = both
  if (/^not would\(.*, changed\)$/.test(only)) return 'it would change nothing'
  if (only.startsWith('not ')) return around('not ', inWords(only.slice(4)))
  return compared(only) ?? being(only) ?? called(only) ?? named(only)
}

/** Splits at a separator outside of brackets. */
export function split(text: string, sign: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]
    if (one === '(' || one === '[') depth += 1
    if (one === ')' || one === ']') depth -= 1
    if (depth > 0 || !text.startsWith(sign, at)) continue
    parts.push(text.slice(from, at))
    from = at + sign.length
    at = from - 1
  }
  return [...parts, text.slice(from)].map((part) => part.trim())
}

function all(parts: readonly string[], between: string): string | undefined {
  const words = parts.map(inWords)
  return words.includes(undefined) ? undefined : [...new Set(words)].join(between)
}

const around = (before: string, words: string | undefined, behind = ''): string | undefined =>
  words === undefined ? undefined : `${before}${words}${behind}`

function withoutBrackets(text: string): string {
  return text.startsWith('(') && split(text, ')').length === 2 && text.endsWith(')')
    ? withoutBrackets(text.slice(1, -1).trim())
    : text
}

// `>=` before `>` and `=`: the first operator that splits the text is the right one.
const SIGNS = ['>=', '>', '<=', '<', '=', '!='] as const
type Sign = (typeof SIGNS)[number]

const COUNTED: Readonly<Record<Sign, (n: string) => string>> = {
  '>=': (n) => `${n} or more `,
  '>': (n) => (n === '0' ? 'some ' : `more than ${n} `),
  '<=': (n) => `at most ${n} `,
  '<': (n) => `fewer than ${n} `,
  '=': (n) => (n === '0' ? 'no ' : `exactly ${n} `),
  '!=': (n) => `not ${n} `,
}
const WEIGHED: Readonly<Record<Sign, string>> = {
  '>=': ' at least ',
  '>': ' more than ',
  '<=': ' at most ',
  '<': ' less than ',
  '=': ' is ',
  '!=': ' is not ',
}

const COUNT = /^count\((.*)\)$/s

function compared(text: string): string | undefined {
  const among = /^(it|[\w.-]+|\w[\w-]*\(.*\)) in (.+)$/s.exec(text)
  if (among !== null && split(text, ' in ').length === 2) {
    const [, what = '', where = ''] = among
    const range = /^(\d+)\.\.(\d+)$/.exec(where)
    const counted = COUNT.exec(what)?.[1]
    if (range !== null)
      return counted === undefined ? undefined : around(`${range[1]} to ${range[2]} `, phrase(counted))
    return what === 'it' ? around('in ', called(where) ?? named(where)) : undefined
  }
  const sign = SIGNS.find((one) => split(text, ` ${one} `).length === 2)
  if (sign === undefined) return undefined
  const [left = '', right = ''] = split(text, ` ${sign} `)
  const pieces = COUNT.exec(left)?.[1]
  if (pieces !== undefined && NUMBER.test(right)) return around(COUNTED[sign](right), phrase(pieces))
  if (left === 'it' && sign === '=') return right === 'me' ? 'its own seat' : inWords(right)
  if (right === 'me' && sign === '=') return around('own ', inWords(left))
  if (right === '0' && sign === '>') return inWords(left)
  if (right === '0' && sign === '=') return around('no ', inWords(left))
  const than = inWords(right)
  return than === undefined ? undefined : around('', inWords(left), `${WEIGHED[sign]}${than}`)
}

function being(text: string): string | undefined {
  const [, what = '', value = ''] = /^(\S+|.+\)) is ([\w. -]+)$/s.exec(text) ?? []
  if (value === '') return undefined
  return SELF.test(what) ? plain(value) : around('', called(what) ?? named(what), ` is ${plain(value)}`)
}

function called(text: string): string | undefined {
  const [, name = '', inside = ''] = CALL.exec(text) ?? []
  if (name === '' || split(text, '(').length !== 1 || split(text, ')').length > 2) return undefined
  const args = split(inside, ',')
  const [first = '', second] = args
  switch (name) {
    case 'some':
    case 'no':
      return existing(name, inside)
    case 'count':
      return phrase(inside)
    case 'sum':
      return second === undefined ? undefined : totalled(first, second)
    case 'roll':
      return `a roll of 1 to ${inside}`
    case 'would':
    case 'after':
    case 'min':
    case 'max':
      return undefined
  }
  const condition = whether(text)
  if (condition !== undefined) return inWords(condition)
  const about = OPEN_ENDED.test(name) ? args.filter((one) => !SELF.test(one)) : []
  return [name, ...about].every((one) => PHRASE.test(one)) ? [name, ...about].map(plain).join(' ') : undefined
}

/** Functions of the language that return a number or take a list. */
const NUMERIC = /^(?:count|sum|roll|min|max|some|no|would|after|size|first|last)$/

/** Returns the condition inside a number such as `as-number(it is quiet)`, or `undefined`. */
export function whether(text: string): string | undefined {
  const [, name = '', inside = ''] = CALL.exec(text) ?? []
  if (name === '' || NUMERIC.test(name) || split(inside, ',').length !== 1) return undefined
  if (split(text, '(').length !== 1 || split(text, ')').length > 2) return undefined
  const [, inner = ''] = CALL.exec(inside) ?? []
  const isCondition = / (?:is|and|or|in|[<>=]|!=|<=|>=) /.test(inside) || inside.startsWith('not ')
  if (inner === 'some' || inner === 'no') return inside
  return isCondition || (inner !== '' && !NUMERIC.test(inner)) ? inside : undefined
}

/** Renders `some(map where weak(it))` as "weak somewhere". */
function existing(word: 'some' | 'no', inside: string): string | undefined {
  const [list = '', test] = split(inside, ' where ')
  if (list !== 'map' || test === undefined) return around(`${word} `, phrase(inside))
  const words = inWords(test)
  return word === 'some' ? around('', words, ' somewhere') : around('nowhere ', words)
}

function totalled(inside: string, value: string): string | undefined {
  const [, test] = split(inside, ' where ')
  const words = inWords(value)
  if (test === undefined || words === undefined) return undefined
  return around(`${words} where `, inWords(test))
}

/** Renders pieces or spaces: `guards in it` as "guards there". */
function phrase(text: string): string | undefined {
  const [list = '', test] = split(text, ' where ')
  const there = list.replace(/ in (?:it|space|it\.space)$/, ' there')
  const words = PHRASE.test(there) ? plain(there) : called(there)
  if (test === undefined || words === undefined) return words
  return around(`${words} where `, inWords(test))
}

function named(text: string): string | undefined {
  return PHRASE.test(text) && !/ (?:if|then|else|as|where) /.test(text) ? plain(text) : undefined
}
