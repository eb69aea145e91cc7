/** The list of options. */
import type { Decision, Option } from '@ludoforge/kernel'
import { type ReactNode, useMemo, useState } from 'react'
import { useTable } from '../context.js'
import { optionKeys } from '../keys.js'
import { openOptions, picksOf, pickCount } from './selection.js'
import { zoneOf } from './targets.js'

const SEARCH_ABOVE = 9 // longer lists get a search field
const GROUP_FROM = 8 // lists of at least this length are grouped by zone

interface Row {
  readonly option: Option
  readonly index: number
  readonly label: string
}

interface Group {
  readonly title: string
  readonly rows: Row[]
}

export function OptionList({ decision }: { readonly decision: Decision }): ReactNode {
  const within = useTable((state) => state.within)
  const words = useTable((state) => state.words)
  const set = useTable((state) => state.set)
  const [search, setSearch] = useState('')
  const groups = useMemo(() => {
    const byZone = decision.type !== 'zone' && decision.options.length >= GROUP_FROM
    const found: Group[] = []
    decision.options.forEach((option, index) => {
      const zone = zoneOf(decision, option)
      if (within !== undefined && zone !== within) return
      const label = option.label || option.id
      if (!label.toLowerCase().includes(search.trim().toLowerCase())) return
      const title = byZone && zone !== undefined ? words.zone(zone) : ''
      const short = title === '' ? label : label.replace(` in ${title}`, '')
      const row = { option, index, label: short }
      const group = found.find((other) => other.title === title)
      if (group === undefined) found.push({ title, rows: [row] })
      else group.rows.push(row)
    })
    return found
  }, [decision, within, search, words])
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

function OptionRow({ decision, option, index, label }: Row & { readonly decision: Decision }): ReactNode {
  const picks = useTable((state) => state.picks)
  const hint = useTable((state) => state.hint)
  const isPointed = useTable(
    ({ pointed }) => pointed !== undefined && 'option' in pointed && pointed.option === index,
  )
  const { pick, unpick, point } = useTable((state) => state.actions)
  const key = optionKeys(decision).options[index]
  const picked = pickCount(picks, index)
  const open = openOptions(decision, picks).includes(index)
  const hinted = typeof hint === 'object' && picksOf(decision, hint.choice)?.includes(index) === true
  const { count, cost } = option
  const several = decision.kind === 'many' && count > 1
  return (
    <li className={`option-row${several ? ' several' : ''}`}>
      <button
        type="button"
        className={`option${isPointed ? ' pointed' : ''}${hinted ? ' hinted' : ''}`}
        data-option={index}
        aria-pressed={decision.kind === 'many' ? picked > 0 : undefined}
        aria-disabled={!open && picked === 0 ? true : undefined}
        aria-keyshortcuts={key}
        onClick={() => {
          if (open || picked > 0) pick(index)
        }}
        onMouseEnter={() => point({ option: index })}
        onMouseLeave={() => point(undefined)}
        onFocus={() => point({ option: index })}
      >
        {key === undefined ? <span className="no-key" /> : <kbd aria-hidden="true">{key}</kbd>}
        <span className="option-label">{label}</span>
        {cost === undefined || cost === 0 ? null : <span className="note">costs {cost}</span>}
        {count > 1 ? (
          <span className="note">
            {picked > 0 ? `${picked} of ` : '×'}
            {count}
          </span>
        ) : picked > 0 ? (
          <span className="note" aria-hidden="true">
            ✓
          </span>
        ) : null}
      </button>
      {several ? (
        <span className="more-less">
          <button
            type="button"
            aria-label={`One less: ${label}`}
            disabled={picked === 0}
            onClick={() => unpick(index)}
          >
            −
          </button>
          <button
            type="button"
            aria-label={`One more: ${label}`}
            disabled={!open}
            onClick={() => pick(index)}
          >
            +
          </button>
        </span>
      ) : null}
    </li>
  )
}
