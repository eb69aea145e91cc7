/** Gives a copied rulebook another name. */

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
