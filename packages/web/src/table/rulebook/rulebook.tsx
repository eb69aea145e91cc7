/** The rulebook beside the game: the game's own Markdown, opened at the rule in question. */
import { type Book, type RulePlace, type BookLocation, locateRule } from '@ludoforge/look'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/index.js'
import { type Block, chapterOf, searchBook } from './book.js'
import { MarkdownBlock } from './markdown.js'

interface RulebookProps {
  readonly book: Book
  /** Where to open it; another one opens it there. */
  readonly at: RulePlace | undefined
  /** The level of the heading above it. */
  readonly under?: number
}

export default function Rulebook({ book, at, under = 2 }: RulebookProps): ReactNode {
  const [spot, setSpot] = useState<BookLocation>()
  const [past, setPast] = useState<readonly BookLocation[]>([])
  const [search, setSearch] = useState('')
  const [missing, setMissing] = useState('')
  useEffect(() => {
    if (at === undefined) return
    const found = locateRule(book, at)
    setSearch('')
    setMissing(found === undefined ? `The rulebook has no rule ${at.rule ?? at.place ?? ''}.` : '')
    if (found !== undefined) setSpot(found)
  }, [book, at])
  const path = spot?.path ?? book.files[0]?.path
  const file = book.files.find((one) => one.path === path)
  const chapter = useMemo(() => (file === undefined ? undefined : chapterOf(file)), [file])
  const open = (next: BookLocation): void => {
    if (spot !== undefined) setPast([...past, spot])
    setSearch('')
    setSpot(next)
  }
  const follow = (address: string): void => {
    const [target = '', anchor = ''] = address.split('#')
    const to = target === '' ? (file?.path ?? '') : joined(file?.path ?? '', target)
    const there = book.files.find((one) => one.path === to)
    if (there === undefined) return
    const heading = chapterOf(there).headings.find(({ text }) => slug(text) === anchor)
    open({ path: to, line: heading?.line ?? 1 })
  }
  const back = past.at(-1)
  return (
    <div className="book">
      <div className="book-tools">
        <input
          type="search"
          className="search"
          data-search="rules"
          placeholder="Search the rulebook"
          aria-label="Search the rulebook"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className="row">
          <select
            aria-label="Chapter"
            value={path}
            onChange={(event) => open({ path: event.target.value, line: 1 })}
          >
            {book.files.map((one) => (
              <option key={one.path} value={one.path}>
                {one.title}
              </option>
            ))}
          </select>
          {back === undefined ? null : (
            <Button
              look="quiet"
              onClick={() => {
                setPast(past.slice(0, -1))
                setSpot(back)
              }}
            >
              Back
            </Button>
          )}
        </div>
      </div>
      {missing === '' ? null : <p className="says">{missing}</p>}
      {search.trim() !== '' ? (
        <Results book={book} search={search} onOpen={open} />
      ) : chapter === undefined ? (
        <p className="says">This game has no rulebook.</p>
      ) : (
        <ChapterText
          key={chapter.path}
          blocks={chapter.blocks}
          line={spot?.line ?? 1}
          onLink={follow}
          under={under}
        />
      )}
    </div>
  )
}

function Results({
  book,
  search,
  onOpen,
}: {
  readonly book: Book
  readonly search: string
  readonly onOpen: (spot: BookLocation) => void
}): ReactNode {
  const found = useMemo(() => searchBook(book, search), [book, search])
  if (found.length === 0) return <p className="says">Nothing in the rulebook says that.</p>
  return (
    <ul className="found">
      {found.map(({ path, line, heading, text }) => (
        <li key={`${path}:${line}`}>
          <button type="button" className="link" onClick={() => onOpen({ path, line })}>
            {heading}
          </button>
          {text === '' ? null : <p>{text}</p>}
        </li>
      ))}
    </ul>
  )
}

const ABOVE = 140 // pixels that stay to be read over what is sought

function ChapterText({
  blocks,
  line,
  onLink,
  under,
}: {
  readonly blocks: readonly Block[]
  readonly line: number
  readonly onLink: (address: string) => void
  readonly under: number
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = frame.current?.closest('[role="tabpanel"], main')
    const place = frame.current?.querySelector('.code-line.sought') ?? frame.current?.querySelector('.sought')
    if (panel === null || panel === undefined) return
    const up = place === null || place === undefined ? 0 : place.getBoundingClientRect().top
    const far = up - panel.getBoundingClientRect().top - ABOVE
    panel.scrollTo(0, line > 1 ? panel.scrollTop + far : 0)
  }, [line])
  return (
    <div className="chapter" ref={frame}>
      {blocks.map(({ token, line: from, end }) => (
        <div key={from} className={`block${line > 1 && line >= from && line < end ? ' sought' : ''}`}>
          <MarkdownBlock token={token} line={from} sought={line} onLink={onLink} under={under} />
        </div>
      ))}
    </div>
  )
}

/** A path beside another. */
function joined(from: string, to: string): string {
  const parts = [...from.split('/').slice(0, -1), ...to.split('/')]
  const out: string[] = []
  for (const part of parts) {
    if (part === '..') out.pop()
    else if (part !== '.' && part !== '') out.push(part)
  }
  return out.join('/')
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}
