/** A report in sentences, tables and plots, for the terminal and as a page. */
import { escapeXml } from './svg.js'

/** A part of a report. */
export interface Section {
  readonly title: string
  readonly sentences: readonly string[]
  readonly table?: SectionTable
  /** SVG. Shown on pages only. */
  readonly plots?: readonly string[]
  /** A caution below the table. */
  readonly note?: string
}

/** A table; the first row is its head. */
interface SectionTable {
  readonly rows: readonly (readonly string[])[]
  /** The number of columns that are aligned left. */
  readonly left: number
}

/** A whole report. The findings come first. */
export interface Report {
  readonly title: string
  readonly about: string
  readonly findings: readonly string[]
  readonly sections: readonly Section[]
}

/** The report as a page that needs nothing else: no script, no other file. */
export function reportPage({ title, about, findings, sections }: Report): string {
  const paragraphs = (texts: readonly string[]) => texts.map((one) => `<p>${escapeXml(one)}</p>`).join('\n')
  const body = sections.map(({ title: name, sentences, table: of, plots = [], note }) =>
    [
      `<section>\n<h2>${escapeXml(name)}</h2>`,
      paragraphs(sentences),
      ...plots,
      ...(of === undefined ? [] : [htmlTable(of)]),
      ...(note === undefined ? [] : [`<p class="note">${escapeXml(note)}</p>`]),
      '</section>',
    ].join('\n'),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { margin-bottom: 0 }
  .findings { font-size: 1.1rem }
  svg { max-width: 100%; height: auto }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums }
  th, td { padding: 0.2rem 0.75rem 0.2rem 0; text-align: right; border-bottom: 1px solid #8884 }
  th.left, td.left { text-align: left }
  .scroll { overflow-x: auto }
  .note { opacity: 0.75 }
</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
<p>${escapeXml(about)}</p>
${findings.length === 1 ? `<p class="findings">${escapeXml(findings[0] ?? '')}</p>` : `<ol class="findings">\n${findings.map((finding) => `<li>${escapeXml(finding)}</li>`).join('\n')}\n</ol>`}
${body.join('\n')}
</body>
</html>
`
}

function htmlTable({ rows: [head = [], ...rows], left }: SectionTable): string {
  const cell = (tag: string) => (content: string, column: number) =>
    `<${tag}${column < left ? ' class="left"' : ''}>${escapeXml(content)}</${tag}>`
  const line = (tag: string, row: readonly string[]) =>
    `<tr>${head.map((_, column) => cell(tag)(row[column] ?? '', column)).join('')}</tr>`
  return `<div class="scroll"><table>\n<thead>${line('th', head)}</thead>\n<tbody>\n${rows.map((row) => line('td', row)).join('\n')}\n</tbody></table></div>`
}
