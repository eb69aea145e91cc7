/** What the desk knows about the lines of a file, for the gutters. */
import type { DeskState, LineMark } from '../desk-state.js'
import type { LineFacts } from './gutters.js'

export function lineFacts({ marks, problems, before }: DeskState, path: string): LineFacts {
  const ofFile = new Map<number, LineMark[]>()
  for (const source of Object.values(marks))
    for (const [key, mark] of source) {
      const at = key.lastIndexOf(':')
      if (key.slice(0, at) !== path) continue
      const line = Number(key.slice(at + 1))
      const known = ofFile.get(line)
      if (known === undefined) ofFile.set(line, [mark])
      else known.push(mark)
    }
  return {
    marks: ofFile,
    problems: problems.filter((problem) => problem.path === path),
    before: before.files[path],
  }
}
