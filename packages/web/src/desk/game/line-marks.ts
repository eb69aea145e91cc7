/** The marks of lines in the gutter, from examples, coverage and mutants. */
import type { ExampleEntry } from '@ludoforge/desk/session'
import type { LineMark } from '../desk-state.js'
import type { CoverageNote, MutantsNote } from './messages.js'

type Marks = ReadonlyMap<string, LineMark>

function add(marks: Map<string, LineMark>, at: string, kind: LineMark['kind'], sentence: string): void {
  const known = marks.get(at)
  const story = [...(known?.story ?? []), sentence]
  marks.set(at, { kind: known?.kind === 'failed' ? 'failed' : kind, story: [...new Set(story)] })
}

/** A sign at each title, and at the line where an example fails. */
export function exampleMarks(entries: readonly ExampleEntry[]): Marks {
  const marks = new Map<string, LineMark>()
  for (const { id, state, failure } of entries) {
    if (state === 'passed') add(marks, id, 'passed', 'This example passes.')
    if (failure === undefined) continue
    const { path, line, message, expected, actual } = failure
    const compared = [
      ...(expected === undefined ? [] : [`Expected: ${expected}.`]),
      ...(actual === undefined ? [] : [`Actual: ${actual}.`]),
    ]
    add(marks, id, 'failed', `This example fails in line ${line}.`)
    add(marks, `${path}:${line}`, 'failed', [message, ...compared].join(' '))
  }
  return marks
}

/** The lines that no example executes. */
export function coverageMarks({ missed }: CoverageNote): Marks {
  const marks = new Map<string, LineMark>()
  for (const { path, line, text } of missed) add(marks, `${path}:${line}`, 'never', text)
  return marks
}

/** The lines with mutants that no example notices. */
export function mutantMarks({ survivors }: MutantsNote): Marks {
  const marks = new Map<string, LineMark>()
  for (const { path, line, text } of survivors) add(marks, `${path}:${line}`, 'mutant', text)
  return marks
}
