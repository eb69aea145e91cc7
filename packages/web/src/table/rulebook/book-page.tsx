/** The rulebook of a game as a separate page. On paper it is the whole book. */
import { Refusal } from '@ludoforge/table'
import type { Book } from '@ludoforge/look'
import { type ReactNode, useMemo } from 'react'
import { Problem, BackToGames } from '../../app/page-states.js'
import { loadGame, loadGames } from '../../app/games.js'
import { go, href } from '../../app/routes.js'
import { useResource } from '../../app/use-resource.js'
import { fetchFile, errorText } from '../../app/site.js'
import { Button } from '../../ui/index.js'
import { addressOfPlace, placeOf, printedChapters } from './book.js'
import { PrintedChapter } from './chapter.js'
import { usePrinting } from './printing.js'
import { Reader } from './rulebook.js'

interface BookPageProps {
  /** The id of a game, or the fingerprint of its rules: those of a table can be older. */
  readonly game: string
  readonly place: string
}

interface Opened {
  readonly book: Book
  /** The game's title, if the site still has these rules. */
  readonly title: string | undefined
  /** The id of the game, if new tables use these rules. */
  readonly id: string | undefined
}

async function openBook(game: string): Promise<Opened> {
  const games = await loadGames().catch(() => [])
  const listed = games.find(({ id, fingerprint }) => id === game || fingerprint === game)
  const fingerprint = listed?.fingerprint ?? (await findFingerprint(game))
  const book = await fetchFile<Book>(`games/${fingerprint}/book.json`)
  return { book, title: listed?.title, id: listed?.id }
}

/** Waits for a game that the server still compiles. What it doesn't know may be a fingerprint. */
async function findFingerprint(game: string): Promise<string> {
  try {
    return (await loadGame(game)).fingerprint
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return game
    throw error
  }
}

function problemOf(error: unknown, game: string): string {
  return error instanceof Refusal && error.code === 'not-found'
    ? `No game here has the rules “${game}”. The link may be incomplete.`
    : errorText(error)
}

export default function BookPage({ game, place }: BookPageProps): ReactNode {
  const [loaded] = useResource(game, () => openBook(game))
  if (loaded.is === 'failed')
    return (
      <div className="narrow">
        <Problem title="Rulebook not found" text={problemOf(loaded.error, game)}>
          <BackToGames />
        </Problem>
      </div>
    )
  if (loaded.is === 'waiting') return <p className="opening">Opening the rulebook …</p>
  return <OpenBook opened={loaded.value} game={game} address={place} />
}

interface OpenBookProps {
  readonly opened: Opened
  readonly game: string
  readonly address: string
}

function OpenBook({ opened: { book, title, id }, game, address }: OpenBookProps): ReactNode {
  const isPrinting = usePrinting()
  const found = useMemo(() => placeOf(book, address), [book, address])
  const heading = title === undefined ? 'Rulebook' : `${title}: rulebook`
  if (isPrinting)
    return (
      <div className="book-page">
        <h1>{heading}</h1>
        {printedChapters(book).map((chapter, i) => (
          <PrintedChapter key={i} chapter={chapter} under={1} />
        ))}
      </div>
    )
  return (
    <div className="book-page">
      <header>
        <h1>{heading}</h1>
        <nav className="row" aria-label="Game">
          {id === undefined ? null : <a href={href({ at: 'new', game: id })}>New table</a>}
          <BackToGames />
        </nav>
      </header>
      <Reader
        book={book}
        game={game}
        place={found ?? START}
        open={(next) => go({ at: 'rules', game, place: addressOfPlace(book, next) })}
        under={1}
        missing={found === undefined ? `The rulebook has no rule ${address}.` : ''}
      >
        <Button look="quiet" onClick={() => print()}>
          Print
        </Button>
      </Reader>
    </div>
  )
}

const START = { page: 'start' } as const
