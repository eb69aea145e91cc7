/** The lists of options and offers, with their consequences. */
import type { Decision } from '@ludoforge/kernel'
import { type ReactNode, useMemo, useState } from 'react'
import { useTable } from '../context.js'
import { optionKeys } from '../keys.js'
import { outcomeKey } from '../store/previewer.js'
import { type ListedOption, optionGroups } from './option-groups.js'
import { HintReason } from './question-panels.js'
import { lastInputWasTouch } from '../touch.js'
import { countAtClick, maxPicks, openOptions, orderText, picksOf, pickCount, takesList } from './selection.js'

const SEARCH_ABOVE = 9 // longer lists get a search field

export function OptionList({ decision }: { readonly decision: Decision }): ReactNode {
  const within = useTable((state) => state.within)
  const words = useTable((state) => state.words)
  const set = useTable((state) => state.set)
  const [search, setSearch] = useState('')
  const groups = useMemo(
    () => optionGroups(decision, { within, search }, (zone) => words.zone(zone)),
    [decision, within, search, words],
  )
  if (decision.options.length === 0) return null
  return (
    <div className="options">
      {decision.options.length > SEARCH_ABOVE || search !== '' ? (
        <input
          type="search"
          className="search"
          data-search="options"
          placeholder={`Search ${decision.options.length} options`}
          aria-label="Search the options"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            document.querySelector<HTMLElement>('.options [data-option]')?.focus()
          }}
        />
      ) : null}
      {within === undefined ? null : (
        <p className="within">
          In {words.zone(within)}{' '}
          <button type="button" className="link" onClick={() => set({ within: undefined })}>
            show all
          </button>
        </p>
      )}
      {groups.length === 0 ? <p className="description">No option matches.</p> : null}
      {groups.map(({ title, rows }) => (
        <div key={title} className="option-group">
          {title === '' ? null : <h3>{title}</h3>}
          <ul>
            {rows.map((row) => (
              <OptionRow key={row.option.id} decision={decision} {...row} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function OptionRow({
  decision,
  option,
  index,
  label,
}: ListedOption & { readonly decision: Decision }): ReactNode {
  const picks = useTable((state) => state.picks)
  const hint = useTable((state) => state.hint)
  const isPointed = useTable(
    ({ pointed }) => pointed !== undefined && 'option' in pointed && pointed.option === index,
  )
  const { pick, point, confirm } = useTable((state) => state.actions)
  const picked = pickCount(picks, index)
  const open = openOptions(decision, picks).includes(index)
  const hinted = typeof hint === 'object' ? picksOf(decision, hint.choice) : undefined
  const { cost } = option
  const count = maxPicks(decision, index)
  const several = count > 1
  const isList = takesList(decision)
  const order = orderText(decision, picks, index)
  const isDoubled = decision.kind === 'many' || (isList && !several)
  const mayPick = open || picked > 0 || (decision.kind === 'one' && !isList)
  return (
    <li>
      <div className={`option-row${several ? ' several' : ''}`}>
        <button
          type="button"
          className={`option${isPointed ? ' pointed' : ''}${hinted?.includes(index) === true ? ' hinted' : ''}`}
          data-option={index}
          aria-pressed={picked > 0}
          aria-disabled={mayPick ? undefined : true}
          aria-keyshortcuts={optionKeys(decision).options[index]}
          onClick={({ detail }) => {
            // If several may be chosen, a click changes the picks, and only a double click of the mouse answers.
            if (isDoubled && picked > 0 && detail === 2 && !lastInputWasTouch()) confirm()
            else if (mayPick) pick(index)
          }}
          onMouseEnter={() => point({ option: index })}
          onMouseLeave={() => point(undefined)}
          onFocus={() => point({ option: index })}
        >
          <span className="option-number" aria-hidden="true">
            {index + 1}
          </span>
          <span className="option-label">{label}</span>
          {order === '' ? null : (
            <span className="option-order" aria-label={`Chosen as ${order}`}>
              {order}
            </span>
          )}
          {cost === undefined || cost === 0 ? null : <span className="note">costs {cost}</span>}
          <Outcome of={outcomeKey({ option: index }, picked || countAtClick(decision, index))} />
        </button>
        {several ? (
          <CountField index={index} label={label} count={count} picked={picked} open={open} />
        ) : null}
      </div>
      {hinted?.[0] === index ? <HintReason /> : null}
    </li>
  )
}

/** The consequence of an option, at the right of its row. */
function Outcome({ of }: { readonly of: string }): ReactNode {
  const outcome = useTable((state) => state.outcomes[of])
  if (outcome === undefined || outcome.short === '') return null
  return <span className={outcome.isOpen ? 'outcome open' : 'outcome'}>{outcome.short}</span>
}

interface CountProps {
  readonly index: number
  readonly label: string
  readonly count: number
  readonly picked: number
  readonly open: boolean
}

/** How many of several equal things. */
function CountField({ index, label, count, picked, open }: CountProps): ReactNode {
  const setCount = useTable((state) => state.setCount)
  return (
    <span className="more-less" role="group" aria-label={`How many: ${label}`}>
      <button
        type="button"
        aria-label={`One less: ${label}`}
        disabled={picked === 0}
        onClick={() => setCount(index, picked - 1)}
      >
        −
      </button>
      <output>
        {picked}
        <span className="of"> of {count}</span>
      </output>
      <button
        type="button"
        aria-label={`One more: ${label}`}
        disabled={!open}
        onClick={() => setCount(index, picked + 1)}
      >
        +
      </button>
    </span>
  )
}

const WHEN = { before: 'First', during: 'Now', after: 'Finally' } as const

/** The actions you may take in addition to answering. */
export function Offers({ decision }: { readonly decision: Decision }): ReactNode {
  const marked = useTable((state) => state.offer)
  const hint = useTable((state) => state.hint)
  const { markOffer, point } = useTable((state) => state.actions)
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
              aria-pressed={marked === id}
              aria-keyshortcuts={keys[i]}
              onClick={() => markOffer(id)}
              onMouseEnter={() => point({ offer: id })}
              onMouseLeave={() => point(undefined)}
              onFocus={() => point({ offer: id })}
            >
              <span className="option-number" aria-hidden="true">
                {options.length + i + 1}
              </span>
              <span className="option-label">{label}</span>
              <Outcome of={outcomeKey({ offer: id })} />
            </button>
            {hinted === id ? <HintReason /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
