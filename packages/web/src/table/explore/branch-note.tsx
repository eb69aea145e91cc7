/** The note in a branch. */
import type { ReactNode } from 'react'
import { isBranch } from '../../local/index.js'
import { useTable } from '../context.js'

/** Says that this table is a branch. */
export function BranchNote(): ReactNode {
  const id = useTable((state) => state.about.id)
  if (!isBranch(id)) return null
  return (
    <p className="notice branch" role="note">
      You’re exploring. You play all seats; give one to a bot under People. What your seat couldn’t know was
      drawn at random. Undo goes back; the save under People is this branch.
    </p>
  )
}
