/** The end of a game: who won and why, the standings, the plot of the margins, and what to do next. */
import { outcomeText } from '@ludoforge/table'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTable } from '../context.js'
import type { TableFrame } from '../store/history-cache.js'
import { useSeatColour } from '../parts.js'
import { Consent, UndoConfirmation } from '../question/consent.js'
import { capitalize } from '../vocabulary.js'
import { EndActions } from './end-actions.js'
import { Plot } from './plot.js'
import { seriesOf } from './series.js'
import { allTurns } from './since-your-turn.js'
import { headline, scoreText, type Standing, standingsOf } from './standings.js'
import { SeatBadge } from './story.js'
import { TurningPoints } from './turning-points.js'

export function ResultPanel(): ReactNode {
  const outcome = useTable((state) => state.about.outcome)
  const words = useTable((state) => state.words)
  const values = useTable((state) => state.now.values)
  const mine = useTable((state) => state.you.seats)
  if (outcome === undefined) return null
  const { head, why } = outcomeText(outcome, words)
  const standings = standingsOf(outcome, values, words)
  const title = headline(outcome, standings, mine, words)
  const [winner] = outcome.winners
  const reason = title === head ? why : why === '' ? head : `${head}: ${why}`
  return (
    <section className="end" aria-label="Result">
      <Consent />
      <UndoConfirmation />
      <h2>
        {winner === undefined || outcome.kind === 'draw' ? null : <SeatBadge seat={winner} />}
        {title}
      </h2>
      {reason === '' ? null : <p>{sentenceOf(reason)}</p>}
      <ol className="ranking">
        {standings.map((standing) => (
          <Row key={standing.seat} standing={standing} all={standings} />
        ))}
      </ol>
      <ScorePlot />
      <EndActions />
      <TurningPoints />
      <SeedNote />
    </section>
  )
}

/** A seat with its distance to the goal, which is at the right. */
function Row({
  standing,
  all,
}: {
  readonly standing: Standing
  readonly all: readonly Standing[]
}): ReactNode {
  const { seat, rank, isWinner, isMargin, score = 0 } = standing
  const words = useTable((state) => state.words)
  const colour = useSeatColour(seat)
  const farthest = Math.max(1, ...all.map((one) => -(one.score ?? 0)))
  const style: CSSProperties = { background: colour, width: `${(Math.max(0, -score) / farthest) * 100}%` }
  return (
    <li value={rank} className={isWinner ? 'winner' : ''}>
      {/* If all win or lose together, ranks say nothing. */}
      <span className="rank">{all.some((one) => one.rank !== rank) ? rank : null}</span>
      <SeatBadge seat={seat} />
      <span>{words.plainSeat(seat)}</span>
      {isMargin ? (
        <span className="bar" title={score < 0 ? `${-score} short of winning` : 'Enough to win'}>
          <i style={style} />
        </span>
      ) : (
        <span />
      )}
      <span className="score">{scoreText(standing)}</span>
    </li>
  )
}

/** Explains what handing out the save of a server's table means. */
function SeedNote(): ReactNode {
  const server = useTable((state) => state.server)
  const disclosed = useTable((state) => state.about.disclosed)
  if (server === undefined) return null
  return (
    <p className="description">
      {disclosed
        ? 'The save was handed out. It contains the seed, so this game can’t continue. You can make a new table from it.'
        : 'The save contains the seed, which reveals everything. Once it is handed out, this game can’t continue.'}
    </p>
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
  const turns = useTable(allTurns)
  const [start, setStart] = useState<TableFrame>()
  const [at, setAt] = useState(0)
  useEffect(() => {
    history.at(0).then(setStart, () => setStart(undefined)) // offline there is no plot
  }, [history])
  const series = useMemo(
    () =>
      start === undefined
        ? []
        : seriesOf(start, records, turns, history.eye, scene, (id) => words.variable(id)),
    [start, records, turns, history, scene, words],
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
