/** The turns that changed the standing most. */
import { type StoryTurn, tellTurns, type ToldTurn } from '@ludoforge/table'
import { type ReactNode, useMemo } from 'react'
import { useTable } from '../context.js'
import { Gains, SeatBadge } from './story.js'
import { allTurns } from './since-your-turn.js'

const MAX_POINTS = 3

/** Returns the turns with the largest changes of a seat's score, in the order of the game. */
export function turningPoints<T extends Pick<ToldTurn, 'gains'>>(
  told: readonly T[],
  most = MAX_POINTS,
): readonly T[] {
  const swing = ({ gains }: T): number => Math.max(0, ...gains.map(({ by }) => Math.abs(by)))
  const largest = told
    .filter((turn) => swing(turn) > 0)
    .toSorted((a, b) => swing(b) - swing(a))
    .slice(0, most)
  return told.filter((turn) => largest.includes(turn))
}

export function TurningPoints(): ReactNode {
  const turns = useTable(allTurns)
  const story = useTable((state) => state.story)
  const words = useTable((state) => state.words)
  const play = useTable((state) => state.play)
  const points = useMemo(() => {
    const told = tellTurns(turns, story, words)
    const all = turns.flatMap((turn, i): (StoryTurn & ToldTurn)[] => {
      const inWords = told[i]
      return inWords === undefined ? [] : [{ ...turn, ...inWords }]
    })
    return turningPoints(all)
  }, [turns, story, words])
  if (points.length < 2) return null
  return (
    <section className="turning-points" aria-label="How it was decided">
      <h3>How it was decided</h3>
      <ol className="story-turns">
        {points.map(({ key, seat, head, under = '', results, gains, first, last }) => (
          <li key={key} className="story-turn">
            <SeatBadge seat={seat} />
            <div className="story-text">
              <button
                type="button"
                className="link"
                title="Play this turn"
                onClick={() => play(first - 1, last)}
              >
                {head}
              </button>
              {under === '' || head.includes(under) ? null : <span className="story-under"> {under}</span>}
              {results.length === 0 ? null : <p>{results.join(', ')}</p>}
            </div>
            <Gains gains={gains} />
          </li>
        ))}
      </ol>
    </section>
  )
}
