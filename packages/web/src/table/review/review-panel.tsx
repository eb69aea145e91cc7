/** The review: the margins over the game, and the turns where you gave away most, with what a search would have done. */
import type { ReviewedText, TurnText } from '@ludoforge/table'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { reviewRuns } from '../../local/index.js'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { ExploreButton } from '../explore/explore-button.js'
import { startBranch } from '../explore/start-branch.js'
import { Plot } from '../history/plot.js'
import { seriesOf } from '../history/series.js'
import { allTurns } from '../history/since-your-turn.js'
import { SeatName } from '../parts.js'
import { capitalize } from '../vocabulary.js'
import { type AnswerRun, answerRuns } from './turn-runs.js'

const SHOWN = 5
const LEAST_LOSS = 5 // points of the expected score

export function ReviewPanel(): ReactNode {
  const state = useTable((all) => all)
  const { table, records, you, about, attempt } = state
  const [share, setShare] = useState<number>()
  const [turns, setTurns] = useState<readonly ReviewedText[]>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const runs = useMemo(() => answerRuns(records, you.seats), [records, you.seats])
  const review = async (): Promise<void> => {
    const controller = new AbortController()
    stop.current = controller
    setShare(0)
    setTurns(undefined)
    try {
      const positions = []
      for (const run of runs) {
        if (controller.signal.aborted) return
        positions.push({ ...run, position: await table.explore(run.seat, run.number) })
      }
      const found = await reviewRuns(about.game.fingerprint, positions, setShare, controller.signal)
      setTurns(found)
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      setShare(undefined)
    }
  }
  return (
    <section className="review" aria-label="Review">
      <Margins />
      <ExploreButton />
      {you.seats.length === 0 ? (
        <p className="description">Only players can review their turns.</p>
      ) : share === undefined ? (
        <Button disabled={runs.length === 0} onClick={() => void attempt(review)}>
          {turns === undefined ? 'Review my turns' : 'Review again'}
        </Button>
      ) : (
        <Working share={share} runs={runs} onStop={() => stop.current?.abort()} />
      )}
      {turns === undefined ? null : <Worst turns={turns} />}
    </section>
  )
}

interface WorkingProps {
  readonly share: number
  readonly runs: readonly AnswerRun[]
  readonly onStop: () => void
}

function Working({ share, runs, onStop }: WorkingProps): ReactNode {
  return (
    <div className="row" role="status">
      <progress max={1} value={share} aria-label={`Reviewing ${runs.length} turns`} />
      <Button onClick={onStop}>Stop</Button>
    </div>
  )
}

/** The values of the seats over the game, the margin first. */
function Margins(): ReactNode {
  const { start, records, eye, scene, words } = useTable((state) => state)
  const turns = useTable(allTurns)
  const frame = start.find((one) => one.eye === eye) ?? start[0]
  const [first] = useMemo(
    () =>
      frame?.values === undefined
        ? []
        : seriesOf(
            { number: 0, view: frame.view, values: frame.values, events: [] },
            records,
            turns,
            eye,
            scene,
            (variable) => words.variable(variable),
          ),
    [frame, records, turns, eye, scene, words],
  )
  return first === undefined ? null : (
    <>
      <h3>{capitalize(first.title)} over the game</h3>
      <Plot series={first} />
    </>
  )
}

function Worst({ turns }: { readonly turns: readonly ReviewedText[] }): ReactNode {
  const worst = turns
    .filter(({ loss }) => loss >= LEAST_LOSS)
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, SHOWN)
  if (worst.length === 0) return <p>No turn gave away much: you played as well as the search.</p>
  return (
    <ol className="review-turns">
      {worst.map((turn) => (
        <Turn key={turn.number} turn={turn} />
      ))}
    </ol>
  )
}

function Turn({ turn: { number, seat, loss, played, best } }: { readonly turn: ReviewedText }): ReactNode {
  const state = useTable((all) => all)
  const { stepTo, attempt, about } = state
  return (
    <li>
      <p>
        <SeatName id={seat} /> gave away {Math.round(loss)} points of expected score.
      </p>
      <Option title="You" number={number} turn={played} />
      <Option title="Search" number={number} turn={best} />
      <div className="row">
        <Button look="quiet" onClick={() => stepTo(number)}>
          Show the position
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            void attempt(() =>
              startBranch(state, number, `${about.name || about.game.title}: turn at ${number}`),
            )
          }
        >
          Try it yourself
        </Button>
      </div>
    </li>
  )
}

interface OptionProps {
  readonly title: string
  readonly number: number
  readonly turn: TurnText
}

/** A turn in words. Pointing at it highlights its spaces. Pressing it draws its result on the position before it. */
function Option({ title, number, turn: { score, text, zones, events } }: OptionProps): ReactNode {
  const { set, sketch, present } = useTable((state) => state.actions)
  const isShown = useTable(({ stepping }) => stepping?.sketch === events)
  const show = (): void => set({ focus: zones })
  const hide = (): void => set({ focus: [] })
  return (
    <p className="review-option">
      <b>{title}</b> ({Math.round(score)} %):{' '}
      <button
        type="button"
        className="link"
        title="Show this turn on the board"
        aria-pressed={isShown}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={() => {
          show()
          if (isShown) present()
          else sketch(number, events)
        }}
      >
        {text}
      </button>
    </p>
  )
}
