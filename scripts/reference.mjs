// Writes the reference entries that editors show: one for each construct in the index of docs/language. A test fails if
// they are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run, tool } from './process.mjs'

const folder = path.join(root, 'docs/language')
export const referenceFile = path.join(root, 'packages/language-server/src/reference.json')

/** The longest entry. The rest is behind its link. */
const maxLength = 900

const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')

/** The text below each heading of a page, by its anchor. */
function sectionsOf(page) {
  const sections = new Map([['', []]])
  let lines = sections.get('')
  let isCode = false
  for (const line of readFileSync(path.join(folder, page), 'utf8').split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? null : /^#{1,6}\s+(.+)$/.exec(line)
    if (heading === null) lines.push(line)
    else sections.set(slugOf(heading[1]), (lines = []))
  }
  return sections
}

/** The paragraphs at the start of a section that fit. Links become plain text, for editors can't follow them. */
function summaryOf(lines) {
  const parts = lines
    .join('\n')
    .trim()
    .split(/\n{2,}(?=\S)/)
  let text = ''
  for (const part of parts) {
    if (text !== '' && text.length + part.length > maxLength) break
    text += `${text === '' ? '' : '\n\n'}${part}`
    // A block may contain empty lines.
    if ((text.match(/^```/gm) ?? []).length % 2 === 1) continue
  }
  if ((text.match(/^```/gm) ?? []).length % 2 === 1) text = text.slice(0, text.lastIndexOf('```')).trimEnd()
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/** The words that a construct of the index is looked up by. */
function wordsOf(construct) {
  const code = /^`([^`]+)`/.exec(construct)?.[1]
  if (code === undefined) return []
  return code
    .replace(/\(.*\)/, '')
    .split(/,\s*|\s…\s|\s+/)
    .filter((word) => /^[a-z][a-z-]*$/.test(word))
}

/** The entries of the reference, in the order of the index. */
export function reference() {
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8')
  const pages = new Map()
  return index.split('\n').flatMap((line) => {
    const row = /^\| (.+?) \| (.+?) \| \[[^\]]+\]\(([\w.-]+\.md)(?:#([^)]*))?\) \|$/.exec(line)
    if (row === null) return []
    const [, construct, kind, page, anchor = ''] = row
    const sections = pages.get(page) ?? sectionsOf(page)
    pages.set(page, sections)
    const words = wordsOf(construct)
    if (words.length === 0) return []
    const text = summaryOf(sections.get(anchor) ?? [])
    return [
      {
        construct: construct.replaceAll('`', ''),
        words,
        kind,
        page: `docs/language/${page}#${anchor}`,
        text,
      },
    ]
  })
}

/** The file with the entries. */
export const referenceText = () => `${JSON.stringify(reference(), null, 2)}\n`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(referenceFile, referenceText())
  await run(tool('biome'), ['format', '--write', referenceFile], { inherit: true })
  console.log(`${reference().length} entries written.`)
}
