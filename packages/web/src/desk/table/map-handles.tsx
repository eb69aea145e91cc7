/** Handles on a drawn map: dragging one writes its YAML line. */
import type { ReactNode } from 'react'

export function MapHandles(): ReactNode {
  return null
}
