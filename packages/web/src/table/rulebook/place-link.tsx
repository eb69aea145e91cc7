/** A link to a place in the rulebook. */
import type { ReactNode } from 'react'
import type { Place } from './book.js'

export interface ReadingActions {
  readonly open: (place: Place) => void
  /** The address of a place on the rulebook's own page. */
  readonly hrefOf: (place: Place) => string
}

interface PlaceLinkProps {
  readonly place: Place
  readonly reading: ReadingActions
  readonly children: ReactNode
  readonly className?: string
  readonly isCurrent?: boolean
}

export function PlaceLink({ place, reading, children, className, isCurrent }: PlaceLinkProps): ReactNode {
  return (
    <a
      href={reading.hrefOf(place)}
      className={className}
      aria-current={isCurrent === true ? 'location' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return // a new tab
        event.preventDefault()
        reading.open(place)
      }}
    >
      {children}
    </a>
  )
}
