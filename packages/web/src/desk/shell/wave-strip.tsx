/** The wave: what the last edit did at each station, in a line. It speaks only when a result differs from the one before. */
import { type ReactNode, useMemo, useRef } from 'react'
import { type Station, STATIONS, useDesk, type WaveResult } from '../desk-state.js'
import { changedPlaces } from './changes.js'

const SIGNS: Readonly<Record<WaveResult['state'], readonly [className: string, text: string]>> = {
  none: ['', ''],
  old: ['', ''],
  good: ['passed', '✓'],
  changed: ['changed', '≠'],
  bad: ['failed', '✕'],
}

const TITLES: Readonly<Record<Station, string>> = {
  check: 'Check',
  examples: 'Examples',
  table: 'Table',
  balance: 'Balance',
}

export function WaveStrip(): ReactNode {
  const wave = useDesk((desk) => desk.wave)
  return (
    <footer className="wave" aria-label="What your edit did">
      <Edit />
      {STATIONS.map((station) => (
        <StationLine key={station} station={station} result={wave[station]} />
      ))}
    </footer>
  )
}

function Edit(): ReactNode {
  const files = useDesk((desk) => desk.files)
  const before = useDesk((desk) => desk.before.files)
  const last = useMemo(() => changedPlaces(before, files).at(-1), [before, files])
  return (
    <div className="wave-edit">
      <b>What your edit did</b>
      <small>{last === undefined ? 'no edits yet' : `line ${last.line}: ${last.text}`}</small>
    </div>
  )
}

function StationLine({
  station,
  result,
}: {
  readonly station: Station
  readonly result: WaveResult
}): ReactNode {
  // While a new result is awaited, the old one stays, dimmed, with its sign.
  const lastState = useRef<WaveResult['state']>('none')
  if (result.state !== 'old') lastState.current = result.state
  const [className, text] = SIGNS[result.state === 'old' ? lastState.current : result.state]
  return (
    <div
      className={`station ${result.state === 'old' ? 'old' : ''}`}
      data-station={station}
      data-state={result.state}
    >
      {text === '' ? null : (
        <span className={`sign ${className}`} aria-hidden="true">
          {text}
        </span>
      )}
      <span className="station-text" aria-live="polite">
        <span className="unseen">{TITLES[station]}: </span>
        {result.text === '' ? <span className="dim">{TITLES[station]}</span> : result.text}
      </span>
      <span className="detail">{result.detail}</span>
    </div>
  )
}
