/** The results of a search in the rulebook. */
import { type Book, searchBook, type SearchResult } from '@ludoforge/look'
import { type ReactNode, useMemo } from 'react'
import type { Place } from './book.js'
import { PlaceLink, type ReadingActions } from './place-link.js'

interface ResultsProps {
  readonly book: Book
  readonly search: string
  readonly reading: ReadingActions
}

export function Results({ book, search, reading }: ResultsProps): ReactNode {
  const found = useMemo(() => searchBook(book, search), [book, search])
  return (
    <div className="book-results">
      <p className="description" role="status">
        {found.length === 0
          ? 'No results in the rulebook. Try another word.'
          : `${found.length} ${found.length === 1 ? 'result' : 'results'}`}
      </p>
      <ul className="found">
        {found.map((result, i) => (
          <li key={i}>
            {result.above.length === 0 ? null : <p className="path">{result.above.join(' › ')}</p>}
            <PlaceLink place={placeOfResult(result)} reading={reading} className="result">
              {result.title}
            </PlaceLink>
            {result.snippet.length === 0 ? null : (
              <p>
                {result.snippet.map(({ text, isHit }, n) => (isHit ? <mark key={n}>{text}</mark> : text))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A term opens the glossary, which links to its rule. */
function placeOfResult({ kind, title, path, line }: SearchResult): Place {
  return kind === 'term' ? { page: 'glossary', term: title } : { page: 'chapter', path, line }
}
