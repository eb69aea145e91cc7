/** What you can do about another person: block or report them, or, as the host, send them away. */
import { callEndpoint } from '@ludoforge/client'
import { MAX_REPORT_LENGTH } from '@ludoforge/table'
import { type ReactNode, useId, useState } from 'react'
import { Button, Sheet } from '../ui/index.js'
import { useTable } from './context.js'

interface PersonProps {
  readonly person: string
  readonly name: string
}

export function PersonActions({ person, name }: PersonProps): ReactNode {
  const [open, setOpen] = useState(false)
  const server = useTable((state) => state.server)
  const you = useTable((state) => state.you)
  if (server === undefined || you.person === null || you.person === person) return null
  return (
    <>
      <Button look="quiet" aria-label={`Block or report ${name}`} onClick={() => setOpen(true)}>
        ⋯
      </Button>
      {open ? <PersonSheet person={person} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function PersonSheet({ person, name, onClose }: PersonProps & { readonly onClose: () => void }): ReactNode {
  const { server, about, you, attempt, hide } = useTable((state) => state)
  const blocked = useTable((state) => state.blocked)
  const [text, setText] = useState('')
  const [confirming, setConfirming] = useState(false)
  const field = useId()
  if (server === undefined) return null
  const at = { path: { id: about.id, person }, key: server.key }
  const isBlocked = blocked.includes(person)
  const run = (work: () => Promise<unknown>): void => void attempt(work).finally(onClose)
  const block = (): void =>
    run(async () => {
      await callEndpoint(server.url, 'block', { ...at, body: { person, blocked: !isBlocked } })
      hide(isBlocked ? blocked.filter((id) => id !== person) : [...blocked, person])
    })
  return (
    <Sheet title={name} onClose={onClose}>
      <div className="stack">
        <p>
          {isBlocked
            ? `You have blocked ${name}. You don’t see their messages.`
            : `If you block ${name}, you don’t see their messages, and their account can’t join tables that you host.`}
        </p>
        <Button onClick={block}>{isBlocked ? `Unblock ${name}` : `Block ${name}`}</Button>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            run(() => callEndpoint(server.url, 'report', { ...at, body: { person, text } }))
          }}
        >
          <label htmlFor={field}>Report {name} to the operator of this server. What happened?</label>
          <textarea
            id={field}
            required
            maxLength={MAX_REPORT_LENGTH}
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button submit disabled={text.trim() === ''}>
            Send the report
          </Button>
        </form>
        {you.host ? (
          <>
            <p>
              If you send {name} away, they can’t come back without a new invitation. In a running game, you
              can take over their seat when they have been away for the time that the table sets.
            </p>
            {confirming ? (
              <Button look="grave" onClick={() => run(() => callEndpoint(server.url, 'sendAway', at))}>
                Send {name} away for good
              </Button>
            ) : (
              <Button look="grave" onClick={() => setConfirming(true)}>
                Send {name} away
              </Button>
            )}
          </>
        ) : null}
      </div>
    </Sheet>
  )
}
