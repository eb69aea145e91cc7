/** The rulebook file of a game. */
import type { Book } from '../listing.js'
import { readFolder, type SourceFile } from '@ludoforge/compiler'

/** Reads the rulebook of a folder, file by file. */
export async function bookOf(folder: string | undefined): Promise<Book> {
  const files = folder === undefined ? [] : await readFolder(folder)
  return { files: files.filter(isForReaders).toSorted(inReadingOrder).map(page) }
}

/** Skips the data files of scenarios. Other data tables stay. */
function isForReaders({ path, text }: SourceFile): boolean {
  return !/\.ya?ml$/i.test(path) || !(/(?:^|\/)scenarios?[/.]/i.test(path) || /^scenarios?:/m.test(text))
}

const isFirst = ({ path }: SourceFile): boolean => /^readme\.md$/i.test(path)

/** README first, then by path with numeric collation. */
function inReadingOrder(a: SourceFile, b: SourceFile): number {
  if (isFirst(a) !== isFirst(b)) return isFirst(a) ? -1 : 1
  return a.path.localeCompare(b.path, 'en', { numeric: true })
}

function page({ path, text }: SourceFile): Book['files'][number] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/\.ya?ml$/i.test(path))
    return { path, title: name, markdown: `# ${name}\n\n\`\`\`yaml\n${text}\n\`\`\`\n` }
  const heading = /^#\s+(.+?)\s*#*$/m.exec(text)?.[1]
  return { path, title: heading ?? name, markdown: text }
}
