/** Creates and shows the link that invites players to open seats. */
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/index.js'
import { keyOf } from './seat-keys.js'
import { base, call, errorText } from './site.js'
import { href } from './routes.js'
import { listText } from './format.js'

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

interface InvitationProps {
  readonly table: string
  readonly open: readonly { readonly id: string; readonly name: string }[]
}

export function Invitation({ table, open }: InvitationProps): ReactNode {
  const [link, setLink] = useState<string>()
  const [until, setUntil] = useState(0)
  const [problem, setProblem] = useState<string>()
  const [copied, setCopied] = useState(false)
  const make = async (): Promise<void> => {
    try {
      const body = { seats: open.map(({ id }) => id) }
      const { secret, until: end } = await call('invite', { path: { id: table }, key: keyOf(table), body })
      setUntil(end)
      setLink(base + href({ at: 'join', table, secret }))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setProblem('The browser blocked copying. Select the link and copy it.')
    }
  }
  const seats = listText(open.map(({ name }) => name))
  return (
    <section className="panel stack" aria-label="Invitation">
      <p>
        Anyone with the link can play {seats}.{' '}
        {open.length > 1 ? 'The same link works for all of these seats.' : ''}
      </p>
      {link === undefined ? (
        <p>
          <Button onClick={() => void make()}>Create a link</Button>
        </p>
      ) : (
        <div className="row">
          <input
            className="text"
            readOnly
            aria-label="Link"
            value={link}
            onFocus={(event) => event.target.select()}
          />
          <Button onClick={() => void copy(link)}>{copied ? 'Copied' : 'Copy'}</Button>
          <p className="description">Valid until {dates.format(until)}. You can withdraw it at the table.</p>
        </div>
      )}
      {problem === undefined ? null : (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
