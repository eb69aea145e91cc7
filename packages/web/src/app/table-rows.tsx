/** Tables as rows of a list. */
import type { TableDocument } from '@ludoforge/table'
import type { GameListing } from '@ludoforge/look'
import { type ReactNode, useState } from 'react'
import { deleteLocal, exportLocal } from '../local/index.js'
import { Button, Sheet } from '../ui/index.js'
import { downloadText } from './download.js'
import { pictureOf, shapeOf } from './games.js'
import type { OwnTable } from './my-tables.js'
import { href } from './routes.js'
import { errorText } from './site.js'
import { clockText, lasting, playersText, statusText, timeAgo } from './format.js'

type Cards = readonly GameListing[]

const cardOf = (cards: Cards, id: string): GameListing | undefined => cards.find((card) => card.id === id)

const nameIn =
  (card: GameListing | undefined) =>
  (seat: string): string =>
    card?.seats.find(({ id }) => id === seat)?.name ?? seat

interface RowProps {
  readonly table: Pick<
    TableDocument,
    'name' | 'game' | 'scenario' | 'changed' | 'outcome' | 'deciding' | 'seats' | 'uploaded' | 'clock'
  >
  readonly link: string
  readonly cards: Cards
  readonly mine: readonly string[]
  readonly note?: string | undefined // shown after the game's title
  readonly unread?: number
}

function Row({ table, link, cards, mine, note, unread = 0 }: RowProps): ReactNode {
  const { name, game, changed, outcome, deciding, uploaded } = table
  const card = cardOf(cards, game.id)
  const turn = outcome === undefined && deciding.some((seat) => mine.includes(seat))
  const clock = clockText(table, mine)
  // The only scenario of a game goes without saying.
  const scenarios = card === undefined || card.scenarios.length < 2 ? [] : card.scenarios
  const scenario = scenarios.find(({ id }) => id === table.scenario)?.title
  const about = [
    ...(name === game.title ? [] : [game.title]),
    ...(scenario === undefined || name.includes(scenario) ? [] : [scenario]),
    ...(note === undefined ? [] : [note]),
    ...(uploaded ? ['from a save'] : []),
    ...(clock === undefined ? [] : [clock]),
  ]
  const players = playersText(table, mine, nameIn(card))
  return (
    <a className={turn ? 'table-row turn' : 'table-row'} href={link}>
      {card === undefined ? (
        <span className="thumb" />
      ) : (
        <img className={`thumb ${shapeOf(card)}`} src={pictureOf(card)} alt="" />
      )}
      <span className="row-text">
        <strong>{name}</strong>
        {about.length === 0 ? null : <span className="dim">{about.join(' · ')}</span>}
        {players === '' ? null : <span className="dim">{players}</span>}
      </span>
      <span className="row-state">
        <span className="status">{statusText(table, mine, nameIn(card))}</span>
        <span className="dim">{outcome === undefined ? lasting(changed) : timeAgo(changed)}</span>
      </span>
      {unread > 0 ? <span className="badge">{unread} new</span> : null}
    </a>
  )
}

export function OwnRow({ own, cards }: { readonly own: OwnTable; readonly cards: Cards }): ReactNode {
  const { table, seats, unread } = own
  return (
    <Row
      table={table}
      link={href({ at: 'table', id: table.id })}
      cards={cards}
      mine={seats}
      unread={unread}
    />
  )
}

export function WatchRow({
  table,
  cards,
}: {
  readonly table: TableDocument
  readonly cards: Cards
}): ReactNode {
  return <Row table={table} link={href({ at: 'table', id: table.id })} cards={cards} mine={[]} />
}

interface LocalRowProps {
  readonly table: TableDocument
  readonly cards: Cards
  readonly onChange: () => void
}

/** A table of this browser, with a button to export or delete it. */
export function LocalRow({ table, cards, onChange }: LocalRowProps): ReactNode {
  const [open, setOpen] = useState(false)
  const { id, name, seats } = table
  const mine = seats.filter(({ kind }) => kind === 'person').map(({ seat }) => seat)
  const close = (): void => {
    setOpen(false)
    onChange()
  }
  return (
    <div className="row-with-button">
      <Row table={table} link={href({ at: 'local', id })} cards={cards} mine={mine} note="in this browser" />
      <Button look="quiet" aria-label={`Actions for ${name}`} onClick={() => setOpen(true)}>
        ⋯
      </Button>
      {open ? <LocalSheet id={id} name={name} onClose={close} /> : null}
    </div>
  )
}

function LocalSheet({
  id,
  name,
  onClose,
}: {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}): ReactNode {
  const [problem, setProblem] = useState<string>()
  const [confirming, setConfirming] = useState(false)
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const save = async (): Promise<void> => downloadText(`${name}.save`, await exportLocal(id))
  return (
    <Sheet title={name} onClose={onClose}>
      <div className="stack">
        <p>This table is stored in this browser only. Export it as a file to open it elsewhere.</p>
        {problem === undefined ? null : <p role="alert">{problem}</p>}
        <div className="row">
          <Button look="main" onClick={() => void attempt(save)}>
            Export as a file
          </Button>
          {confirming ? (
            <Button look="grave" onClick={() => void attempt(() => deleteLocal(id))}>
              Delete for good
            </Button>
          ) : (
            <Button look="grave" onClick={() => setConfirming(true)}>
              Delete
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  )
}
