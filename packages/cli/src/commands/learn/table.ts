import type { Learned, Measured } from '@ludoforge/sim'
import { errorLines } from '../sim.js'
import type { Paint } from '../../terminal/terminal.js'
import { count, percent, signed } from '@ludoforge/desk/report'
import { table } from '../../report/table.js'

/** The fitted weights and their quality, as text. */
export function learnedLines(
  learned: Learned,
  title: string,
  again: (seed: number | string) => string,
  paint: Paint,
): string[] {
  const { games, positions, seconds, heldOut, errors, lead, target } = learned
  const failed = errors.length === 0 ? '' : paint.red(`, ${count(errors.length)} failed`)
  const { named } = heldOut
  const [leading, atEnd] = named === undefined ? ['One more unit of worth', 'worth'] : ['A lead of 1', 'lead']
  const what = target === 'win' ? 'of who wins' : `of the ${atEnd} at the end`
  return [
    paint.bold(
      `${title}: ${count(games)} games in ${seconds.toFixed(1)} s${failed}, ${count(positions)} positions`,
    ),
    '',
    ...weightTable(learned, paint),
    '',
    ...table(
      [
        [`in ${count(heldOut.games)} games held out`, 'worth alone', 'with promise'],
        [`explained ${what}`, percent(heldOut.explained.worth), percent(heldOut.explained.both)],
        ...(named === undefined ? [] : [['leader wins', percent(named.worth), percent(named.both)]]),
      ],
      1,
      paint,
    ),
    '',
    target === 'margin'
      ? `${leading} is worth ${lead.value.toFixed(2)} at the end, on average (± ${lead.error.toFixed(2)}).`
      : `${leading} adds ${lead.value.toFixed(3)} to the log odds of winning (± ${lead.error.toFixed(3)}).`,
    ...errorLines(errors, ({ seed }) => again(seed), paint),
  ]
}

/** The weights in units of `worth`. The file has them in thousandths. */
function weightTable({ features, bySeat }: Learned, paint: Paint): string[] {
  const head = ['feature', ...(bySeat ? ['seat'] : []), 'weight', '±', 'errors', '']
  const row = (id: string, seat: string, { value, error }: Measured, about: string): string[] => [
    id,
    ...(bySeat ? [seat] : []),
    signed(value / 1000, 3),
    (error / 1000).toFixed(3),
    error === 0 ? '' : signed(value / error),
    about,
  ]
  const rows = features.flatMap(({ id, about, weights }) => {
    const all = Object.entries(weights)
    return (bySeat ? all : all.slice(0, 1)).map(([seat, weight], i) =>
      row(i === 0 ? id : '', seat, weight, i === 0 ? about : ''),
    )
  })
  // The descriptions in the last column are aligned left.
  const width = Math.max(...rows.map((cells) => (cells.at(-1) ?? '').length))
  const padded = [head, ...rows].map((cells) => [...cells.slice(0, -1), (cells.at(-1) ?? '').padEnd(width)])
  return table(padded, bySeat ? 2 : 1, paint)
}
