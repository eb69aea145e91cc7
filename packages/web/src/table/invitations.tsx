/** The host's invitations: create a link, see when it ends, withdraw it. */
import { callEndpoint } from '@ludoforge/client'
import type { InvitationDocument } from '@ludoforge/table'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/index.js'
import { useTable } from './context.js'
import { joinWithAnd } from './vocabulary.js'

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Creates a link for an open seat. */
export function Invite({ seat }: { readonly seat: string }): ReactNode {
  const { server, about, attempt } = useTable((state) => state)
  const [made, setMade] = useState<{ readonly link: string; readonly until: number }>()
  const [copied, setCopied] = useState(false)
  if (server === undefined) return null
  const invite = (): void =>
    void attempt(async () => {
      const body = { seats: [seat] }
      setMade(await callEndpoint(server.url, 'invite', { path: { id: about.id }, key: server.key, body }))
    })
  if (made === undefined) return <Button onClick={invite}>Create an invitation link</Button>
  const { link, until } = made
  return (
    <span className="invitation">
      <input readOnly aria-label="Invitation link" value={link} onFocus={(event) => event.target.select()} />
      <Button
        onClick={() =>
          void attempt(async () => {
            await navigator.clipboard.writeText(link)
            setCopied(true)
          })
        }
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <span className="description">Valid until {dates.format(until)}</span>
    </span>
  )
}

/** The valid invitations, which the host can withdraw. */
export function InvitationList(): ReactNode {
  const { server, about, you, attempt, words } = useTable((state) => state)
  const [invitations, setInvitations] = useState<readonly InvitationDocument[]>()
  const { id } = about
  if (server === undefined || !you.host) return null
  const load = async (): Promise<void> =>
    setInvitations(await callEndpoint(server.url, 'invitations', { path: { id }, key: server.key }))
  const withdraw = (invitation: string): void =>
    void attempt(async () => {
      await callEndpoint(server.url, 'withdraw', { path: { id, invitation }, key: server.key })
      await load()
    })
  if (invitations === undefined)
    return (
      <Button look="quiet" onClick={() => void attempt(load)}>
        Show invitations
      </Button>
    )
  return (
    <section aria-label="Invitations">
      <h3>Invitations</h3>
      {invitations.length === 0 ? <p className="description">There are no valid invitations.</p> : null}
      <ul>
        {invitations.map(({ id: invitation, seats, until }) => {
          const names = joinWithAnd(seats.map((seat) => words.plainSeat(seat)))
          return (
            <li key={invitation} className="row">
              <span>
                For {names}, until {dates.format(until)}
              </span>
              <Button
                look="quiet"
                aria-label={`Withdraw the invitation for ${names}`}
                onClick={() => withdraw(invitation)}
              >
                Withdraw
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
