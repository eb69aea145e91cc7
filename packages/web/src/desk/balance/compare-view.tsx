/** What an edit changed: a headline, the diff, and the differences, largest first. */
import { changesBetween } from '@ludoforge/desk'
import type { BalanceResult, ComparedLineup } from '@ludoforge/desk/balance'
import {
  changeText,
  type ChartColours,
  chartsBeside,
  comparisonHeadline,
  count,
  curvesChart,
  differenceBounds,
  effectMark,
  figureName,
  figuresText,
  marginsChart,
  sideTexts,
  winsChart,
} from '@ludoforge/desk/report'
import type { FigureDifference } from '@ludoforge/sim/evaluate'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../../ui/index.js'
import { useDesk, useDeskStore } from '../desk-state.js'
import { ChartCard } from './chart-card.js'
import { RulesDiff } from './rules-diff.js'

interface CompareProps {
  readonly result: BalanceResult
  readonly colours: ChartColours
}

const MAX_SHOWN = 12
const SIDES = ['before', 'now'] as const

export function CompareView({ result, colours }: CompareProps): ReactNode {
  const before = useDesk((desk) => desk.before)
  const files = useDesk((desk) => desk.files)
  const { compared, seats } = result
  const isEdited = Object.keys(changesBetween(before.files, files)).length > 0
  const [own, ...others] = compared
  const stronger = others[0]
  const seatName = (id: string): string => seats.find((seat) => seat.id === id)?.name ?? id
  if (own === undefined)
    return (
      <div className="fig headline" role="status">
        <h2>
          {!isEdited ? 'Nothing has changed yet' : result.isSame ? 'The rules are the same' : 'Playing …'}
        </h2>
        <p>
          {!isEdited
            ? 'Change a rule: the games before and after are played on the same seeds.'
            : result.isSame
              ? 'Your edits change texts, but nothing that is played.'
              : 'The first pairs of games are being played.'}
        </p>
      </div>
    )
  const shown = stronger === undefined ? [own] : [own, stronger]
  const { title, text } = comparisonHeadline(own, stronger, seatName)
  return (
    <>
      <div className="fig headline">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
          <UndoEdit />
        </div>
        <RulesDiff />
      </div>
      <div className="compare">
        <Changes own={own} stronger={stronger} seatName={seatName} isDone={result.isDone} />
        <div className="compare-side">
          <ChartCard
            height={30 + 2 * shown.length * 46}
            draw={(size) =>
              winsChart(
                shown.flatMap((lineup) => [
                  { label: `${lineup.players}, before`, evaluation: lineup.before, isMain: false },
                  { label: 'now', evaluation: lineup.now, isMain: true },
                ]),
                colours,
                size,
              )
            }
          />
          <Course of={own} colours={colours} />
        </div>
      </div>
    </>
  )
}

/** Score and margin before and after, side by side. */
function Course({
  of: { before, now },
  colours,
}: {
  readonly of: ComparedLineup
  readonly colours: ChartColours
}): ReactNode {
  const { curves: oldCurves, margins: oldMargins } = before
  const { curves, margins } = now
  return (
    <>
      {oldCurves === null || curves === null ? null : (
        <ChartCard
          height={170}
          draw={(size) =>
            chartsBeside(
              SIDES,
              [
                (half) => curvesChart(before, oldCurves, colours, half, curves),
                (half) => curvesChart(now, curves, colours, half, oldCurves),
              ],
              size,
            )
          }
        />
      )}
      {oldMargins === null || margins === null ? null : (
        <ChartCard
          height={150}
          draw={(size) =>
            chartsBeside(
              SIDES,
              [
                (half) => marginsChart(before, oldMargins, colours, half),
                (half) => marginsChart(now, margins, colours, half),
              ],
              size,
            )
          }
        />
      )}
    </>
  )
}

function UndoEdit(): ReactNode {
  const desk = useDeskStore()
  const isReadOnly = useDesk((state) => state.isReadOnly)
  return (
    <Button
      disabled={isReadOnly}
      onClick={() => {
        const { files, before, edit } = desk.getState()
        edit(changesBetween(files, before.files))
      }}
    >
      Undo the edit
    </Button>
  )
}

interface ChangesProps {
  readonly own: ComparedLineup
  readonly stronger: ComparedLineup | undefined
  readonly seatName: (id: string) => string
  readonly isDone: boolean
}

function Changes({ own, stronger, seatName, isDone }: ChangesProps): ReactNode {
  const { found, notFound, pairs } = own.comparison
  const others = useMemo(
    () => [...(stronger?.comparison.found ?? []), ...(stronger?.comparison.notFound ?? [])],
    [stronger],
  )
  const same = (figure: FigureDifference) =>
    others.find(
      ({ kind, seat, option }) =>
        kind === figure.kind &&
        seat === figure.seat &&
        option?.name === figure.option?.name &&
        option?.question === figure.option?.question,
    )
  const shown = found.slice(0, MAX_SHOWN)
  return (
    <section className="fig changes" aria-label="What changed, largest first">
      <div className="changes-head">
        <h3>What changed, largest first</h3>
        <p className="key">
          <span>
            <i className="key-own" aria-hidden="true" /> {own.players}, {count(pairs)} pairs
          </span>
          {stronger === undefined ? null : (
            <span>
              <i className="key-other" aria-hidden="true" /> {stronger.players},{' '}
              {count(stronger.comparison.pairs)} pairs
            </span>
          )}
        </p>
      </div>
      {found.length === 0 ? <p>No difference found in {notFound.length} figures.</p> : null}
      <table>
        <thead>
          <tr>
            <th scope="col">in words</th>
            <th scope="col" className="right">
              before → after
            </th>
            <th scope="col">in standard deviations between games</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((figure) => {
            const second = same(figure)
            return (
              <tr key={figureName(figure, seatName)}>
                <td>
                  {changeText(figure, seatName)}
                  <small>{differenceBounds(figure)}</small>
                </td>
                <td className="right">
                  {sideTexts(figure)}
                  {second === undefined ? null : <small>{sideTexts(second)}</small>}
                </td>
                <td>
                  <EffectMark own={figure} second={second} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <NotFound figures={notFound} seatName={seatName} />
      <p className="dim">
        Same seeds and players on both sides; intervals are of paired differences. Of{' '}
        {found.length + notFound.length} figures, about {Math.round((found.length + notFound.length) / 20)}{' '}
        differ by chance.{' '}
        {isDone
          ? ''
          : 'Games are still being played: a difference that comes and goes while you watch is chance. Judge by the last figures.'}
      </p>
    </section>
  )
}

function EffectMark({
  own,
  second,
}: {
  readonly own: FigureDifference
  readonly second: FigureDifference | undefined
}): ReactNode {
  const svg = useMemo(() => ({ __html: effectMark(own, second) }), [own, second])
  return <div className="effect" dangerouslySetInnerHTML={svg} />
}

function NotFound({
  figures,
  seatName,
}: {
  readonly figures: readonly FigureDifference[]
  readonly seatName: (id: string) => string
}): ReactNode {
  if (figures.length === 0) return null
  return (
    <details className="not-found" open={figures.length < 6}>
      <summary>No difference found: {figures.length} figures</summary>
      <ul>
        {figures.map((figure) => (
          <li key={figureName(figure, seatName)}>
            {figureName(figure, seatName)}: {figuresText(figure)}
          </li>
        ))}
      </ul>
    </details>
  )
}
