import { gameName } from '@ludoforge/desk'
import { useMemo } from 'react'
import { useDesk } from '../desk-state.js'

/** The title that the rules give the game, or the last one it had. */
export function useProjectTitle(): string {
  const files = useDesk((desk) => desk.files)
  const stored = useDesk((desk) => desk.build?.def.title ?? desk.project.title)
  return useMemo(() => gameName(files)?.title ?? stored, [files, stored])
}
