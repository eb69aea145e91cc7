/** Why a bot decided so, as a reader of the rulebook would say it. */
import type { GameDef, PolicyReason } from '@ludoforge/kernel'
import { inWords, isPlain, plain, split, whether } from './wording.js'

/**
 * `8.5.2: most population`: what it went by, or the title of what it follows. Seats are
 * written as the game does, also in names such as `red-moves-in`.
 */
export function becauseText({ text, title, rule }: PolicyReason, { seats }: Pick<GameDef, 'seats'>): string {
  const said = wordsOf(text)
  const words = said === undefined ? (title ?? text) : proper(said, seats)
  return rule === undefined ? words : `${rule}: ${words}`
}

/** Of several that had a say the one that decided: the last that says what it went by. */
export function decisiveReason(why: readonly PolicyReason[]): PolicyReason | undefined {
  return why.findLast(({ text }) => wordsOf(text) !== undefined) ?? why.at(-1)
}

const LINES: Readonly<Record<string, string>> = {
  'take most': 'as many as possible',
  'take least': 'as few as possible',
  'otherwise stop': 'nothing else is wanted',
}
/** What is longer nobody reads beside what happened. */
const LONG = 100

/** What a line goes by, if that can be said in a few words. */
function wordsOf(text: string): string | undefined {
  const line = text.trim()
  const known = LINES[line]
  if (known !== undefined) return known
  const [, verb = '', rest = ''] =
    /^(first|only|prefer|avoid|otherwise|stop|take|finally)\b\s*(.*)$/s.exec(line) ?? []
  if (verb === '') return undefined // no line of a policy
  const [what = '', when] = split(` ${rest}`, ' if ')
  const condition = when === undefined ? undefined : short(inWords(when))
  if (verb === 'stop') return condition
  if (verb === 'take' || verb === 'finally')
    return condition ?? (/\d/.test(what) || isPlain(what) ? undefined : short(inWords(what)))
  const weighed = weighedWords(split(what, ','))
  if (verb === 'avoid') {
    const not = weighed ?? (isPlain(what) ? plain(what) : undefined)
    return not === undefined ? condition : `not ${not}${condition === undefined ? '' : `: ${condition}`}`
  }
  return weighed ?? condition
}

/** As many of what is weighed, in its order, as are short enough. What is only a name is what was chosen. */
function weighedWords(parts: readonly string[]): string | undefined {
  let said = ''
  for (const part of parts) {
    const words = isPlain(part) ? undefined : partWords(part)
    if (words === undefined) continue
    const more = said === '' ? words : `${said}, ${words}`
    if (more.length > LONG) break
    said = more
  }
  return said === '' ? undefined : said
}

function partWords(part: string): string | undefined {
  const [, by, value = ''] = /^(most|least) (.+)$/s.exec(part) ?? []
  if (by === undefined) return inWords(part)
  const condition = whether(value)
  const words = inWords(condition ?? value)
  if (words === undefined) return undefined
  if (condition === undefined) return `${by} ${words}`
  // A wish, which what was chosen need not meet.
  return `preferably ${by === 'most' ? '' : 'not '}${words}`
}

function proper(words: string, seats: GameDef['seats']): string {
  return words.replaceAll(
    /[\w-]+/g,
    (word) => seats.find(({ id }) => id.toLowerCase() === word.toLowerCase())?.id ?? word,
  )
}

const short = (words: string | undefined): string | undefined =>
  words !== undefined && words.length <= LONG ? words : undefined
