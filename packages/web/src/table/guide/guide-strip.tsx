/** The strip of a guided game's coach, above the question. It is low while the coach is silent. */
import type { Coach, CoachNote } from '@ludoforge/client'
import type { SuggestedTurn } from '@ludoforge/table'
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.js'
import { Points } from '../lesson/points.js'

interface StripProps {
  readonly note: CoachNote | undefined
  readonly problem: string | undefined
  readonly coach: Coach | undefined
  /** Gives the answer that the coach warns about. */
  readonly playIt: () => void
}

export function GuideStrip({ note, problem, coach, playIt }: StripProps): ReactNode {
  const isQuiet = note?.talk === 'quiet'
  return (
    <section className={`coach guide${note?.warning === undefined ? '' : ' mistaken'}`} aria-label="Coach">
      <header className="coach-head">
        <h2>Coach{note === undefined ? '' : `, card ${note.card}`}</h2>
        {note === undefined || coach === undefined ? null : (
          <span className="coach-buttons">
            {note.hasMore && !isQuiet ? (
              <Button look="quiet" onClick={() => coach.more()}>
                Tell me more
              </Button>
            ) : null}
            <Button look="quiet" onClick={() => coach.setTalk(isQuiet ? 'normal' : 'quiet')}>
              {isQuiet ? 'Speak again' : 'Quiet'}
            </Button>
          </span>
        )}
      </header>
      <div className="coach-words" role="status" aria-live="polite">
        {problem === undefined ? null : <p>The coach can’t come: {problem}</p>}
        {note === undefined ? null : <Words note={note} />}
      </div>
      {note?.warning === undefined || coach === undefined ? null : (
        <div className="coach-buttons">
          <Button look="main" onClick={() => coach.lookAgain()}>
            Look again
          </Button>
          <Button onClick={playIt}>Play it</Button>
        </div>
      )}
      {note === undefined || coach === undefined || note.warning !== undefined ? null : (
        <Suggestions note={note} coach={coach} />
      )}
    </section>
  )
}

function Words({ note: { said, lookBack, warning } }: { readonly note: CoachNote }): ReactNode {
  if (warning !== undefined) return <p className="coach-reply is-mistake">{warning.text}</p>
  return (
    <>
      {lookBack.length === 0 ? null : (
        <>
          <p>Looking back:</p>
          <ul className="coach-back">
            {lookBack.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {said === undefined ? null : (
        <>
          <p>{said.text}</p>
          <Points pointing={said.pointing} />
        </>
      )}
    </>
  )
}

/** One line, folded. The coach thinks about it in the background. */
function Suggestions({ note, coach }: { readonly note: CoachNote; readonly coach: Coach }): ReactNode {
  const { suggests, suggestion } = note
  if (suggests === undefined) return null
  if (suggestion === undefined)
    return (
      <div className="coach-buttons">
        <Button look={suggests === 'offered' ? 'plain' : 'quiet'} onClick={() => void coach.suggest()}>
          {suggests === 'offered' ? 'See my suggestion' : 'Suggest a turn'}
        </Button>
      </div>
    )
  if (suggestion === 'thinking') return <p role="status">Thinking …</p>
  if (suggestion === 'none') return <p role="status">I find nothing to suggest.</p>
  return (
    <div className="coach-suggestion" role="status">
      {suggestion.turns.map((turn, i) => (
        <Turn key={turn.text} turn={turn} isOther={i > 0} />
      ))}
    </div>
  )
}

function Turn({ turn, isOther }: { readonly turn: SuggestedTurn; readonly isOther: boolean }): ReactNode {
  return (
    <details>
      <summary>
        {isOther ? 'About as good: ' : ''}
        <strong>{turn.text}</strong>: {turn.reasons.join('; ')}
      </summary>
      <p>Answers: {turn.answers.join(', ')}</p>
    </details>
  )
}
