/** The contents of a rulebook. The current chapter shows its sections. */
import type { Book, BookFile } from '@ludoforge/look'
import { type ReactNode, useMemo } from 'react'
import { chapterOf, contentsOf, type Place } from './book.js'
import { PlaceLink, type ReadingActions } from './place-link.js'

interface ContentsProps {
  readonly book: Book
  readonly place: Place
  /** The line of the section in view. */
  readonly line: number
  readonly reading: ReadingActions
}

const MAX_DEPTH = 3

export function Contents({ book, place, line, reading }: ContentsProps): ReactNode {
  const groups = useMemo(() => contentsOf(book), [book])
  const current = place.page === 'chapter' ? place.path : undefined
  const chapter = (file: BookFile): ReactNode => (
    <li key={file.path}>
      <PlaceLink
        place={{ page: 'chapter', path: file.path, line: 1 }}
        reading={reading}
        isCurrent={file.path === current && line <= 1}
      >
        {file.title}
      </PlaceLink>
      {file.path === current ? <Sections file={file} line={line} reading={reading} /> : null}
    </li>
  )
  return (
    <ul className="contents">
      <li>
        <PlaceLink place={{ page: 'start' }} reading={reading} isCurrent={place.page === 'start'}>
          Start here
        </PlaceLink>
      </li>
      {groups.map(({ title, files, isFolder }) =>
        isFolder ? (
          <li key={files[0]?.path}>
            <details open={files.some(({ path }) => path === current)}>
              <summary>{title}</summary>
              <ul>{files.map(chapter)}</ul>
            </details>
          </li>
        ) : (
          files.map(chapter)
        ),
      )}
      {book.terms === undefined || book.terms.length === 0 ? null : (
        <li>
          <PlaceLink place={{ page: 'glossary' }} reading={reading} isCurrent={place.page === 'glossary'}>
            Glossary
          </PlaceLink>
        </li>
      )}
    </ul>
  )
}

interface SectionsProps {
  readonly file: BookFile
  readonly line: number
  readonly reading: ReadingActions
}

function Sections({ file, line, reading }: SectionsProps): ReactNode {
  const headings = useMemo(() => chapterOf(file).headings, [file])
  const shown = headings.filter(({ depth, line: at }) => depth <= MAX_DEPTH && at > 1)
  const current = shown.findLast((heading) => heading.line <= line)
  return (
    <ul>
      {shown.map((heading) => (
        <li key={heading.line} className={`depth-${heading.depth}`}>
          <PlaceLink
            place={{ page: 'chapter', path: file.path, line: heading.line }}
            reading={reading}
            isCurrent={heading === current}
          >
            {heading.text}
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
}
