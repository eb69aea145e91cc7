/** The question: where you are in the turn, the options, the preview, and the buttons that answer. */
import type { Decision } from '@ludoforge/kernel'
import { confirmText, declineText, otherConfirmText } from '@ludoforge/table'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button, Stepper, TermText } from '../../ui/index.js'
import { useTable } from '../context.js'
import { HintReason, PreviewPanel, WhyPanel, WhySearch } from './question-panels.js'
import { Offers, OptionList } from './options.js'
import { RuleLink, SeatName } from '../parts.js'
import { countText, isAnswer, missingText, otherChoiceOf, takesList } from './selection.js'
import { markedChoice } from '../store/answer-actions.js'
import { usePointingWhy } from './pointing-why.js'
import { capitalize } from '../vocabulary.js'

/** Keeps the focused row in view when the list shrinks, because what is below it grows. */
function useFocusInView(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const { activeElement } = document
      if (activeElement !== element && element.contains(activeElement))
        activeElement?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
}

export function Question({ decision }: { readonly decision: Decision }): ReactNode {
  usePointingWhy()
  const list = useRef<HTMLDivElement>(null)
  useFocusInView(list)
  return (
    <>
      <div className="question">
        <Dropped />
        <Prompt decision={decision} />
        <div className="option-scroll" ref={list}>
          {decision.kind === 'number' ? (
            <NumberField decision={decision} />
          ) : (
            <OptionList decision={decision} />
          )}
          <Offers decision={decision} />
        </div>
      </div>
      <div className="verdict">
        <PreviewPanel />
        <WhyPanel />
        <Answering decision={decision} />
        <WhySearch />
      </div>
    </>
  )
}

/** Why the rest of the player's list wasn't done. */
function Dropped(): ReactNode {
  const dropped = useTable((state) => state.dropped)
  return dropped === undefined ? null : (
    <p className="dropped" role="status">
      {dropped}
    </p>
  )
}

/** The crumb (seat, action, rule, what it is about) and the prompt. */
function Prompt({ decision }: { readonly decision: Decision }): ReactNode {
  const words = useTable((state) => state.words)
  const set = useTable((state) => state.set)
  const { seat, prompt, action, rule, place, subject, secret, atOnce } = decision
  const title = action === undefined ? '' : words.action(action)
  const zone =
    subject?.type === 'zone' ? subject.id : subject?.type === 'token' ? subject.id.split('@')[1] : undefined
  return (
    <header className="prompt">
      <p className="prompt-who">
        <SeatName id={seat} />
        {title === '' ? null : <span className="crumb">{title}</span>}
        <RuleLink rule={rule} place={place} />
        {zone === undefined || subject === undefined ? null : (
          <button
            type="button"
            className="link"
            onMouseEnter={() => set({ focus: [zone] })}
            onMouseLeave={() => set({ focus: [] })}
            onFocus={() => set({ focus: [zone] })}
            onBlur={() => set({ focus: [] })}
          >
            {subject.label}
          </button>
        )}
      </p>
      <h2 aria-live="polite">
        <TermText text={capitalize(prompt)} />
      </h2>
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
      <HintReason />
    </div>
  )
}

/** The buttons below the question: the answer in words, none, why not. */
function Answering({ decision }: { readonly decision: Decision }): ReactNode {
  const picks = useTable((state) => state.picks)
  const offer = useTable((state) => state.offer)
  const words = useTable((state) => state.words)
  const busy = useTable((state) => state.busy)
  const isAsking = useTable((state) => state.isAsking)
  const { confirm, confirmOther, decline, clear, toggleAsking } = useTable((state) => state.actions)
  const { kind, options, offers } = decision
  const choice = markedChoice({ decision, picks, offer })
  const other = offer === undefined ? otherChoiceOf(decision, picks) : undefined
  const mayDecline = isAnswer(decision, [])
  const lack = kind === 'one' || picks.length === 0 ? '' : missingText(decision, picks)
  const canMark = kind === 'number' || options.length + offers.length > 0
  const several = kind === 'many' || takesList(decision)
  const status = several && offer === undefined ? `${countText(decision, picks)} ${lack}`.trim() : ''
  return (
    <div className="answering">
      {status === '' ? null : (
        <p className="count" role="status">
          {status}
          {picks.length > 0 ? (
            <button type="button" className="link" onClick={clear}>
              Clear
            </button>
          ) : null}
        </p>
      )}
      <div className="row">
        {!canMark ? null : (
          <Button look="main" disabled={choice === undefined || busy} onClick={confirm} data-confirm="">
            <span className="confirm-text">
              {choice === undefined ? unmarkedText(decision, picks) : confirmText(decision, choice, words)}
            </span>
            {choice === undefined ? null : <kbd aria-hidden="true">↵</kbd>}
          </Button>
        )}
        {other === undefined || choice === undefined ? null : (
          <Button
            disabled={busy}
            onClick={confirmOther}
            data-confirm-other=""
            aria-keyshortcuts="Shift+Enter"
            title={confirmText(decision, other, words)}
          >
            {otherConfirmText(decision, other, words)}
            <kbd aria-hidden="true">⇧↵</kbd>
          </Button>
        )}
        {mayDecline ? (
          <Button
            look={canMark ? 'plain' : 'main'}
            disabled={busy}
            onClick={decline}
            data-decline=""
            aria-keyshortcuts="n"
          >
            {declineText(decision, words)}
            <kbd aria-hidden="true">N</kbd>
          </Button>
        ) : null}
        <Button
          look="quiet"
          className="why-button"
          aria-pressed={isAsking}
          aria-keyshortcuts="w"
          onClick={toggleAsking}
        >
          <kbd aria-hidden="true">W</kbd>
          Why not…
        </Button>
      </div>
    </div>
  )
}

/** What the button asks for before something is marked. */
function unmarkedText({ kind, min }: Decision, picks: readonly number[]): string {
  if (kind === 'one') return 'Choose one'
  const more = min - picks.length
  return more > 1 ? `Choose ${more}${picks.length > 0 ? ' more' : ''}` : 'Choose'
}
