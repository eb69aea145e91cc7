/** Requests that need an answer: undos of others, requests for your seat, and an undo of your own that goes far back. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { SeatName } from '../parts.js'

/** Requests of others that you can answer. */
export function Consent(): ReactNode {
  return (
    <>
      <UndoConsent />
      <SeatConsents />
    </>
  )
}

/** A request of the host for one of your seats. */
function SeatConsents(): ReactNode {
  const seats = useTable((state) => state.about.seats)
  const you = useTable((state) => state.you)
  const { table, attempt } = useTable((state) => state)
  return seats.map(({ seat, person, request }) => {
    if (request === undefined || person === undefined || person !== you.person) return null
    const { number, name, to } = request
    const answer = (yes: boolean): void => void attempt(() => table.consent(yes, number))
    return (
      <div className="notice" role="alert" key={seat}>
        <p>
          {typeof to === 'object'
            ? `${name} asks to let a bot play for you. You can take the seat back at any time.`
            : to === 'open'
              ? `${name} asks you to give up your seat. You can take it back at any time.`
              : `${name} asks for your seat and would see what you see. You can take it back at any time.`}{' '}
          <SeatName id={seat} />
        </p>
        <div className="row">
          <Button look="main" onClick={() => answer(false)}>
            Keep the seat
          </Button>
          <Button onClick={() => answer(true)}>Agree</Button>
        </div>
      </div>
    )
  })
}

/** Another player's request to undo. */
function UndoConsent(): ReactNode {
  const proposal = useTable((state) => state.proposal)
  const you = useTable((state) => state.you)
  const over = useTable((state) => state.about.outcome !== undefined)
  const consent = useTable((state) => state.consent)
  if (proposal === undefined || you.seats.length === 0) return null
  if (proposal.person === you.person)
    return <p className="notice">You asked to undo decisions. Waiting for the other players to agree.</p>
  return (
    <div className="notice" role="alert">
      <p>
        {over
          ? `${proposal.by} wants to undo the end of the game and play on. Do you agree?`
          : `${proposal.by} wants to undo decisions. Do you agree?`}
      </p>
      <div className="row">
        <Button look="main" onClick={() => consent(true)}>
          Yes
        </Button>
        <Button onClick={() => consent(false)}>No</Button>
      </div>
    </div>
  )
}

/** Asks before an undo that would take back dice, revealed cards or other players' answers. */
export function UndoConfirmation(): ReactNode {
  const asks = useTable((state) => state.asksUndo)
  const others = useTable(({ about, you }) =>
    about.seats.some(({ kind, person }) => kind === 'person' && person !== you.person),
  )
  const over = useTable((state) => state.about.outcome !== undefined)
  const { undo, set } = useTable((state) => state.actions)
  if (!asks) return null
  return (
    <div className="notice" role="alert">
      <p>
        {over
          ? others
            ? 'The game is over. Ask the other players to continue it from your last decision?'
            : 'The game is over. Continue it from your last decision?'
          : others
            ? 'Since your last decision, something was rolled or revealed, or other players have decided. Ask them to let you undo it?'
            : 'Since your last decision, something was rolled or revealed, or bots have decided. Undo it anyway?'}
      </p>
      <div className="row">
        <Button look="main" onClick={() => undo()}>
          {others ? 'Ask them' : 'Undo it'}
        </Button>
        <Button onClick={() => set({ asksUndo: false })}>Cancel</Button>
      </div>
    </div>
  )
}
