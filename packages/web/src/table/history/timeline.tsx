/** The timeline below the board: steps through the game without affecting it. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'

function Icon({ d }: { readonly d: string }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="icon">
      <path d={d} />
    </svg>
  )
}

export function Timeline(): ReactNode {
  const line = useTable((state) => state.line)
  const stepping = useTable((state) => state.stepping)
  const waiting = useTable((state) => state.waiting)
  const shown = useTable((state) => state.shown)
  const { stepTo, stepBy, present, playBack } = useTable((state) => state.actions)
  const last = line.length - 1
  const at =
    stepping === undefined
      ? last
      : Math.max(
          0,
          line.findLastIndex((number) => number <= stepping.at),
        )
  const past = stepping !== undefined || waiting.length > 0
  const here =
    waiting.length > 0 && stepping === undefined ? line.findLastIndex((n) => n <= shown.number) : at
  return (
    <div className={`timeline${past ? ' past' : ''}`} role="group" aria-label="Step through the game">
      <Button
        look="quiet"
        className="to-start"
        aria-label="Go to the start"
        disabled={at === 0}
        onClick={() => stepTo(0)}
      >
        <Icon d="M3 2v12M14 2 5 8l9 6z" />
      </Button>
      <Button look="quiet" aria-label="Back one decision" disabled={at === 0} onClick={() => stepBy(-1)}>
        <Icon d="M13 2 4 8l9 6z" />
      </Button>
      {stepping?.plays === true ? (
        <Button look="quiet" aria-label="Pause" onClick={() => stepTo(stepping.at)}>
          <Icon d="M4 2v12M12 2v12" />
        </Button>
      ) : (
        <Button
          look="quiet"
          aria-label={past ? 'Play from here' : 'Replay since your last turn'}
          title={past ? 'Play from here' : 'Replay since your last turn'}
          onClick={() => (stepping === undefined ? playBack() : stepTo(stepping.at, true))}
        >
          <Icon d="M3 2l10 6-10 6z" />
        </Button>
      )}
      <Button look="quiet" aria-label="Forward one decision" disabled={!past} onClick={() => stepBy(1)}>
        <Icon d="M2 2l9 6-9 6zM13 2v12" />
      </Button>
      <input
        type="range"
        aria-label="Position in the game"
        aria-valuetext={past ? `After ${here} of ${last} decisions` : 'Now'}
        min={0}
        max={Math.max(1, last)}
        value={here}
        onChange={(event) => stepTo(line[event.target.valueAsNumber] ?? 0)}
      />
      <span className="timeline-at">
        {past ? `${here} of ${last}` : last === 1 ? '1 decision' : `${last} decisions`}
      </span>
      <Button className="to-now" disabled={!past} onClick={present}>
        {waiting.length > 0 && stepping === undefined ? 'Skip' : 'Now'}
      </Button>
    </div>
  )
}
