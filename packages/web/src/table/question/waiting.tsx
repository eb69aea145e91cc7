/** Shown while others decide: whose turn it is, and the bots' progress. */
import type { ReactNode } from 'react'
import { useTable } from '../context.js'
import { SeatName } from '../parts.js'
import { TurnNotices } from '../turn-notices.js'

export function Waiting(): ReactNode {
  const about = useTable((state) => state.about)
  const you = useTable((state) => state.you)
  const thinking = useTable((state) => state.thinking)
  if (about.outcome !== undefined) return <p className="description">The game is over.</p>
  const { deciding, seats } = about
  const waitsForPeople = deciding.some((seat) => seats.find((other) => other.seat === seat)?.kind !== 'bot')
  return (
    <div className="waiting">
      <h2>{you.seats.length === 0 ? 'You’re watching' : 'Waiting for the others'}</h2>
      <ul>
        {deciding.map((seat) => {
          const player = seats.find((other) => other.seat === seat)
          const done = thinking[seat]
          return (
            <li key={seat}>
              <SeatName id={seat} />{' '}
              {player?.kind === 'bot'
                ? 'is thinking'
                : player?.kind === 'open'
                  ? 'must decide, but the seat is open'
                  : `decides (${player?.name ?? 'a player'})`}
              {done === undefined ? null : (
                <progress aria-label="Progress of the bot" max={1} value={done}>
                  {Math.round(done * 100)} %
                </progress>
              )}
            </li>
          )
        })}
      </ul>
      {waitsForPeople ? <TurnNotices title="Notify me when it’s my turn" /> : null}
    </div>
  )
}
