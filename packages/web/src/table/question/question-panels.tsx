/** The panels around a question: preview, why not, hint and undo. */
import { type ReasonTree, reasonTree } from '@ludoforge/table'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { RuleLink, SeatName } from '../parts.js'
import { capitalize } from '../vocabulary.js'

export function PreviewPanel(): ReactNode {
  const foreseen = useTable((state) => state.foreseen)
  const why = useTable((state) => state.why)
  const kind = useTable((state) => state.decision?.kind)
  if (why !== undefined) return null
  return (
    <div className="preview" aria-live="polite" tabIndex={0} role="region" aria-label="Preview">
      {foreseen === undefined || foreseen.lines.length === 0 ? (
        <p className="description">
          {kind === 'number'
            ? ''
            : 'Point at an option to preview it, or at anything else to see why you can’t choose it.'}
        </p>
      ) : (
        <ul>
          {foreseen.lines.map((line, i) => (
            <li key={i}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function WhyPanel(): ReactNode {
  const why = useTable((state) => state.why)
  const set = useTable((state) => state.set)
  if (why === undefined) return null
  const { about, explanation } = why
  return (
    <div className="why" role="status">
      <header>
        <h3>
          {explanation?.offered === true
            ? `${capitalize(about)} is offered`
            : `${capitalize(about)} isn’t offered`}
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
  const { lead, text, rule, place, below } = tree
  const here = `${rule ?? ''} ${place ?? ''}`
  return (
    <li>
      <span>
        {lead === '- ' ? '' : capitalize(lead)}
        {lead === '' ? capitalize(text) : text}
      </span>{' '}
      {here === above ? null : <RuleLink rule={rule} place={place} />}
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

/** Asks why something isn't offered, by its name. */
export function WhySearch(): ReactNode {
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
      <label htmlFor={id}>Why not</label>
      <input
        id={id}
        data-search="why"
        list={`${id}-names`}
        value={text}
        placeholder="A space or an action"
        autoComplete="off"
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

export function HintPanel(): ReactNode {
  const hint = useTable((state) => state.hint)
  const { answer, clear } = useTable((state) => state.actions)
  if (hint === undefined) return null
  if (hint === 'asked') return <p className="notice hint">A bot is thinking …</p>
  return (
    <div className="notice hint" role="status">
      <h3>A bot would choose {hint.label}</h3>
      {hint.reasons.length === 0 ? null : (
        <ul aria-label="Policy lines that decided">
          {hint.reasons.map(({ text, rule, place }) => (
            <li key={`${place} ${text}`}>
              <code>{text}</code> <RuleLink rule={rule} place={place} />
            </li>
          ))}
        </ul>
      )}
      {hint.plan.length === 0 ? null : (
        <>
          <p>Then it plans:</p>
          <ol>
            {hint.plan.map(({ seat, label }, i) => (
              <li key={i}>
                {seat === hint.seat ? null : <SeatName id={seat} />} {label}
              </li>
            ))}
          </ol>
        </>
      )}
      <div className="row">
        <Button look="main" onClick={() => answer(hint.choice)}>
          Do it
        </Button>
        <Button look="quiet" onClick={clear}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}

/** Asks before an undo that would take back dice, revealed cards or other players' answers. */
export function UndoConfirmation(): ReactNode {
  const asks = useTable((state) => state.asksUndo)
  const others = useTable(({ about, you }) =>
    about.seats.some(({ kind, person }) => kind === 'person' && person !== you.person),
  )
  const { undo, set } = useTable((state) => state.actions)
  if (!asks) return null
  return (
    <div className="notice" role="alert">
      <p>
        {others
          ? 'Since your last decision, something was rolled or revealed, or other players have decided. Ask them to let you undo it?'
          : 'Since your last decision, something was rolled or revealed, or bots have decided. Undo it anyway?'}
      </p>
      <div className="row">
        <Button look="main" onClick={() => undo()}>
          {others ? 'Ask them' : 'Undo it'}
        </Button>
        <Button onClick={() => set({ asksUndo: false })}>Cancel</Button>
      </div>
    </div>
  )
}
