/** The terms of the game, for all texts of a table. */
import type { BookTerm } from '@ludoforge/look'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { TermsProvider } from '../ui/index.js'
import { useTable } from './context.js'
import { bookAt } from './rulebook/book-at.js'

/** Underlines each term where it first occurs on the screen. The rulebook is fetched after the table is shown. */
export function TableTerms({ children }: { readonly children: ReactNode }): ReactNode {
  const path = useTable((state) => state.book)
  const read = useTable((state) => state.read)
  const [terms, setTerms] = useState<readonly BookTerm[]>()
  useEffect(() => {
    let isOpen = true
    // Without its terms a table still works, and the rulebook reports the problem when it is opened.
    bookAt(path).then(
      (book) => isOpen && setTerms(book.terms),
      () => {},
    )
    return () => {
      isOpen = false
    }
  }, [path])
  const open = useCallback(
    ({ rule, at }: BookTerm) => read({ rule, place: at === undefined ? undefined : `${at.path}:${at.line}` }),
    [read],
  )
  return (
    <TermsProvider terms={terms} open={open} isOncePerScreen>
      {children}
    </TermsProvider>
  )
}
