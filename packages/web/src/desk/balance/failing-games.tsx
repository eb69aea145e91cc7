/** Games that failed: why, and where to look. */
import type { LineupResult } from '@ludoforge/desk/balance'
import { count } from '@ludoforge/desk/report'
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'

const MAX_SHOWN = 3

export function FailingGames({ lineup }: { readonly lineup: LineupResult }): ReactNode {
  const open = useDesk((desk) => desk.open)
  const setStop = useDesk((desk) => desk.setStop)
  const playSeed = useDesk((desk) => desk.playSeed)
  const { statistics, seats } = lineup.evaluation
  const { errors, games, completed } = statistics
  if (errors.length === 0) return null
  const agents = seats.map(({ agent }) => agent)
  return (
    <section className="fig failing" aria-label="Games that fail" role="alert">
      <h3>
        {count(games - completed)} of {count(games)} games fail
      </h3>
      <ul>
        {errors.slice(0, MAX_SHOWN).map(({ game, seed, decision, message, place }) => (
          <li key={game}>
            <p>
              {message} Seed {seed}, after {decision} decisions{place === null ? '' : `, at ${place}`}.
            </p>
            <Button onClick={() => playSeed({ seed, agents, decisions: decision })}>Open at the table</Button>
            {place === null ? null : (
              <Button
                onClick={() => {
                  setStop('half')
                  open(placeOf(place))
                }}
              >
                Open the rule
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `rules.md:63` as a place. */
function placeOf(place: string): { readonly path: string; readonly line: number } {
  const at = place.lastIndexOf(':')
  return { path: place.slice(0, at), line: Number(place.slice(at + 1)) }
}
