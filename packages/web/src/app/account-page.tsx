/** An account: the same tables in every browser. Nobody needs one. */
import { type ReactNode, useState } from 'react'
import { Button, Choices, TextField } from '../ui/index.js'
import { logIn, logOut, register, useAccount } from './account.js'
import { usePerson } from './seat-keys.js'
import { href } from './routes.js'
import { errorText } from './site.js'

const SHORTEST = 10

export function AccountPage(): ReactNode {
  const { account } = useAccount()
  return (
    <div className="narrow">
      <h1>Account</h1>
      {account ? <Inside login={account.login} name={account.name} /> : <Outside />}
    </div>
  )
}

function Inside({ login, name }: { readonly login: string; readonly name: string }): ReactNode {
  const [problem, setProblem] = useState<string>()
  return (
    <section className="panel stack">
      <p>You are logged in as {name}.</p>
      <p>
        To log in elsewhere, use the login <strong className="mono">{login}</strong> and your password.
      </p>
      <p className="dim">
        The tables that were in this browser belong to the account now. They are on{' '}
        <a href={href({ at: 'lobby' })}>the first page</a> of every browser where you log in.
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

function Outside(): ReactNode {
  const [way, setWay] = useState<'in' | 'new'>('new')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const { name } = usePerson()
  const enter = async (): Promise<void> => {
    try {
      await (way === 'new' ? register(name, password) : logIn(login, password))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        void enter()
      }}
    >
      <p className="dim">
        Nobody needs an account to play. With one, your tables are there in every browser where you log in.
      </p>
      <Choices
        title="What to do"
        value={way}
        options={[
          ['new', 'Make an account'],
          ['in', 'Log in'],
        ]}
        onChange={setWay}
      />
      {way === 'new' ? (
        <TextField
          title="Your name"
          says="The others at a table see it. Your login is this name and a few digits; it is told to you."
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
      <TextField
        title="Password"
        says={way === 'new' ? `At least ${SHORTEST} letters.` : undefined}
        type="password"
        value={password}
        required
        minLength={way === 'new' ? SHORTEST : 1}
        autoComplete={way === 'new' ? 'new-password' : 'current-password'}
        onChange={setPassword}
      />
      {problem === undefined ? null : (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <Button look="main" submit>
        {way === 'new' ? 'Make an account' : 'Log in'}
      </Button>
    </form>
  )
}
