/** The menu of the table: other pages, and the keyboard shortcuts. */
import type { ReactNode } from 'react'
import { useAccount } from '../../app/account.js'
import { href } from '../../app/routes.js'
import { useTable } from '../context.js'
import { usePopover } from './popover.js'

/** The buttons at the end of the bar. */
export function Menu(): ReactNode {
  const { root, open, setOpen } = usePopover<HTMLDivElement>()
  const set = useTable((state) => state.set)
  const about = useTable((state) => state.about)
  const { account } = useAccount()
  return (
    <div className="bar-menu" ref={root}>
      <button
        type="button"
        className="shortcuts"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => set({ help: true })}
      >
        ?
      </button>
      <button type="button" aria-label="Menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        ☰
      </button>
      {open ? (
        <nav className="popover menu" aria-label="Main">
          <h2>{about.name || about.game.title}</h2>
          {about.uploaded ? (
            <p className="badge" title="The person who opened the save may know everything that is hidden">
              From a save
            </p>
          ) : null}
          <a href={href({ at: 'lobby' })}>All games</a>
          <a href={href({ at: 'settings' })}>Settings</a>
          <a href={href({ at: 'account' })}>{account ? account.name : 'Account'}</a>
        </nav>
      ) : null}
    </div>
  )
}
