/** The findings in words, then the charts. */
import type { BalanceResult, LineupResult } from '@ludoforge/desk/balance'
import {
  actionsChart,
  type ChartColours,
  curvesChart,
  findingCards,
  lengthChart,
  marginsChart,
  NO_CAUSE,
  skillChart,
  winsChart,
} from '@ludoforge/desk/report'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { shownLineup, waitingAgents } from './balance-state.js'
import { ChartCard } from './chart-card.js'
import { CourseCard, NeverRan, SlowDecisions } from './list-cards.js'
import { useBalance } from './use-balance.js'

interface ChartsProps {
  readonly result: BalanceResult
  readonly colours: ChartColours
}

export function BalanceCharts({ result, colours }: ChartsProps): ReactNode {
  const { main, others } = result
  const shown = shownLineup(
    result,
    useBalance((balance) => balance.shown),
  )
  const { evaluation } = shown
  const { curves, margins } = evaluation
  const lineups = useMemo(() => [main, ...others].filter(hasGames), [main, others])
  const waiting = waitingAgents(result)
  return (
    <>
      <Findings shown={shown} lineups={lineups} colours={colours} />
      <div className="figures">
        <ChartCard
          className="fig-wide"
          height={34 + (lineups.length + waiting.length) * 50}
          draw={(size) =>
            winsChart(
              lineups.map((lineup) => ({
                label: lineup.players,
                evaluation: lineup.evaluation,
                isMain: lineup === shown,
              })),
              colours,
              size,
              waiting,
            )
          }
        />
        {curves === null ? null : (
          <ChartCard
            className="fig-wide"
            height={230}
            draw={(size) => curvesChart(evaluation, curves, colours, size)}
          />
        )}
        <Skill result={result} colours={colours} />
        {optionCharts(evaluation.options).map(([title, options]) => (
          <ChartCard
            key={title}
            className="fig-wide"
            height={Math.min(300, 60 + options.length * evaluation.seats.length * 18)}
            draw={(size) => actionsChart(evaluation, options, title, colours, size)}
            note={NO_CAUSE}
          />
        ))}
        {margins === null ? null : (
          <ChartCard height={200} draw={(size) => marginsChart(evaluation, margins, colours, size)} />
        )}
        <ChartCard height={200} draw={(size) => lengthChart(evaluation, colours, size)} />
        <NeverRan shown={shown} lineups={lineups} />
        <CourseCard evaluation={evaluation} />
        <SlowDecisions shown={shown} />
      </div>
    </>
  )
}

const hasGames = ({ evaluation }: LineupResult): boolean => evaluation.statistics.completed > 0

/** How much skill counts. The place of the chart is kept until its games are played. */
function Skill({ result, colours }: ChartsProps): ReactNode {
  const { skill, agents, seats, isDone } = result
  if (skill !== undefined && skill.ratings.length >= 2)
    return (
      <ChartCard
        className="fig-middle"
        height={50 + 40 * skill.ratings.length}
        draw={(size) => skillChart(skill, colours, size)}
      />
    )
  if (isDone || agents.length < 2 || seats.length < 2) return null
  return (
    <section className="fig fig-middle" aria-label="How much skill counts">
      <h3>How much skill counts</h3>
      <p className="dim">A tournament of {agents.join(', ')} starts after their games.</p>
    </section>
  )
}

/** The kinds of options that the game has. Named options are shown if it has no actions and no cards. */
function optionCharts(options: LineupResult['evaluation']['options']) {
  const own = (kind: (typeof options)[number]['kind']) =>
    options.filter((option) => option.kind === kind && option.all.possible > 0)
  const kinds = (
    [
      ['Actions', own('action')],
      ['Cards', own('card')],
    ] as const
  ).filter(([, of]) => of.length > 0)
  const named = own('option')
  return kinds.length > 0 || named.length === 0 ? kinds : ([['Options', named]] as const)
}

interface FindingsProps {
  readonly shown: LineupResult
  readonly lineups: readonly LineupResult[]
  readonly colours: ChartColours
}

function Findings({ shown, lineups, colours }: FindingsProps): ReactNode {
  const colour = (of: number | 'shared' | 'none'): string =>
    of === 'none' ? colours.plain : of === 'shared' ? colours.shared : colours.seat(of)
  const others = lineups.filter((lineup) => lineup !== shown)
  return (
    <ul className="findings" aria-label="Findings">
      {findingCards(shown, others).map(({ figure, aside, text, of }) => (
        <li key={aside + text} style={coloured(colour(of))}>
          <p className="figure-line">
            <b>{figure}</b> <span>{aside}</span>
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

const coloured = (colour: string): CSSProperties & Record<'--of', string> => ({ '--of': colour })
