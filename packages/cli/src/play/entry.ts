import type { Choice, Decision, Option } from '@ludoforge/kernel'

/** What a person typed, understood: an answer, or a sentence about what is wrong with it. */
export type Entry = { readonly choice: Choice } | { readonly problem: string }

const MAX_PICKS = 10_000

/**
 * One: the number of an option, its id or the beginning of its label. Many: several of these, `2-4` for a
 * range, `2x3` for three of option 2, `all`; nothing for none. A number: the number.
 */
export function readEntry(typed: string, decision: Decision): Entry {
  const text = typed.trim()
  const offer = readOffer(text, decision)
  if (offer !== undefined) return offer
  switch (decision.kind) {
    case 'number':
      return readNumber(text, decision)
    case 'one':
      return readOne(text, decision)
    case 'many':
      return readMany(text, decision)
  }
}

/** Offers are numbered behind the options; by name they are found if no option is called so. */
function readOffer(text: string, { options, offers, kind }: Decision): Entry | undefined {
  if (offers.length === 0 || kind === 'number' || isNone(text)) return undefined
  const numbered = /^\d+$/.test(text) ? offers[Number(text) - 1 - options.length] : undefined
  if (numbered !== undefined) return { choice: { offer: numbered.id } }
  const lower = text.toLowerCase()
  const begins = ({ id, label }: { id: string; label: string }): boolean =>
    id.toLowerCase().startsWith(lower) || label.toLowerCase().startsWith(lower)
  if (options.some(begins)) return undefined
  const found = offers.filter(begins)
  return found.length === 1 && found[0] !== undefined ? { choice: { offer: found[0].id } } : undefined
}

function isNone(text: string): boolean {
  return text === '' || text === '-' || text.toLowerCase() === 'none'
}

function readNumber(text: string, { min, max, optional }: Decision): Entry {
  if (isNone(text) && optional) return { choice: [] }
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isInteger(value) && value >= min && value <= max) return { choice: value }
  return { problem: `Type a whole number from ${min} to ${max}.` }
}

function readOne(text: string, decision: Decision): Entry {
  const { options, optional } = decision
  if (isNone(text) && options.every(({ id }) => id !== text)) {
    if (optional) return { choice: [] }
    return {
      problem:
        text === '' ? `Type the number of an option, from 1 to ${options.length}.` : 'One must be chosen.',
    }
  }
  const found = find(text, options)
  return typeof found === 'string' ? { problem: found } : { choice: found.id }
}

function readMany(text: string, decision: Decision): Entry {
  const { options, max } = decision
  if (isNone(text)) return { choice: [] }
  if (text.toLowerCase() === 'all') {
    return { choice: options.flatMap(({ id, count }) => repeat(id, count)).slice(0, MAX_PICKS) }
  }
  const whole = find(text, options)
  if (typeof whole !== 'string') return { choice: [whole.id] }
  const ids: string[] = []
  for (const word of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const picked = readPick(word, options)
    if (typeof picked === 'string') return { problem: picked }
    ids.push(...picked)
    if (ids.length > Math.max(max, MAX_PICKS)) return { problem: `At most ${max} can be chosen.` }
  }
  return { choice: ids }
}

/** `3`, `2-4`, `2x3`, `name`, `namex3`. */
function readPick(word: string, options: readonly Option[]): string[] | string {
  const range = /^(\d+)(?:-|\.\.)(\d+)$/.exec(word)
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])]
    const picked = options.slice(from - 1, to)
    if (from < 1 || to > options.length || from > to)
      return `"${word}" is not a range of 1 to ${options.length}.`
    return picked.map(({ id }) => id)
  }
  const single = find(word, options)
  if (typeof single !== 'string') return [single.id]
  const times = /^(.+?)[x*](\d{1,4})$/i.exec(word)
  if (times === null) return single
  const found = find(times[1] ?? '', options)
  return typeof found === 'string' ? found : repeat(found.id, Number(times[2]))
}

function repeat(id: string, n: number): string[] {
  return Array.from({ length: n }, () => id)
}

/** The option that is meant: by its number, its id, its label, or the only one that begins like this. */
function find(text: string, options: readonly Option[]): Option | string {
  const number = /^\d+$/.test(text) ? Number(text) : 0
  const numbered = options[number - 1]
  if (numbered !== undefined) return numbered
  const exact = options.find(({ id }) => id === text)
  if (exact !== undefined) return exact
  const lower = text.toLowerCase()
  const named = options.filter(({ id, label }) => id.toLowerCase() === lower || label.toLowerCase() === lower)
  const near =
    named.length > 0
      ? named
      : options.filter(
          ({ id, label }) => id.toLowerCase().startsWith(lower) || label.toLowerCase().startsWith(lower),
        )
  const [first] = near
  if (near.length === 1 && first !== undefined) return first
  if (near.length > 1)
    return `"${text}" could be ${near
      .slice(0, 4)
      .map(({ id }) => id)
      .join(', ')}. Type more of it.`
  if (number > 0) return `There is no option ${number}: they go from 1 to ${options.length}.`
  return `"${text}" is not an option. "why ${text}" tells why.`
}
