/** What one holds and nobody else sees: one's own cards, large. */
import type { ReactNode } from 'react'
import { CardPicture } from '../../board/index.js'
import { useTable } from '../context.js'
import { isHeld } from '../store/moments.js'

/** More than these are better looked at on the board. */
const MOST = 12

export function OwnCards(): ReactNode {
  const eye = useTable((state) => state.eye)
  const scene = useTable((state) => state.scene)
  const zones = useTable(({ def }) => def.zones)
  // Beside a question they are those it is asked about, whatever is still played back.
  const view = useTable((state) =>
    state.stepping === undefined && !isHeld(state) ? state.now.view : state.shown.view,
  )
  const hands = zones
    .filter(({ owner, visible }) => owner === eye && visible === 'owner')
    .map(({ id }) => ({ id, cards: view.zones[id]?.cards ?? [] }))
    .filter(({ cards }) => cards.length > 0 && cards.length <= MOST)
  if (eye === null || hands.length === 0) return null
  return (
    <div className="own-cards" role="group" aria-label="Your cards">
      {hands.flatMap(({ id, cards }) =>
        cards.map((card, i) => <CardPicture key={`${id} ${i}`} scene={scene} card={card} />),
      )}
    </div>
  )
}
