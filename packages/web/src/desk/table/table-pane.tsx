/** The pane of the desk under this name. */
import type { ReactNode } from 'react'

export default function TablePane(): ReactNode {
  return null
}
