/** The page: a header with navigation, and the page of the current route. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useAccount } from './account.js'
import { AccountPage } from './account-page.js'
import { Boundary, Problem, BackToGames } from './page-states.js'
import { JoinPage } from './join-page.js'
import { storeKey } from './seat-keys.js'
import { Lobby } from './lobby.js'
import { useMyTables } from './my-tables.js'
import { NewTablePage } from './new-table.js'
import { href, type Route, useRoute } from './routes.js'
import { SettingsPage } from './settings-page.js'

/** Code splitting: boards are loaded when the first table is opened. */
const TablePage = lazy(() => import('../table/index.js'))
const BookPage = lazy(() => import('../table/rulebook/book-page.js'))

export function App(): ReactNode {
  const route = useRoute()
  const { tables = [], problem } = useMyTables()
  const turns = tables.filter(({ yourTurn }) => yourTurn).length
  const { account } = useAccount()
  const isTable = route.at === 'table' || route.at === 'local' // tables set their own title
  useEffect(() => {
    if (!isTable) document.title = `${turns > 0 ? `(${turns}) ` : ''}LudoForge`
  }, [turns, isTable])
  return (
    <div className={`app at-${route.at}`}>
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="head">
        <a className="brand" href={href({ at: 'lobby' })}>
          <Mark />
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
        <Boundary key={JSON.stringify(route)}>
          <Suspense fallback={<p className="opening">Loading …</p>}>
            <Page route={route} />
          </Suspense>
        </Boundary>
      </main>
    </div>
  )
}

function skip(event: { preventDefault(): void }): void {
  event.preventDefault() // the hash is the route, so it can't hold an anchor
  document.getElementById('main')?.focus()
}

function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 1.5 21.5 7v10L12 22.5 2.5 17V7Z" className="mark-under" />
      <path d="M12 1.5 21.5 7 12 12.5 2.5 7Z" className="mark-top" />
      <circle cx="12" cy="7" r="2.1" className="mark-pip" />
    </svg>
  )
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
    case 'new':
      return <NewTablePage game={route.game} />
    case 'table':
      return route.key ? (
        <TakeSeat table={route.id} seatKey={route.key} />
      ) : (
        <TablePage id={route.id} where="table" />
      )
    case 'local':
      return <TablePage id={route.id} where="local" />
    case 'book':
      return <BookPage fingerprint={route.fingerprint} rule={route.rule} />
    case 'join':
      return <JoinPage table={route.table} secret={route.secret} />
    case 'account':
      return <AccountPage />
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
