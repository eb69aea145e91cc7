/** The output of `test --coverage`: coverage per file and rule, and everything that no example executes. */
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
    ...missed.map((point) => paint.yellow(missedText(point))),
    paint.bold(
      ' '.repeat(width) + ['statements', 'branches', 'requirements'].map((x) => x.padStart(20)).join(''),
    ),
    ...rows.map(([name, shares]) => row(name, shares)),
    paint.bold(row('total', total)),
  ]
}

/** "12 of 13 (92.3 %)", or "-" if there is nothing to cover. */
function shareText({ covered, all }: Share): string {
  return all === 0 ? '-' : `${covered} of ${all} (${((100 * covered) / all).toFixed(1)} %)`
}

function missedText({ kind, file, line, column, rule, text, side }: UncoveredPoint): string {
  const what =
    kind === 'statement' ? 'never executed' : kind === 'branch' ? `never took ${side}` : `never ${side}`
  const number = rule === undefined ? '' : ` (${rule})`
  return `${file}:${line}:${column}: ${what}${number}: ${text}`
}
