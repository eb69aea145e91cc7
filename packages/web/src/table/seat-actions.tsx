/** The buttons of a seat: hand it to a bot, take it, ask for it. */
import type { SeatDocument } from '@ludoforge/table'
import type { ReactNode } from 'react'
import { Button } from '../ui/index.js'
import { useTable } from './context.js'

/** Lets a bot play the seat. If it is another person's, they are asked unless they are away. */
export function HandOver({
  seat,
  kind,
}: {
  readonly seat: string
  readonly kind: SeatDocument['kind']
}): ReactNode {
  const agents = useTable((state) => state.card?.agents) ?? [{ spec: 'normal', title: 'Normal', says: '' }]
  const name = useTable((state) => state.words.plainSeat(seat))
  const { table, attempt } = useTable((state) => state)
  return (
    <select
      aria-label={`Let a bot play ${name}`}
      value=""
      onChange={(event) => {
        const { value } = event.target
        void attempt(() => table.give(seat, { bot: value }))
      }}
    >
      <option value="" disabled>
        {kind === 'bot' ? 'Change the bot' : 'Hand to a bot'}
      </option>
      {agents.map(({ spec, title }) => (
        <option key={spec} value={spec}>
          {title}
        </option>
      ))}
    </select>
  )
}

export function TakeSeat({
  seat,
  whose,
}: {
  readonly seat: string
  readonly whose: string | undefined
}): ReactNode {
  const { table, attempt, you } = useTable((state) => state)
  const back = whose !== undefined
  return (
    <Button onClick={() => void attempt(() => table.give(seat, back ? 'person' : 'me'))}>
      {back && whose !== you.person ? 'Return it to its player' : back ? 'Take it back' : 'Play it myself'}
    </Button>
  )
}

/** Asks a person for their seat, or takes it if they have been away. */
export function AskForSeat({ seat, name }: { readonly seat: string; readonly name: string }): ReactNode {
  const { table, attempt } = useTable((state) => state)
  return (
    <>
      <Button look="quiet" onClick={() => void attempt(() => table.give(seat, 'me'))}>
        Play for {name}
      </Button>
      <Button look="quiet" onClick={() => void attempt(() => table.give(seat, 'open'))}>
        Open the seat
      </Button>
    </>
  )
}

/** The button for a person whose seat was taken over. */
export function TakeBack({ seat }: { readonly seat: string }): ReactNode {
  const { table, attempt } = useTable((state) => state)
  return (
    <Button look="main" onClick={() => void attempt(() => table.give(seat, 'me'))}>
      Take your seat back
    </Button>
  )
}
