/** Reports as lines for the terminal. */
import type { Report, Section } from '@ludoforge/desk/report'
import type { Paint } from '../terminal/terminal.js'
import { table } from './table.js'

const MAX_ROWS = 20 // in the terminal

/** The report as lines for the terminal. */
export function reportLines({ title, about, findings, sections }: Report, paint: Paint): string[] {
  return [
    paint.bold(title),
    about,
    '',
    ...(findings.length === 1 ? findings : findings.map((finding, i) => `${i + 1}. ${finding}`)),
    ...sections.flatMap((section) => ['', ...sectionLines(section, paint)]),
  ]
}

function sectionLines({ title, sentences, table: of, note }: Section, paint: Paint): string[] {
  const rows = of?.rows ?? []
  const more = rows.length - 1 - MAX_ROWS
  return [
    paint.bold(title),
    ...sentences.map((sentence) => `  ${sentence}`),
    ...(of === undefined ? [] : table(rows.slice(0, MAX_ROWS + 1), of.left, paint)),
    ...(more > 0 ? [`  ... and ${more} more; --json and --report list them`] : []),
    ...(note === undefined ? [] : [`  ${paint.dim(note)}`]),
  ]
}
