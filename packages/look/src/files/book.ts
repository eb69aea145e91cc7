/** The rulebook of a game, to be read beside it. */
import type { Book } from '../listing.js'
import { readFolder, type SourceFile } from '@ludoforge/compiler'

/** The rulebook of a game, as prose, file by file. */
export async function bookOf(folder: string | undefined): Promise<Book> {
  const files = folder === undefined ? [] : await readFolder(folder)
  return { files: files.filter(isForReaders).toSorted(inReadingOrder).map(page) }
}

/** How scenarios are set up is no reading matter; tables of data are. */
function isForReaders({ path, text }: SourceFile): boolean {
  return !/\.ya?ml$/i.test(path) || !(/(?:^|\/)scenarios?[/.]/i.test(path) || /^scenarios?:/m.test(text))
}

const isFirst = ({ path }: SourceFile): boolean => /^readme\.md$/i.test(path)

/** What introduces a folder comes first; numbers count as numbers. */
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
