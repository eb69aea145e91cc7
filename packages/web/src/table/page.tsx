/** The page at which one plays: the board, and beside or below it all else. */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { Book } from '@ludoforge/look'
import { fetchFile } from '../app/site.js'
import { useSettings } from '../app/settings.js'
import { Board } from '../board/index.js'
import { Button, Tabs } from '../ui/index.js'
import { useTable, useTableStore } from './context.js'
import { Decide, Problem } from './question/decide.js'
import { TheEnd } from './history/end.js'
import { Help } from './help.js'
import { pressed } from './keys.js'
import { isHeld } from './store/moments.js'
import { useNarrow } from './palette.js'
import { SeatName } from './parts.js'
import { People } from './people.js'
import type { Tab } from './store/state.js'
import { LogPanel } from './history/log.js'
import { glowOf } from './question/targets.js'
import { Timeline } from './history/timeline.js'
import { watchTouch } from './touch.js'

export function TableView(): ReactNode {
  const curtain = useTable((state) => state.curtain)
  const asked = useTable(({ decision, now }) =>
    decision === undefined ? '' : `${now.number} ${decision.seat}`,
  )
  useKeyboard()
  useTitle()
  useEffect(watchTouch, [])
  return (
    <div className="table-page" data-asked={asked}>
      {curtain === undefined ? (
        <>
          <div className="board-side">
            <TheBoard />
            <Timeline />
          </div>
          <Beside />
        </>
      ) : (
        <Curtain seat={curtain} />
      )}
      <Help />
    </div>
  )
}

function useKeyboard(): void {
  const store = useTableStore()
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && pressed(event, store.getState())) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [store])
}

function useTitle(): void {
  const name = useTable(({ about }) => about.name || about.game.title)
  const isAsked = useTable(({ decision }) => decision !== undefined)
  useEffect(() => {
    document.title = `${isAsked ? 'Your turn: ' : ''}${name}`
    return () => {
      document.title = 'LudoForge'
    }
  }, [name, isAsked])
}

function TheBoard(): ReactNode {
  const { scene, def } = useTable((state) => state)
  const shown = useTable((state) => state.shown)
  const decision = useTable((state) => state.decision)
  const picks = useTable((state) => state.picks)
  const cardKinds = useTable((state) => state.cardKinds)
  const foreseen = useTable((state) => state.foreseen)
  const stepping = useTable((state) => state.stepping)
  const isPlaying = useTable((state) => state.waiting.length > 0)
  const focus = useTable((state) => state.focus)
  const { pickTarget, pointTarget, askTarget } = useTable((state) => state.actions)
  const { speed } = useSettings()
  const narrow = useNarrow()
  const present = stepping === undefined
  const glow = useMemo(
    () => glowOf(present ? decision : undefined, picks, cardKinds),
    [present, decision, picks, cardKinds],
  )
  return (
    <Board
      scene={scene}
      def={def}
      view={shown.view}
      values={shown.values}
      layout={narrow ? 'tall' : 'auto'}
      glow={glow}
      ghost={present && !isPlaying ? (foreseen?.ghost ?? null) : null}
      focus={focus}
      steps={shown.events}
      speed={speed}
      onPick={pickTarget}
      onPoint={pointTarget}
      onAsk={askTarget}
    />
  )
}

function Beside(): ReactNode {
  const tab = useTable((state) => state.tab)
  const set = useTable((state) => state.set)
  const isOver = useTable((state) => state.about.outcome !== undefined && !isHeld(state))
  const narrow = useNarrow()
  const main = isOver ? <TheEnd /> : <Decide />
  const at = !narrow && tab === 'decide' ? 'log' : tab
  const tabs = [
    ...(narrow ? [{ id: 'decide' as const, title: isOver ? 'End' : 'Decide', body: main }] : []),
    { id: 'log' as const, title: 'Log', body: <LogPanel /> },
    { id: 'rules' as const, title: 'Rules', body: <Rules /> },
    { id: 'table' as const, title: 'Table', body: <People /> },
  ]
  return (
    <aside className="beside" aria-label="The game">
      <Tools />
      <Connection />
      <Problem />
      {narrow ? null : main}
      <Tabs<Tab> label="Beside the game" tabs={tabs} at={at} onChange={(next) => set({ tab: next })} />
    </aside>
  )
}

/** What is always at hand. */
function Tools(): ReactNode {
  const { you, horizon, about, decision, hint } = useTable((state) => state)
  const { askUndo, askHint, set } = useTable((state) => state.actions)
  return (
    <header className="tools">
      <h1>{about.name || about.game.title}</h1>
      <div className="row">
        {you.seats.length === 0 ? null : (
          <>
            <Button
              look="quiet"
              disabled={horizon.ask === null}
              title={horizon.free === null ? 'Take back, if the others agree (U)' : 'Take back (U)'}
              onClick={askUndo}
            >
              Undo
            </Button>
            <Button
              look="quiet"
              disabled={decision === undefined || hint === 'asked'}
              title="What would a bot do? (H)"
              onClick={askHint}
            >
              Hint
            </Button>
          </>
        )}
        <Button look="quiet" aria-label="Keys" title="All keys (?)" onClick={() => set({ help: true })}>
          ?
        </Button>
      </div>
    </header>
  )
}

function Connection(): ReactNode {
  const connected = useTable((state) => state.connected)
  if (connected) return null
  return (
    <p className="notice bad" role="alert">
      The connection is lost. The page tries to come back by itself; nothing that you decided is lost.
    </p>
  )
}

/** What reads Markdown is loaded with the first rulebook that is opened. */
const Rulebook = lazy(() => import('./rulebook/rulebook.js'))

function Rules(): ReactNode {
  const path = useTable((state) => state.book)
  const reading = useTable((state) => state.reading)
  const attempt = useTable((state) => state.attempt)
  const [book, setBook] = useState<Book>()
  useEffect(() => {
    void attempt(async () => setBook(await bookAt(path)))
  }, [path, attempt])
  const opening = <p className="says">The rulebook is being opened.</p>
  return book === undefined ? (
    opening
  ) : (
    <Suspense fallback={opening}>
      <Rulebook book={book} at={reading} />
    </Suspense>
  )
}

const books = new Map<string, Promise<Book>>()

/** Once for each game. */
function bookAt(path: string): Promise<Book> {
  const known = books.get(path)
  if (known !== undefined) return known
  const book = fetchFile<Book>(path)
  books.set(path, book)
  book.catch(() => books.delete(path))
  return book
}

/** People at one device, of whom one must not see what another does. */
function Curtain({ seat }: { readonly seat: string }): ReactNode {
  const decideFor = useTable((state) => state.decideFor)
  return (
    <div className="curtain">
      <h1>
        Pass the device to <SeatName id={seat} />
      </h1>
      <p>The board is covered, so that nobody sees what only this seat may see.</p>
      <Button look="main" autoFocus onClick={() => decideFor(seat)}>
        Show the board
      </Button>
    </div>
  )
}
