/** When nothing is asked of you: who decides, and how far bots have come. */
import type { ReactNode } from 'react'
import { useTable } from '../context.js'
import { SeatName } from '../parts.js'

export function Waiting(): ReactNode {
  const about = useTable((state) => state.about)
  const you = useTable((state) => state.you)
  const thinking = useTable((state) => state.thinking)
  if (about.outcome !== undefined) return <p className="says">The game is over.</p>
  const { deciding, seats } = about
  return (
    <div className="waiting">
      <h2>{you.seats.length === 0 ? 'You look on' : 'The others decide'}</h2>
      <ul>
        {deciding.map((seat) => {
          const sits = seats.find((one) => one.seat === seat)
          const done = thinking[seat]
          return (
            <li key={seat}>
              <SeatName id={seat} />{' '}
              {sits?.kind === 'bot'
                ? 'thinks'
                : sits?.kind === 'open'
                  ? 'decides, but nobody sits there yet'
                  : `decides (${sits?.name ?? 'somebody'})`}
              {done === undefined ? null : (
                <progress aria-label="How far the bot has come" max={1} value={done}>
                  {Math.round(done * 100)} %
                </progress>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
