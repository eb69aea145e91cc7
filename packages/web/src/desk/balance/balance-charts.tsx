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
import { useDesk } from '../desk-state.js'
import { ChartCard } from './chart-card.js'

interface ChartsProps {
  readonly result: BalanceResult
  readonly colours: ChartColours
}

export function BalanceCharts({ result, colours }: ChartsProps): ReactNode {
  const { main, others, skill } = result
  const { evaluation } = main
  const { course, margins } = evaluation
  const lineups = useMemo(() => [main, ...others].filter(hasGames), [main, others])
  const [title, options] = mostInteresting(evaluation.options)
  return (
    <>
      <Findings result={result} colours={colours} />
      <div className="figures">
        <ChartCard
          className="wide"
          height={34 + lineups.length * 62}
          draw={(size) =>
            winsChart(
              lineups.map((lineup) => ({
                label: lineup.players,
                evaluation: lineup.evaluation,
                isMain: lineup === main,
              })),
              colours,
              size,
            )
          }
        />
        {course === null || evaluation.seats.length < 2 ? null : (
          <ChartCard
            className="wide"
            height={250}
            draw={(size) => curvesChart(evaluation, course, colours, size)}
          />
        )}
        {skill === undefined || skill.ratings.length < 2 ? null : (
          <ChartCard
            height={60 + 44 * skill.ratings.length}
            draw={(size) => skillChart(skill, colours, size)}
          />
        )}
        {options.length === 0 ? null : (
          <ChartCard
            className="wide"
            height={Math.min(300, 70 + options.length * evaluation.seats.length * 18)}
            draw={(size) => actionsChart(evaluation, options, title, colours, size)}
            note={NO_CAUSE}
          />
        )}
        {margins === null ? null : (
          <ChartCard height={220} draw={(size) => marginsChart(evaluation, margins, colours, size)} />
        )}
        <ChartCard height={220} draw={(size) => lengthChart(evaluation, colours, size)} />
        <NeverRan lineups={lineups} />
      </div>
    </>
  )
}

const hasGames = ({ evaluation }: LineupResult): boolean => evaluation.statistics.completed > 0

/** Actions if the game has any, else cards, else named options. */
function mostInteresting(options: LineupResult['evaluation']['options']) {
  const kinds = [
    ['Actions', 'action'],
    ['Cards', 'card'],
    ['Options', 'option'],
  ] as const
  for (const [title, kind] of kinds) {
    const own = options.filter((option) => option.kind === kind && option.all.possible > 0)
    if (own.length > 0) return [title, own] as const
  }
  return ['Options', []] as const
}

function Findings({ result: { main }, colours }: ChartsProps): ReactNode {
  const colour = (of: number | 'shared' | 'none'): string =>
    of === 'none' ? colours.plain : of === 'shared' ? colours.shared : colours.seat(of)
  return (
    <ul className="findings" aria-label="Findings">
      {findingCards(main.evaluation).map(({ figure, aside, text, of }) => (
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

const MAX_MISSED = 30

/** The rules that no game reached. */
function NeverRan({ lineups }: { readonly lineups: readonly LineupResult[] }): ReactNode {
  const open = useDesk((desk) => desk.open)
  const setStop = useDesk((desk) => desk.setStop)
  const [main] = lineups
  if (main === undefined) return null
  const { missed, games } = main.evaluation.rules
  const counts = lineups.map(({ players, evaluation }) => `${players}: ${evaluation.rules.missed.length}`)
  return (
    <section className="fig never" aria-label="Rules that never ran">
      <h3>Rules that never ran</h3>
      <p>{missed.length === 0 ? `In ${games} games every rule ran.` : `With ${counts.join(', ')}.`}</p>
      <ul>
        {missed.slice(0, MAX_MISSED).map(({ file, line, column, kind, side = '', text }) => (
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
                <code>{text}</code> {neverText(kind, side)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function neverText(kind: string, side: string): string {
  if (kind === 'statement') return 'never ran.'
  if (kind === 'branch') return `never took ${side}.`
  return side === 'true' ? 'never held.' : 'never failed.'
}
