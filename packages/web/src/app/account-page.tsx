/** The account page. An account brings your tables to every browser; you can play without one. */
import { type ReactNode, useState } from 'react'
import { Button, Choices, TextField } from '../ui/index.js'
import { logIn, logOut, register, requestReset, useAccount } from './account.js'
import { ChangePassword, ExportAndDelete, Sessions } from './account-settings.js'
import { NewPasswordField } from './new-password-field.js'
import { NotificationsPanel } from './notifications-panel.js'
import { usePerson } from './seat-keys.js'
import { href } from './routes.js'
import { errorText } from './site.js'

export function AccountPage(): ReactNode {
  const { account } = useAccount()
  return (
    <div className="narrow">
      <h1>Account</h1>
      {account ? (
        <>
          <LoggedIn login={account.login} name={account.name} />
          <section className="panel stack" aria-labelledby="notifications">
            <h2 id="notifications">Notifications</h2>
            <NotificationsPanel subject="account" />
          </section>
          <ChangePassword />
          <Sessions />
          <ExportAndDelete />
        </>
      ) : (
        <LoggedOut />
      )}
    </div>
  )
}

function LoggedIn({ login, name }: { readonly login: string; readonly name: string }): ReactNode {
  const [problem, setProblem] = useState<string>()
  return (
    <section className="panel stack">
      <p>You are logged in as {name}.</p>
      <p>
        To log in elsewhere, use the login <strong className="mono">{login}</strong> and your password.
      </p>
      <p className="dim">
        The tables of this browser now belong to your account. You’ll find them in{' '}
        <a href={href({ at: 'lobby' })}>the lobby</a> of every browser where you log in.
      </p>
      {problem === undefined ? null : (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <p>
        <Button onClick={() => void logOut().catch((error: unknown) => setProblem(errorText(error)))}>
          Log out
        </Button>
      </p>
    </section>
  )
}

function LoggedOut(): ReactNode {
  const [mode, setMode] = useState<'login' | 'register'>('register')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [status, setStatus] = useState<string>()
  const { name } = usePerson()
  const forgot = async (): Promise<void> => {
    try {
      await requestReset(login)
      setProblem(undefined)
      setStatus('If this account has a confirmed mailbox, a link is on its way there. It works for an hour.')
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const submit = async (): Promise<void> => {
    try {
      await (mode === 'register' ? register(name, password) : logIn(login, password))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="dim">
        You can play without an account. With one, you find your tables in every browser where you log in.
      </p>
      <Choices
        title="New or existing account"
        value={mode}
        options={[
          ['register', 'Create an account'],
          ['login', 'Log in'],
        ]}
        onChange={setMode}
      />
      {mode === 'register' ? (
        <TextField
          title="Your name"
          description="Other players see it. Your login is this name plus a few digits. You’ll see it after you register."
          value={name}
          required
          maxLength={40}
          autoComplete="nickname"
          onChange={(value) => {
            usePerson.setState({ name: value })
          }}
        />
      ) : (
        <TextField title="Login" value={login} required autoComplete="username" onChange={setLogin} />
      )}
      {mode === 'register' ? (
        <NewPasswordField title="Password" value={password} onChange={setPassword} />
      ) : (
        <TextField
          title="Password"
          type="password"
          value={password}
          required
          autoComplete="current-password"
          onChange={setPassword}
        />
      )}
      {problem === undefined ? null : (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      {status === undefined ? null : <p role="status">{status}</p>}
      <Button look="main" submit>
        {mode === 'register' ? 'Create account' : 'Log in'}
      </Button>
      {mode === 'register' ? null : (
        <Button look="quiet" disabled={login === ''} onClick={() => void forgot()}>
          Forgot your password? Get a link by mail
        </Button>
      )}
    </form>
  )
}
