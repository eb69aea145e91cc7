/** Who sits at a seat: me, a bot, or whoever is invited. */
import type { GameCard } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { Select } from '../ui/index.js'

export type Sitter = 'me' | 'open' | { readonly bot: string }

const USUAL = 'normal'

/** I take the first seat; bots the others. */
export function usualSitters({ seats, agents }: GameCard): Readonly<Record<string, Sitter>> {
  const usual = agents.find(({ spec }) => spec === USUAL) ?? agents[0]
  const other: Sitter = usual === undefined ? 'me' : { bot: usual.spec }
  return Object.fromEntries(seats.map(({ id }, i) => [id, i === 0 ? 'me' : other]))
}

interface SeatFieldProps {
  readonly seat: GameCard['seats'][number]
  readonly agents: GameCard['agents']
  readonly sitter: Sitter
  readonly open: boolean
  readonly onChange: (sitter: Sitter) => void
}

const BOT = 'bot:'

export function SeatField({ seat, agents, sitter, open, onChange }: SeatFieldProps): ReactNode {
  const says =
    sitter === 'open'
      ? 'You get a link to send to somebody.'
      : typeof sitter === 'object'
        ? agents.find(({ spec }) => spec === sitter.bot)?.says
        : undefined
  return (
    <div className="seat-field">
      <span className="seat-name">
        <span className="dot" style={{ background: seat.colour }} aria-hidden="true" />
        {seat.name}
      </span>
      <Select
        title={`Who plays ${seat.name}`}
        hideTitle
        value={typeof sitter === 'string' ? sitter : BOT + sitter.bot}
        groups={[
          { options: [['me', 'Me'], ...(open ? ([['open', 'Somebody I invite']] as const) : [])] },
          { title: 'A bot', options: agents.map(({ spec, title }) => [BOT + spec, title] as const) },
        ]}
        onChange={(value) =>
          onChange(value === 'me' || value === 'open' ? value : { bot: value.slice(BOT.length) })
        }
      />
      {says === undefined || says === '' ? null : <p className="says">{says}</p>}
    </div>
  )
}
