/** The rulebook viewer: the game's Markdown, opened at a rule, with search and history. */
import { type Book, type RuleReference, type BookLocation, locateRule } from '@ludoforge/look'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/index.js'
import { type Block, chapterOf, searchBook } from './book.js'
import { MarkdownBlock } from './markdown.js'

interface RulebookProps {
  readonly book: Book
  /** The rule to open. A change scrolls to the new one. */
  readonly at: RuleReference | undefined
  /** The heading level above the rulebook. */
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
  const file = book.files.find((other) => other.path === path)
  const chapter = useMemo(() => (file === undefined ? undefined : chapterOf(file)), [file])
  const open = (next: BookLocation): void => {
    if (spot !== undefined) setPast([...past, spot])
    setSearch('')
    setSpot(next)
  }
  const follow = (address: string): void => {
    const [target = '', anchor = ''] = address.split('#')
    const to = target === '' ? (file?.path ?? '') : resolvePath(file?.path ?? '', target)
    const linked = book.files.find((other) => other.path === to)
    if (linked === undefined) return
    const heading = chapterOf(linked).headings.find(({ text }) => slug(text) === anchor)
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
            {book.files.map((chapterFile) => (
              <option key={chapterFile.path} value={chapterFile.path}>
                {chapterFile.title}
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
      {missing === '' ? null : <p className="description">{missing}</p>}
      {search.trim() !== '' ? (
        <Results book={book} search={search} onOpen={open} />
      ) : chapter === undefined ? (
        <p className="description">This game has no rulebook.</p>
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
  if (found.length === 0) return <p className="description">No results in the rulebook.</p>
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

const CONTEXT_PX = 140 // pixels of context above the target

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
    const target =
      frame.current?.querySelector('.code-line.sought') ?? frame.current?.querySelector('.sought')
    if (panel === null || panel === undefined) return
    const top = target === null || target === undefined ? 0 : target.getBoundingClientRect().top
    const distance = top - panel.getBoundingClientRect().top - CONTEXT_PX
    panel.scrollTo(0, line > 1 ? panel.scrollTop + distance : 0)
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

/** Resolves a relative path. */
function resolvePath(from: string, to: string): string {
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
