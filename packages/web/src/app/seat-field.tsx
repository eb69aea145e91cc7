/** Who sits at a seat: me, a bot, or whoever is invited. */
import type { GameListing } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { Select } from '../ui/index.js'

export type Sitter = 'me' | 'open' | { readonly bot: string }

const USUAL = 'normal'

/** I take the first seat; bots the others. */
export function usualSitters({ seats, agents }: GameListing): Readonly<Record<string, Sitter>> {
  const usual = agents.find(({ spec }) => spec === USUAL) ?? agents[0]
  const other: Sitter = usual === undefined ? 'me' : { bot: usual.spec }
  return Object.fromEntries(seats.map(({ id }, i) => [id, i === 0 ? 'me' : other]))
}

/** What an option is because of who sits where: the seats that bots put into it; undefined if they leave it alone. */
export function optionOfSitters(
  option: string,
  { seats, agents }: Pick<GameListing, 'seats' | 'agents'>,
  sitters: Readonly<Record<string, Sitter>>,
): readonly string[] | undefined {
  const listed = seats.flatMap(({ id }) => {
    const sitter = sitters[id]
    const agent = agents.find(({ spec }) => typeof sitter === 'object' && spec === sitter.bot)
    return agent?.listedIn?.[id] === option ? [id] : []
  })
  return listed.length === 0 ? undefined : listed
}

interface SeatFieldProps {
  readonly seat: GameListing['seats'][number]
  readonly agents: GameListing['agents']
  readonly sitter: Sitter
  readonly open: boolean
  readonly onChange: (sitter: Sitter) => void
}

const BOT = 'bot:'

export function SeatField({ seat, agents, sitter, open, onChange }: SeatFieldProps): ReactNode {
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
    </div>
  )
}

/** What is to be known of those who were chosen, each once. */
export function SittersNote({
  sitters,
  agents,
}: {
  readonly sitters: readonly Sitter[]
  readonly agents: GameListing['agents']
}): ReactNode {
  const chosen = agents.filter(({ spec }) =>
    sitters.some((sitter) => typeof sitter === 'object' && sitter.bot === spec),
  )
  const lines = chosen.map(({ title, says }) => `${title}: ${says}`)
  if (sitters.includes('open')) lines.push('For those whom you invite you get a link to send.')
  if (lines.length === 0) return null
  return (
    <ul className="notes says">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
