import { type ReactNode, useId } from 'react'

interface TipProps {
  readonly text: string
  readonly children: ReactNode
}

/** A few words on what is pointed at or focused. Everything that must be known stands on the page itself. */
export function Tip({ text, children }: TipProps): ReactNode {
  const id = useId()
  return (
    <span className="tip" aria-describedby={id}>
      {children}
      <span role="tooltip" id={id}>
        {text}
      </span>
    </span>
  )
}
