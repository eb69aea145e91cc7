/** Text for times, lists and the status of a table. */
import { clockRuleText, type TableDocument, timeLeft, timeLeftText } from '@ludoforge/table'

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

export function timeAgo(time: number, now = Date.now()): string {
  const seconds = (now - time) / 1000
  for (const [unit, length] of UNITS)
    if (seconds >= length) return ago.format(-Math.floor(seconds / length), unit)
  return 'just now'
}

/** Returns how long something has lasted: `for 5 minutes`. */
export function lasting(since: number, now = Date.now()): string {
  const seconds = (now - since) / 1000
  for (const [unit, length] of UNITS)
    if (seconds >= length) {
      const count = Math.floor(seconds / length)
      return `for ${count} ${unit}${count === 1 ? '' : 's'}`
    }
  return 'just now'
}

/** Returns who plays: your seats, then the others, with their seats, and the bots. */
export function playersText(
  { seats }: Pick<TableDocument, 'seats'>,
  mine: readonly string[],
  seatName: (id: string) => string,
): string {
  const others = seats.filter(({ seat }) => !mine.includes(seat))
  const people = others
    .filter(({ kind }) => kind === 'person')
    .map(({ seat, name }) => (name === undefined ? seatName(seat) : `${name} (${seatName(seat)})`))
  const bots = others.filter(({ kind }) => kind === 'bot').map(({ seat }) => seatName(seat))
  const named =
    bots.length === 0
      ? []
      : [
          bots.length > MAX_NAMED_BOTS
            ? `${bots.length} bots`
            : `${bots.length === 1 ? 'bot' : 'bots'} ${bots.join(', ')}`,
        ]
  const rivals = listText([...people, ...named])
  if (mine.length === 0) return rivals
  const you = `You play ${listText(mine.map(seatName))}`
  return rivals === '' ? you : `${you} against ${rivals}`
}

const MAX_NAMED_BOTS = 3

export function listText(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words)
}

/** Returns the clock of a table in a list: of the player with the least time left, or its rule while none runs. */
export function clockText(
  { clock, seats, outcome }: Pick<TableDocument, 'clock' | 'seats' | 'outcome'>,
  mine: readonly string[],
  now = Date.now(),
): string | undefined {
  if (clock === undefined || outcome !== undefined) return undefined
  const [first] = Object.entries(clock.seats)
    .filter(([, { since }]) => since !== undefined)
    .map(([seat, one]) => ({ seat, left: timeLeft(one, now) }))
    .toSorted((a, b) => a.left - b.left)
  if (first === undefined) return clockRuleText(clock.rule)
  const name = seats.find(({ seat }) => seat === first.seat)?.name ?? 'the player'
  return timeLeftText(clock.rule, first.left, mine.includes(first.seat) ? undefined : name)
}

/** Returns whose turn it is and how many seats are open, or the result. */
export function statusText(
  table: Pick<TableDocument, 'outcome' | 'deciding' | 'seats'>,
  mine: readonly string[],
  seatName: (id: string) => string,
): string {
  const { outcome, deciding, seats } = table
  if (outcome !== undefined) {
    const winners = outcome.winners.map(seatName)
    if (winners.length === 0) return 'Finished: draw'
    return `Finished: ${listText(winners)} won`
  }
  if (deciding.some((seat) => mine.includes(seat))) return 'Your turn'
  const open = seats.filter(({ kind }) => kind === 'open').length
  const waiting = listText(deciding.map(seatName))
  const turn = waiting === '' ? 'Nobody’s turn' : `${waiting} to decide`
  return open === 0 ? turn : `${turn} · ${open} open ${open === 1 ? 'seat' : 'seats'}`
}
