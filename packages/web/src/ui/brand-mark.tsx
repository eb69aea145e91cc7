import type { ReactNode } from 'react'

/** The mark of LudoForge. */
export function BrandMark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 1.5 21.5 7v10L12 22.5 2.5 17V7Z" className="mark-under" />
      <path d="M12 1.5 21.5 7 12 12.5 2.5 7Z" className="mark-top" />
      <circle cx="12" cy="7" r="2.1" className="mark-pip" />
    </svg>
  )
}
