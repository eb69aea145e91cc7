/** The dialog of keyboard shortcuts, generated from `KEYS`. */
import type { ReactNode } from 'react'
import { Sheet } from '../ui/index.js'
import { useTable } from './context.js'
import { SHORTCUTS } from './keys.js'

export function Help(): ReactNode {
  const set = useTable((state) => state.set)
  return (
    <Sheet title="Keyboard shortcuts" onClose={() => set({ help: false })}>
      <dl className="keys">
        <div>
          <dt>
            <kbd>1</kbd> … <kbd>9</kbd>
          </dt>
          <dd>Mark the option with this number</dd>
        </div>
        {SHORTCUTS.map(({ shows, does }) => (
          <div key={shows}>
            <dt>
              {shows.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>z</kbd>
          </dt>
          <dd>Fit the board to the window</dd>
        </div>
      </dl>
      <p className="description">
        With the mouse: click whatever glows, or its row in the list, to mark it. A second click answers. Drag
        a piece to where it should go. Right-click or press longer to ask why something isn’t offered.
      </p>
    </Sheet>
  )
}
