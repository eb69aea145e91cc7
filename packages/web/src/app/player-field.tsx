/** The player of a seat: you, a bot, or somebody you invite. */
import type { GameListing } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { Select } from '../ui/index.js'

export type Player = 'me' | 'open' | { readonly bot: string }

const DEFAULT_BOT = 'normal'

/** By default you play the first seat, and bots play the others. */
export function defaultPlayers({ seats, agents }: GameListing): Readonly<Record<string, Player>> {
  const usual = agents.find(({ spec }) => spec === DEFAULT_BOT) ?? agents[0]
  const other: Player = usual === undefined ? 'me' : { bot: usual.spec }
  return Object.fromEntries(seats.map(({ id }, i) => [id, i === 0 ? 'me' : other]))
}

/** Returns the seats that bots add to a list-valued game option, or `undefined` if there are none. */
export function seatsListedByBots(
  option: string,
  { seats, agents }: Pick<GameListing, 'seats' | 'agents'>,
  sitters: Readonly<Record<string, Player>>,
): readonly string[] | undefined {
  const listed = seats.flatMap(({ id }) => {
    const sitter = sitters[id]
    const agent = agents.find(({ spec }) => typeof sitter === 'object' && spec === sitter.bot)
    return agent?.listedIn?.[id] === option ? [id] : []
  })
  return listed.length === 0 ? undefined : listed
}

/** Leaves out the game options that list the seats of bots, so that they follow the players again. */
export function withoutBotLists<T>(
  options: Readonly<Record<string, T>>,
  { agents }: Pick<GameListing, 'agents'>,
): Readonly<Record<string, T>> {
  const listed = new Set(agents.flatMap(({ listedIn = {} }) => Object.values(listedIn)))
  return Object.fromEntries(Object.entries(options).filter(([option]) => !listed.has(option)))
}

interface SeatFieldProps {
  readonly seat: GameListing['seats'][number]
  readonly agents: GameListing['agents']
  readonly sitter: Player
  readonly open: boolean
  readonly onChange: (sitter: Player) => void
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
          { options: [['me', 'Me'], ...(open ? ([['open', 'Someone I invite']] as const) : [])] },
          { title: 'Bots', options: agents.map(({ spec, title }) => [BOT + spec, title] as const) },
        ]}
        onChange={(value) =>
          onChange(value === 'me' || value === 'open' ? value : { bot: value.slice(BOT.length) })
        }
      />
    </div>
  )
}

/** Describes the chosen players, each kind once. */
export function PlayersNote({
  sitters,
  agents,
}: {
  readonly sitters: readonly Player[]
  readonly agents: GameListing['agents']
}): ReactNode {
  const chosen = agents.filter(({ spec }) =>
    sitters.some((sitter) => typeof sitter === 'object' && sitter.bot === spec),
  )
  const lines = chosen.map(({ title, says }) => `${title}: ${says}`)
  if (sitters.includes('open')) lines.push('You’ll get an invitation link to send.')
  if (lines.length === 0) return null
  return (
    <ul className="notes description">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
