/** What other players make of a finding. A finding about one bot is a finding about that bot. */
import type { Evaluation, Interval } from '@ludoforge/sim/evaluate'
import { wholePercent } from './figures.js'
import { joined } from './findings.js'

/** The games of one lineup of players. */
export interface PlayedLineup {
  readonly players: string
  readonly evaluation: Evaluation
}

/**
 * Who leads with which players: `Blue leads with easy and policy, not with greedy.` A player is named only if the intervals
 * support it: its own ones show that a seat leads, or its figures are apart from those of the shown players. Returns
 * `undefined` if nothing sets the others apart.
 */
export function leadersFinding(shown: PlayedLineup, others: readonly PlayedLineup[]): string | undefined {
  const { advantage, seats } = shown.evaluation
  const clear = others.filter(({ evaluation }) => evaluation.statistics.completed > 0)
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  if (advantage !== null) {
    const agree = clear.filter(({ evaluation }) => evaluation.advantage?.seat === advantage.seat)
    const not = clear.filter(
      ({ evaluation }) =>
        evaluation.advantage === null &&
        isBelow(pointsOf(evaluation, advantage.seat), pointsOf(shown.evaluation, advantage.seat)),
    )
    const opposite = clear.filter(
      ({ evaluation }) => evaluation.advantage !== null && evaluation.advantage.seat !== advantage.seat,
    )
    const counter = bySeat(opposite).map(([seat, lineups]) => `${name(seat)} leads with ${listed(lineups)}`)
    if (agree.length + not.length + counter.length === 0) return undefined
    const without = not.length === 0 ? '' : `, not with ${listed(not)}`
    return `${[`${name(advantage.seat)} leads with ${listed([shown, ...agree])}${without}`, ...counter].join('; ')}.`
  }
  const leading = clear.filter(
    ({ evaluation }) =>
      evaluation.advantage !== null &&
      isBelow(
        pointsOf(shown.evaluation, evaluation.advantage.seat),
        pointsOf(evaluation, evaluation.advantage.seat),
      ),
  )
  if (leading.length === 0) return undefined
  const leads = bySeat(leading).map(([seat, lineups]) => `${name(seat)} leads with ${listed(lineups)}`)
  return `${leads.join('; ')}, not with ${shown.players}.`
}

/** The player whose share is the farthest from that of the shown players: `With easy it is 24 %.` Empty if none is apart. */
export function otherShareFinding(
  shown: PlayedLineup,
  others: readonly PlayedLineup[],
  shareOf: (evaluation: Evaluation) => Interval,
): string {
  const own = shareOf(shown.evaluation)
  const [farthest] = others
    .filter(({ evaluation }) => evaluation.statistics.completed > 0)
    .map(({ players, evaluation }) => ({ players, share: shareOf(evaluation) }))
    .filter(({ share }) => isBelow(share, own) || isBelow(own, share))
    .toSorted((a, b) => Math.abs(b.share.value - own.value) - Math.abs(a.share.value - own.value))
  return farthest === undefined
    ? ''
    : ` With ${farthest.players} it is ${wholePercent(farthest.share.value)}.`
}

const listed = (lineups: readonly PlayedLineup[]): string => joined(lineups.map(({ players }) => players))

/** The lineups by the seat that leads, in the order of the lineups. */
function bySeat(lineups: readonly PlayedLineup[]): (readonly [string, readonly PlayedLineup[]])[] {
  const groups = new Map<string, PlayedLineup[]>()
  for (const lineup of lineups) {
    const seat = lineup.evaluation.advantage?.seat ?? ''
    groups.set(seat, [...(groups.get(seat) ?? []), lineup])
  }
  return [...groups]
}

const UNKNOWN: Interval = { value: 0, low: null, high: null }

const pointsOf = ({ seats }: Evaluation, seat: string): Interval =>
  seats.find((one) => one.seat === seat)?.points ?? UNKNOWN

/** Whether the first interval ends below the second. Without bounds nothing is certain. */
const isBelow = (a: Interval, b: Interval): boolean => a.high !== null && b.low !== null && a.high < b.low
