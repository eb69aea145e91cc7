/** The question and its controls: prompt, options, offers, preview, hint and buttons. */
import type { Decision } from '@ludoforge/kernel'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, Stepper } from '../../ui/index.js'
import { useTable } from '../context.js'
import { PreviewPanel, HintPanel, UndoConfirmation, WhyPanel, WhySearch } from './question-panels.js'
import { optionKeys } from '../keys.js'
import { isQuestionHeld } from '../store/moments.js'
import { OptionList } from './options.js'
import { OwnCards } from './own-cards.js'
import { RuleLink, SeatName } from '../parts.js'
import { countText, isAnswer, missingText } from './selection.js'
import { Waiting } from './waiting.js'
import { capitalize, joinWithAnd } from '../vocabulary.js'

export function Decide(): ReactNode {
  const decision = useTable((state) => state.decision)
  const held = useTable(isQuestionHeld)
  return (
    <section className="decide" aria-label="Your decision">
      <WhoseTurn />
      <Consent />
      <OwnCards />
      {held ? <PlayedMoment /> : decision === undefined ? <Waiting /> : <Question decision={decision} />}
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

/** Another player's request to undo. */
function Consent(): ReactNode {
  const proposal = useTable((state) => state.proposal)
  const you = useTable((state) => state.you)
  const consent = useTable((state) => state.consent)
  if (proposal === undefined || you.seats.length === 0) return null
  if (proposal.person === you.person)
    return <p className="notice">You asked to undo decisions. Waiting for the other players to agree.</p>
  return (
    <div className="notice" role="alert">
      <p>{proposal.by} wants to undo decisions. Do you agree?</p>
      <div className="row">
        <Button look="main" onClick={() => consent(true)}>
          Yes
        </Button>
        <Button onClick={() => consent(false)}>No</Button>
      </div>
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

/** A moment inside a step, shown before the next question. */
function PlayedMoment(): ReactNode {
  const passing = useTable(({ shown }) => shown.passing)
  const present = useTable((state) => state.present)
  const [title = ''] = passing?.titles.slice(-1) ?? []
  return (
    <div className="question meanwhile" role="status">
      {title === '' ? null : <h2>{title}</h2>}
      {passing?.says.map((text, i) => (
        <p key={i}>{text}</p>
      ))}
      <Button look="main" onClick={present}>
        Continue
      </Button>
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

function Question({ decision }: { readonly decision: Decision }): ReactNode {
  return (
    <>
      <div className="question">
        <Missed />
        <Results />
        <Prompt decision={decision} />
        <HintPanel />
        {decision.kind === 'number' ? (
          <NumberField decision={decision} />
        ) : (
          <OptionList decision={decision} />
        )}
        <Offers decision={decision} />
        <WhySearch />
      </div>
      <div className="verdict">
        <PreviewPanel />
        <WhyPanel />
        <UndoConfirmation />
        <Answering decision={decision} />
      </div>
    </>
  )
}

function Prompt({ decision }: { readonly decision: Decision }): ReactNode {
  const words = useTable((state) => state.words)
  const set = useTable((state) => state.set)
  const { seat, prompt, action, rule, place, subject, secret, atOnce } = decision
  const title = action === undefined ? '' : words.action(action)
  const known = title !== '' && prompt.toLowerCase().startsWith(title.toLowerCase())
  const zone =
    subject?.type === 'zone' ? subject.id : subject?.type === 'token' ? subject.id.split('@')[1] : undefined
  return (
    <header className="prompt">
      <p className="prompt-who">
        <SeatName id={seat} />
        {title === '' || known ? null : <span>{title}</span>}
        <RuleLink rule={rule} place={place} />
        {zone === undefined || subject === undefined ? null : (
          <button
            type="button"
            className="link"
            onMouseEnter={() => set({ focus: zone })}
            onMouseLeave={() => set({ focus: null })}
            onFocus={() => set({ focus: zone })}
            onBlur={() => set({ focus: null })}
          >
            {subject.label}
          </button>
        )}
      </p>
      <h2 aria-live="polite">{capitalize(prompt)}</h2>
      {secret || atOnce === true ? (
        <p className="description">
          {atOnce === true
            ? 'The other players choose at the same time.'
            : 'The other players can’t see what you choose.'}
        </p>
      ) : null}
    </header>
  )
}

function NumberField({ decision }: { readonly decision: Decision }): ReactNode {
  const [value = decision.min] = useTable((state) => state.picks)
  const setPicks = useTable((state) => state.setPicks)
  const { min, max } = decision
  return (
    <div className="number" data-number="">
      <Stepper title="Number" value={value} min={min} max={max} onChange={(next) => setPicks([next])} />
      <input
        type="range"
        aria-label={`From ${min} to ${max}`}
        min={min}
        max={max}
        value={value}
        onChange={(event) => setPicks([event.target.valueAsNumber])}
      />
      <p className="description">
        From {min} to {max}.
      </p>
    </div>
  )
}

const WHEN = { before: 'First', during: 'Now', after: 'Finally' } as const

/** The actions you may take in addition to answering. */
function Offers({ decision }: { readonly decision: Decision }): ReactNode {
  const takeOffer = useTable((state) => state.takeOffer)
  const point = useTable((state) => state.point)
  const hint = useTable((state) => state.hint)
  const { offers, options } = decision
  const [first] = offers
  if (first === undefined) return null
  const keys = optionKeys(decision).offers
  const hinted =
    typeof hint === 'object' && typeof hint.choice === 'object' && 'offer' in hint.choice
      ? hint.choice.offer
      : ''
  return (
    <div className="offers">
      <h3>
        {options.length === 0 ? '' : 'Or '}
        {options.length === 0 ? WHEN[first.timing] : WHEN[first.timing].toLowerCase()}, an extra action
      </h3>
      <ul>
        {offers.map(({ id, label }, i) => (
          <li key={id}>
            <button
              type="button"
              className={`option offer${hinted === id ? ' hinted' : ''}`}
              data-option={`offer ${id}`}
              onClick={() => takeOffer(id)}
              onMouseEnter={() => point({ offer: id })}
              onMouseLeave={() => point(undefined)}
              onFocus={() => point({ offer: id })}
            >
              {keys[i] === undefined ? null : <kbd aria-hidden="true">{keys[i]}</kbd>}
              <span className="option-label">{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The buttons below the question: confirm, none, clear. */
function Answering({ decision }: { readonly decision: Decision }): ReactNode {
  const picks = useTable((state) => state.picks)
  const busy = useTable((state) => state.busy)
  const { confirm, decline, clear } = useTable((state) => state.actions)
  const { kind, optional, options } = decision
  const complete = isAnswer(decision, picks)
  const some = kind === 'number' || picks.length > 0
  const mayDecline = isAnswer(decision, []) && (kind !== 'many' || picks.length === 0)
  const lack = kind === 'one' ? '' : missingText(decision, picks)
  return (
    <div className="answering">
      <p className="count" role="status">
        {[kind === 'number' ? '' : countText(decision, picks), some ? lack : ''].join(' ').trim()}
      </p>
      <div className="row">
        {(kind === 'one' || mayDecline) && !some ? null : (
          <Button look="main" disabled={!complete || busy || !some} onClick={confirm} data-confirm="">
            Confirm{confirmText(decision, picks)}
          </Button>
        )}
        {mayDecline ? (
          <Button look={kind === 'many' ? 'main' : 'plain'} disabled={busy} onClick={decline} data-decline="">
            <kbd aria-hidden="true">n</kbd>
            {options.length === 0 && kind !== 'number'
              ? 'Continue'
              : optional
                ? 'Continue without'
                : 'Choose none'}
          </Button>
        ) : null}
        {kind === 'many' && picks.length > 0 ? (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Returns the picks as text if it's short, otherwise their number. */
function confirmText({ kind, options }: Decision, picks: readonly number[]): string {
  if (kind === 'number') return ` ${picks[0] ?? ''}`
  const labels = [...new Set(picks)].map((pick) => {
    const times = picks.filter((other) => other === pick).length
    return `${times > 1 ? `${times} ` : ''}${options[pick]?.label ?? ''}`
  })
  const text = joinWithAnd(labels)
  return text === '' ? '' : text.length > 36 ? ` ${picks.length}` : ` ${text}`
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
