/** Parses a typed answer. Ambiguous input is never guessed: it returns a message. */
import type { Choice, Decision } from '@ludoforge/kernel'
import {
  type ShownQuestion,
  isAmount,
  type Item,
  maxOfOnlyOption,
  numberedLabel,
  numbersOf,
  choosableItems,
} from './menu.js'
import { alternatives, beginsWithNumber, match, closestMatches, numberIn } from './names.js'

/** An answer, or an error message. */
export type ParsedAnswer = { readonly choice: Choice } | Problem

/** `unknown`: no option has this name or a similar one. */
interface Problem {
  readonly problem: string
  readonly unknown?: true
}

type Found = { readonly item: Item } | Problem

const MAX_PICKS = 10_000
const NONE = new Set(['-', 'none', 'nothing', 'pass', 'done', 'no'])

/**
 * Parses an answer by the kind of the question. One: an option or offer by its name, its number, or the start of its
 * name. Many: several of these, `2-4` for a range, `2x3`, `3 of 2` or `3 name` for an amount, `all`, or an empty line
 * for none. If there is only one option, a number is the amount. A number: the number itself. In a series also what
 * `readAhead` reads.
 */
export function parseAnswer(typed: string, asked: ShownQuestion): ParsedAnswer {
  const { decision } = asked
  const text = typed.trim()
  if (decision.kind === 'number') {
    const [, always] = /^(\S+) throughout$/iu.exec(text) ?? []
    if (decision.throughout !== true || always === undefined) return readNumber(text, decision)
    const read = readNumber(always, decision)
    return 'choice' in read && typeof read.choice === 'number'
      ? { choice: { throughout: read.choice } }
      : read
  }
  if (isAmount(decision) && /^\d+$/.test(text)) return readAmount(Number(text), asked)
  const none = readNone(text, asked)
  if (none !== undefined) return none
  if (decision.kind === 'many') return readMany(text, asked)
  const found = find(text, asked)
  if ('item' in found) return { choice: chosen(found.item) }
  return readAhead(text, asked) ?? found
}

/** Parses an answer that is also for the rounds that follow: `1 3 4` or `only 3`, and `2 throughout`. */
function readAhead(text: string, asked: ShownQuestion): ParsedAnswer | undefined {
  const { decision } = asked
  const { series, throughout } = decision
  const [, always] = /^(.+) throughout$/iu.exec(text) ?? []
  if (throughout === true && always !== undefined) {
    const found = find(always, asked)
    if (!('item' in found)) return found
    return found.item.offer === undefined ? { choice: { throughout: found.item.id } } : undefined
  }
  if (series === undefined) return undefined
  const [, list = text] = /^only (.+)$/iu.exec(text) ?? []
  const several = readMany(list, { ...asked, decision: { ...decision, kind: 'many', min: 1, max: series } })
  return 'problem' in several && several.unknown === true ? undefined : several
}

const chosen = ({ id, offer }: Item): Choice => (offer === undefined ? id : { offer: id })

function readNumber(text: string, { min, max, optional }: Decision): ParsedAnswer {
  const word = text.toLowerCase()
  if (optional && (text === '' || NONE.has(word))) return { choice: [] }
  if (word === 'none' && min <= 0 && max >= 0) return { choice: 0 }
  if (word === 'all') return { choice: max }
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isInteger(value) && value >= min && value <= max) return { choice: value + 0 } // a zero has no sign
  return { problem: `Type a whole number from ${min} to ${max}.` }
}

/** Parses the amount of the only option. */
function readAmount(amount: number, { decision }: ShownQuestion): ParsedAnswer {
  const [option] = decision.options
  if (option === undefined) return { problem: 'There is nothing to take.' }
  const { min } = decision
  const most = maxOfOnlyOption(decision)
  if (amount >= min && amount <= most) return { choice: repeat(option.id, amount) }
  const range = min === most ? `${min}` : `${min} to ${most}`
  return { problem: `Type how many of ${option.label || option.id} you take: ${range}.` }
}

/** Parses an empty line, or a word like `none` that isn't an option's name. */
function readNone(text: string, asked: ShownQuestion): ParsedAnswer | undefined {
  const { kind, optional, min } = asked.decision
  if (text !== '' && (!NONE.has(text.toLowerCase()) || match(text, choosableItems(asked)) !== undefined))
    return undefined
  if (kind === 'many' && min > 0) return tooFew(0, asked)
  if (kind === 'many' || optional) return { choice: [] }
  return { problem: text === '' ? `Type ${whatToType(asked)}.` : 'You must choose one.' }
}

