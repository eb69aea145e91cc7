/** The page behind an invitation link: choose a seat and a name. */
import { type ReactNode, useState } from 'react'
import { Button, Choices } from '../ui/index.js'
import { ResourceView } from './page-states.js'
import { loadGames } from './games.js'
import { storeKey, keyOf, usePerson } from './seat-keys.js'
import { useResource } from './use-resource.js'
import { NameField } from './name-field.js'
import { go, href } from './routes.js'
import { call, errorText } from './site.js'

interface JoinProps {
  readonly table: string
  readonly secret: string
}

export function JoinPage({ table, secret }: JoinProps): ReactNode {
  const [loaded, again] = useResource(table, async () => {
    const about = await call('table', { path: { id: table } })
    const card = (await loadGames()).find(({ id }) => id === about.game.id)
    const open = about.seats
      .filter(({ kind }) => kind === 'open')
      .map(({ seat }) => [seat, card?.seats.find(({ id }) => id === seat)?.name ?? seat] as const)
    return { about, open }
  })
  return (
    <div className="narrow">
      <ResourceView loaded={loaded} again={again}>
        {({ about, open }) => (
          <>
            <header>
              <h1>{about.name}</h1>
              <p className="dim">{about.game.title}</p>
            </header>
            {about.uploaded ? (
              <p className="notice">
                This table comes from a save. The person who opened it may know everything that is hidden.
              </p>
            ) : null}
            {open.length === 0 ? (
              <p>
                All seats are taken. <a href={href({ at: 'table', id: table })}>Watch the game</a>
              </p>
            ) : (
              <Join table={table} secret={secret} open={open} />
            )}
          </>
        )}
      </ResourceView>
    </div>
  )
}

function Join({
  table,
  secret,
  open,
}: JoinProps & { readonly open: readonly (readonly [string, string])[] }): ReactNode {
  const [seat, setSeat] = useState(open[0]?.[0] ?? '')
  const [problem, setProblem] = useState<string>()
  const join = async (): Promise<void> => {
    try {
      const body = { invitation: secret, you: usePerson.getState().name, seat }
      const { key } = await call('join', { path: { id: table }, key: keyOf(table), body })
      storeKey(table, key)
      go({ at: 'table', id: table })
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        void join()
      }}
    >
      <p>You’re invited to this table. Choose a seat and enter your name.</p>
      <Choices title="Your seat" value={seat} options={open} onChange={setSeat} />
      <NameField />
      {problem === undefined ? null : (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <Button look="main" submit>
        Join
      </Button>
    </form>
  )
}
