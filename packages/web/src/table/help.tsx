/** The keys, made of the table by which they work. */
import type { ReactNode } from 'react'
import { Sheet } from '../ui/index.js'
import { useTable } from './context.js'
import { KEYS } from './keys.js'

export function Help(): ReactNode {
  const open = useTable((state) => state.help)
  const set = useTable((state) => state.set)
  if (!open) return null
  return (
    <Sheet title="Keys" onClose={() => set({ help: false })}>
      <dl className="keys">
        <div>
          <dt>
            <kbd>1</kbd> <kbd>2</kbd> <kbd>a</kbd> …
          </dt>
          <dd>Choose the option that shows this key</dd>
        </div>
        {KEYS.map(({ shows, does }) => (
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
          <dd>Fit the board into the window</dd>
        </div>
      </dl>
      <p className="says">
        With the mouse: click what glows, or its line in the list. Point at anything to see what it would do,
        or why it is not offered; the right button, or a long press, asks at once.
      </p>
    </Sheet>
  )
}
