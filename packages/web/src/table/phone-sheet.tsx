/** The sheet of a phone: low, or up to two thirds of the window. */
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTable } from './context.js'
import type { Tab } from './store/state.js'

/** A swipe of this many pixels opens or closes the sheet. */
const SWIPE_PX = 30

/** A sheet with the question, or with what a tab shows. */
export function Sheet({ tab, children }: { readonly tab: Tab; readonly children: ReactNode }): ReactNode {
  const [up, setUp] = useState(false)
  const set = useTable((state) => state.set)
  const picks = useTable((state) => state.picks.length)
  const count = useTable(({ decision }) =>
    decision === undefined ? 0 : decision.options.length + decision.offers.length,
  )
  const hasQuestion = useTable(({ decision }) => decision !== undefined)
  const hasCards = useTable(({ scene }) => scene.table.rail.length > 0)
  const start = useRef<number | undefined>(undefined)
  // A tap on the board chooses something: its row comes into view.
  useEffect(() => {
    if (picks > 0) setUp(true)
  }, [picks])
  const open = (next: Tab): void => {
    set({ tab: next })
    setUp(true)
  }
  const release = ({ clientY }: PointerEvent): void => {
    const moved = start.current === undefined ? 0 : clientY - start.current
    start.current = undefined
    if (moved > SWIPE_PX) setUp(false)
    else if (moved < -SWIPE_PX) setUp(true)
  }
  return (
    <aside className={`side-panel phone-sheet ${up ? 'up' : 'low'} at-${tab}`} aria-label="The game">
      <button
        type="button"
        className="grab"
        aria-label={up ? 'Lower the sheet' : 'Raise the sheet'}
        aria-expanded={up}
        onClick={() => setUp(!up)}
        onPointerDown={({ clientY }) => {
          start.current = clientY
        }}
        onPointerUp={release}
      />
      <div className="sheet-body" tabIndex={up ? 0 : -1}>
        {children}
      </div>
      <nav className="peek" aria-label="Sheet">
        {tab !== 'decide' || !up ? (
          <button type="button" className="yes" onClick={() => open('decide')}>
            {!hasQuestion
              ? 'The game'
              : count === 0
                ? 'Decide'
                : count === 1
                  ? '1 choice'
                  : `${count} choices`}
          </button>
        ) : null}
        {hasCards && !(up && tab === 'card') ? (
          <button type="button" onClick={() => open('card')}>
            Card
          </button>
        ) : null}
        {up && tab !== 'decide' && tab !== 'card' ? null : (
          <button type="button" onClick={() => open('story')}>
            Story
          </button>
        )}
      </nav>
    </aside>
  )
}
