/** The table page: the standing bar above, the rail, the board, and the question with the story. */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { Book } from '@ludoforge/look'
import { applyEvents } from '@ludoforge/play'
import { useSettings } from '../app/settings.js'
import { Board, EnlargedCard, Felt, Minimap, SceneProvider } from '../board/index.js'
import { Button, Tabs } from '../ui/index.js'
import { useTable, useTableStore } from './context.js'
import { Decide, Problem } from './question/decide.js'
import { BranchNote } from './explore/branch-note.js'
import { handleKey } from './keys.js'
import { isQuestionHeld } from './store/moments.js'
import { useNarrow } from './palette.js'
import { SeatName } from './parts.js'
import type { Tab } from './store/state.js'
import { StoryPanel } from './history/story.js'
import { litOf } from './history/lit.js'
import { touchedSpaces } from './history/since-your-turn.js'
import { glowOf } from './question/targets.js'
import { bookAt } from './rulebook/book-at.js'
import { Rail } from './rail/rail.js'
import { Sheet } from './phone-sheet.js'
import { StandingBar } from './standing/standing-bar.js'
import { TableTerms } from './table-terms.js'
import { watchTouch } from './touch.js'

export function TableView(): ReactNode {
  const curtain = useTable((state) => state.curtain)
  const questionId = useTable(({ decision, now }) =>
    decision === undefined ? '' : `${now.number} ${decision.seat}`,
  )
  useKeyboard()
  useTitle()
  useEffect(watchTouch, [])
  const scene = useTable((state) => state.scene)
  const zones = useTable(({ def }) => def.zones)
  const enlarged = useTable((state) => state.enlarged)
  const help = useTable((state) => state.help)
  const coach = useTable((state) => state.coach)
  const narrow = useNarrow()
  const name = useTable(({ about }) => about.name || about.game.title)
  return (
    <SceneProvider scene={scene} zones={zones}>
      <div className={`table-page${scene.map === null ? ' on-felt' : ''}`} data-asked={questionId}>
        {curtain === undefined ? (
          <TableTerms>
            <h1 className="unseen">{name}</h1>
            {/* The question comes first for the keyboard. The styles place the regions. */}
            {narrow ? <PhoneSheet /> : <SidePanel />}
            <div className="stage">
              <TableBoard />
              {coach === undefined ? null : <coach.Rings />}
            </div>
            {narrow ? null : <Rail minimap={<TheMinimap />} />}
            <StandingBar />
            <EnlargedCard card={enlarged} />
          </TableTerms>
        ) : (
          <Curtain seat={curtain} />
        )}
        {help ? (
          <Suspense>
            <Help />
          </Suspense>
        ) : null}
      </div>
    </SceneProvider>
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

/** The board at the table's present, or at the moment that is shown. */
export function TableBoard({ overlay }: { readonly overlay?: ReactNode }): ReactNode {
  const { scene, def } = useTable((state) => state)
  const shown = useTable((state) => state.shown)
  const decision = useTable((state) => state.decision)
  const picks = useTable((state) => state.picks)
  const cardKinds = useTable((state) => state.cardKinds)
  const foreseen = useTable((state) => state.foreseen)
  const stepping = useTable((state) => state.stepping)
  const isPlaying = useTable((state) => state.waiting.length > 0)
  const focus = useTable((state) => state.focus)
  const { pickTarget, pointTarget, askTarget, dragTarget } = useTable((state) => state.actions)
  const camera = useTable((state) => state.camera)
  const touched = useTable(touchedSpaces)
  const question = useTable(({ decision: asked, now }) =>
    asked === undefined ? undefined : `${now.number} ${asked.seat}`,
  )
  const { speed, camera: cameraSpeed } = useSettings()
  const present = stepping === undefined
  const glow = useMemo(
    () => glowOf(present ? decision : undefined, picks, cardKinds),
    [present, decision, picks, cardKinds],
  )
  const sketch = stepping?.at === shown.number ? stepping.sketch : undefined
  const sketched = useMemo(
    () => (sketch === undefined ? null : applyEvents(shown.view, sketch)),
    [sketch, shown.view],
  )
  const Stage = scene.map === null ? Felt : Board
  const words = useTable((state) => state.words)
  const lit = useMemo(() => litOf(shown, scene, words), [shown, scene, words])
  return (
    <Stage
      scene={scene}
      def={def}
      view={shown.view}
      values={shown.values}
      glow={lit ?? glow}
      ghost={present && !isPlaying ? (foreseen?.ghost ?? null) : sketched}
      focus={focus}
      steps={shown.events}
      speed={speed}
      camera={camera}
      cameraSpeed={cameraSpeed}
      touched={touched}
      {...(question === undefined ? {} : { question })}
      onPick={pickTarget}
      onPoint={pointTarget}
      onAsk={askTarget}
      onDrag={dragTarget}
      {...(overlay === undefined ? {} : { overlay })}
    />
  )
}

function TheMinimap(): ReactNode {
  const { scene, def, camera } = useTable((state) => state)
  const { view, values } = useTable((state) => state.shown)
  return <Minimap camera={camera} scene={scene} def={def} view={view} values={values} />
}

/** Code splitting: what most visits to a table don't open. */
const ResultPanel = lazy(async () => ({ default: (await import('./history/result.js')).ResultPanel }))
const PuzzleStrip = lazy(async () => ({ default: (await import('./puzzle/puzzle-strip.js')).PuzzleStrip }))
const ReviewPanel = lazy(async () => ({ default: (await import('./review/review-panel.js')).ReviewPanel }))
const LogPanel = lazy(async () => ({ default: (await import('./history/log.js')).LogPanel }))
const Help = lazy(async () => ({ default: (await import('./help.js')).Help }))
const PlayersTab = lazy(async () => ({ default: (await import('./players.js')).PlayersTab }))

/** The question or the end, and below it the tabs. */
function SidePanel(): ReactNode {
  const tab = useTable((state) => state.tab)
  const set = useTable((state) => state.set)
  const at = tab === 'decide' || tab === 'card' ? 'story' : tab
  return (
    <aside className="side-panel" aria-label="The game">
      <Question />
      <Tabs<Tab>
        label="Story, log, rules, review and people"
        tabs={TABS}
        at={at}
        onChange={(next) => set({ tab: next })}
      />
    </aside>
  )
}

const TABS = [
  { id: 'story' as const, title: 'Story', body: <StoryPanel /> },
  {
    id: 'log' as const,
    title: 'Log',
    body: (
      <Suspense>
        <LogPanel />
      </Suspense>
    ),
  },
  { id: 'rules' as const, title: 'Rules', body: <Rules /> },
  {
    id: 'review' as const,
    title: 'Review',
    body: (
      <Suspense>
        <ReviewPanel />
      </Suspense>
    ),
  },
  {
    id: 'table' as const,
    title: 'People',
    body: (
      <Suspense>
        <PlayersTab />
      </Suspense>
    ),
  },
]

function Question(): ReactNode {
  const isOver = useTable((state) => state.about.outcome !== undefined && !isQuestionHeld(state))
  const coach = useTable((state) => state.coach)
  if (coach?.plays === 'lesson')
    return (
      <div className="side-question in-lesson" data-question="">
        <coach.Strip />
        <Problem />
        <Decide />
      </div>
    )
  return (
    <div className={`side-question${coach === undefined ? '' : ' in-lesson'}`} data-question="">
      {coach === undefined ? null : <coach.Strip />}
      <Connection />
      <BranchNote />
      <Suspense>
        <PuzzleStrip />
      </Suspense>
      <Problem />
      {isOver ? (
        <Suspense>
          <ResultPanel />
        </Suspense>
      ) : (
        <Decide />
      )}
      <Tools />
    </div>
  )
}

/** The same on a phone: a sheet over the board, low or up. Card and story are one tap away. */
function PhoneSheet(): ReactNode {
  const tab = useTable((state) => state.tab)
  const set = useTable((state) => state.set)
  return (
    <Sheet tab={tab}>
      {tab === 'decide' ? (
        <Question />
      ) : tab === 'card' ? (
        <Rail />
      ) : (
        <Tabs<Tab>
          label="Story, log, rules, review and people"
          tabs={TABS}
          at={tab}
          onChange={(next) => set({ tab: next })}
        />
      )}
    </Sheet>
  )
}

/** Undo and hint. */
function Tools(): ReactNode {
  const { you, horizon, decision, hint } = useTable((state) => state)
  const { askUndo, askHint } = useTable((state) => state.actions)
  if (you.seats.length === 0) return null
  return (
    <div className="tools">
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
    </div>
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
      <Rulebook book={book} game={gameAt(path)} at={reading} />
    </Suspense>
  )
}

/** The fingerprint in the path of a rulebook. */
const gameAt = (path: string): string => path.split('/').at(-2) ?? ''

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
