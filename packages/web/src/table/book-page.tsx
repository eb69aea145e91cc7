/** The rulebook of a game on a page of its own. */
import type { Book } from '@ludoforge/look'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { fetchFile, sentence } from '../app/site.js'
import Rulebook from './rulebook.js'

interface BookPageProps {
  readonly fingerprint: string
  readonly rule: string
}

export default function BookPage({ fingerprint, rule }: BookPageProps): ReactNode {
  const [book, setBook] = useState<Book>()
  const [problem, setProblem] = useState('')
  const at = useMemo(() => (rule === '' ? undefined : { rule }), [rule])
  useEffect(() => {
    fetchFile<Book>(`games/${fingerprint}/book.json`).then(setBook, (error: unknown) =>
      setProblem(sentence(error)),
    )
  }, [fingerprint])
  if (problem !== '')
    return (
      <p className="narrow" role="alert">
        {problem}
      </p>
    )
  return (
    <div className="book-page beside">
      {book === undefined ? (
        <p className="opening">The rulebook is being opened.</p>
      ) : (
        <Rulebook book={book} at={at} />
      )}
    </div>
  )
}
