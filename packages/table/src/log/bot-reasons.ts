/** Renders the reasons of a bot's decision in words. */
import type { GameDef, PolicyReason } from '@ludoforge/kernel'
import { inWords, isPlain, plain, split, whether } from './wording.js'

/**
 * `8.5.2: most population`: the criterion of the policy line, or the title of the policy. Seat names get the case of the
 * game, also within names such as `red-moves-in`.
 */
export function reasonText({ text, title, rule }: PolicyReason, { seats }: Pick<GameDef, 'seats'>): string {
  const criterion = wordsOf(text)
  const words = criterion === undefined ? (title ?? text) : withSeatNames(criterion, seats)
  return rule === undefined ? words : `${rule}: ${words}`
}

/** Returns the decisive reason: the last one whose criterion has a text. */
export function decisiveReason(why: readonly PolicyReason[]): PolicyReason | undefined {
  return why.findLast(({ text }) => wordsOf(text) !== undefined) ?? why.at(-1)
}

const LINES: Readonly<Record<string, string>> = {
  'take most': 'as many as possible',
  'take least': 'as few as possible',
  'otherwise stop': 'nothing else is wanted',
}
/** Longer texts are omitted from the log. */
const MAX_LENGTH = 100

/** Renders the criterion of a policy line, if it is short enough. */
function wordsOf(text: string): string | undefined {
  const line = text.trim()
  const known = LINES[line]
  if (known !== undefined) return known
  const [, verb = '', rest = ''] =
    /^(first|only|prefer|avoid|otherwise|stop|take|finally)\b\s*(.*)$/s.exec(line) ?? []
  if (verb === '') return undefined // not a policy line
  const [what = '', when] = split(` ${rest}`, ' if ')
  const condition = when === undefined ? undefined : short(inWords(when))
  if (verb === 'stop') return condition
  if (verb === 'take' || verb === 'finally')
    return condition ?? (/\d/.test(what) || isPlain(what) ? undefined : short(inWords(what)))
  const criteria = criteriaWords(split(what, ','))
  if (verb === 'avoid') {
    const not = criteria ?? (isPlain(what) ? plain(what) : undefined)
    return not === undefined ? condition : `not ${not}${condition === undefined ? '' : `: ${condition}`}`
  }
  return criteria ?? condition
}

/** Renders as many criteria as fit, in order. A plain name is the choice itself, so it is skipped. */
function criteriaWords(parts: readonly string[]): string | undefined {
  let words = ''
  for (const part of parts) {
    const next = isPlain(part) ? undefined : partWords(part)
    if (next === undefined) continue
    const longer = words === '' ? next : `${words}, ${next}`
    if (longer.length > MAX_LENGTH) break
    words = longer
  }
  return words === '' ? undefined : words
}

function partWords(part: string): string | undefined {
  const [, by, value = ''] = /^(most|least) (.+)$/s.exec(part) ?? []
  if (by === undefined) return inWords(part)
  const condition = whether(value)
  const words = inWords(condition ?? value)
  if (words === undefined) return undefined
  if (condition === undefined) return `${by} ${words}`
  // A preference, which the chosen option need not meet.
  return `preferably ${by === 'most' ? '' : 'not '}${words}`
}

function withSeatNames(words: string, seats: GameDef['seats']): string {
  return words.replaceAll(
    /[\w-]+/g,
    (word) => seats.find(({ id }) => id.toLowerCase() === word.toLowerCase())?.id ?? word,
  )
}

const short = (words: string | undefined): string | undefined =>
  words !== undefined && words.length <= MAX_LENGTH ? words : undefined
