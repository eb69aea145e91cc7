/** The coach's strip above the question: where the learner is, what the coach says, and what to do about it. */
import type { ReactNode } from 'react'
import { placeText } from '@ludoforge/play'
import { href } from '../../app/routes.js'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { RuleLink } from '../parts.js'
import { useCoach, usePlace } from './coach-context.js'
import { canGoOn, isMistaken } from './coach-store.js'
import { FindList } from './find-list.js'
import { Points } from './points.js'

export function Strip(): ReactNode {
  const { card, isFree } = useCoach((state) => state)
  const mistaken = useCoach(isMistaken)
  const place = usePlace()
  const title = useTable((state) => state.about.name)
  return (
    <section className={`coach${mistaken ? ' mistaken' : ''}`} aria-label="Coach">
      <header className="coach-head">
        <h2>
          <span className="coach-place">{placeText(place)}: </span>
          {title}
        </h2>
        <Dots />
      </header>
      <div className="coach-words" role="status" aria-live="polite">
        {isFree ? (
          <p>You play on for all sides. The lesson waits where you left it.</p>
        ) : (
          <>
            {card.text === undefined ? null : <p>{card.text}</p>}
            <Points pointing={card.pointing} />
            <Reply />
          </>
        )}
      </div>
      <FindList />
      <Buttons />
    </section>
  )
}

function Dots(): ReactNode {
  const { step, steps, closed } = useCoach((state) => state.card)
  const done = closed ? steps : step - 1
  return (
    <span
      className="coach-dots"
      role="img"
      aria-label={closed ? 'Finished' : `Step ${Math.min(step, steps)} of ${steps}`}
    >
      {Array.from({ length: steps }, (_, i) => (
        <span key={i} className={i < done ? 'done' : i === done ? 'now' : ''} />
      ))}
    </span>
  )
}

/** The coach's reply to what the learner did. */
function Reply(): ReactNode {
  const reply = useCoach((state) => state.card.reply)
  const why = useTable((state) => state.why?.explanation?.summary)
  // The panel below already says so, with the rule.
  if (reply === undefined || (reply.kind === 'illegal' && why === reply.text)) return null
  return (
    <p className={`coach-reply is-${reply.kind}`}>
      {reply.kind === 'hint' ? <strong>Hint: </strong> : null}
      {reply.text}
      {reply.rule === undefined ? null : (
        <>
          {' '}
          <RuleLink rule={reply.rule} />
        </>
      )}
    </p>
  )
}

const MISSES_BEFORE_OFFER = 2

function Buttons(): ReactNode {
  const state = useCoach((coach) => coach)
  const { card, isFree, misses, back, hint, next, showMe, tryAgain, keepGoing, returnToLesson } = state
  const { game, next: following, part, parts } = usePlace()
  const hasTask = card.task !== undefined
  const offersHint = hasTask && misses >= MISSES_BEFORE_OFFER && card.hints > 0
  if (isFree)
    return (
      <div className="coach-buttons">
        <Button look="main" onClick={returnToLesson}>
          Back to the lesson
        </Button>
      </div>
    )
  return (
    <div className="coach-buttons">
      <Button look="quiet" title="Back (B)" onClick={back}>
        Back
      </Button>
      {!hasTask ? null : card.hints > 0 ? (
        <Button look={offersHint ? 'plain' : 'quiet'} title="Hint (H)" onClick={hint}>
          {offersHint ? 'Would you like a hint?' : 'Hint'}
        </Button>
      ) : (
        <Button look="quiet" title="Show me (H)" onClick={showMe}>
          Show me
        </Button>
      )}
      <span className="spacer" />
      {isMistaken(state) ? (
        <>
          {card.task === 'find' ? null : (
            <Button title="Play on from here for all sides. The lesson waits." onClick={keepGoing}>
              Keep going
            </Button>
          )}
          <Button look="main" title="Try again (Enter)" onClick={tryAgain}>
            Try again
          </Button>
        </>
      ) : canGoOn(state) ? (
        <Button look="main" title="Next (Enter)" onClick={next}>
          Next
        </Button>
      ) : card.closed ? (
        <>
          <a className="button" href={href({ at: 'learn', game })}>
            All lessons
          </a>
          {following === undefined ? (
            <a className="button main" href={href({ at: 'new', game })}>
              Play
            </a>
          ) : (
            <a className="button main" href={href({ at: 'learn', game, lesson: following.id })}>
              {part < parts ? 'Next part' : 'Next lesson'}
              <span className="unseen">: {following.title}</span>
            </a>
          )}
        </>
      ) : null}
    </div>
  )
}
