/** The result of a game: winner, reason, ranking and a plot of the scores. */
import { outcomeText } from '@ludoforge/table'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { href } from '../../app/routes.js'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import type { TableFrame } from '../store/history-cache.js'
import { SaveButton } from '../players.js'
import { SeatName } from '../parts.js'
import { Plot } from './plot.js'
import { seriesOf } from './series.js'
import { capitalize } from '../vocabulary.js'

export function ResultPanel(): ReactNode {
  const outcome = useTable((state) => state.about.outcome)
  const words = useTable((state) => state.words)
  const stepTo = useTable((state) => state.stepTo)
  if (outcome === undefined) return null
  const { head, why } = outcomeText(outcome, words)
  return (
    <section className="end" aria-label="Result">
      <h2>{head}</h2>
      {why === '' ? null : <p>{sentenceOf(why)}</p>}
      <ol className="ranking">
        {outcome.ranking.map(({ seat, rank, score }) => (
          <li key={seat} value={rank} className={outcome.winners.includes(seat) ? 'winner' : ''}>
            <SeatName id={seat} />
            {score === undefined ? null : <span className="score">{score}</span>}
          </li>
        ))}
      </ol>
      <ScorePlot />
      <div className="row">
        <Button look="main" onClick={() => stepTo(0, true)}>
          Replay the game
        </Button>
        <SaveButton />
        <a className="button" href={href({ at: 'lobby' })}>
          Leave the table
        </a>
      </div>
    </section>
  )
}

function sentenceOf(text: string): string {
  const whole = capitalize(text)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

function ScorePlot(): ReactNode {
  const history = useTable((state) => state.history)
  const records = useTable((state) => state.records)
  const scene = useTable((state) => state.scene)
  const words = useTable((state) => state.words)
  const [start, setStart] = useState<TableFrame>()
  const [at, setAt] = useState(0)
  useEffect(() => {
    history.at(0).then(setStart, () => setStart(undefined)) // offline there is no plot
  }, [history])
  const series = useMemo(
    () =>
      start === undefined ? [] : seriesOf(start, records, history.eye, scene, (id) => words.variable(id)),
    [start, records, history, scene, words],
  )
  const shown = series[at] ?? series[0]
  if (shown === undefined) return null
  return (
    <div className="over-time">
      {series.length === 1 ? (
        <h3>{capitalize(shown.title)} over the game</h3>
      ) : (
        <select aria-label="Value to plot" value={at} onChange={(event) => setAt(Number(event.target.value))}>
          {series.map(({ title }, i) => (
            <option key={title} value={i}>
              {capitalize(title)} over the game
            </option>
          ))}
        </select>
      )}
      <Plot series={shown} />
    </div>
  )
}
