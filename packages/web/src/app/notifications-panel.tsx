/** Turns notifications on and off where people play. */
import { type ReactNode, useState } from 'react'
import { Button, Switch, TextField } from '../ui/index.js'
import {
  addAddress,
  canPush,
  confirmAddress,
  removeAddress,
  type Subject,
  turnOnPush,
  useKnownAddresses,
} from './notifications.js'
import { call, errorText } from './site.js'
import { useResource } from './use-resource.js'

export function NotificationsPanel({ subject }: { readonly subject: Subject }): ReactNode {
  const known = useKnownAddresses(subject)
  const [loaded] = useResource('channels', () => call('channels'))
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      setProblem(undefined)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const mail = loaded.is === 'there' && loaded.value.mail
  const push = known.find(({ kind }) => kind === 'push')
  const others = known.filter(({ kind }) => kind !== 'push')
  return (
    <div className="stack">
      {canPush() ? (
        <Switch
          title="Notify me in this browser"
          description={
            subject === 'account'
              ? 'When it’s your turn at any of your tables, also while the page is closed.'
              : 'When it’s your turn at this table, also while the page is closed.'
          }
          on={push !== undefined}
          onChange={(on) =>
            void attempt(() =>
              on || push === undefined ? turnOnPush(subject) : removeAddress(subject, push),
            )
          }
        />
      ) : (
        <p className="description">This browser can’t show notifications on this page. It needs HTTPS.</p>
      )}
      {others.map((one) => (
        <div key={one.id} className="row">
          <span>
            {one.label}
            {one.confirmed ? '' : ' (not confirmed yet)'}
          </span>
          <Button look="quiet" onClick={() => void attempt(() => removeAddress(subject, one))}>
            Remove
          </Button>
        </div>
      ))}
      {others.some(({ confirmed }) => !confirmed) ? (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault()
            void attempt(async () => {
              await confirmAddress(subject, code)
              setCode('')
            })
          }}
        >
          <TextField title="Code from the mail" value={code} required onChange={setCode} />
          <Button submit>Confirm</Button>
        </form>
      ) : null}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(async () => {
            await addAddress(subject, address.trim())
            setAddress('')
          })
        }}
      >
        <TextField
          title={mail ? 'Mail address or webhook' : 'Webhook'}
          description={
            mail
              ? 'Several waiting tables become one mail. A webhook is the https address of a program.'
              : 'The https address of a program. This server sends no mail.'
          }
          value={address}
          required
          onChange={setAddress}
        />
        <Button submit>Add</Button>
      </form>
      {problem === undefined ? null : (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
