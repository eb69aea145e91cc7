/** What you decide now: the question, or what happens instead. */
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { Meanwhile } from '../history/meanwhile.js'
import { Consent, UndoConfirmation } from './consent.js'
import { isQuestionHeld } from '../store/moments.js'
import { OwnCards } from './own-cards.js'
import { SeatName } from '../parts.js'
import { Question } from './question.js'
import { Waiting } from './waiting.js'

export function Decide(): ReactNode {
  const decision = useTable((state) => state.decision)
  const held = useTable(isQuestionHeld)
  const isLesson = useTable(({ coach }) => coach?.plays === 'lesson')
  return (
    <section className="decide" aria-label="Your decision">
      <WhoseTurn />
      <Consent />
      <UndoConfirmation />
      <Missed />
      <Results />
      <OwnCards />
      {held ? (
        <Meanwhile />
      ) : decision !== undefined ? (
        <Question decision={decision} />
      ) : isLesson ? null : (
        <Waiting />
      )}
    </section>
  )
}

/** Chooses the seat to answer for, if several of your seats decide simultaneously. */
function WhoseTurn(): ReactNode {
  const asked = useTable((state) => state.asked)
  const seat = useTable((state) => state.decision?.seat)
  const decideFor = useTable((state) => state.decideFor)
  if (asked.length < 2) return null
  return (
    <div className="whose" role="group" aria-label="Seat you decide for">
      {asked.map(({ seat: id }) => (
        <button
          key={id}
          type="button"
          className="chip"
          aria-pressed={id === seat}
          onClick={() => decideFor(id)}
        >
          <SeatName id={id} />
        </button>
      ))}
    </div>
  )
}

/** Offers a replay of what happened while you were away. */
function Missed(): ReactNode {
  const missed = useTable((state) => state.missed)
  const count = useTable(({ line }) =>
    missed === undefined ? 0 : line.filter((number) => number > missed).length,
  )
  const { set, stepTo } = useTable((state) => state.actions)
  if (missed === undefined || count === 0) return null
  return (
    <div className="notice">
      <p>While you were away, {count === 1 ? 'one decision was' : `${count} decisions were`} made.</p>
      <div className="row">
        <Button
          look="main"
          onClick={() => {
            set({ missed: undefined })
            stepTo(missed, true)
          }}
        >
          Replay
        </Button>
        <Button onClick={() => set({ missed: undefined })}>Not now</Button>
      </div>
    </div>
  )
}

/** The texts of past moments, for players who turn playback off. */
function Results(): ReactNode {
  const results = useTable((state) => state.results)
  if (results.length === 0) return null
  return (
    <ul className="results" aria-label="What happened since your last answer">
      {results.map((text, i) => (
        <li key={i}>{text}</li>
      ))}
    </ul>
  )
}

/** The message about the last failed request. */
export function Problem(): ReactNode {
  const problem = useTable((state) => state.problem)
  const set = useTable((state) => state.set)
  const [seen, setSeen] = useState(problem)
  useEffect(() => setSeen(problem), [problem])
  if (problem === undefined || seen === undefined) return null
  return (
    <div className="notice bad" role="alert">
      <p>{problem}</p>
      <Button look="quiet" aria-label="Close this message" onClick={() => set({ problem: undefined })}>
        ✕
      </Button>
    </div>
  )
}
