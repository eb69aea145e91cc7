/** Text for times, lists and the status of a table. */
import type { TableDocument } from '@ludoforge/table'

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

export function listText(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words)
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
