/** The story of a game: one entry per turn or phase, with its net result and the change of each seat's score. */
import type { Values } from '@ludoforge/look'
import { typeOf, zoneOf } from './change-sentences.js'
import { type GameLog, isGroup, type LogGroup, type LogItem, type LogLine } from './game-log.js'
import type { Move } from './join-events.js'
import { hasContent } from './log-rows.js'
import { decisionsText } from './summaries.js'
import { isOneLine, isPlayed, linesOf, seatOfTurn, turnParts } from './turn-line.js'
import type { Vocabulary } from './vocabulary.js'

/** A turn or a phase in the log, before it is put into words. */
export interface StoryTurn {
  readonly key: string
  /** The seat whose turn it is. A phase of all seats has none. */
  readonly seat?: string
  /** The title around it, such as the card or the hand. */
  readonly under?: string
  /** The numbers of its first and last entry. */
  readonly first: number
  readonly last: number
  readonly group: LogGroup
}

/** How much a seat gained. */
export interface Gain {
  readonly seat: string
  readonly by: number
}

/** A turn in words. */
export interface ToldTurn {
  readonly head: string
  readonly results: readonly string[]
  readonly gains: readonly Gain[]
}

/** Lines of a phase that are told if it has no net result. */
const MAX_LINES = 3

/** Returns the turns of a log in order. Loose decisions of one seat in a row are one turn. */
export function turnsOf({ top }: Pick<GameLog, 'top'>, words: Vocabulary): readonly StoryTurn[] {
  const turns: StoryTurn[] = []
  walk(top, undefined)
  return turns

  function walk(group: LogGroup, under: string | undefined): void {
    let run: LogLine[] = []
    const flush = (): void => {
      const turn = runOf(run, under, words)
      if (turn !== undefined) turns.push(turn)
      run = []
    }
    for (const item of group.items) {
      if (isGroup(item)) {
        flush()
        if (!hasContent(item)) continue
        if (isOneLine(item, words)) {
          const turn = turnOf(item, under, words)
          if (turn !== undefined) turns.push(turn)
        } else walk(item, item.text)
      } else if (item.line !== undefined) {
        const [first] = run
        const begins = item.kind === 'chose' && item.weight !== 'bookkeeping'
        if (first === undefined ? begins || item.weight === 'result' : begins && item.seat !== first.seat) {
          flush()
          run = [item]
        } else if (first !== undefined) run.push(item)
      }
    }
    flush()
  }
}

/** Returns the turn of a group. A phase of bookkeeping alone has none. */
function turnOf(group: LogGroup, under: string | undefined, words: Vocabulary): StoryTurn | undefined {
  const seat = seatOfTurn(group, words)
  const lines = linesOf(group).filter(({ line }) => line !== undefined)
  if (seat === undefined && lines.every(({ weight }) => weight === 'bookkeeping')) return undefined
  const numbers = (lines.length === 0 ? [group] : lines).map(({ number }) => number)
  return {
    key: group.key,
    ...(seat === undefined ? {} : { seat }),
    ...(under === undefined ? {} : { under }),
    first: Math.min(...numbers),
    last: Math.max(...numbers),
    group,
  }
}

/** Returns loose lines as a turn: the decisions of one seat and what follows, or a report of the rules. */
function runOf(run: readonly LogLine[], under: string | undefined, words: Vocabulary): StoryTurn | undefined {
  const [first] = run
  if (first === undefined) return undefined
  const { seat } = first
  const text = seat === undefined ? first.text : words.plainSeat(seat)
  const group: LogGroup = {
    kind: 'title',
    key: first.key,
    number: first.number,
    text,
    name: text,
    ...(seat === undefined ? {} : { seat }),
    why: [],
    items: [...run],
    version: 0,
    led: false,
  }
  return turnOf(group, under, words)
}

/** Puts turns that follow each other into words. */
export function tellTurns(
  turns: readonly StoryTurn[],
  log: Pick<GameLog, 'valuesAt'>,
  words: Vocabulary,
): readonly ToldTurn[] {
  let before = (turns[0]?.first ?? 0) - 1
  return turns.map((turn, i) => {
    const last = isReportedLater(turns, i) ? turn.last - 1 : turn.last
    const gains = gainsOf(log.valuesAt(before), log.valuesAt(Math.max(before, last)), words)
    before = Math.max(before, last)
    return { ...turnInWords(turn, words), gains }
  })
}

