/** The story: what happened since your turn, one entry per turn, with its result and the change of scores. */
import {
  becauseText,
  type Gain,
  logRows,
  signed,
  spacesOf,
  stepsOf,
  type StoryTurn,
  tellTurns,
  type ToldTurn,
} from '@ludoforge/table'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/index.js'
import { CardNames } from '../card-names.js'
import { useTable } from '../context.js'
import { PastProblem, RuleLink } from '../parts.js'
import { usePalette } from '../palette.js'
import { capitalize } from '../vocabulary.js'
import { PlaybackControls, playedStep, showsPast } from './playback-controls.js'
import { allTurns, sinceYourTurn } from './since-your-turn.js'

/** Turns that "Earlier turns" adds. */
const MORE_TURNS = 10

export function StoryPanel(): ReactNode {
  const since = useTable(sinceYourTurn)
  const all = useTable(allTurns)
  const isOver = useTable(({ about }) => about.outcome !== undefined)
  const isLoading = useTable(({ records, now }) => records.length === 0 && now.number > 0)
  const [more, setMore] = useState(0)
  const start = Math.max(0, all.findIndex((turn) => turn === since[0]) - more)
  const first = since.length === 0 ? Math.max(0, all.length - more) : start
  // Turns of yours in progress, at the end, aren't news.
  const end = since.length === 0 ? all.length : all.findIndex((turn) => turn === since.at(-1)) + 1
  const turns = useMemo(() => all.slice(first, isOver ? all.length : end), [all, first, end, isOver])
  return (
    <div className="story">
      <StoryHead turns={since.length} />
      <PastProblem />
      <Turns turns={turns} />
      {turns.length === 0 ? (
        <p className="description">
          {isLoading
            ? 'Reading the game …'
            : all.length === 0
              ? 'Nothing has happened yet.'
              : 'Nothing has happened since your turn.'}
        </p>
      ) : null}
      {first > 0 ? (
        <Button look="quiet" className="earlier" onClick={() => setMore(more + MORE_TURNS)}>
          Earlier turns
        </Button>
      ) : null}
    </div>
  )
}

function StoryHead({ turns }: { readonly turns: number }): ReactNode {
  const step = useTable(playedStep)
  const title = useTable(({ eye, about }) =>
    about.outcome !== undefined ? 'How it ended' : eye === null ? 'The last turns' : 'Since your turn',
  )
  return (
    <header className="story-head">
      <div>
        <h2>{title}</h2>
        <span role="status">{step ?? (turns === 0 ? '' : turns === 1 ? '1 turn' : `${turns} turns`)}</span>
      </div>
      <PlaybackControls />
    </header>
  )
}

/** The newest turn comes first. */
function Turns({ turns }: { readonly turns: readonly StoryTurn[] }): ReactNode {
  const story = useTable((state) => state.story)
  const words = useTable((state) => state.words)
  const told = useMemo(() => tellTurns(turns, story, words), [turns, story, words])
  const isPast = useTable(showsPast)
  const shown = useTable((state) => state.shown.number)
  const playing = isPast ? turns.findLast(({ first }) => first <= shown)?.key : undefined
  return (
    <ol className="story-turns">
      {turns
        .map((turn, i) => {
          const inWords = told[i]
          return inWords === undefined ? null : (
            <Turn key={turn.key} turn={turn} told={inWords} isPlaying={turn.key === playing} />
          )
        })
        .toReversed()}
    </ol>
  )
}

interface TurnProps {
  readonly turn: StoryTurn
  readonly told: ToldTurn
  readonly isPlaying: boolean
}

const Turn = memo(function Turn({ turn, told, isPlaying }: TurnProps): ReactNode {
  const words = useTable((state) => state.words)
  const { set, play } = useTable((state) => state.actions)
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isPlaying) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isPlaying])
  const zones = useMemo(() => spacesOf(turn, words), [turn, words])
  const show = (): void => set({ focus: zones })
  const hide = (): void => set({ focus: [] })
  const { head, results, gains } = told
  const { under = '', seat, first, last } = turn
  const isNamed = under === '' || head.includes(under) || results.some((text) => text.includes(under))
  return (
    <li
      ref={row}
      className={isPlaying ? 'story-turn playing' : 'story-turn'}
      aria-current={isPlaying ? 'step' : undefined}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      <SeatBadge seat={seat} />
      <div className="story-text">
        <button type="button" className="story-title" aria-expanded={open} onClick={() => setOpen(!open)}>
          <strong>
            <CardNames text={capitalize(head)} />
          </strong>
          {isNamed ? null : (
            <span className="story-under">
              {' '}
              <CardNames text={under} />
            </span>
          )}
        </button>
        {results.length === 0 ? null : (
          <p>
            <CardNames text={sentence(results)} />
          </p>
        )}
        {open ? <Steps turn={turn} /> : null}
      </div>
      <div className="story-side">
        <Gains gains={gains} />
        <Button
          look="quiet"
          className="play-turn"
          aria-label={`Play this turn: ${head}`}
          title="Play this turn"
          onClick={() => play(first - 1, last)}
        >
          ▶
        </Button>
      </div>
    </li>
  )
})

const sentence = (results: readonly string[]): string => capitalize(results.join(', '))

/** The short name of a seat on its colour. A phase of all seats has none. */
export function SeatBadge({ seat }: { readonly seat: string | undefined }): ReactNode {
  const palette = usePalette()
  const look = useTable(({ scene }) => (seat === undefined ? undefined : scene.seats[seat]))
  if (look === undefined) return <span className="seat-badge none" aria-hidden="true" />
  const style = { background: palette.of(look.colour), color: palette.on(look.colour, look.ink) }
  return (
    <span className="seat-badge" style={style} aria-hidden="true">
      {look.short.slice(0, 2)}
    </span>
  )
}

/** The changes of the scores. */
export function Gains({ gains }: { readonly gains: readonly Gain[] }): ReactNode {
  const words = useTable((state) => state.words)
  if (gains.length === 0) return null
  return (
    <ul className="gains" aria-label="Change of scores">
      {gains.map(({ seat, by }) => (
        <li key={seat}>
          {words.plainSeat(seat)} <b className={by > 0 ? 'gain' : 'loss'}>{signed(by)}</b>
        </li>
      ))}
    </ul>
  )
}

/** The steps of a turn, with the reasons of a bot. */
function Steps({ turn }: { readonly turn: StoryTurn }): ReactNode {
  const words = useTable((state) => state.words)
  const set = useTable((state) => state.set)
  const rows = logRows(stepsOf(turn), words, 0, undefined, true)
  return (
    <ul className="story-steps">
      {rows.map(({ depth, text, item, rule }) => {
        const why = becauseText(item.why)
        const [zone] = 'zones' in item ? item.zones : []
        return (
          <li
            key={item.key}
            style={{ paddingLeft: `${depth * 0.75}rem` }}
            onMouseEnter={zone === undefined ? undefined : () => set({ focus: [zone] })}
          >
            <CardNames text={capitalize(text)} />
            {why === undefined ? null : <span className="story-why"> {why}</span>}{' '}
            <RuleLink rule={item.why[0]?.rule ?? rule} place={item.why[0]?.place ?? item.place} />
          </li>
        )
      })}
    </ul>
  )
}
