/** Where the cursor is: file, section, rule. */
import { type ReactNode, useMemo } from 'react'
import { useDesk } from '../desk-state.js'
import { changedPlaces } from './changes.js'
import { outlineOf, ruleAt } from './outline.js'

export function Crumbs(): ReactNode {
  const files = useDesk((desk) => desk.files)
  const before = useDesk((desk) => desk.before)
  const path = useDesk((desk) => desk.place.path)
  const cursor = useDesk((desk) => desk.cursor)
  const outline = useMemo(() => outlineOf(files), [files])
  const changes = useMemo(() => changedPlaces(before.files, files).length, [before, files])
  const rule = ruleAt(outline, path, cursor)
  const around =
    rule === undefined || !rule.number.includes('.')
      ? undefined
      : outline.findLast(
          (one) => one.path === path && one.line < rule.line && rule.number.startsWith(`${one.number}.`),
        )
  return (
    <div className="crumbs">
      <span>{path}</span>
      {around === undefined ? null : <span>{`${around.number} ${around.title}`}</span>}
      {rule === undefined ? null : <b>{`${rule.number} ${rule.title}`}</b>}
      <span className="changes">
        {changes === 0 ? 'no changes' : `${changes} ${changes === 1 ? 'change' : 'changes'}`}
      </span>
    </div>
  )
}
