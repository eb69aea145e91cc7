/** The result of an answer in a few words, for the row of its option: `removes 1 Cube`, `+6 Gold`. */
import type { StepEvent } from '@ludoforge/kernel'
import type { Preview } from '@ludoforge/play'
import { condense } from './condense.js'
import { type Flips, isSameConstant, type Moves } from './join-events.js'
import { Net } from './net-result.js'
import { ownerText, typeOf, zoneOf } from './change-sentences.js'
import { isOutOfSight, mentions } from './salience.js'
import { condenseOptions, isLogged, sentence } from './sentences.js'
import type { ValueChange } from './value-changes.js'
import type { Vocabulary } from './vocabulary.js'

/** Changes that a row shows at most. */
const MAX_PARTS = 3
/** A report of the rules that is short enough for a row. */
const SHORT_REPORT = 60
/** What a report found out, as one part of a row. */
const SHORT_FINDING = 40

/** What a row is about. */
export interface RowContext {
  readonly words: Vocabulary
  /** The seat that would answer. */
  readonly seat: string
  /** The space that the option names. */
  readonly about?: string | undefined
  /** The question. What it says already isn't told again. */
  readonly prompt?: string | undefined
}

/** Returns the parts of the result, the most important first. */
export function outcomeParts(
  { events }: Pick<Preview, 'events'>,
  change: ValueChange | undefined,
  context: RowContext,
): readonly string[] {
  const { words, seat, about } = context
  const known = events.filter((event) => isLogged(event, words))
  const lines = condense(known, condenseOptions(words))
  const net = new Net(words)
  for (const line of lines) net.add(line)
  if (change !== undefined) net.addComputed(change.before, change.after)
  const flips = lines.flatMap((line) =>
    line.type === 'flips' && typeOf(line.what, words)?.family === 'pieces' ? [flipPart(line, words)] : [],
  )
  const titles = lines.flatMap((line) => (line.type === 'entered' ? [line.title] : []))
  const pieces = [...pieceParts(net, context), ...flips]
  const found =
    pieces.length > 0 ? [] : lines.flatMap((line) => (line.type === 'said' ? finding(line.text) : []))
  const parts = [...pieces, ...found, ...valueParts(net, words, seat, about, titles)]
  const news = parts.filter((part) => part !== '')
  if (parts.length > 0) return (news.length > 0 ? news : parts).slice(0, MAX_PARTS)
  const chosen = events.find(({ type }) => type === 'chose')
  const reports = lines.flatMap((line) =>
    line.type === 'said'
      ? [line.text]
      : line.type === 'moves' && !line.moves.every((move) => isOutOfSight(move, true, words))
        ? [chosenMove(line, chosen, words, seat) ?? sentence(line, words, seat)]
        : [],
  )
  return reports.filter((text) => text !== '' && text.length <= SHORT_REPORT).slice(0, 1)
}

/** Returns what a report of the rules found out: `Left scouts Hill: two Cubes` repeats the answer before the colon. */
function finding(report: string): readonly string[] {
  const [, ...rest] = report.split(': ')
  const text = rest.join(': ')
  return text !== '' && text.length <= SHORT_FINDING ? [text] : []
}

/**
 * `to Market`: the card that the option names needs no name in its row. Empty if the player puts it in front of them:
 * the question has said that.
 */
function chosenMove(
  { moves }: Moves,
  chosen: StepEvent | undefined,
  words: Vocabulary,
  seat: string,
): string | undefined {
  const [move, ...others] = moves
  if (move === undefined || others.length > 0 || chosen?.type !== 'chose') return undefined
  const { choice } = chosen
  const isItself = choice === move.what || choice === `${move.what}@${move.from}`
  if (!isItself) return undefined
  const owner = words.def.zones.find(({ id }) => id === move.into)?.owner
  return owner === seat ? '' : words.say.outcome.goesTo(words.zone(move.into))
}

/** `2 Cubes become tired`, without their space. */
function flipPart({ what, prop, value, at }: Flips, words: Vocabulary): string {
  const count = at.reduce((sum, zone) => sum + zone.count, 0)
  return words.say.becomes(words.counted(what, count), count === 1, words.property(prop, value))
}

/** Returns what happens to pieces. A part is empty if the question and the option tell it. */
function pieceParts({ pieces }: Net, { words, seat, about, prompt = '' }: RowContext): string[] {
  const { say } = words
  const { outcome } = say
  const changes = [...pieces].map(([type, zones]) => {
    const counts = [...zones.values()]
    const sum = (of: readonly number[]): number => of.reduce((all, count) => all + count, 0)
    const into = [...zones].flatMap(([zone, count]) => (count > 0 ? [zone] : []))
    return { type, total: sum(counts), moved: sum(counts.map((count) => Math.max(0, count))), into }
  })
  const named = (of: typeof changes, count: (change: (typeof changes)[number]) => number): string =>
    say.list(
      of.map((change) =>
        words.ownerOf(change.type) === seat
          ? words.countedOwn(change.type, count(change))
          : words.counted(change.type, count(change)),
      ),
    )
  const gone = changes.filter(({ total }) => total < 0)
  const come = changes.filter(({ total }) => total > 0)
  const moved = changes.filter(({ total, moved: count }) => total === 0 && count > 0)
  const targets = new Set(moved.flatMap(({ into }) => into))
  const [target = ''] = targets
  const where = targets.size === 1 && target !== about ? words.zone(target) : ''
  // `Where does the Red cube go?` and the space of the row tell it.
  const isTold =
    targets.size === 1 && target === about && moved.every(({ type }) => prompt.includes(words.kind(type)))
  return [
    ...(gone.length === 0 ? [] : [outcome.removes(named(gone, ({ total }) => -total))]),
    ...(come.length === 0 ? [] : [outcome.places(named(come, ({ total }) => total))]),
    ...(moved.length === 0
      ? []
      : [
          isTold
            ? ''
            : outcome.moves(
                named(moved, ({ moved: count }) => count),
                where,
              ),
        ]),
  ]
}

/** Values that a title counts, such as the number of the next round, are no result. */
function valueParts(
  { values }: Net,
  words: Vocabulary,
  seat: string,
  about: string | undefined,
  titles: readonly string[],
): string[] {
  const { outcome } = words.say
  const states: string[] = []
  const numbers: string[] = []
  for (const [variable, owners] of values)
    for (const [of, { from, value }] of owners) {
      if (isSameConstant(from, value)) continue
      if (of === '' && titles.some((title) => mentions(title, value))) continue
      if (typeof from === 'number' && typeof value === 'number') {
        const by = value - from
        const counted = words.countedVariable(variable, Math.abs(by))
        const owner = of === '' || of === seat || of === about ? '' : `${ownerText(of, words)} `
        if (counted === undefined) numbers.push(outcome.gains(by, `${owner}${words.variable(variable)}`))
        else numbers.push(`${by < 0 ? '−' : '+'}${counted}`)
      } else if (zoneOf(of, words)?.space === true) {
        const zone = of === about ? '' : words.zone(of)
        states.push(stateText(variable, value, zone, words))
      }
    }
  return [...states, ...numbers]
}

function stateText(
  variable: string,
  value: Parameters<Vocabulary['value']>[1],
  zone: string,
  words: Vocabulary,
): string {
  const { say } = words
  if (typeof value !== 'boolean') return say.outcome.to(words.value(variable, value), zone)
  const name = value ? words.variable(variable) : say.not(words.variable(variable))
  return zone === '' ? name : `${zone} ${name}`
}
