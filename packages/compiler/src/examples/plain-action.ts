import type { PerformanceNode } from '../parser/index.js'

/** The action, if it has no arguments or clauses. */
export function plainAction({ action, given, free, class: cls, within }: PerformanceNode) {
  const plain = given === undefined && !free && cls === undefined && within === undefined
  return plain && (action.node === 'words' || action.node === 'of') ? action : undefined
}