/** Whether a later turn shares the last entry of this one and reports its result, as a showdown does. */
function isReportedLater(turns: readonly StoryTurn[], i: number): boolean {
  const { last } = turns[i] ?? { last: 0 }
  return turns.slice(i + 1, i + MAX_SHARED).some(({ first, group }) => first === last && hasReport(group))
}

const MAX_SHARED = 12

function hasReport(group: LogGroup): boolean {
  return linesOf(group).some(({ line }) => line?.type === 'said')
}

function turnInWords({ group }: StoryTurn, words: Vocabulary): Pick<ToldTurn, 'head' | 'results'> {
  const { head, parts, isChoice, isMove } = turnParts(group, words)
  const isRun = group.kind === 'title' && group.seat !== undefined
  const chosen = isRun ? linesOf(group).filter(({ kind }) => kind === 'chose') : []
  return {
    head: isChoice && chosen.length > 1 ? decisionsText(chosen, words) : head,
    results: parts.length > 0 || isMove ? parts : eventsOf(group, head, words),
  }
}

/** Returns what happened in a turn without a net result: cards that moved, dice, reports. */
export function eventsOf(group: LogGroup, head: string, words: Vocabulary): readonly string[] {
  const seat = seatOfTurn(group, words)
  // The head tells which card was played, and its place is the seat's own.
  const isTold = (move: Move): boolean =>
    seat !== undefined && isPlayed(move, seat, words) && zoneOf(move.into, words)?.owner === seat
  return linesOf(group)
    .filter(({ kind, weight, text }) => kind !== 'chose' && weight !== 'bookkeeping' && text !== head)
    .filter(({ line }) => line?.type !== 'changes' || !words.isHidden(line.variable))
    .filter(({ line }) => line?.type !== 'moves' || !line.moves.every(isTold))
    .map(({ text }) => text)
    .slice(0, MAX_LINES)
}

/** Returns the index of the seat value that the story compares: a margin if there is one, else the first. */
export function standingValue({ reckoned: { seatValues } }: Pick<Vocabulary, 'reckoned'>): number {
  const margin = seatValues.findIndex(({ marginOf }) => marginOf !== undefined)
  if (margin >= 0) return margin
  const signed = seatValues.findIndex((value) => value.signed)
  return signed >= 0 ? signed : seatValues.length > 0 ? 0 : -1
}

/** Returns how much each seat gained, in the order of the seats. */
function gainsOf(before: Values | undefined, after: Values | undefined, words: Vocabulary): readonly Gain[] {
  const value = standingValue(words)
  if (value < 0 || before === undefined || after === undefined) return []
  return words.def.seats.flatMap(({ id }) => {
    const [from, to] = [before.seats[id]?.[value], after.seats[id]?.[value]]
    return typeof from === 'number' && typeof to === 'number' && from !== to
      ? [{ seat: id, by: to - from }]
      : []
  })
}

/** `Left +2, Right −5`. */
export function gainsText(gains: readonly Gain[], words: Pick<Vocabulary, 'seat'>): string {
  return gains.map(({ seat, by }) => `${words.seat(seat)} ${signed(by)}`).join(', ')
}

/** Returns a number with its sign. */
export const signed = (number: number): string =>
  number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0'

/** Returns the spaces that a turn changed, in order, each once. */
export function spacesOf({ group }: Pick<StoryTurn, 'group'>, words: Vocabulary): readonly string[] {
  const zones = linesOf(group)
    .filter(({ kind }) => kind !== 'chose')
    .flatMap(({ zones: touched }) => touched)
  return [...new Set(zones)].filter(
    (id) => zoneOf(id, words)?.space === true && typeOf(id, words) === undefined,
  )
}

/**
 * Returns the turns since a seat's last one, without its turn in progress. Without a seat, as for a spectator, returns
 * the last `most` turns.
 */
export function turnsSince(
  turns: readonly StoryTurn[],
  seat: string | null,
  isDeciding: boolean,
  most = MAX_WATCHED,
): readonly StoryTurn[] {
  if (seat === null) return turns.slice(-most)
  const isOwn = (turn: StoryTurn): boolean => turn.seat === seat
  const end = isDeciding ? turns.findLastIndex((turn) => !isOwn(turn)) + 1 : turns.length
  const start = turns.slice(0, end).findLastIndex(isOwn) + 1
  return turns.slice(start, end)
}

const MAX_WATCHED = 12

/** Returns the items of a turn below its outermost headings that only lead to others. */
export function stepsOf({ group }: Pick<StoryTurn, 'group'>): readonly LogItem[] {
  const [only] = group.items
  return group.items.length === 1 && only !== undefined && isGroup(only)
    ? stepsOf({ group: only })
    : group.items
}
