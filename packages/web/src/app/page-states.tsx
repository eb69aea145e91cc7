/** Loading states, error messages and the error boundary. */
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/index.js'
import type { Resource } from './use-resource.js'
import { href } from './routes.js'
import { errorText } from './site.js'

export function Problem({
  title = 'Something went wrong',
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

/** The link back to the lobby, for pages without content. */
export function BackToGames(): ReactNode {
  return (
    <p>
      <a href={href({ at: 'lobby' })}>Back to the games</a>
    </p>
  )
}

/** Renders a loaded value, a loading notice, or the error with a retry button. */
export function ResourceView<T>({
  loaded,
  again,
  children,
}: {
  readonly loaded: Resource<T>
  readonly again: () => void
  readonly children: (value: T) => ReactNode
}): ReactNode {
  if (loaded.is === 'waiting')
    return (
      <p className="waiting" role="status">
        Loading …
      </p>
    )
  if (loaded.is === 'there') return children(loaded.value)
  return (
    <Problem text={errorText(loaded.error)}>
      <p className="row">
        <Button onClick={again}>Try again</Button>
        <a href={href({ at: 'lobby' })}>Back to the games</a>
      </p>
    </Problem>
  )
}

interface BoundaryState {
  readonly error: unknown
}

/** An error boundary: a page that throws shows its error, and the rest of the app keeps working. */
export class Boundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: undefined }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="narrow">
        <Problem title="This page has crashed" text={errorText(error)}>
          <p>Nothing is lost. Every decision is saved when it’s made.</p>
          <p className="row">
            <Button look="main" onClick={() => location.reload()}>
              Reload the page
            </Button>
            <a href={href({ at: 'lobby' })} onClick={() => this.setState({ error: undefined })}>
              Back to the games
            </a>
          </p>
        </Problem>
      </div>
    )
  }
}