function whatToType(asked: ShownQuestion): string {
  const items = choosableItems(asked)
  return items.length > 1
    ? `the number of an option, ${numbersOf(items)}, or a name`
    : `${numbersOf(items)} or its name`
}

function readMany(text: string, asked: ShownQuestion): ParsedAnswer {
  const { decision } = asked
  const whole = match(text, choosableItems(asked))
  const [only, ...others] = whole?.how === 'exact' ? whole.found : []
  if (only !== undefined && others.length === 0)
    return { choice: only.offer === undefined ? [only.id] : { offer: only.id } }
  if (text.toLowerCase() === 'all') return readAll(decision)
  const ids: string[] = []
  for (const part of partsOf(text, asked)) {
    const picked = readPart(part, asked)
    if ('problem' in picked) return picked
    for (const { item, times } of picked.picks) {
      if (item.offer !== undefined) {
        if (ids.length > 0 || picked.picks.length > 1 || part !== text)
          return { problem: `${numberedLabel(item)} can only be chosen on its own.` }
        return { choice: { offer: item.id } }
      }
      if (ids.length + times > MAX_PICKS) return { problem: `You can choose at most ${decision.max}.` }
      ids.push(...repeat(item.id, times))
    }
  }
  return ids.length < decision.min ? tooFew(ids.length, asked) : { choice: ids }
}

/** `"1 3" takes two`, `"1 2 3" takes 3`: an answer with as many numbers as are needed. */
function listExample(min: number): string {
  if (min <= 2) return '"1 3" takes two'
  return `"${Array.from({ length: min }, (_, i) => i + 1).join(' ')}" takes ${min}`
}

/** The message for too few picks, with an example of how to pick several. */
function tooFew(given: number, asked: ShownQuestion): Problem {
  const { min, max } = asked.decision
  const several = choosableItems(asked).find(({ count, offer }) => count > 1 && offer === undefined)
  const how =
    several === undefined ? listExample(min) : `"${several.number}x2" takes two of option ${several.number}`
  return { problem: `Choose ${min === max ? 'exactly' : 'at least'} ${min}, not ${given}: ${how}.` }
}

function readAll(decision: Decision): ParsedAnswer {
  const { options, max } = decision
  if (isAmount(decision)) return { choice: repeat(options[0]?.id ?? '', maxOfOnlyOption(decision)) }
  const all = options.reduce((sum, { count }) => sum + count, 0)
  if (all > Math.min(max, MAX_PICKS)) return { problem: `There are ${all}. You can choose at most ${max}.` }
  return { choice: options.flatMap(({ id, count }) => repeat(id, count)) }
}

/** Splits at commas, except those inside a name. */
function partsOf(text: string, asked: ShownQuestion): string[] {
  const pieces = text.split(/([,;])/u)
  const parts: string[] = []
  for (let at = 0; at < pieces.length; ) {
    let end = pieces.length
    const joined = (): string => pieces.slice(at, end).join('').trim()
    while (end > at + 1 && match(joined(), choosableItems(asked))?.how !== 'exact') end -= 2
    if (joined() !== '') parts.push(joined())
    at = end + 1
  }
  return parts
}

interface Pick {
  readonly item: Item
  readonly times: number
}

type Picks = { readonly picks: readonly Pick[] } | Problem

/** Parses names and numbers separated by spaces. Longest match first. */
function readPart(part: string, asked: ShownQuestion): Picks {
  const words = part.split(/\s+/u)
  const picks: Pick[] = []
  for (let at = 0; at < words.length; ) {
    let unclear: string | undefined // an ambiguity is a better message than an unknown word
    let end = words.length
    for (; end > at; end -= 1) {
      const found = readPick(words.slice(at, end).join(' '), asked)
      if ('picks' in found) {
        picks.push(...found.picks)
        break
      }
      if (found.unknown !== true) unclear ??= found.problem
    }
    if (end === at) return unclear === undefined ? unknownWords(words.slice(at), asked) : { problem: unclear }
    at = end
  }
  return { picks }
}

function unknownWords(words: readonly string[], asked: ShownQuestion): Problem {
  const all = words.join(' ')
  const [first = ''] = words
  return unknown(closestMatches(all, choosableItems(asked)).length > 0 ? all : first, choosableItems(asked))
}

