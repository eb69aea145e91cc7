/** Gives a copied rulebook another name. */
import type { Files } from './files.js'

/** The name of a game: its id and its title. */
export interface GameName {
  readonly id: string
  readonly title: string
}

const BLOCK = /^```yaml\n([\s\S]*?)^```/gm

/**
 * Returns the text of a file with another name of the game: in the `game` entry of its data, and in a heading with the
 * old title. A file without the entry stays as it is, except for the heading.
 */
export function renamed(text: string, before: GameName, name: GameName): string {
  const data = text.replaceAll(BLOCK, (block) => (/^game:/m.test(block) ? renamedEntry(block, name) : block))
  return data
    .split('\n')
    .map((line) => (line === `# ${before.title}` ? `# ${name.title}` : line))
    .join('\n')
}

/** Whether a file has the `game` entry. */
export function namesGame(text: string): boolean {
  return [...text.matchAll(BLOCK)].some(([block]) => /^game:/m.test(block))
}

/** The `game` entry is written in one line, or in several that are indented. */
function renamedEntry(block: string, name: GameName): string {
  return block.replace(/^game:.*\n(?:[ \t]+.*\n)*/m, (entry) => {
    const title = `title: ${quoted(name.title)}`
    const withId = entry.replace(/\bid: *[\w-]+/, `id: ${name.id}`)
    const written = /\btitle: *(?:'(?:[^']|'')*'|"[^"]*"|[^,}\n]*[^,}\s])/
    if (written.test(withId)) return withId.replace(written, title)
    return withId.replace(
      `id: ${name.id}`,
      entry.includes('{') ? `id: ${name.id}, ${title}` : `id: ${name.id}\n  ${title}`,
    )
  })
}

/** Quotes a text for YAML if it needs it. */
const quoted = (text: string): string =>
  /^[A-Za-z][\w -]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`

/** The name of the game that files declare. Returns `undefined` if they declare none, or while the entry is broken. */
export function gameName(files: Files): GameName | undefined {
  for (const [path, text] of Object.entries(files)) {
    const data = /\.md$/i.test(path) ? [...text.matchAll(BLOCK)].map(([block]) => block) : [text]
    for (const block of data) {
      const entry = /^game:.*\n(?:[ \t]+.*\n)*/m.exec(`${block}\n`)?.[0]
      const id = entry === undefined ? undefined : /\bid: *([\w-]+)/.exec(entry)?.[1]
      if (entry !== undefined && id !== undefined) return { id, title: titleIn(entry) ?? id }
    }
  }
  return undefined
}

function titleIn(entry: string): string | undefined {
  const [, single, double, plain] =
    /\btitle: *(?:'((?:[^']|'')*)'|"([^"]*)"|([^,}\n'"]*[^,}\s'"]))/.exec(entry) ?? []
  return single?.replaceAll("''", "'") ?? double ?? plain
}

/** Returns the files of a game under another name. */
export function renamedFiles(files: Files, name: GameName): Files {
  const before = gameName(files)
  if (before === undefined) return files
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      /\.md$/i.test(path) ? renamed(text, before, name) : text,
    ]),
  )
}

/** The id of a game with a title: `My game!` is `my-game`. */
export function idOfTitle(title: string): string {
  const id = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
  return id === '' ? 'my-game' : id
}
