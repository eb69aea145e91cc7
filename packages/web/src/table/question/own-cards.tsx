/** The player's private cards, in large. */
import type { ReactNode } from 'react'
import { CardPicture } from '../../board/index.js'
import { useTable } from '../context.js'
import { isQuestionHeld } from '../store/moments.js'

/** Larger hands are shown on the board only. */
const MAX_CARDS = 12

export function OwnCards(): ReactNode {
  const eye = useTable((state) => state.eye)
  const scene = useTable((state) => state.scene)
  const zones = useTable(({ def }) => def.zones)
  // Next to a question, shows the cards it is about, even while older moments are still played back.
  const view = useTable((state) =>
    state.stepping === undefined && !isQuestionHeld(state) ? state.now.view : state.shown.view,
  )
  const hands = zones
    .filter(({ owner, visible }) => owner === eye && visible === 'owner')
    .map(({ id }) => ({ id, cards: view.zones[id]?.cards ?? [] }))
    .filter(({ cards }) => cards.length > 0 && cards.length <= MAX_CARDS)
  // A felt shows them in large.
  if (eye === null || hands.length === 0 || scene.map === null) return null
  return (
    <div className="own-cards" role="group" aria-label="Your cards">
      {hands.flatMap(({ id, cards }) =>
        cards.map((card, i) => <CardPicture key={`${id} ${i}`} scene={scene} card={card} />),
      )}
    </div>
  )
}
