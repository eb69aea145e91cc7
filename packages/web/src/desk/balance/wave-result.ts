/** What the games show, for the wave and the gutter. */
import type { BalanceResult } from '@ludoforge/desk/balance'
import { count, shortDifference } from '@ludoforge/desk/report'
import type { LineMark, WaveResult } from '../desk-state.js'

/** The station of the wave: the largest difference that the edit makes, or who wins. */
export function waveResult({ main, compared, seats, seconds }: BalanceResult): WaveResult {
  const { statistics } = main.evaluation
  const failed = statistics.games - statistics.completed
  const [own] = compared
  const played =
    own === undefined ? `${count(statistics.games)} games` : `${count(own.comparison.pairs)} pairs`
  const detail = `${played}, ${seconds.toFixed(1)} s`
  if (failed > 0)
    return { state: 'bad', text: `${count(failed)} of ${count(statistics.games)} games fail`, detail }
  const [largest] = own?.comparison.found ?? []
  const seatName = (id: string) => seats.find((seat) => seat.id === id)?.name ?? id
  if (largest !== undefined) return { state: 'changed', text: shortDifference(largest, seatName), detail }
  if (own !== undefined) return { state: 'good', text: 'No difference found', detail }
  const wins = main.evaluation.seats.map(({ name, won }) => `${name} ${Math.round(100 * won.value)} %`)
  return { state: 'good', text: `Wins: ${wins.join(', ')}`, detail }
}

/** How often each line of the rules ran. */
export function gameMarks({ lines, main }: BalanceResult): ReadonlyMap<string, LineMark> {
  const { games } = main.evaluation.rules
  const played = `${count(games)} games with ${main.players}`
  if (games === 0) return new Map()
  return new Map(
    lines.map(({ file, line, games: ran }) => [
      `${file}:${line}`,
      ran > 0
        ? { kind: 'ran', story: [`Ran in ${count(ran)} of ${played}.`] }
        : {
            kind: 'never',
            story: [`Never ran in ${played}. The rule may be dead, or these players don’t use it.`],
          },
    ]),
  )
}
