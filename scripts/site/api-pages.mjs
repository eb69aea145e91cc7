// The API reference for the site: typedoc's Markdown, without links to sources and without types that fill a screen.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from '../process.mjs'
import { pagesIn } from './pages.mjs'

const LONGEST_CELL = 240
const LONGEST_SIGNATURE = 1000

/** Writes the pages into a folder; resolves to their names and titles. */
export async function writeApi(folder) {
  const result = await run(process.execPath, ['scripts/api.mjs', '--markdown', folder])
  if (result.code !== 0) throw new Error(`The API reference has problems.\n${result.output}`)
  const pages = pagesIn(folder).toSorted()
  for (const page of pages) {
    const file = path.join(folder, page)
    writeFileSync(file, tidy(readFileSync(file, 'utf8')))
  }
  return pages
    .filter((page) => page !== 'index.md')
    .map((page) => ({ page, title: page.replace(/\.md$/, '') }))
}

/** One page of typedoc as a reader wants it. */
export const tidy = (markdown) =>
  markdown
    .replaceAll(/^Defined in: \[([^\]]*)\]\(source:[^)]*\)\n\n?/gm, definedIn)
    .replaceAll(/\[([^\]]*)\]\(source:[^)]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*#property-[^)]*\)/g, '$1') // rows of a table have no anchor
    .replaceAll(/^\| `\w+\.[^\n]*\n/gm, '') // what a parameter consists of is told by its type
    .replaceAll(/^\|.*\|$/gm, shortRow)
    .replaceAll(/^> .*$/gm, (line) => (line.length > LONGEST_SIGNATURE ? `> ${short(line.slice(2))}` : line))

/** Places in this repository; those of the standard library help nobody. */
function definedIn(_, place) {
  const file = place.replaceAll('\\', '')
  return /^(?:packages|games)\//.test(file) ? `Defined in \`${file}\`\n\n` : ''
}

function shortRow(row) {
  if (row.length <= LONGEST_CELL) return row
  return row
    .split(/(?<!\\)\|/)
    .map((cell) => (cell.length > LONGEST_CELL && cell.includes('\\{') ? ` ${short(cell)} ` : cell))
    .join('|')
}

/** The beginning of a long type, as code. */
function short(type) {
  if (type.includes('"ludoforge-game/1"')) return '`GameDef`'
  const plain = type
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|\\(?=[^|])/g, '')
    .trim()
  return `\`${plain.slice(0, 160).replace(/\\$/, '').trimEnd()} …\``
}
