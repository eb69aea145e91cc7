/** The buttons that play back what happened, without affecting the game. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import type { TableState } from '../store/state.js'
import { sinceYourTurn } from './since-your-turn.js'

function Icon({ d }: { readonly d: string }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="icon">
      <path d={d} />
    </svg>
  )
}

type Played = Pick<TableState, 'line' | 'stepping' | 'waiting' | 'shown' | 'playFrom' | 'now'>

/** Returns whether the board shows the past, by playback or by stepping. */
export function showsPast({ stepping, waiting }: Pick<Played, 'stepping' | 'waiting'>): boolean {
  return stepping !== undefined || waiting.length > 0
}

/** Returns `step 3 of 9` while something is played back, or `undefined`. */
export function playedStep(state: Played): string | undefined {
  const { line, stepping, shown, playFrom, now } = state
  if (!showsPast(state)) return undefined
  const from = stepping === undefined ? playFrom : (stepping.from ?? 0)
  const until = stepping === undefined ? now.number : (stepping.until ?? line.at(-1) ?? 0)
  const steps = line.filter((number) => number > from && number <= until)
  const at = steps.filter((number) => number <= shown.number).length
  return `step ${Math.min(at, steps.length)} of ${steps.length}`
}

/** First, back, play or pause, on, last. The first step is the one after your last turn. */
export function PlaybackControls(): ReactNode {
  const stepping = useTable((state) => state.stepping)
  const isPast = useTable(showsPast)
  const start = useTable((state) => {
    const [first] = sinceYourTurn(state)
    const since = first === undefined ? 0 : first.first - 1
    return state.line.findLast((number) => number <= since) ?? 0
  })
  const isFirst = useTable(({ shown, line }) => shown.number <= (line[0] ?? 0))
  const isEmpty = useTable(({ line }) => line.length < 2)
  const { stepTo, stepBy, play, playBack, present } = useTable((state) => state.actions)
  const plays = stepping === undefined ? isPast : stepping.plays
  return (
    <div className="playback" role="group" aria-label="Play back what happened">
      <Button
        aria-label="First step"
        title="To the first step since your turn"
        disabled={isEmpty}
        onClick={() => stepTo(start)}
      >
        <Icon d="M3 2v12M14 2 5 8l9 6z" />
      </Button>
      <Button
        aria-label="Back one step"
        title="Back one step ([)"
        disabled={isEmpty || isFirst}
        onClick={() => stepBy(-1)}
      >
        <Icon d="M12 2 3 8l9 6z" />
      </Button>
      {plays ? (
        <Button
          aria-label="Pause"
          title="Pause"
          onClick={() => (stepping === undefined ? stepBy(0) : stepTo(stepping.at))}
        >
          <Icon d="M4 2v12M12 2v12" />
        </Button>
      ) : (
        <Button
          aria-label={isPast ? 'Play from here' : 'Play since your turn'}
          title={isPast ? 'Play from here' : 'Play since your turn (P)'}
          disabled={isEmpty}
          onClick={() => (stepping === undefined ? playBack() : play(stepping.at, stepping.until))}
        >
          <Icon d="M4 2l9 6-9 6z" />
        </Button>
      )}
      <Button aria-label="On one step" title="On one step (])" disabled={!isPast} onClick={() => stepBy(1)}>
        <Icon d="M2 2l9 6-9 6zM13 2v12" />
      </Button>
      <Button aria-label="Back to now" title="Skip to now (Esc)" disabled={!isPast} onClick={present}>
        <Icon d="M1 2l6 6-6 6zM7 2l6 6-6 6zM14 2v12" />
      </Button>
    </div>
  )
}

/** A slider over the whole game, for the log. */
export function WholeGame(): ReactNode {
  const line = useTable((state) => state.line)
  const number = useTable((state) => state.shown.number)
  const isPast = useTable(showsPast)
  const stepTo = useTable((state) => state.stepTo)
  const last = line.length - 1
  const at = isPast
    ? Math.max(
        0,
        line.findLastIndex((one) => one <= number),
      )
    : last
  if (last < 1) return null
  return (
    <div className={isPast ? 'whole-game past' : 'whole-game'}>
      <input
        type="range"
        aria-label="Position in the game"
        aria-valuetext={isPast ? `After ${at} of ${last} decisions` : 'Now'}
        min={0}
        max={last}
        value={at}
        onChange={(event) => stepTo(line[event.target.valueAsNumber] ?? 0)}
      />
      <span>{isPast ? `${at} of ${last}` : last === 1 ? '1 decision' : `${last} decisions`}</span>
    </div>
  )
}
