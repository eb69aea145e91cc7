/** The pane of the desk under this name. */
import type { ReactNode } from 'react'

export default function BalancePane(): ReactNode {
  return null
}
