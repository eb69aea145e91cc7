/** The page: a header with navigation, and the page of the current route. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useAccount } from './account.js'
import { Boundary, Problem, BackToGames } from './page-states.js'
import { storeKey } from './seat-keys.js'
import { Lobby } from './lobby.js'
import { useMyTables } from './my-tables.js'
import { href, type Route, useRoute } from './routes.js'
import { BrandMark } from '../ui/brand-mark.js'

/** Code splitting: all but the lobby is loaded when it is first opened. */
const NewTablePage = lazy(async () => ({ default: (await import('./new-table.js')).NewTablePage }))
const LearnPage = lazy(async () => ({ default: (await import('./learn/learn-page.js')).LearnPage }))
const LessonPage = lazy(() => import('./learn/lesson-page.js'))
const JoinPage = lazy(async () => ({ default: (await import('./join-page.js')).JoinPage }))
const AccountPage = lazy(async () => ({ default: (await import('./account-page.js')).AccountPage }))
const ResetPage = lazy(async () => ({ default: (await import('./reset-page.js')).ResetPage }))
const SettingsPage = lazy(async () => ({ default: (await import('./settings-page.js')).SettingsPage }))
const PuzzlesPage = lazy(async () => ({ default: (await import('./puzzles-page.js')).PuzzlesPage }))
const TablePage = lazy(() => import('../table/index.js'))
const MakePage = lazy(() => import('../desk/start/make-page.js'))
const DeskPage = lazy(() => import('../desk/desk-page.js'))
const BookPage = lazy(() => import('../table/rulebook/book-page.js'))

export function App(): ReactNode {
  const route = useRoute()
  const { tables = [], problem } = useMyTables()
  const turns = tables.filter(({ yourTurn }) => yourTurn).length
  const { account } = useAccount()
  const isLesson = route.at === 'learn' && Boolean(route.lesson)
  const isTable = route.at === 'table' || route.at === 'local' || isLesson || route.at === 'desk' // these set their own title
  useEffect(() => {
    if (!isTable) document.title = `${turns > 0 ? `(${turns}) ` : ''}LudoForge`
  }, [turns, isTable])
  return (
    <div className={`app at-${isLesson ? 'local' : route.at}`}>
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="head">
        <a className="brand" href={href({ at: 'lobby' })}>
          <BrandMark />
          LudoForge
          {turns > 0 ? (
            <span className="badge">
              <span className="unless-narrow">{turns === 1 ? 'Your turn' : 'Your turn at '}</span>
              {turns === 1 ? <span className="if-narrow">1</span> : turns}
              {turns === 1 ? null : <span className="unless-narrow"> tables</span>}
            </span>
          ) : null}
        </a>
        <nav aria-label="Main">
          <a href={href({ at: 'make' })} aria-current={route.at === 'make' ? 'page' : undefined}>
            <span>
              Make<span className="unless-narrow"> a game</span>
            </span>
          </a>
          <a href={href({ at: 'account' })} aria-current={route.at === 'account' ? 'page' : undefined}>
            {account ? account.name : 'Account'}
          </a>
          <a href={href({ at: 'settings' })} aria-current={route.at === 'settings' ? 'page' : undefined}>
            Settings
          </a>
        </nav>
      </header>
      {problem === undefined ? null : (
        <p className="banner" role="status">
          {problem} Retrying automatically.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <Boundary key={pageKey(route)}>
          <Suspense fallback={<p className="opening">Loading …</p>}>
            <Page route={route} />
          </Suspense>
        </Boundary>
      </main>
    </div>
  )
}

/** Another place in the same rulebook is the same page. */
function pageKey(route: Route): string {
  return JSON.stringify(route.at === 'rules' ? { ...route, place: '' } : route)
}

function skip(event: { preventDefault(): void }): void {
  event.preventDefault() // the hash is the route, so it can't hold an anchor
  document.getElementById('main')?.focus()
}

/** Stores the key of a link that the terminal prints, and removes it from the address. */
function TakeSeat({ table, seatKey }: { readonly table: string; readonly seatKey: string }): ReactNode {
  useEffect(() => {
    storeKey(table, seatKey)
    location.replace(href({ at: 'table', id: table }))
  }, [table, seatKey])
  return null
}

function Page({ route }: { readonly route: Route }): ReactNode {
  switch (route.at) {
    case 'lobby':
      return <Lobby />
    case 'puzzles':
      return <PuzzlesPage game={route.game} />
    case 'new':
      return <NewTablePage game={route.game} />
    case 'learn':
      return route.lesson ? (
        <LessonPage game={route.game} lesson={route.lesson} />
      ) : (
        <LearnPage game={route.game} />
      )
    case 'table':
      return route.key ? (
        <TakeSeat table={route.id} seatKey={route.key} />
      ) : (
        <TablePage id={route.id} where="table" />
      )
    case 'local':
      return <TablePage id={route.id} where="local" />
    case 'make':
      return <MakePage />
    case 'desk':
      return <DeskPage kind={route.storage} id={route.id} linkKey={route.key} />
    case 'rules':
      return <BookPage game={route.game} place={route.place} />
    case 'join':
      return <JoinPage table={route.table} secret={route.secret} />
    case 'account':
      return <AccountPage />
    case 'reset':
      return <ResetPage token={route.token} />
    case 'settings':
      return <SettingsPage />
    default:
      return (
        <div className="narrow">
          <Problem
            title="Page not found"
            text={`There’s no page at “#/${route.path}”. The link may be incomplete.`}
          >
            <BackToGames />
          </Problem>
        </div>
      )
  }
}
