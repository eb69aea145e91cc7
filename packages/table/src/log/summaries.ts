/** Summarizes several log lines as one: decisions in turn, dice, and bookkeeping. */
import { withoutUndefined } from '@ludoforge/kernel'
import { joinLines, type JoinedLine, type Move } from './join-events.js'
import { zoneOf } from './change-sentences.js'
import { choiceEventText, doingSentence, sentence } from './sentences.js'
import type { LogLine } from './game-log.js'
import { mentions, SECRET } from './salience.js'
import type { Vocabulary } from './vocabulary.js'

interface DecisionGroup {
  readonly seats: string[]
  readonly choices: { readonly name: string; readonly texts: string[]; readonly label?: string }[] // by question
  readonly plain: string | undefined // the text of a line that can't be grouped
}

/** `Left and Right fold; Middle chooses Raise: 40`. Repeated questions: `Left chooses Hill, Mill`. */
export function decisionsText(lines: readonly LogLine[], words: Vocabulary): string {
  const groups: DecisionGroup[] = []
  const isKnown = ({ line }: LogLine): boolean => line?.type === 'chose' && line.choice !== SECRET
  for (const { line, text } of lines) {
    const last = groups.at(-1)
    // Secret answers aren't told next to others of the seat.
    if (line?.type === 'chose' && line.choice === SECRET) {
      const isTold = lines.some((other) => isKnown(other) && other.seat === line.seat)
      if (!isTold) groups.push({ seats: [line.seat], choices: [], plain: undefined })
      continue
    }
    if (
      line?.type !== 'chose' ||
      line.forced === true ||
      (typeof line.choice === 'object' && 'offer' in line.choice)
    ) {
      groups.push({ seats: [], choices: [], plain: text })
      continue
    }
    const { name, seat, label } = line
    const choice = { name, texts: [choiceEventText(line, words)], ...withoutUndefined({ label }) }
    if (last?.plain === undefined && last?.seats.length === 1 && last.seats[0] === seat) {
      const before = last.choices.at(-1)
      if (before?.name === name) before.texts.push(...choice.texts)
      else last.choices.push(choice)
    } else groups.push({ seats: [seat], choices: [choice], plain: undefined })
  }
  const merged: DecisionGroup[] = []
  for (const group of groups) {
    const last = merged.at(-1)
    const isSameChoice =
      last?.plain === undefined &&
      group.plain === undefined &&
      last &&
      choicesText(last, words) === choicesText(group, words)
    if (last !== undefined && isSameChoice) last.seats.push(...group.seats)
    else merged.push(group)
  }
  return merged
    .map((group) => {
      if (group.plain !== undefined) return group.plain
      const seats = [...new Set(group.seats)].map((seat) => words.seat(seat))
      const [only, ...others] = group.choices
      if (only === undefined) return words.say.choosesSecretly(seats)
      const isOne = others.length === 0 && only.texts.length === 1
      const doing = isOne ? doingSentence(seats, only, words) : undefined
      return doing ?? words.say.chooses(seats, choicesText(group, words))
    })
    .join('; ')
}

/** Renders the choices. An empty last choice is omitted if there were others. */
function choicesText({ choices }: DecisionGroup, { say }: Vocabulary): string {
  return choices
    .map(({ texts }) => {
      const group = [...new Set(texts)].filter((text) => text !== say.nothing)
      return group.length === 0 ? say.nothing : say.list(group)
    })
    .join(': ')
}

/** `die: rolled 3, 5, 4 (1-6)`: joins rolls of equal dice and keeps other lines. */
export function rollTexts(lines: readonly LogLine[]): string[] {
  const texts = new Map<string, string>()
  for (const { line, text, key } of lines) {
    if (line?.type !== 'rolled') texts.set(key, text)
    else {
      const { name, min, max, value } = line
      const dice = `${name} ${min} ${max}`
      const before = texts.get(dice)
      texts.set(dice, before === undefined ? text : before.replace(/(?= \(\S+\)$)/, `, ${value}`))
    }
  }
  return [...texts.values()]
}

/** `12 cards are dealt; 7 cards are moved to Deck; Deck is shuffled`, without what the title mentions or the look hides. */
export function bookkeepingText(lines: readonly LogLine[], title: string, words: Vocabulary): string {
  const moves = lines
    .flatMap(({ line }) => (line?.type === 'moves' ? line.moves : []))
    .filter(({ into, what }) => !words.isHidden(into) && !title.includes(words.kind(what)))
  const changes = lines.flatMap(({ line }): JoinedLine[] =>
    line?.type === 'changes' && !line.changes.every(({ value }) => mentions(title, value)) ? [line] : [],
  )
  const others = lines.filter(({ line }) => line?.type === 'shuffled' || line?.type === 'rolled')
  return [
    ...movesTexts(moves, words),
    ...new Set(others.map(({ text }) => text)),
    ...joinLines(changes).map((line) => sentence(line, words, null)),
  ].join('; ')
}

/** Renders dealt cards, and other moves by their target. */
function movesTexts(moves: readonly Move[], words: Vocabulary): string[] {
  const isDealt = ({ from, into }: Move): boolean =>
    zoneOf(from, words)?.visible === 'none' && zoneOf(into, words)?.owner !== undefined
  const dealt = moves.filter(isDealt)
  const sums = new Map<string, Move[]>()
  for (const move of moves)
    if (!isDealt(move)) {
      const known = sums.get(move.into)
      if (known === undefined) sums.set(move.into, [move])
      else known.push(move)
    }
  const { say } = words
  return [
    ...(dealt.length === 0 ? [] : [say.dealt(amount(dealt, words), isOne(dealt))]),
    ...[...sums].map(([into, group]) => say.movedInto(amount(group, words), isOne(group), words.zone(into))),
  ]
}

const isOne = (moves: readonly Move[]): boolean => moves.reduce((all, { count }) => all + count, 0) === 1

/** `12 cards`, or the name of a single one. */
function amount(moves: readonly Move[], words: Vocabulary): string {
  const sum = moves.reduce((all, { count }) => all + count, 0)
  const [first] = moves
  if (sum === 1 && first !== undefined) return words.counted(first.what, 1)
  const isCards = first !== undefined && zoneOf(first.into, words)?.holds === 'cards'
  return words.say.hidden(isCards ? 'card' : 'piece', sum)
}
