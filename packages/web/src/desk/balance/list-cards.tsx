/** The cards without a chart: rules that never ran, how the lead changes, and the slowest decisions. */
import type { LineupResult } from '@ludoforge/desk/balance'
import { count, decimal, range, wholePercent } from '@ludoforge/desk/report'
import type { Evaluation } from '@ludoforge/sim/evaluate'
import type { ReactNode } from 'react'
import { useDesk } from '../desk-state.js'

const MAX_MISSED = 30

interface NeverRanProps {
  readonly shown: LineupResult
  readonly lineups: readonly LineupResult[]
}

/** The rules that no game reached. */
export function NeverRan({ shown, lineups }: NeverRanProps): ReactNode {
  const open = useDesk((desk) => desk.open)
  const setStop = useDesk((desk) => desk.setStop)
  const { missed, games } = shown.evaluation.rules
  const others = lineups
    .filter((lineup) => lineup !== shown)
    .map(({ players, evaluation }) => `${players}: ${count(evaluation.rules.missed.length)}`)
  const more = others.length === 0 ? '' : ` With ${others.join(', ')}.`
  return (
    <section className="fig fig-middle never" aria-label="Rules that never ran">
      <h3>Rules that never ran</h3>
      <p>
        {missed.length === 0
          ? `In ${count(games)} games with ${shown.players} every rule ran.${more}`
          : `With ${shown.players}: ${count(missed.length)}.${more}`}
      </p>
      <ul>
        {missed.slice(0, MAX_MISSED).map(({ file, line, column, kind, side = '', rule, text }) => (
          <li key={`${file}:${line}:${column} ${kind} ${side}`}>
            <button
              type="button"
              onClick={() => {
                setStop('half')
                open({ path: file, line })
              }}
            >
              <span className="line-number">{line}</span>
              <span>
                {rule === undefined ? '' : `Rule ${rule}: `}
                <code>{text}</code> {neverText(kind, side)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {missed.length > MAX_MISSED ? <p>And {count(missed.length - MAX_MISSED)} more.</p> : null}
    </section>
  )
}

function neverText(kind: string, side: string): string {
  if (kind === 'statement') return 'never ran.'
  if (kind === 'branch') return `never took ${side}.`
  return side === 'true' ? 'never held.' : 'never failed.'
}

/** How the lead changes, with the definitions. */
export function CourseCard({
  evaluation: { course, seats },
}: {
  readonly evaluation: Evaluation
}): ReactNode {
  if (course === null || seats.length < 2) return null
  const { leadChanges, drama, decidedAt } = course
  const decimals = (value: number): string => decimal(value, 2)
  const figures = [
    [
      'Lead changes',
      decimals(leadChanges.value),
      range(leadChanges, decimals),
      'Another seat takes the lead.',
    ],
    ['Drama', decimals(drama.value), range(drama, decimals), 'How far winners were behind, from 0 to 1.'],
    [
      'Decided after',
      wholePercent(decidedAt.value),
      range(decidedAt, wholePercent),
      'The winner passes the best lead that a loser ever had.',
    ],
  ] as const
  return (
    <section className="fig fig-middle" aria-label="Course">
      <h3>Course</h3>
      <p className="dim">By worth, after Browne (2008), with 95 % intervals.</p>
      <dl className="course">
        {figures.map(([name, figure, interval, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{figure}</b> {interval}
              <small>{meaning}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The decisions for which the players needed longest. Each opens at the table. */
export function SlowDecisions({ shown }: { readonly shown: LineupResult }): ReactNode {
  const playSeed = useDesk((desk) => desk.playSeed)
  const { slowest, seats, statistics } = shown.evaluation
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  const agents = seats.map(({ agent }) => agent)
  return (
    <section className="fig fig-wide never slow" aria-label="Slowest decisions">
      <h3>Slowest decisions</h3>
      <p>
        {count(statistics.decisions)} decisions, {count(statistics.decisionsPerSecond)} per second. Press one
        to open it at the table.
      </p>
      <ul>
        {slowest.map(({ seat, ms, game, decision, seed }) => (
          <li key={`${game} ${decision}`}>
            <button type="button" onClick={() => playSeed({ seed, agents, decisions: decision - 1 })}>
              <span className="line-number">{decimal(ms)} ms</span>
              <span>
                {name(seat)}, decision {count(decision)} of the game with seed {seed}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
