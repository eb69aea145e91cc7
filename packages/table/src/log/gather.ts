/** Several lines of a story as one: what people did in turn, and the bookkeeping of a table. */
import { joined, type JoinedLine, type Move } from './join.js'
import { chosenText, NOTHING, sentence, zoneOf } from './sentences.js'
import type { LogLine } from './tree.js'
import { mentions } from './salience.js'
import type { Vocabulary } from './vocabulary.js'

interface Deed {
  readonly seats: string[]
  readonly choices: { readonly name: string; readonly texts: string[] }[] // by question
  readonly plain: string | undefined // what is no choice among several is told as it is
}

/** `Left, Right choose Fold; Middle chooses Raise: 40`; who is asked the same again: `Left chooses Hill, Mill`. */
export function decisionsText(lines: readonly LogLine[], words: Vocabulary): string {
  const deeds: Deed[] = []
  for (const { line, text } of lines) {
    const last = deeds.at(-1)
    if (
      line?.type !== 'chose' ||
      line.forced === true ||
      (typeof line.choice === 'object' && 'offer' in line.choice)
    ) {
      deeds.push({ seats: [], choices: [], plain: text })
      continue
    }
    const { name, seat } = line
    const choice = { name, texts: [chosenText(line, words)] }
    if (last?.plain === undefined && last?.seats.length === 1 && last.seats[0] === seat) {
      const before = last.choices.at(-1)
      if (before?.name === name) before.texts.push(...choice.texts)
      else last.choices.push(choice)
    } else deeds.push({ seats: [seat], choices: [choice], plain: undefined })
  }
  const together: Deed[] = []
  for (const deed of deeds) {
    const last = together.at(-1)
    const same =
      last?.plain === undefined && deed.plain === undefined && last && chosen(last) === chosen(deed)
    if (last !== undefined && same) last.seats.push(...deed.seats)
    else together.push(deed)
  }
  return together
    .map((deed) => {
      if (deed.plain !== undefined) return deed.plain
      const who = [...new Set(deed.seats)].map((seat) => words.seat(seat))
      return `${who.join(', ')} ${who.length > 1 ? 'choose' : 'chooses'} ${chosen(deed)}`
    })
    .join('; ')
}

/** Who has chosen enough chooses nothing more: that goes without saying. */
function chosen({ choices }: Deed): string {
  return choices
    .map(({ texts }) => {
      const some = [...new Set(texts)].filter((text) => text !== NOTHING)
      return some.length === 0 ? NOTHING : some.join(', ')
    })
    .join(': ')
}

/** `die: rolled 3, 5, 4 (1-6)`: equal dice as one; all else as it is. */
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

/** `12 cards are dealt; 7 cards are moved to Deck; Deck is shuffled`: but not what the title tells or the look hides. */
export function bookkeepingText(lines: readonly LogLine[], title: string, words: Vocabulary): string {
  const moves = lines
    .flatMap(({ line }) => (line?.type === 'moves' ? line.moves : []))
    .filter(({ into, what }) => !words.isHidden(into) && !title.includes(words.fullKind(what)))
  const changes = lines.flatMap(({ line }): JoinedLine[] =>
    line?.type === 'changes' && !line.changes.every(({ value }) => mentions(title, value)) ? [line] : [],
  )
  const others = lines.filter(({ line }) => line?.type === 'shuffled' || line?.type === 'rolled')
  return [
    ...movesTexts(moves, words),
    ...new Set(others.map(({ text }) => text)),
    ...joined(changes).map((line) => sentence(line, words, null)),
  ].join('; ')
}

/** What is dealt from a pile, and how much goes where else. */
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
  return [
    ...(dealt.length === 0 ? [] : [`${amount(dealt, words)} dealt`]),
    ...[...sums].map(([into, some]) => `${amount(some, words)} moved to ${words.zone(into)}`),
  ]
}

/** `12 cards are`, or the name of what is only one. */
function amount(moves: readonly Move[], words: Vocabulary): string {
  const sum = moves.reduce((all, { count }) => all + count, 0)
  const [first] = moves
  if (sum === 1 && first !== undefined) return `${words.fullKind(first.what)} is`
  const noun = first !== undefined && zoneOf(first.into, words)?.holds === 'cards' ? 'card' : 'piece'
  return `${sum} ${noun}s are`
}
