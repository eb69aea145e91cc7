/** What an answer would do, in words: for the page and the terminal. */
import type { Outlook, Preview } from '@ludoforge/play'
import type { Values } from '@ludoforge/look'
import { condense } from './condense.js'
import { outcomeParts, type RowContext } from './option-outcome.js'
import { beginningSentence, condenseOptions, isLogged, sentence } from './sentences.js'
import type { ValueChange } from './value-changes.js'
import type { Vocabulary } from './vocabulary.js'

const MAX_LINES = 8

/** What a preview is told with. */
export interface ConsequenceContext extends RowContext {
  /** The computed values now, if they are known. */
  readonly before?: Values | undefined
}

/** A score before and after, with its margin if the look declares one. */
export interface ScoreChange {
  readonly seat: string
  readonly title: string
  readonly score: readonly [from: number, to: number]
  readonly margin?: readonly [from: number, to: number]
}

/** The consequences of an answer. */
export interface Consequences {
  /** A few words for the row of the option. */
  readonly short: string
  /** Whether `short` is a result that depends on the seat's next answers, or only says what is asked next. */
  readonly isOpen: boolean
  /** Sentences: what changes, an example of what could follow, and what is asked next. */
  readonly lines: readonly string[]
  /** The scores that change, now or in the example. */
  readonly scores: readonly ScoreChange[]
}

/** Returns the consequences of an answer. */
export function consequences(outlook: Outlook<Values>, context: ConsequenceContext): Consequences {
  const { words, seat, before } = context
  const { say } = words
  const { example } = outlook
  const changeOf = (after: Values | undefined): ValueChange | undefined =>
    before === undefined || after === undefined ? undefined : { before, after }
  const change = changeOf(outlook.values)
  const later = changeOf(example?.values)
  const now = eventLines(outlook, words, seat)
  const then = example === undefined ? [] : eventLines(withoutChoices(example), words, seat)
  const scores = scoreChanges(change, words)
  const parts = outcomeParts(outlook, change, context)
  const examples = example === undefined ? [] : outcomeParts(example, later, context)
  const isEmpty = now.length + then.length + scores.length === 0
  const short =
    examples.length > 0
      ? say.outcome.example(examples.join(', '))
      : parts.length > 0
        ? parts.join(', ')
        : pendingText(outlook, words, seat)
  return {
    short,
    isOpen: parts.length === 0 || examples.length > 0,
    lines: [
      ...now,
      ...(then.length === 0 ? [] : [say.forExample(then)]),
      ...endingLines(outlook, isEmpty, words, seat),
    ],
    scores: scores.length > 0 ? scores : scoreChanges(later, words),
  }
}

/** `US 38 → 40, margin −12 → −10`. */
export function scoreText({ seat, title, score, margin }: ScoreChange, words: Vocabulary): string {
  const { say } = words
  const now = `${words.seat(seat)} ${say.changed(signed(score[0]), signed(score[1]))}`
  return margin === undefined ? now : `${now}, ${say.margin(title, signed(margin[0]), signed(margin[1]))}`
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n))

function eventLines({ events }: Preview, words: Vocabulary, seat: string): readonly string[] {
  const rest = events[0]?.type === 'chose' ? events.slice(1) : events
  const known = rest.filter((event) => isLogged(event, words))
  const sentences = condense(known, condenseOptions(words)).map((line) => {
    if (line.type === 'entered') return line.title
    return line.type === 'began' ? beginningSentence(line, undefined, words) : sentence(line, words, seat)
  })
  const lines = sentences.filter((text) => text !== '').map(asSentence)
  const more = lines.length - MAX_LINES
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [words.say.moreChanges(more)] : [])]
}

/** The answers of an example follow from its results. */
const withoutChoices = (example: Preview): Preview => ({
  ...example,
  events: example.events.filter(({ type }) => type !== 'chose'),
})

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/([.!?])\.$/, '$1')

/** What ends the preview, and what is asked next. */
function endingLines(
  { until, next, example }: Outlook<Values>,
  isEmpty: boolean,
  words: Vocabulary,
  seat: string,
): readonly string[] {
  const { say } = words
  const last = example ?? { until, next }
  if (last.until === 'over') return [say.ending.over]
  const { alone, after } = say.ending[last.until]
  if (last.until !== 'question') return [isEmpty ? alone : after]
  const { next: then } = last
  if (then?.prompt !== undefined) {
    const question = say.next(asQuestion(then.prompt))
    return isEmpty && then.again === true ? [asSentence(say.outcome.nothing), question] : [question]
  }
  if (!isEmpty || last.next === undefined) return isEmpty ? [alone] : []
  return [last.next.seat === seat ? alone : asSentence(say.outcome.nextTurn(words.plainSeat(last.next.seat)))]
}

const asQuestion = (prompt: string): string => `${prompt.charAt(0).toUpperCase()}${prompt.slice(1)}`

/** The row of an option that changes nothing yet. */
function pendingText({ until, next }: Outlook<Values>, words: Vocabulary, seat: string): string {
  const { say } = words
  if (until === 'hidden') return '' // true of every option alike: the preview says it once
  if (until !== 'question') return say.outcome[until]
  if (next?.again === true) return say.outcome.nothing
  if (next?.prompt !== undefined) return say.outcome.then(shortQuestion(next.prompt))
  if (next === undefined || next.seat === seat) return ''
  return say.outcome.nextTurn(words.plainSeat(next.seat))
}

/** Omits the heading of a question and its note: `March from Hill: move which cubes? (up to 3)`. */
function shortQuestion(prompt: string): string {
  const [question = prompt] = /^[^?]*\?/.exec(prompt) ?? []
  const parts = question.replace(/\s*\([^()]*\)\s*$/, '').split(': ')
  const last = parts.at(-1) ?? question
  // What follows the colon may be a note: `Your bet: from 40 to 1500`.
  return /\d/.test(last) && !last.endsWith('?') ? (parts[0] ?? prompt) : last
}

/** Returns the scores that the look declares with a margin and that change. */
function scoreChanges(change: ValueChange | undefined, { reckoned }: Vocabulary): ScoreChange[] {
  if (change === undefined) return []
  const { before, after } = change
  return reckoned.seatValues.flatMap(({ title, marginOf }, i) => {
    const score = reckoned.seatValues.findIndex((other) => other.title === marginOf)
    if (marginOf === undefined || score < 0) return []
    return Object.keys(after.seats).flatMap((seat): ScoreChange[] => {
      const [from, to] = [numberAt(before, seat, score), numberAt(after, seat, score)]
      if (from === undefined || to === undefined || from === to) return []
      const [was, is] = [numberAt(before, seat, i), numberAt(after, seat, i)]
      const margin = was === undefined || is === undefined ? {} : { margin: [was, is] as const }
      return [{ seat, title, score: [from, to], ...margin }]
    })
  })
}

function numberAt({ seats }: Values, seat: string, i: number): number | undefined {
  const value = seats[seat]?.[i]
  return typeof value === 'number' ? value : undefined
}
