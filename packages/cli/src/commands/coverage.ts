/** What `test --coverage` prints: the shares of each file and rule, and what no example carries out. */
import type { CoverageReport, UncoveredPoint, Share, Shares } from '@ludoforge/compiler'
import type { Paint } from '../terminal/terminal.js'

export function coverageLines({ total, files, missed }: CoverageReport, paint: Paint): string[] {
  const rows = files.flatMap(({ file, shares, sections }) => [
    [file, shares] as const,
    ...sections.map(({ rule, shares: of }) => [`  ${rule}`, of] as const),
  ])
  const width = Math.max(5, ...rows.map(([name]) => name.length)) + 2
  const row = (name: string, { statements, branches, requirements }: Shares) =>
    [name.padEnd(width), ...[statements, branches, requirements].map((x) => shareText(x).padStart(20))].join(
      '',
    )
  return [
    ...missed.map((one) => paint.yellow(missedText(one))),
    paint.bold(
      ' '.repeat(width) + ['statements', 'branches', 'requirements'].map((x) => x.padStart(20)).join(''),
    ),
    ...rows.map(([name, shares]) => row(name, shares)),
    paint.bold(row('total', total)),
  ]
}

/** "12 of 13 (92.3 %)"; nothing where there are none. */
function shareText({ covered, all }: Share): string {
  return all === 0 ? '-' : `${covered} of ${all} (${((100 * covered) / all).toFixed(1)} %)`
}

function missedText({ kind, file, line, column, rule, text, side }: UncoveredPoint): string {
  const what =
    kind === 'statement' ? 'never carried out' : kind === 'branch' ? `never took ${side}` : `never ${side}`
  const number = rule === undefined ? '' : ` (${rule})`
  return `${file}:${line}:${column}: ${what}${number}: ${text}`
}
