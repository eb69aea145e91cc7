/** The parts of the account page for people who are logged in: password, sessions, export and deletion. */
import { type ReactNode, useState } from 'react'
import { Button, TextField } from '../ui/index.js'
import { changePassword, deleteAccount } from './account.js'
import { downloadText } from './download.js'
import { timeAgo } from './format.js'
import { NewPasswordField } from './new-password-field.js'
import { ResourceView } from './page-states.js'
import { call, errorText } from './site.js'
import { useResource } from './use-resource.js'

/** Runs work and shows its result or its problem. */
function useAttempt(): [
  message: ReactNode,
  attempt: (work: () => Promise<unknown>, done?: string) => Promise<void>,
] {
  const [message, setMessage] = useState<ReactNode>(null)
  const attempt = async (work: () => Promise<unknown>, done?: string): Promise<void> => {
    try {
      await work()
      setMessage(done === undefined ? null : <p role="status">{done}</p>)
    } catch (error) {
      setMessage(
        <p className="wrong" role="alert">
          {errorText(error)}
        </p>,
      )
    }
  }
  return [message, attempt]
}

export function ChangePassword(): ReactNode {
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [message, attempt] = useAttempt()
  const submit = async (): Promise<void> => {
    await changePassword(old, password)
    setOld('')
    setPassword('')
  }
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(submit, 'Your password is changed. All other sessions have ended.')
      }}
    >
      <h2>Change your password</h2>
      <TextField
        title="Current password"
        type="password"
        value={old}
        required
        autoComplete="current-password"
        onChange={setOld}
      />
      <NewPasswordField value={password} onChange={setPassword} />
      {message}
      <Button submit>Change password</Button>
    </form>
  )
}

/** Names the browser and the system of a `User-Agent`. */
function deviceName(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1]
  const system = /(Android|iPhone|iPad|Windows|Macintosh|Linux)/.exec(agent)?.[1]
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Macintosh: 'Mac' }
  const known = [browser, system].flatMap((name) => (name === undefined ? [] : [names[name] ?? name]))
  return known.length === 0 ? 'A program or an unknown browser' : known.join(' on ')
}

export function Sessions(): ReactNode {
  const [loaded, again] = useResource('sessions', () => call('sessions'))
  const [message, attempt] = useAttempt()
  const end = (id: string): void =>
    void attempt(async () => {
      await call('endSession', { path: { session: id } })
      again()
    })
  return (
    <section className="panel stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are logged in</h2>
      <ResourceView loaded={loaded} again={again}>
        {(sessions) => (
          <ul className="rows">
            {sessions.map(({ id, device, since, current }) => (
              <li key={id} className="row">
                <span>
                  {deviceName(device)}
                  {current ? ', this browser' : ''} <span className="dim">since {timeAgo(since)}</span>
                </span>
                {current ? null : <Button onClick={() => end(id)}>End this session</Button>}
              </li>
            ))}
          </ul>
        )}
      </ResourceView>
      {message}
    </section>
  )
}

export function ExportAndDelete(): ReactNode {
  const [confirming, setConfirming] = useState(false)
  const [password, setPassword] = useState('')
  const [message, attempt] = useAttempt()
  const download = async (): Promise<void> =>
    downloadText('ludoforge-account.json', JSON.stringify(await call('exportMe'), undefined, 2))
  return (
    <section className="panel stack" aria-labelledby="yours">
      <h2 id="yours">Your data</h2>
      <p>The export has your account, your tables and seats, your addresses and your sessions.</p>
      <div className="row">
        <Button onClick={() => void attempt(download)}>Export as a file</Button>
        {confirming ? null : (
          <Button look="grave" onClick={() => setConfirming(true)}>
            Delete your account
          </Button>
        )}
      </div>
      {confirming ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void attempt(() => deleteAccount(password))
          }}
        >
          <p>
            Your seats in running games will be open, and tables of yours alone are deleted. Nobody can bring
            the account back.
          </p>
          <TextField
            title="Password of the account"
            type="password"
            value={password}
            required
            autoComplete="current-password"
            onChange={setPassword}
          />
          <Button look="grave" submit>
            Delete for good
          </Button>
        </form>
      ) : null}
      {message}
    </section>
  )
}
