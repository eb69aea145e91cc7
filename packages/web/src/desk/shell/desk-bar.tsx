/** The bar of the desk: the game, whether it is saved, the search field, and what you do with the whole game. */
import { type ReactNode, useState } from 'react'
import { href } from '../../app/routes.js'
import { BrandMark } from '../../ui/brand-mark.js'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import { altKey, modKey } from '../editor/platform.js'
import { exportProject } from '../files/export-project.js'
import { useProjectTitle } from '../files/project-title.js'
import { HistorySheet } from './history-sheet.js'
import { LinkedGameActions } from './linked-game.js'
import { PlayButton } from './play-button.js'
import { ShareButton } from './share-button.js'

interface BarProps {
  readonly onFind: () => void
  readonly onRail: () => void
  readonly isRailOpen: boolean
}

export function DeskBar({ onFind, onRail, isRailOpen }: BarProps): ReactNode {
  const title = useProjectTitle()
  const files = useDesk((desk) => desk.files)
  const isOwn = useDesk((desk) => desk.project.access === 'own')
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  return (
    <header className="desk-bar">
      <a className="desk-home" href={href({ at: 'make' })} aria-label="All your games">
        <BrandMark />
      </a>
      <Button className="rail-toggle" look="quiet" aria-expanded={isRailOpen} onClick={onRail}>
        Files
      </Button>
      <h1>{title}</h1>
      <SavedState />
      <button type="button" className="find" onClick={onFind} aria-keyshortcuts="Control+K Meta+K">
        <span>Go to a rule, a name, a command</span>
        <kbd>{modKey}K</kbd>
      </button>
      <div className="desk-actions">
        <Button onClick={() => setHistoryOpen(true)} title={`Name a save: ${modKey}S`}>
          History
        </Button>
        <Button onClick={() => exportProject(title, files)}>Export</Button>
        {isOwn ? <ShareButton /> : <LinkedGameActions />}
        <PlayButton />
      </div>
      {isHistoryOpen ? <HistorySheet onClose={() => setHistoryOpen(false)} /> : null}
      <span className="unseen">{`${altKey}1 to ${altKey}4 open the table, the examples, the balance and the rulebook.`}</span>
    </header>
  )
}

const WHERE = { browser: 'in this browser', folder: 'your folder', hosted: 'your copy' } as const

/** Where the game is and whether everything is stored. */
function SavedState(): ReactNode {
  const { kind } = useDesk((desk) => desk.storage)
  const saved = useDesk((desk) => desk.saved)
  const isReadOnly = useDesk((desk) => desk.isReadOnly)
  const access = useDesk((desk) => desk.project.access)
  const title = useProjectTitle()
  const files = useDesk((desk) => desk.files)
  if (access === 'read') return <p className="saved">somebody else’s game · read-only</p>
  if (isReadOnly)
    return (
      <p className="saved read-only" role="status">
        read-only: another tab edits this game
      </p>
    )
  if (saved.state === 'failed')
    return (
      <p className="saved failed" role="alert">
        {saved.problem}{' '}
        <button type="button" className="link" onClick={() => exportProject(title, files)}>
          Export
        </button>
      </p>
    )
  return (
    <p className="saved" data-saved={saved.state}>
      {WHERE[kind]} · {saved.state === 'saved' ? 'all changes saved' : 'saving …'}
    </p>
  )
}
