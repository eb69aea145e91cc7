/** The games of this site whose sources can be copied. */
import type { Files } from '@ludoforge/desk'
import type { Book } from '@ludoforge/look'
import { fetchFile } from '../../app/site.js'

/** Loads the files of a game's folder: the pages of its rulebook, and the others. */
export async function sourceFiles(fingerprint: string): Promise<Files> {
  const { files, others = {} } = await fetchFile<Book>(`games/${fingerprint}/book.json`)
  return { ...Object.fromEntries(files.map(({ path, markdown }) => [path, markdown])), ...others }
}
