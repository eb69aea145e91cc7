/** A line plot of one value over the game, a line per seat, with a legend and the numbers as a table. */
import type { ReactNode } from 'react'
import { useTable } from '../context.js'
import { SeatName, useSeatColour } from '../parts.js'
import type { Series } from './series.js'

const WIDTH = 360
const HEIGHT = 180
const LEFT = 34
const BOTTOM = 22
const TOP = 8
const RIGHT = 8

interface Scale {
  readonly x: (turn: number) => number
  readonly y: (value: number) => number
}

export function Plot({ series }: { readonly series: Series }): ReactNode {
  const words = useTable((state) => state.words)
  const rows = Object.entries(series.of)
  const values = rows.flatMap(([, row]) => row)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const length = Math.max(2, ...rows.map(([, row]) => row.length))
  const scale: Scale = {
    x: (turn) => LEFT + (turn / (length - 1)) * (WIDTH - LEFT - RIGHT),
    y: (value) => TOP + ((high - value) / Math.max(1, high - low)) * (HEIGHT - TOP - BOTTOM),
  }
  const marks = ticks(low, high)
  const summary = rows.map(([seat, row]) => `${words.plainSeat(seat)} ends at ${row.at(-1) ?? 0}`).join(', ')
  return (
    <figure className="plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${series.title} over the game: ${summary}.`}
      >
        {marks.map((value) => (
          <g key={value} className={value === 0 ? 'plot-zero' : 'plot-line'}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={scale.y(value)} y2={scale.y(value)} />
            <text x={LEFT - 5} y={scale.y(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 5}>
          0
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 5} textAnchor="end">
          {length === 2 ? '1 turn' : `${length - 1} turns`}
        </text>
        {rows.map(([seat, row]) => (
          <Curve key={seat} seat={seat} row={row} scale={scale} />
        ))}
      </svg>
      <ul className="plot-legend">
        {rows.map(([seat]) => (
          <li key={seat}>
            <SeatName id={seat} />
          </li>
        ))}
      </ul>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Turn</th>
              {rows.map(([seat]) => (
                <th key={seat} scope="col">
                  {words.plainSeat(seat)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {samples(length).map((turn) => (
              <tr key={turn}>
                <th scope="row">{turn}</th>
                {rows.map(([seat, row]) => (
                  <td key={seat}>{row[turn] ?? row.at(-1)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function Curve({ seat, row, scale }: { seat: string; row: readonly number[]; scale: Scale }): ReactNode {
  const colour = useSeatColour(seat)
  const points = row.map(
    (value, i) => `${i === 0 ? 'M' : 'L'}${scale.x(i).toFixed(1)} ${scale.y(value).toFixed(1)}`,
  )
  return <path d={points.join('')} className="plot-curve" style={{ stroke: colour }} />
}

const TABLE_ROWS = 12

/** The turns that the table has rows for, evenly spaced, with the first and the last. */
function samples(length: number): number[] {
  const rows = Math.min(length, TABLE_ROWS)
  return Array.from({ length: rows }, (_, i) => Math.round((i * (length - 1)) / Math.max(1, rows - 1)))
}

/** About four round tick values. */
function ticks(low: number, high: number): number[] {
  const rough = Math.max(1, (high - low) / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough
  const out: number[] = []
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) out.push(value)
  return out
}
