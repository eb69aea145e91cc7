import { text } from '../svg.js'
import type { Chart, ChartSize } from './chart.js'

const GAP = 18
const HEAD = 20

/** Draws two charts of the same kind side by side, such as those before and after an edit. */
export function chartsBeside(
  names: readonly [string, string],
  draw: readonly [(size: ChartSize) => Chart, (size: ChartSize) => Chart],
  size: ChartSize,
): Chart {
  const half = { width: (size.width - GAP) / 2, height: size.height - HEAD }
  const [one, other] = [draw[0](half), draw[1](half)]
  const panel = (chart: Chart, name: string, x: number): string[] => [
    `<g transform="translate(${x} 0)">`,
    text(0, 12, name, 'class="group"'),
    `<g transform="translate(0 ${HEAD})">`,
    ...chart.parts,
    '</g></g>',
  ]
  const [head = [], ...rows] = one.rows
  return {
    ...one,
    about: one.about === other.about ? one.about : `${names[0]}: ${one.about} ${names[1]}: ${other.about}`,
    finding: `${names[0]}: ${one.finding} ${names[1]}: ${other.finding}`,
    size,
    parts: [...panel(one, names[0], 0), ...panel(other, names[1], half.width + GAP)],
    rows: [
      ['', ...head],
      ...rows.map((row) => [names[0], ...row]),
      ...other.rows.slice(1).map((row) => [names[1], ...row]),
    ],
    data: { [names[0]]: one.data, [names[1]]: other.data },
  }
}
