/** *Share*: links to your game on the server. A game elsewhere is stored there first. */
import type { ProjectLinkDocument } from '@ludoforge/table'
import { type ReactNode, useState } from 'react'
import { useAccount } from '../../app/account.js'
import { go } from '../../app/routes.js'
import { call, errorText } from '../../app/site.js'
import { useResource } from '../../app/use-resource.js'
import { ResourceView } from '../../app/page-states.js'
import { Button, Sheet } from '../../ui/index.js'
import { useDesk, useDeskStore } from '../desk-state.js'
import { HostedStorage } from '../storage/hosted-storage.js'

/** Needs an account, so it is missing without one, and without a server. */
export function ShareButton(): ReactNode {
  const { account } = useAccount()
  const [isOpen, setOpen] = useState(false)
  if (account === null) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Share</Button>
      {isOpen ? <ShareSheet onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ShareSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const isHosted = useDesk(({ storage }) => storage.kind === 'hosted')
  return (
    <Sheet title="Share" onClose={onClose}>
      {isHosted ? <Links /> : <StoreCopy />}
    </Sheet>
  )
}

/** Stores the game as it is now in the account, and opens it there. */
function StoreCopy(): ReactNode {
  const desk = useDeskStore()
  const [problem, setProblem] = useState<string>()
  const store = async (): Promise<void> => {
    const { project, files } = desk.getState()
    const id = await new HostedStorage().create(project.title.slice(0, 80), files)
    go({ at: 'desk', storage: 'hosted', id })
  }
  return (
    <>
      <p>To share this game by a link, store a copy in your account on this server.</p>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <Button
        look="main"
        onClick={() => {
          setProblem(undefined)
          store().catch((error: unknown) => setProblem(errorText(error)))
        }}
      >
        Store a copy on this server
      </Button>
    </>
  )
}

const OPENS = { read: 'to read', play: 'to play' } as const

function Links(): ReactNode {
  const project = useDesk((desk) => desk.project.id)
  const path = { project }
  const [links, again] = useResource(`links ${project}`, () => call('projectLinks', { path }))
  const [made, setMade] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const attempt = (work: () => Promise<void>): void => {
    setProblem(undefined)
    work().catch((error: unknown) => setProblem(errorText(error)))
  }
  const create = async (opens: ProjectLinkDocument['opens']): Promise<void> => {
    const { link } = await call('shareProject', { path, body: { opens } })
    setMade(link)
    again()
  }
  return (
    <>
      <p>Everyone who has a link can read the rules, play the game and copy it. Nobody can change yours.</p>
      <p className="row">
        <Button onClick={() => attempt(() => create('read'))}>Link to read</Button>
        <Button onClick={() => attempt(() => create('play'))}>Link to play</Button>
      </p>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {made === undefined ? null : (
        <p role="status">
          Copy the link now. It is shown only once.
          <input
            className="text"
            readOnly
            aria-label="Link"
            value={made}
            onFocus={(event) => event.target.select()}
          />
        </p>
      )}
      <ResourceView loaded={links} again={again}>
        {(list) =>
          list.length === 0 ? (
            <p className="dim">There are no links to this game.</p>
          ) : (
            <ul className="rows">
              {list.map(({ id, opens, created }) => (
                <li key={id}>
                  <span>
                    A link {OPENS[opens]} <time className="dim">{new Date(created).toLocaleString()}</time>
                  </span>
                  <Button
                    onClick={() =>
                      attempt(async () => {
                        await call('unshareProject', { path: { project, link: id } })
                        again()
                      })
                    }
                  >
                    Withdraw
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </ResourceView>
    </>
  )
}