/** `3`, `2-4`, `2x3`, `3 of 2`, `name`, `namex3`, `3 of name`, `3 name`. */
function readPick(words: string, asked: ShownQuestion): Picks {
  const range = /^#?(\d+)(?:-|\.\.)#?(\d+)$/u.exec(words)
  if (range !== null) return readRange(Number(range[1]), Number(range[2]), asked)
  const single = find(words, asked)
  if ('item' in single) return { picks: [{ item: single.item, times: 1 }] }
  const of = /^(\d{1,4}) of (.+)$/iu.exec(words)
  if (of !== null) return severalOf(of[2] ?? '', Number(of[1]), asked)
  const times = /^(.+?) ?[x×*] ?(\d{1,4})$/iu.exec(words)
  if (times !== null) return severalOf(times[1] ?? '', Number(times[2]), asked)
  const amount = /^(\d{1,4}) (\D.*)$/u.exec(words)
  if (amount !== null) {
    const found = severalOf(amount[2] ?? '', Number(amount[1]), asked)
    if (!('picks' in found) || found.picks.some(({ item }) => item.count > 1)) return found
  }
  return single
}

function severalOf(name: string, times: number, asked: ShownQuestion): Picks {
  const found = find(name, asked)
  return 'item' in found ? { picks: [{ item: found.item, times }] } : found
}

function readRange(from: number, to: number, asked: ShownQuestion): Picks {
  const items = choosableItems(asked).filter(({ offer }) => offer === undefined)
  const within = items.filter(({ number }) => number >= from && number <= to)
  const has = (number: number): boolean => within.some((item) => item.number === number)
  if (from > to || !has(from) || !has(to))
    return { problem: `"${from}-${to}" is not a range of the options, ${numbersOf(items)}.` }
  return { picks: within.map((item) => ({ item, times: 1 })) }
}

function repeat(id: string, n: number): string[] {
  return Array.from({ length: n }, () => id)
}

/** Finds the one item with this name, number, or start of a name or word. */
function find(text: string, asked: ShownQuestion): Found {
  const items = choosableItems(asked)
  const byName = match(text, items)
  if (byName?.how === 'exact') return theOnly(text, byName.found, asked)
  const number = numberIn(text)
  if (number !== undefined) return numbered(text, number, asked)
  if (byName !== undefined) return theOnly(text, byName.found, asked)
  const gone = match(
    text,
    asked.items.filter((item) => item.gone !== undefined),
  )
  const [missing, ...more] = gone?.found ?? []
  if (missing !== undefined && more.length === 0) return { problem: goneText(missing) }
  return unknown(text, items)
}

function numbered(text: string, number: number, asked: ShownQuestion): Found {
  const items = choosableItems(asked)
  const item = asked.items.find((known) => known.number === number)
  const others = items.filter((other) => other !== item && beginsWithNumber(other, number))
  if (item !== undefined && (others.length === 0 || text.startsWith('#')))
    return item.gone === undefined ? { item } : { problem: goneText(item) }
  if (item !== undefined) {
    return ambiguous(text, [item, ...others], true)
  }
  const called = text.startsWith('#') ? undefined : match(String(number), items)
  if (called !== undefined) return theOnly(text, called.found, asked)
  return { problem: `There is no option ${number}, only ${numbersOf(items, Infinity)}.` }
}

function theOnly(text: string, found: readonly Item[], asked: ShownQuestion): Found {
  const [only, ...more] = found
  if (only !== undefined && more.length === 0) return { item: only }
  return ambiguous(text, found, isAmount(asked.decision) || numberIn(text) !== undefined)
}

const MAX_NAMED = 6

/** The message for an ambiguous text. `marked`: a bare number would mean something else, so it needs `#`. */
function ambiguous(text: string, items: readonly Item[], marked: boolean): Problem {
  const labels = items.map(({ label }) => label)
  const isTwice = (label: string): boolean => labels.indexOf(label) !== labels.lastIndexOf(label)
  const names = items
    .slice(0, MAX_NAMED)
    .map((item) => (isTwice(item.label) ? `${numberedLabel(item)} [${item.id}]` : numberedLabel(item)))
  const more = items.length - names.length
  const numbers = alternatives(items.slice(0, MAX_NAMED).map(({ number }) => `#${number}`))
  const type = marked ? `Type ${numbers}.` : 'Type the number, or more of the name.'
  return {
    problem: `"${text}" could be ${alternatives(more > 0 ? [...names, `${more} more`] : names)}. ${type}`,
  }
}

function goneText(item: Item): string {
  const reason = item.gone === '' ? '' : `: ${item.gone}`
  return `${numberedLabel(item)} isn't offered now${reason}. Type "why ${item.number}" for the reason.`
}

function unknown(text: string, items: readonly Item[]): Problem {
  const meant = closestMatches(text, items).map(numberedLabel)
  const guess = meant.length === 0 ? '' : ` Did you mean ${alternatives(meant)}?`
  const problem = `"${text}" is not an option.${guess} Type "why ${text}" for the reason.`
  return meant.length === 0 ? { problem, unknown: true } : { problem }
}
