/** The layout of the table page: the board, with the question and the tabs next to it or below. */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { Book } from '@ludoforge/look'
import { fetchFile } from '../app/site.js'
import { useSettings } from '../app/settings.js'
import { Board } from '../board/index.js'
import { Button, Tabs } from '../ui/index.js'
import { useTable, useTableStore } from './context.js'
import { Decide, Problem } from './question/decide.js'
import { ResultPanel } from './history/result.js'
import { Help } from './help.js'
import { handleKey } from './keys.js'
import { isQuestionHeld } from './store/moments.js'
import { useNarrow } from './palette.js'
import { SeatName } from './parts.js'
import { PlayersTab } from './players.js'
import type { Tab } from './store/state.js'
import { LogPanel } from './history/log.js'
import { glowOf } from './question/targets.js'
import { Timeline } from './history/timeline.js'
import { watchTouch } from './touch.js'

export function TableView(): ReactNode {
  const curtain = useTable((state) => state.curtain)
  const questionId = useTable(({ decision, now }) =>
    decision === undefined ? '' : `${now.number} ${decision.seat}`,
  )
  useKeyboard()
  useTitle()
  useEffect(watchTouch, [])
  return (
    <div className="table-page" data-asked={questionId}>
      {curtain === undefined ? (
        <>
          <div className="board-side">
            <TheBoard />
            <Timeline />
          </div>
          <SidePanel />
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
      if (!event.defaultPrevented && handleKey(event, store.getState())) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [store])
}

function useTitle(): void {
  const name = useTable(({ about }) => about.name || about.game.title)
  const isYourTurn = useTable(({ decision }) => decision !== undefined)
  useEffect(() => {
    document.title = `${isYourTurn ? 'Your turn: ' : ''}${name}`
    return () => {
      document.title = 'LudoForge'
    }
  }, [name, isYourTurn])
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

function SidePanel(): ReactNode {
  const tab = useTable((state) => state.tab)
  const set = useTable((state) => state.set)
  const isOver = useTable((state) => state.about.outcome !== undefined && !isQuestionHeld(state))
  const narrow = useNarrow()
  const main = isOver ? <ResultPanel /> : <Decide />
  const at = !narrow && tab === 'decide' ? 'log' : tab
  const tabs = [
    ...(narrow ? [{ id: 'decide' as const, title: isOver ? 'End' : 'Decide', body: main }] : []),
    { id: 'log' as const, title: 'Log', body: <LogPanel /> },
    { id: 'rules' as const, title: 'Rules', body: <Rules /> },
    { id: 'table' as const, title: 'Table', body: <PlayersTab /> },
  ]
  return (
    <aside className="side-panel" aria-label="The game">
      <Tools />
      <Connection />
      <Problem />
      {narrow ? null : main}
      <Tabs<Tab> label="Log, rules and table" tabs={tabs} at={at} onChange={(next) => set({ tab: next })} />
    </aside>
  )
}

/** The toolbar: undo, hint, shortcuts. */
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
              title={horizon.free === null ? 'Undo, if the other players agree (U)' : 'Undo (U)'}
              onClick={askUndo}
            >
              Undo
            </Button>
            <Button
              look="quiet"
              disabled={decision === undefined || hint === 'asked'}
              title="See what a bot would do (H)"
              onClick={askHint}
            >
              Hint
            </Button>
          </>
        )}
        <Button
          look="quiet"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => set({ help: true })}
        >
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
      Connection lost. Reconnecting automatically. Your decisions are safe.
    </p>
  )
}

/** Code splitting: the Markdown reader is loaded when a rulebook is first opened. */
const Rulebook = lazy(() => import('./rulebook/rulebook.js'))

function Rules(): ReactNode {
  const path = useTable((state) => state.book)
  const reading = useTable((state) => state.reading)
  const attempt = useTable((state) => state.attempt)
  const [book, setBook] = useState<Book>()
  useEffect(() => {
    void attempt(async () => setBook(await bookAt(path)))
  }, [path, attempt])
  const opening = <p className="description">Opening the rulebook …</p>
  return book === undefined ? (
    opening
  ) : (
    <Suspense fallback={opening}>
      <Rulebook book={book} at={reading} />
    </Suspense>
  )
}

const books = new Map<string, Promise<Book>>()

/** Fetches a rulebook once per page. A failed fetch is retried on the next call. */
function bookAt(path: string): Promise<Book> {
  const cached = books.get(path)
  if (cached !== undefined) return cached
  const book = fetchFile<Book>(path)
  books.set(path, book)
  book.catch(() => books.delete(path))
  return book
}

/** Covers the board while players who share a device pass it on. */
function Curtain({ seat }: { readonly seat: string }): ReactNode {
  const decideFor = useTable((state) => state.decideFor)
  return (
    <div className="curtain">
      <h1>
        Pass the device to <SeatName id={seat} />
      </h1>
      <p>The board is hidden, so that nobody else sees this seat’s secrets.</p>
      <Button look="main" autoFocus onClick={() => decideFor(seat)}>
        Show the board
      </Button>
    </div>
  )
}
