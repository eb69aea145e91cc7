/** Sweep: plays the game with each value of a number in the rules. */
import {
  declaredNumbers,
  type NumberPlace,
  numbersIn,
  rangeError,
  rangeValues,
  sweepPlot,
  sweepRows,
} from '@ludoforge/desk/report'
import { type ReactNode, useMemo, useState } from 'react'
import { downloadFile } from '../../app/download.js'
import { Button, Select, TextField } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import { DataTable } from './data-table.js'
import { useBalance } from './use-balance.js'

/** A number that can be varied. */
interface Candidate {
  readonly name: string
  readonly place: NumberPlace
  readonly now: number
}

export function SweepView(): ReactNode {
  const candidates = useCandidates()
  const playSweep = useBalance((balance) => balance.playSweep)
  const problem = useBalance((balance) => balance.problem)
  const [chosen, setChosen] = useState('')
  const [range, setRange] = useState('')
  const [error, setError] = useState('')
  const candidate = candidates.find(({ name }) => name === chosen) ?? candidates[0]
  if (candidate === undefined)
    return (
      <div className="fig">
        <h2>No number to vary</h2>
        <p>
          Declare a number in your rules, such as <code>value bonus = 2</code>, or put the cursor on a line
          with a number.
        </p>
      </div>
    )
  const usual = `${Math.max(0, candidate.now - 1)}..${candidate.now + 2}`
  return (
    <>
      <form
        className="fig sweep-form"
        onSubmit={(event) => {
          event.preventDefault()
          const values = rangeValues(range === '' ? usual : range)
          if (values === undefined) return setError(rangeError(range))
          setError('')
          playSweep({ name: candidate.name, place: candidate.place, values })
        }}
      >
        <Select
          title="Number"
          value={candidate.name}
          groups={[{ options: candidates.map(({ name, now }) => [name, `${name} (${now})`] as const) }]}
          onChange={setChosen}
        />
        <TextField title="Values" value={range} placeholder={usual} onChange={setRange} />
        <Button look="main" submit>
          Play each value
        </Button>
        {error === '' ? null : <p role="alert">{error}</p>}
        {problem === undefined ? null : <p role="alert">{problem}</p>}
      </form>
      <SweepResults />
    </>
  )
}

/** The declared numbers, and those in the line of the cursor. */
function useCandidates(): readonly Candidate[] {
  const files = useDesk((desk) => desk.files)
  const path = useDesk((desk) => desk.place.path)
  const cursor = useDesk((desk) => desk.cursor)
  return useMemo(() => {
    const sources = Object.entries(files).map(([file, text]) => ({ path: file, text }))
    const text = (files[path] ?? '').split('\n')[cursor - 1] ?? ''
    const here = numbersIn(text).map(({ column, length }, i, all) => ({
      name: `${path}:${cursor}${all.length > 1 ? `:${i + 1}` : ''}`,
      place: { file: path, line: cursor, column, length },
      now: Number(text.slice(column, column + length)),
    }))
    const declared = declaredNumbers(sources).map(({ name, ...place }) => ({
      name,
      place,
      now: Number(
        ((files[place.file] ?? '').split('\n')[place.line - 1] ?? '').slice(
          place.column,
          place.column + place.length,
        ),
      ),
    }))
    return [...here, ...declared]
  }, [files, path, cursor])
}

function SweepResults(): ReactNode {
  const sweep = useBalance((balance) => balance.sweep)
  const svg = useMemo(
    () => (sweep === undefined || sweep.values.length < 2 ? undefined : sweepPlot(sweep, sweep.values)),
    [sweep],
  )
  const drawn = useMemo(() => ({ __html: (svg ?? '').replace(/<style>.*<\/style>/s, '') }), [svg])
  if (sweep === undefined) return null
  return (
    <figure
      className="fig sweep"
      aria-label={`Results by ${sweep.name}`}
      data-sweep={sweep.isDone ? 'done' : 'running'}
    >
      {svg === undefined ? <p>Playing the first values …</p> : <div dangerouslySetInnerHTML={drawn} />}
      <DataTable rows={sweepRows(sweep, sweep.values)} label="Figures of the sweep" />
      {svg === undefined ? null : (
        <Button onClick={() => downloadFile('sweep.svg', new Blob([svg], { type: 'image/svg+xml' }))}>
          SVG
        </Button>
      )}
    </figure>
  )
}
