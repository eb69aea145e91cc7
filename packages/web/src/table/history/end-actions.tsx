/** What you can do after a game: a rematch, another scenario, watching it again, sharing and saving it. */
import { type ReactNode, useState } from 'react'
import { href } from '../../app/routes.js'
import { base } from '../../app/site.js'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { SaveButton } from '../players.js'
import { NewFromGame } from './new-from-game.js'
import { startRematch } from './rematch.js'

export function EndActions(): ReactNode {
  const stepTo = useTable((state) => state.stepTo)
  const game = useTable((state) => state.about.game.id)
  const scenarios = useTable((state) => state.card?.scenarios.length ?? 0)
  return (
    <div className="end-actions">
      <Rematch />
      <Button onClick={() => stepTo(0, true)}>Watch it again</Button>
      <Share />
      <SaveButton />
      <a className="button" href={href({ at: 'new', game })}>
        {scenarios > 1 ? 'Another scenario' : 'New table'}
      </a>
      <NewFromGame />
      <a className="button" href={href({ at: 'lobby' })}>
        Leave the table
      </a>
    </div>
  )
}

/** A rematch with the same seats or rotated ones. Once there is one, everybody follows with one click. */
function Rematch(): ReactNode {
  const { server, about, card, you, attempt } = useTable((state) => state)
  const [busy, setBusy] = useState(false)
  const start = (rotates: boolean): void => {
    setBusy(true)
    void attempt(() => startRematch({ server, about, card, you }, rotates)).finally(() => setBusy(false))
  }
  if (about.rematch !== undefined)
    return (
      <Button look="main" disabled={busy} onClick={() => start(false)}>
        {you.seats.length === 0 ? 'Watch the rematch' : 'Go to the rematch'}
      </Button>
    )
  if (you.seats.length === 0) return null
  const players = about.outcome?.ranking.length ?? 0
  return (
    <>
      <Button look="main" disabled={busy} onClick={() => start(false)}>
        Rematch, the same seats
      </Button>
      {players < 2 ? null : (
        <Button disabled={busy} onClick={() => start(true)}>
          Rotate the seats
        </Button>
      )}
    </>
  )
}

/** Copies the link to watch a table of a server, or hands it to the device's share sheet. */
function Share(): ReactNode {
  const server = useTable((state) => state.server)
  const { id, name } = useTable((state) => state.about)
  const attempt = useTable((state) => state.attempt)
  const [copied, setCopied] = useState(false)
  if (server === undefined) return null
  const share = async (): Promise<void> => {
    const url = `${base}${href({ at: 'table', id })}`
    if ('canShare' in navigator && navigator.canShare({ url })) await navigator.share({ title: name, url })
    else {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    }
  }
  return (
    <Button onClick={() => void attempt(() => share().catch(ignoreCancelled))}>
      {copied ? 'Link copied' : 'Share the link'}
    </Button>
  )
}

/** Closing the share sheet isn't an error. */
function ignoreCancelled(error: unknown): void {
  if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
}
