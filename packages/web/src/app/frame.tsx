/** Around what is shown: waiting, failing, and errors as sentences. */
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/index.js'
import type { Loaded } from './use-resource.js'
import { href } from './routes.js'
import { errorText } from './site.js'

export function Problem({
  title = 'That did not work',
  text,
  children,
}: {
  readonly title?: string
  readonly text: string
  readonly children?: ReactNode
}): ReactNode {
  return (
    <section className="problem" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  )
}

/** The way out of any page that leads nowhere. */
export function ToTheGames(): ReactNode {
  return (
    <p>
      <a href={href({ at: 'lobby' })}>To the games</a>
    </p>
  )
}

/** Shows what was loaded, or why it was not. */
export function Shown<T>({
  loaded,
  again,
  children,
}: {
  readonly loaded: Loaded<T>
  readonly again: () => void
  readonly children: (value: T) => ReactNode
}): ReactNode {
  if (loaded.is === 'waiting')
    return (
      <p className="waiting" role="status">
        One moment …
      </p>
    )
  if (loaded.is === 'there') return children(loaded.value)
  return (
    <Problem text={errorText(loaded.error)}>
      <p className="row">
        <Button onClick={again}>Try again</Button>
        <a href={href({ at: 'lobby' })}>To the games</a>
      </p>
    </Problem>
  )
}

interface Broken {
  readonly error: unknown
}

/** What breaks in a page is said there; the rest of the page goes on. */
export class Boundary extends Component<{ readonly children: ReactNode }, Broken> {
  override state: Broken = { error: undefined }

  static getDerivedStateFromError(error: unknown): Broken {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="narrow">
        <Problem title="The page has a fault" text={errorText(error)}>
          <p>Nothing is lost: tables are kept with every decision.</p>
          <p className="row">
            <Button look="main" onClick={() => location.reload()}>
              Load the page again
            </Button>
            <a href={href({ at: 'lobby' })} onClick={() => this.setState({ error: undefined })}>
              To the games
            </a>
          </p>
        </Problem>
      </div>
    )
  }
}
