/** A look back at a part of a guided game: what the learner gained by, what cost most, and what to try. */
import type { GameLog } from '../log/game-log.js'
import { type Gain, signed, standingValue, type StoryTurn, tellTurns, turnsOf } from '../log/story.js'
import type { Vocabulary } from '../log/vocabulary.js'
import type { TurnVerdict } from './suggest-turns.js'

/** A turn of the learner that a search has judged. */
export interface JudgedTurn {
  readonly entry: number // the one before its first answer
  readonly card: number
  readonly loss: number // in points of worth
  readonly gives?: TurnVerdict['gives']
  readonly text: string
  readonly better: string
}

/** The part of the game to look back at. */
export interface LookBackRequest {
  readonly log: Pick<GameLog, 'top' | 'valuesAt'>
  readonly words: Vocabulary
  readonly seat: string
  readonly since: number // the last entry before it
  readonly judged: readonly JudgedTurn[]
}

const LEAST_LOSS = 1

interface ToldChange {
  readonly text: string
  readonly by: number
}

/** Returns three lines. */
export function lookBack({ log, words, seat, since, judged }: LookBackRequest): readonly string[] {
  const value = words.reckoned.seatValues[standingValue(words)]?.title ?? 'standing'
  const turns = turnsOf(log, words).filter(({ first }) => first > since)
  const told = tellTurns(turns, log, words)
  const changes = turns.flatMap((turn, i): ToldChange[] => {
    const { head = '', gains = [] } = told[i] ?? {}
    const by = gainOf(gains, seat)
    return by === 0 ? [] : [{ text: `${head}${under(turn)}`, by }]
  })
  const best = changes.reduce<ToldChange | undefined>((a, b) => (b.by > (a?.by ?? 0) ? b : a), undefined)
  const worst = changes.reduce<ToldChange | undefined>((a, b) => (b.by < (a?.by ?? 0) ? b : a), undefined)
  return [
    best === undefined
      ? `Gained: nothing raised your ${value}.`
      : `Gained: ${best.text} (${value} ${signed(best.by)}).`,
    worst === undefined
      ? `Cost: nothing lowered your ${value}.`
      : `Cost: ${worst.text} (${value} ${signed(worst.by)}).`,
    tryText(
      judged.filter(
        ({ entry, text, better, loss }) => entry >= since && (loss < LEAST_LOSS || better !== text),
      ),
    ),
  ]
}

const gainOf = (gains: readonly Gain[], seat: string): number =>
  gains.find((gain) => gain.seat === seat)?.by ?? 0

const under = ({ under: title }: StoryTurn): string => (title === undefined ? '' : `, ${title}`)

function tryText(judged: readonly JudgedTurn[]): string {
  const [worst] = judged.toSorted((a, b) => b.loss - a.loss)
  if (worst === undefined) return 'To try: ask for a suggestion. No turn of yours was judged.'
  const turns = judged.length === 1 ? 'your turn' : `your ${judged.length} turns`
  if (worst.loss < LEAST_LOSS) return `To try: the same again. By search, ${turns} gave nothing away.`
  const { better, text, card, gives, loss } = worst
  const by = gives === undefined ? `about ${Math.round(loss)} better` : `this gave away ${gives}`
  return `To try: ${better}, in place of ${text} on card ${card} (${by} by search).`
}
