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
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button, Select, TextField } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import { DataTable } from './data-table.js'
import { ExportButtons } from './export-buttons.js'
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
  const swept = useBalance((balance) => balance.sweptPlace)
  useEffect(() => setChosen(''), [swept]) // a lens asks for another number: the first
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
  const swept = useBalance((balance) => balance.sweptPlace)
  return useMemo(() => {
    const sources = Object.entries(files).map(([file, text]) => ({ path: file, text }))
    const numbersAt = (file: string, line: number): Candidate[] => {
      const text = (files[file] ?? '').split('\n')[line - 1] ?? ''
      return numbersIn(text).map(({ column, length }, i, all) => ({
        name: `${file}:${line}${all.length > 1 ? `:${i + 1}` : ''}`,
        place: { file, line, column, length },
        now: Number(text.slice(column, column + length)),
      }))
    }
    const wished = swept === undefined ? [] : numbersAt(swept.file, swept.line)
    const here = swept?.file === path && swept.line === cursor ? [] : numbersAt(path, cursor)
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
    const isDeclared = ({ place }: Candidate): boolean =>
      declared.some(({ place: { file, line } }) => file === place.file && line === place.line)
    const named = declared.toSorted((a, b) => Number(isAt(b.place, swept)) - Number(isAt(a.place, swept)))
    const own = [...wished, ...here].filter((candidate) => !isDeclared(candidate))
    return named[0] !== undefined && isAt(named[0].place, swept) ? [...named, ...own] : [...own, ...named]
  }, [files, path, cursor, swept])
}

const isAt = (place: NumberPlace, swept: NumberPlace | undefined): boolean =>
  swept !== undefined && place.file === swept.file && place.line === swept.line

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
      {svg === undefined ? (
        <p>Playing the first values …</p>
      ) : (
        <>
          <ExportButtons
            title={`the sweep of ${sweep.name}`}
            file="sweep"
            svg={() => svg}
            json={() => `${JSON.stringify(sweep, null, 2)}\n`}
          />
          <div dangerouslySetInnerHTML={drawn} />
        </>
      )}
      <DataTable rows={sweepRows(sweep, sweep.values)} label="Figures of the sweep" />
    </figure>
  )
}
