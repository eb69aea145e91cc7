/** The button that branches off. */
import { type ReactNode, useState } from 'react'
import { Button, TextField } from '../../ui/index.js'
import { useTable } from '../context.js'
import { branchSeat, startBranch } from './start-branch.js'

/** Branches off from what the board shows: now, or a moment in the past. */
export function ExploreButton(): ReactNode {
  const source = useTable((state) => state)
  const [name, setName] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { shown, about, attempt } = source
  if (branchSeat(source) === undefined) return null
  if (name === undefined)
    return (
      <Button
        look="quiet"
        title="Play on privately from what the board shows. It never touches this game."
        onClick={() => setName(`${about.name || about.game.title}: branch at ${shown.number}`)}
      >
        Explore
      </Button>
    )
  const start = (): void => {
    setBusy(true)
    void attempt(() => startBranch(source, shown.number, name.trim() || about.game.title)).finally(() =>
      setBusy(false),
    )
  }
  return (
    <div className="explore-form" role="group" aria-label="Explore from here">
      <TextField title="Name of the branch" value={name} onChange={setName} />
      <p className="description">
        A private copy on this device. What you can’t know is drawn at random. This game stays as it is.
      </p>
      <div className="row">
        <Button look="main" disabled={busy} onClick={start}>
          Branch off
        </Button>
        <Button onClick={() => setName(undefined)}>Cancel</Button>
      </div>
    </div>
  )
}
