/** A turn or a phase in one line with its net result: `Left Marches in 3 spaces: Tower in Mill, +6 Cubes, Round 3`. */
import { netResult } from './net-result.js'
import { isGroup, type LogGroup, type LogLine } from './game-log.js'
import type { Move } from './join-events.js'
import { typeOf, zoneOf } from './change-sentences.js'
import { SECRET } from './salience.js'
import { choiceEventText, condenseOptions, doingSentence } from './sentences.js'
import type { Vocabulary } from './vocabulary.js'

/** Parts of the net result that a line has at most. */
const MAX_PARTS = 4
/** A report of the rules that is short enough to be part of a line. */
const SHORT_REPORT = 72

/** Returns the seat whose turn a group is: that of its action, or the one that its title names. */
export function seatOfTurn(group: LogGroup, words: Vocabulary): string | undefined {
  if (group.kind === 'action') return group.seat
  return words.def.seats.find(({ id }) => words.plainSeat(id) === group.text)?.id
}

/** Checks whether a group is told in one line: a turn, or a title without further titles in it. */
export function isOneLine(group: LogGroup, words: Vocabulary): boolean {
  return seatOfTurn(group, words) !== undefined || (group.items.length > 0 && !hasParts(group, words))
}

function hasParts(group: LogGroup, words: Vocabulary): boolean {
  return group.items.some(
    (item) => isGroup(item) && (item.kind === 'title' || seatOfTurn(item, words) !== undefined),
  )
}

/** Returns the line of a turn or a phase. A title with titles or turns in it is only their heading. */
export function turnLine(group: LogGroup, words: Vocabulary): string {
  const { head, parts } = turnParts(group, words)
  return parts.length === 0 ? head : `${head}: ${parts.join(', ')}`
}

/** The line of a turn in two: what was done, and its net result. */
export interface TurnParts {
  readonly head: string
  readonly parts: readonly string[]
  /** Whether the head is only the seat's first choice: nothing else tells what it did. */
  readonly isChoice: boolean
  /** Whether the head tells the whole move of a piece. */
  readonly isMove: boolean
}

/** Returns the parts of the line of a turn or a phase. */
export function turnParts(group: LogGroup, words: Vocabulary): TurnParts {
  const seat = seatOfTurn(group, words)
  if (seat === undefined && hasParts(group, words))
    return { head: group.text, parts: [], isChoice: false, isMove: false }
  const { head, told, isChoice }: Head =
    seat === undefined ? { head: group.text } : turnHead(group, seat, words)
  const reports = linesOf(group).filter(({ line }) => line?.type === 'said' || line?.type === 'over')
  const said = reports.map(({ text }) => text).filter((text) => isNews(text, head))
  const parts = [...said.slice(-1), ...netResult(group, seat, words)].filter((part) => part !== told)
  return {
    head,
    parts: parts.slice(0, MAX_PARTS).map((part) => withoutSpace(part, head, words)),
    isChoice: isChoice === true,
    isMove: told !== undefined,
  }
}

/** Omits the space of a state that the head names already: `Left Calms in Hill: calm`. */
function withoutSpace(part: string, head: string, { def }: Vocabulary): string {
  const space = def.zones.find(({ name, space: isSpace }) => isSpace && part.startsWith(`${name} `))
  return space !== undefined && head.endsWith(` ${space.name}`) ? part.slice(space.name.length + 1) : part
}

const isNews = (text: string, head: string): boolean =>
  text.length <= SHORT_REPORT && !text.startsWith(head) && !head.startsWith(text.split('. ')[0] ?? text)

/** Returns all lines in a group, in order. */
export function linesOf(group: Pick<LogGroup, 'items'>): LogLine[] {
  return group.items.flatMap((item) => (isGroup(item) ? linesOf(item) : [item]))
}

export interface Head {
  readonly head: string
  /** The part of the net result that the head tells already. */
  readonly told?: string
  /** The move of the chosen piece, if the head tells it. */
  readonly move?: Move
  readonly isChoice?: boolean
}

