/** The log, grouped by card, turn, action and phase under the titles of the rules. */
import {
  becauseText,
  isGroup,
  isOneLine,
  type LogGroup,
  type LogItem,
  type LogLine,
  turnLine,
  type Vocabulary,
} from '@ludoforge/table'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { SpaceInfo } from '../../board/index.js'
import { Button } from '../../ui/index.js'
import { CardNames } from '../card-names.js'
import { useTable } from '../context.js'
import { ExploreButton } from '../explore/explore-button.js'
import { PastProblem, RuleLink, useSeatColour } from '../parts.js'
import { PlaybackControls, WholeGame } from './playback-controls.js'
import { capitalize } from '../vocabulary.js'

/** The space under the pointer, shown above the log. */
function Inspected(): ReactNode {
  const zone = useTable((state) => state.inspected)
  const scene = useTable((state) => state.scene)
  const def = useTable((state) => state.def)
  const { view, values } = useTable((state) => state.shown)
  if (zone === null) return null
  return (
    <div className="inspected">
      <SpaceInfo scene={scene} def={def} view={view} values={values} zone={zone} />
    </div>
  )
}

export function LogPanel(): ReactNode {
  const story = useTable((state) => state.story)
  const told = useTable((state) => state.told)
  const [folds, setFolds] = useState<'last' | 'none' | 'all'>('last')
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  const { items } = story.top
  return (
    <div className="log">
      <Inspected />
      <div className="log-playback">
        <PlaybackControls />
        <WholeGame />
      </div>
      <div className="row log-tools">
        <Button look="quiet" aria-pressed={folds === 'none'} onClick={() => setFolds('none')}>
          Expand all
        </Button>
        <Button look="quiet" aria-pressed={folds === 'all'} onClick={() => setFolds('all')}>
          Collapse all
        </Button>
        <ExploreButton />
      </div>
      <PastProblem />
      {items.length === 0 ? <p className="description">Nothing has happened yet.</p> : null}
      <Items
        key={folds}
        items={items}
        version={story.top.version}
        opens={folds === 'none' ? 'all' : folds === 'all' ? 'none' : 'last'}
        depth={0}
      />
      <div ref={end} />
    </div>
  )
}

type Opens = 'all' | 'none' | 'last'

interface ItemsProps {
  /** The rule of the group, so that its items don't repeat it. */
  readonly rule?: string | undefined
  readonly items: readonly LogItem[]
  readonly version: number
  readonly opens: Opens
  readonly depth: number
  /** Inside a turn or a phase, whose line tells the net result. */
  readonly inTurn?: boolean
}

/** Log items in chronological order. */
const Items = memo(function Items({ items: all, rule, opens, depth, inTurn = false }: ItemsProps): ReactNode {
  const free = useTable((state) => state.horizon.free)
  const items = all.filter((item) => item.kind !== 'title' || item.items.length > 0)
  const [firstFree] = free === null ? [] : items.filter(({ number }) => number >= free)
  const starts =
    firstFree !== undefined && firstFree.number === free && (depth === 0 || items[0] !== firstFree)
      ? firstFree.key
      : undefined
  const last = items.findLast(isGroup)
  const words = useTable((state) => state.words)
  return (
    <ul className="log-items">
      {items.map((item) => (
        <li key={item.key} className={`log-item ${item.kind}`}>
          {item.key === starts ? <p className="horizon">You can undo back to here</p> : null}
          {isGroup(item) ? (
            <Group
              group={item}
              around={rule}
              version={item.version}
              starts={
                opens === 'all' || (opens === 'last' && (inTurn || startsOpen(item, depth, last, words)))
              }
              opens={opens}
              depth={depth}
              inTurn={inTurn}
            />
          ) : (
            <Line line={item} around={rule} />
          )}
        </li>
      ))}
    </ul>
  )
})

/** The last card, round or turn is open. Turns and phases inside it are one line each, with their net result. */
function startsOpen(group: LogGroup, depth: number, last: LogGroup | undefined, words: Vocabulary): boolean {
  return depth === 0 ? group === last : !isOneLine(group, words)
}

interface GroupProps {
  readonly group: LogGroup
  readonly around: string | undefined
  readonly version: number
  readonly starts: boolean
  readonly opens: Opens
  readonly depth: number
  readonly inTurn: boolean
}

const Group = memo(function Group({
  group,
  around,
  version,
  starts,
  opens,
  depth,
  inTurn,
}: GroupProps): ReactNode {
  const [toggled, setToggled] = useState<boolean>()
  const open = toggled ?? starts
  const { kind, rule, place, items, number } = group
  const words = useTable((state) => state.words)
  const isTurn = !inTurn && isOneLine(group, words)
  const text = isTurn ? turnLine(group, words) : group.text
  return (
    <div className={`log-group ${kind}`}>
      <div className="log-head">
        <button type="button" className="log-title" aria-expanded={open} onClick={() => setToggled(!open)}>
          <SeatMark seat={group.seat} />
          <CardNames text={text} />
        </button>
        {rule === undefined || rule === around ? null : <RuleLink rule={rule} place={place} />}
        <Moment number={number} />
        <Reasons item={group} />
      </div>
      {open && items.length > 0 ? (
        <Items
          items={items}
          rule={rule}
          version={version}
          opens={opens}
          depth={depth + 1}
          inTurn={inTurn || isTurn}
        />
      ) : null}
    </div>
  )
})

function Line({ line, around }: { readonly line: LogLine; readonly around: string | undefined }): ReactNode {
  const set = useTable((state) => state.set)
  const [zone] = line.zones
  const show = zone === undefined ? undefined : () => set({ focus: [zone] })
  const hide = zone === undefined ? undefined : () => set({ focus: [] })
  return (
    <div className="log-line" onMouseEnter={show} onMouseLeave={hide} onFocus={show} onBlur={hide}>
      <SeatMark seat={line.kind === 'chose' ? line.seat : undefined} />
      <span className="log-text">
        <CardNames text={capitalize(line.text)} withTerms />
      </span>
      {line.rule === undefined || line.rule === around ? null : (
        <RuleLink rule={line.rule} place={line.place} />
      )}
      <Moment number={line.number} />
      <Reasons item={line} />
    </div>
  )
}

function SeatMark({ seat }: { readonly seat: string | undefined }): ReactNode {
  return seat === undefined ? null : <Dot seat={seat} />
}

function Dot({ seat }: { readonly seat: string }): ReactNode {
  return <span className="seat-dot" style={{ background: useSeatColour(seat) }} aria-hidden="true" />
}

/** The reasons of a bot's answer, if it gives any. */
function Reasons({ item }: { readonly item: LogItem }): ReactNode {
  const text = becauseText(item.why)
  const [first] = item.why
  return text === undefined ? null : (
    <span className="log-why">
      {text} <RuleLink rule={first?.rule} place={first?.place} />
    </span>
  )
}

/** The button that shows the board after this entry. */
function Moment({ number }: { readonly number: number }): ReactNode {
  const stepTo = useTable((state) => state.stepTo)
  return (
    <button
      type="button"
      className="moment"
      title="Show the board at this point"
      aria-label="Show the board at this point"
      onClick={() => stepTo(number)}
    >
      ⟲
    </button>
  )
}
