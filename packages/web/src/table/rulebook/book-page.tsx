/** The rulebook of a game as a separate page. */
import { Refusal } from '@ludoforge/table'
import type { Book } from '@ludoforge/look'
import { type ReactNode, useMemo } from 'react'
import { Problem, BackToGames } from '../../app/page-states.js'
import { loadGames } from '../../app/games.js'
import { useResource } from '../../app/use-resource.js'
import { fetchFile, errorText } from '../../app/site.js'
import Rulebook from './rulebook.js'

interface BookPageProps {
  readonly fingerprint: string
  readonly rule: string
}

interface Opened {
  readonly book: Book
  /** The game's title, if the site still has these rules. */
  readonly title: string | undefined
}

async function openBook(fingerprint: string): Promise<Opened> {
  const [book, games] = await Promise.all([
    fetchFile<Book>(`games/${fingerprint}/book.json`),
    loadGames().catch(() => []),
  ])
  return { book, title: games.find((game) => game.fingerprint === fingerprint)?.title }
}

function problemOf(error: unknown, fingerprint: string): string {
  return error instanceof Refusal && error.code === 'not-found'
    ? `No game here has the rules “${fingerprint}”. The link may be incomplete.`
    : errorText(error)
}

export default function BookPage({ fingerprint, rule }: BookPageProps): ReactNode {
  const [loaded] = useResource(fingerprint, () => openBook(fingerprint))
  const at = useMemo(() => (rule === '' ? undefined : { rule }), [rule])
  if (loaded.is === 'failed')
    return (
      <div className="narrow">
        <Problem title="Rulebook not found" text={problemOf(loaded.error, fingerprint)}>
          <BackToGames />
        </Problem>
      </div>
    )
  if (loaded.is === 'waiting') return <p className="opening">Opening the rulebook …</p>
  const { book, title } = loaded.value
  return (
    <div className="book-page side-panel">
      <header>
        <h1>{title === undefined ? 'Rulebook' : `${title}: rulebook`}</h1>
        <BackToGames />
      </header>
      <Rulebook book={book} at={at} under={1} />
    </div>
  )
}