/** `Left Marches in 3 spaces and Raids`, what the rules reported, or the first choice. */
function turnHead(group: LogGroup, seat: string, words: Vocabulary): Head {
  const { say } = words
  const name = words.seat(seat)
  const verbs = actionsOf(group, seat).map((action) => verbOf(action, seat, words))
  if (verbs.length > 0) return { head: `${name} ${say.list(unique(verbs))}` }
  const lines = linesOf(group)
  const [report] = lines.flatMap(({ line, text }) => (line?.type === 'said' ? [text] : []))
  const plain = words.plainSeat(seat)
  if (report?.startsWith(plain) === true)
    return { head: report.split('. ')[0]?.replace(/[.:]$/, '') ?? report }
  const played = playedCards(lines, seat, words)
  const chosen = lines.flatMap(({ line }) => (line?.type === 'chose' && line.seat === seat ? [line] : []))
  if (chosen.length > 0 && played !== '') return { head: say.plays(name, played) }
  const first = chosen.find(({ choice }) => choice !== SECRET)
  if (first === undefined) return { head: name }
  const moved = movedPieces(lines, first.choice, seat, words)
  if (moved !== undefined) return moved
  const choice = choiceEventText(first, words)
  const doing = doingSentence([name], first, words)
  if (doing !== undefined) return { head: doing, isChoice: true }
  // An option of one word is a verb: Pass.
  return first.label !== undefined && /^[A-Z][a-z]+$/.test(first.label)
    ? { head: `${name} ${say.thirdPerson(first.label.toLowerCase())}`, isChoice: true }
    : { head: say.chooses([name], choice), isChoice: true }
}

/** `Left plays B3`, `Left moves Tower from Hill to Mill`: the choice is where a piece of the seat came or left, or the piece. */
export function movedPieces(
  lines: readonly LogLine[],
  choice: unknown,
  seat: string,
  words: Vocabulary,
): Head | undefined {
  if (typeof choice !== 'string') return undefined
  const moves = lines.flatMap(({ line }) => (line?.type === 'moves' ? line.moves : []))
  const own = moves.filter(({ what }) => condenseOptions(words).ownerOf(what) === seat)
  const isSpace = (zone: string): boolean => zoneOf(zone, words)?.space === true
  const { say } = words
  const name = words.seat(seat)
  if (own.some(({ from, into }) => into === choice && isSpace(into) && !isSpace(from)))
    return { head: say.plays(name, words.zone(choice)) }
  const left = own.find(({ what, from }) => from === choice || `${what}@${from}` === choice)
  if (left === undefined) return undefined
  const [from, into] = [words.zone(left.from), words.zone(left.into)]
  const piece = words.ownKind(left.what)
  return left.from === choice
    ? { head: say.movesPiece(name, '', from, into) }
    : { head: say.movesPiece(name, piece, from, into), told: say.moved(piece, from, into), move: left }
}

/** Returns the cards that a seat moved from a hand of its own to where all can see them. */
function playedCards(lines: readonly LogLine[], seat: string, words: Vocabulary): string {
  const moves = lines.flatMap(({ line }) => (line?.type === 'moves' ? line.moves : []))
  const played = moves.filter((move) => isPlayed(move, seat, words))
  const isHidden = played.some(({ what }) => typeOf(what, words) === undefined)
  return isHidden ? '' : words.say.list(played.map(({ what, count }) => words.counted(what, count)))
}

/** Checks whether a move brings a card from a seat's own hand to where all can see it. */
export function isPlayed({ from, into }: Move, seat: string, words: Vocabulary): boolean {
  const [hand, table] = [zoneOf(from, words), zoneOf(into, words)]
  return hand?.owner === seat && hand.visible !== 'all' && table?.holds === 'cards' && table.visible === 'all'
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

/** Returns the actions of a seat in order. One that only leads to others isn't told. */
function actionsOf(group: LogGroup, seat: string): LogGroup[] {
  const inner = group.items.flatMap((item) => (isGroup(item) ? actionsOf(item, seat) : []))
  if (group.kind !== 'action' || group.seat !== seat) return inner
  const leads = inner.length > 0 && group.items.every((item) => isGroup(item) || item.kind === 'said')
  return leads ? inner : [group, ...inner]
}

/** `Rallies in 3 spaces`. */
function verbOf(group: LogGroup, seat: string, words: Vocabulary): string {
  const { say, def } = words
  const verb =
    def.procedures.find(({ id }) => id === group.action)?.verb ??
    say.thirdPerson(group.action === undefined ? group.name : words.action(group.action))
  const chosen = new Set(
    group.items.flatMap((item) => (isGroup(item) ? [] : spacesChosen(item, seat, words))),
  )
  const [only] = chosen
  if (only === undefined) return verb
  return chosen.size === 1 ? say.in(verb, words.zone(only)) : `${verb} ${say.spaces(chosen.size)}`
}

function spacesChosen({ line }: LogLine, seat: string, words: Vocabulary): readonly string[] {
  if (line?.type !== 'chose' || line.seat !== seat) return []
  const { choice } = line
  const ids: readonly string[] = typeof choice === 'string' ? [choice] : Array.isArray(choice) ? choice : []
  return ids.filter((id) => zoneOf(id, words)?.space === true && typeOf(id, words) === undefined)
}
