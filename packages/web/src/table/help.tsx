/** The dialog of keyboard shortcuts, generated from `KEYS`. */
import type { ReactNode } from 'react'
import { Sheet } from '../ui/index.js'
import { useTable } from './context.js'
import { SHORTCUTS } from './keys.js'

export function Help(): ReactNode {
  const open = useTable((state) => state.help)
  const set = useTable((state) => state.set)
  if (!open) return null
  return (
    <Sheet title="Keyboard shortcuts" onClose={() => set({ help: false })}>
      <dl className="keys">
        <div>
          <dt>
            <kbd>1</kbd> <kbd>2</kbd> <kbd>a</kbd> …
          </dt>
          <dd>Choose the option with this key</dd>
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
        With the mouse: click whatever glows, or its row in the list. Point at something to see what it would
        do, or why it isn’t offered. Right-click or press longer to ask immediately.
      </p>
    </Sheet>
  )
}
