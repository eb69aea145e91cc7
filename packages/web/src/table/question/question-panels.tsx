/** The panels around a question: preview, why not and hint. */
import { hintLines, type ReasonTree, reasonTree, type ScoreChange } from '@ludoforge/table'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { RuleLink, SeatName } from '../parts.js'
import { lastInputWasTouch } from '../touch.js'
import { capitalize } from '../vocabulary.js'

/** What the marked answer does, with scores and margins before and after. */
export function PreviewPanel(): ReactNode {
  const foreseen = useTable((state) => state.foreseen)
  const why = useTable((state) => state.why)
  if (why !== undefined || foreseen === undefined) return null
  const { lines, scores } = foreseen.consequences
  if (lines.length + scores.length === 0) return null
  return (
    <div className="preview" aria-live="polite" tabIndex={0} role="region" aria-label="Preview">
      {lines.map((line, i) => (
        <p key={i}>{line}</p>
      ))}
      {scores.map((score) => (
        <ScoreLine key={`${score.seat} ${score.title}`} change={score} />
      ))}
    </div>
  )
}

function ScoreLine({ change: { seat, title, score, margin } }: { readonly change: ScoreChange }): ReactNode {
  return (
    <p className="score-change">
      <SeatName id={seat} /> {signed(score[0])} → <b>{signed(score[1])}</b>
      {margin === undefined ? null : (
        <span className={margin[1] > margin[0] ? 'up' : 'down'}>
          {title.toLowerCase()} {signed(margin[0])} → {signed(margin[1])}
        </span>
      )}
    </p>
  )
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n))

export function WhyPanel(): ReactNode {
  const why = useTable((state) => state.why)
  const set = useTable((state) => state.set)
  if (why === undefined) return null
  const { about, explanation } = why
  return (
    <div className="why" role="status">
      <header>
        <h3>
          {explanation === undefined
            ? capitalize(about)
            : explanation.offered
              ? `You can choose ${about}`
              : `Why not ${about}?`}
        </h3>
        <Button look="quiet" aria-label="Close the explanation" onClick={() => set({ why: undefined })}>
          ✕
        </Button>
      </header>
      {explanation === undefined ? (
        <p className="description">Checking …</p>
      ) : explanation.failed.length === 0 ? (
        <p>{explanation.summary}</p>
      ) : (
        <ul className="reasons">
          {explanation.failed.map((reason, i) => (
            <Reason key={i} tree={reasonTree(reason)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Reason({ tree, above = '' }: { readonly tree: ReasonTree; readonly above?: string }): ReactNode {
  const { lead, text, code, rule, place, below } = tree
  const here = `${rule ?? ''} ${place ?? ''}`
  return (
    <li>
      <span>{capitalize(`${lead}${text}`)}</span>{' '}
      {here === above ? null : <RuleLink rule={rule} place={place} />}
      {code === undefined ? null : (
        <details className="how-it-runs">
          <summary>How it runs</summary>
          <code>{code}</code>
        </details>
      )}
      {below.length === 0 ? null : (
        <ul>
          {below.map((child, i) => (
            <Reason key={i} tree={child} above={here} />
          ))}
        </ul>
      )}
    </li>
  )
}

const MAX_SUGGESTIONS = 400

/** Asks why something isn't offered: point at it, or type its name. */
export function WhySearch(): ReactNode {
  const isAsking = useTable((state) => state.isAsking)
  return isAsking ? <WhyField /> : null
}

function WhyField(): ReactNode {
  const def = useTable((state) => state.def)
  const words = useTable((state) => state.words)
  const decision = useTable((state) => state.decision)
  const askWhy = useTable((state) => state.askWhy)
  const [text, setText] = useState('')
  const id = useId()
  const names = useMemo(() => {
    const offered = new Set(decision?.options.map((option) => option.id))
    const found = new Map<string, string>()
    for (const { id: zone, space } of def.zones)
      if (space && !offered.has(zone)) found.set(words.zone(zone), zone)
    // Actions of several seats can share a title. `explain` resolves which one is meant.
    for (const { id: action, kind, title } of def.procedures)
      if (kind === 'action' && typeof title === 'string' && !offered.has(action) && !found.has(title))
        found.set(title, title)
    return found
  }, [def, words, decision])
  return (
    <form
      className="why-search"
      onSubmit={(event) => {
        event.preventDefault()
        const name = text.trim()
        if (name === '') return
        askWhy(names.get(name) ?? name, name)
        setText('')
      }}
    >
      <label htmlFor={id}>Why not? Point at a space, piece, card or action, or type its name.</label>
      <input
        id={id}
        data-search="why"
        list={`${id}-names`}
        value={text}
        placeholder="A space or an action"
        autoComplete="off"
        autoFocus={!lastInputWasTouch()}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={`${id}-names`}>
        {[...names.keys()].slice(0, MAX_SUGGESTIONS).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button submit disabled={text.trim() === ''}>
        Ask
      </Button>
    </form>
  )
}

/** Why a bot would choose what is marked, under its row. */
export function HintReason(): ReactNode {
  const hint = useTable((state) => state.hint)
  const words = useTable((state) => state.words)
  if (hint === undefined || hint === 'asked') return null
  return (
    <div className="hint" role="status">
      <p>
        <b>A bot would choose {hint.label}.</b>
        {hint.instead === undefined ? '' : ' The server is busy, so a quicker bot answered.'}
      </p>
      {hintLines(hint, words).map(({ text, rules }, i) => (
        <p key={i}>
          {text}{' '}
          {rules.map(({ rule, place }) => (
            <RuleLink key={`${rule} ${place}`} rule={rule} place={place} />
          ))}
        </p>
      ))}
    </div>
  )
}
