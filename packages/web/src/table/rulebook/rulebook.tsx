/** The rulebook viewer: contents, search, glossary and chapters, in the side panel of a table or on its own page. */
import { type Book, locateRule, type RuleReference } from '@ludoforge/look'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { href } from '../../app/routes.js'
import { Button, TermsProvider } from '../../ui/index.js'
import { addressOfPlace, chapterOf, followLink, type Place, startChapter } from './book.js'
import { ChapterText } from './chapter.js'
import { Contents } from './contents.js'
import { Glossary } from './glossary.js'
import type { ReadingActions } from './place-link.js'
import { Results } from './results.js'

interface RulebookProps {
  readonly book: Book
  /** The id or the fingerprint of the game, for links. */
  readonly game: string
  /** The rule to open. A change scrolls to the new one. */
  readonly at: RuleReference | undefined
}

/** The rulebook in the side panel of a table. */
export default function Rulebook({ book, game, at }: RulebookProps): ReactNode {
  const [place, setPlace] = useState<Place>({ page: 'start' })
  const [past, setPast] = useState<readonly Place[]>([])
  const [missing, setMissing] = useState('')
  useEffect(() => {
    if (at === undefined) return
    const found = locateRule(book, at)
    setMissing(found === undefined ? `The rulebook has no rule ${at.rule ?? at.place ?? ''}.` : '')
    if (found !== undefined) setPlace({ page: 'chapter', ...found })
  }, [book, at])
  const open = (next: Place): void => {
    setPast([...past, place])
    setPlace(next)
    setMissing('')
  }
  const back = past.at(-1)
  return (
    <Reader book={book} game={game} place={place} open={open} under={2} missing={missing}>
      {back === undefined ? null : (
        <Button
          look="quiet"
          onClick={() => {
            setPast(past.slice(0, -1))
            setPlace(back)
          }}
        >
          Back
        </Button>
      )}
      <a
        className="button quiet"
        href={href({ at: 'rules', game, place: addressOfPlace(book, place) })}
        target="_blank"
        rel="noreferrer"
      >
        Full page
      </a>
    </Reader>
  )
}

interface ReaderProps {
  readonly book: Book
  readonly game: string
  readonly place: Place
  readonly open: (place: Place) => void
  /** The heading level above the rulebook. */
  readonly under: number
  readonly missing: string
  /** More tools. */
  readonly children?: ReactNode
}

/** A book opened at a place. Wide pages show the contents next to it, others behind a button. */
export function Reader({ book, game, place, open, under, missing, children }: ReaderProps): ReactNode {
  const [search, setSearch] = useState('')
  const [hasContents, setContents] = useState(false)
  const [line, setLine] = useState(1)
  useEffect(() => {
    setSearch('')
    setContents(false)
  }, [place])
  const reading: ReadingActions = {
    open: (next) => {
      setSearch('')
      setContents(false)
      open(next)
    },
    hrefOf: (next) => href({ at: 'rules', game, place: addressOfPlace(book, next) }),
  }
  const path = place.page === 'chapter' ? place.path : undefined
  const chapter = useMemo(() => {
    if (place.page === 'glossary') return undefined
    const file = book.files.find((other) => other.path === path)
    return file === undefined ? startChapter(book) : chapterOf(file)
  }, [book, place.page, path])
  const onLink = (from: string, address: string): void => {
    const next = followLink(book, from, address)
    if (next !== undefined) reading.open(next)
  }
  const contents = <Contents book={book} place={place} line={line} reading={reading} />
  return (
    <TermsProvider
      terms={book.terms}
      open={({ at }) => at !== undefined && reading.open({ page: 'chapter', ...at })}
    >
      <div className="book">
        {under === 1 ? (
          <nav className="book-aside" aria-label="Contents">
            {contents}
          </nav>
        ) : null}
        <div className="book-body">
          <div className="book-tools">
            <input
              type="search"
              className="search"
              data-search="rules"
              placeholder="Search the rulebook"
              aria-label="Search the rulebook"
              value={search}
              onChange={(event) => {
                setSearch(event.target.value)
                setContents(false)
              }}
            />
            <div className="row">
              <Button
                className="contents-button"
                aria-expanded={hasContents}
                onClick={(event) => {
                  setContents(!hasContents)
                  setSearch('')
                  event.currentTarget.closest('[role="tabpanel"], main')?.scrollTo(0, 0)
                }}
              >
                Contents
              </Button>
              {children}
            </div>
          </div>
          {missing === '' ? null : <p className="description">{missing}</p>}
          {hasContents ? (
            <nav className="book-contents" aria-label="Contents of the rulebook">
              {contents}
            </nav>
          ) : search.trim() !== '' ? (
            <Results book={book} search={search} reading={reading} />
          ) : place.page === 'glossary' ? (
            <Glossary terms={book.terms ?? []} sought={place.term} reading={reading} under={under} />
          ) : chapter === undefined ? (
            <p className="description">This game has no rulebook.</p>
          ) : (
            <ChapterText
              key={path ?? ''}
              chapter={chapter}
              place={place}
              onLink={onLink}
              onSection={setLine}
              under={under}
            />
          )}
        </div>
      </div>
    </TermsProvider>
  )
}
