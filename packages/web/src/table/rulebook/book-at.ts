import type { Book } from '@ludoforge/look'
import { fetchFile } from '../../app/site.js'

const books = new Map<string, Promise<Book>>()

/** Fetches a rulebook once per page. A failed fetch is retried on the next call. */
export function bookAt(path: string): Promise<Book> {
  const cached = books.get(path)
  if (cached !== undefined) return cached
  const book = fetchFile<Book>(path)
  books.set(path, book)
  book.catch(() => books.delete(path))
  return book
}
