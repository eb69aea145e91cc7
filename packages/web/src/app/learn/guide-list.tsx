/** The guided games of a game: one for each seat that has a guide. */
import type { GameListing } from '@ludoforge/look'
import { type ReactNode, useState } from 'react'
import { listLocal } from '../../local/index.js'
import { Button } from '../../ui/index.js'
import { go, href } from '../routes.js'
import { errorText } from '../site.js'
import { useResource } from '../use-resource.js'
import { useGuidedTables } from './guide-progress.js'

export function GuideList({ card }: { readonly card: GameListing }): ReactNode {
  const { guides = [] } = card
  const [problem, setProblem] = useState('')
  if (guides.length === 0) return null
  return (
    <section className="guides" aria-labelledby="guides-title">
      <h2 id="guides-title">Guided first game</h2>
      <p>You play a whole game against bots. A coach explains each thing when it first happens.</p>
      {problem === '' ? null : <p role="alert">{problem}</p>}
      <ul className="guide-list">
        {guides.map(({ seat }) => (
          <GuideRow key={seat} card={card} seat={seat} fail={setProblem} />
        ))}
      </ul>
    </section>
  )
}

/** The rules and guides are loaded when they are first needed. */
async function begun(card: GameListing, seat: string): Promise<string> {
  const { beginGuided } = await import('../../table/guide/begin-guided.js')
  return beginGuided(card, seat)
}

interface RowProps {
  readonly card: GameListing
  readonly seat: string
  readonly fail: (problem: string) => void
}

function GuideRow({ card, seat, fail }: RowProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const ids = useGuidedTables(card.id, seat)
  const [local] = useResource(`guides ${ids.join(' ')}`, listLocal)
  const tables = local.is === 'there' ? local.value : []
  const open = tables.find(({ id, outcome }) => ids.includes(id) && outcome === undefined)
  const name = card.seats.find(({ id }) => id === seat)?.name ?? seat
  const begin = (): void => {
    setBusy(true)
    begun(card, seat).then(
      (id) => go({ at: 'local', id }),
      (error: unknown) => {
        setBusy(false)
        fail(errorText(error))
      },
    )
  }
  return (
    <li>
      {open === undefined ? null : (
        <a className="button main" href={href({ at: 'local', id: open.id })}>
          Continue as {name}
        </a>
      )}
      <Button look={open === undefined ? 'plain' : 'quiet'} disabled={isBusy} onClick={begin}>
        {open === undefined ? `Play as ${name}` : `Begin again as ${name}`}
      </Button>
    </li>
  )
}
