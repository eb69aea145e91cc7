/** What others do, shown in the place of the next question while it is played back. */
import type { ReactNode } from 'react'
import { CardPicture } from '../../board/index.js'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { Die } from './die.js'
import { shownCards } from './lit.js'
import { playedStep } from './playback-controls.js'
import { SeatBadge } from './story.js'
import { allTurns } from './since-your-turn.js'

export function Meanwhile(): ReactNode {
  const shown = useTable((state) => state.shown)
  const scene = useTable((state) => state.scene)
  const words = useTable((state) => state.words)
  const step = useTable(playedStep)
  const turn = useTable((state) => allTurns(state).findLast(({ first }) => first <= state.shown.number))
  const present = useTable((state) => state.present)
  const { passing, events } = shown
  const title =
    passing?.titles.at(-1) ?? (turn?.seat === undefined ? 'Meanwhile' : words.plainSeat(turn.seat))
  const rolls = events.filter((event) => event.type === 'rolled')
  const cards = shownCards(shown, words)
  return (
    <div className="question meanwhile" role="status">
      <h2>
        {turn?.seat === undefined || passing?.titles.length ? null : <SeatBadge seat={turn.seat} />}
        {title}
      </h2>
      {rolls.length === 0 ? null : (
        <p className="dice">
          {rolls.map((roll, i) => (
            <Die key={i} roll={roll} />
          ))}
        </p>
      )}
      {passing?.says.map((text, i) => (
        <p key={i} className="said">
          {text}
        </p>
      ))}
      {cards.length === 0 ? null : (
        <div className="shown-cards">
          {cards.map(({ card, zone }) => (
            <CardPicture key={`${card} ${zone}`} scene={scene} card={card} />
          ))}
        </div>
      )}
      <p className="row">
        <Button look="main" onClick={present}>
          {passing === undefined ? 'Skip' : 'Continue'}
        </Button>
        <span className="description">{step}</span>
      </p>
    </div>
  )
}
