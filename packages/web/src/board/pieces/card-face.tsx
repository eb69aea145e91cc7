/** A card as HTML: its title, its sides by name, the order of seats on it. */
import type { CardLook } from '@ludoforge/look'
import type { CSSProperties, ReactNode } from 'react'
import { TermText } from '../../ui/index.js'
import { useLook } from '../look.js'
import { nameOf } from '../labels.js'
import { SeatDisc, useSeatStyle } from '../scene-provider.js'
import { Card, CARD_RATIO } from './cards.js'
import { SignView } from './symbols.js'

/** What has happened with a card: who has taken which of its actions, who has acted, who is to decide. */
export interface CardStatus {
  readonly takenBy: ReadonlyMap<string, string>
  readonly acted: ReadonlySet<string>
  readonly deciding: readonly string[]
}

type Row = CardLook['rows'][number]

/** A card to read. Cards without much text are drawn. */
export function CardFace({
  card,
  size = 'full',
  status,
}: {
  readonly card: string
  readonly size?: 'full' | 'half'
  readonly status?: CardStatus
}): ReactNode {
  const { scene } = useLook()
  const look = scene.cards[card]
  if (look === undefined || look.shape !== 'event')
    return <CardDrawing card={card} width={size === 'full' ? 150 : 96} />
  return (
    <article className={`card-face ${size}`} data-card={card} aria-label={look.title}>
      <CardHead look={look} />
      {look.rows.map((row, i) => (
        <CardRow key={i} row={row} status={status} />
      ))}
    </article>
  )
}

function CardHead({ look }: { readonly look: CardLook }): ReactNode {
  const { palette } = useLook()
  const style: CSSProperties =
    look.colour === undefined
      ? {}
      : {
          background: palette.of(look.colour),
          color: look.ink === undefined ? palette.on(look.colour) : palette.of(look.ink),
        }
  return (
    <header style={style}>
      <h3>{look.title}</h3>
      {look.corner === undefined ? null : <span className="card-number">{look.corner}</span>}
    </header>
  )
}

function CardRow({ row, status }: { readonly row: Row; readonly status: CardStatus | undefined }): ReactNode {
  const { scene, palette } = useLook()
  const style = useSeatStyle()
  if ('seats' in row)
    return (
      <p
        className="card-order"
        role="img"
        aria-label={`Order: ${row.seats.map((seat) => nameOf(scene, seat)).join(', ')}`}
      >
        {row.seats.map((seat) => (
          <SeatDisc
            key={seat}
            seat={seat}
            state={
              status?.deciding.includes(seat) === true
                ? 'now'
                : status?.acted.has(seat) === true
                  ? 'done'
                  : ''
            }
          />
        ))}
      </p>
    )
  if ('sign' in row)
    return (
      <svg className="card-sign" viewBox="-12 -12 24 24" aria-hidden="true">
        <SignView name={row.sign} size={22} ink={palette.of('ink')} />
      </svg>
    )
  const taker = row.action === undefined ? undefined : status?.takenBy.get(row.action)
  return (
    <div
      className={`card-row ${row.size ?? ''} ${row.style ?? ''}${taker === undefined ? '' : ' taken'}`}
      style={taker === undefined ? {} : style(taker)}
    >
      {row.label === undefined ? null : (
        <b>
          <span>{row.label}</span>
          {taker === undefined ? null : <span>{nameOf(scene, taker)} took it</span>}
        </b>
      )}
      <p>
        <TermText text={row.text} />
      </p>
    </div>
  )
}

/** A card drawn at a width in pixels, or its back. */
export function CardDrawing({
  card,
  width,
}: {
  readonly card: string | null
  readonly width: number
}): ReactNode {
  const { scene } = useLook()
  const height = width / CARD_RATIO[card === null ? 'playing' : (scene.cards[card]?.shape ?? 'playing')]
  return (
    <svg
      className="card-drawing"
      width={width}
      height={height}
      viewBox={`-1 -1 ${width + 2} ${height + 3}`}
      role="img"
      aria-label={card === null ? 'A hidden card' : nameOf(scene, card)}
      {...(card === null ? {} : { 'data-card': card })}
    >
      <Card card={card} width={width} height={height} />
    </svg>
  )
}

/** A card as a small button with its title. It is enlarged when it is pointed at. */
export function CardChip({ card }: { readonly card: string }): ReactNode {
  const { scene, palette } = useLook()
  const look = scene.cards[card]
  if (look !== undefined && look.shape !== 'event') return <CardDrawing card={card} width={52} />
  return (
    <button
      type="button"
      className="card-chip"
      data-card={card}
      style={{ borderLeftColor: palette.of(look?.colour ?? 'line') }}
    >
      {look?.title ?? nameOf(scene, card)}
    </button>
  )
}
