/** Finds the edit since which an example fails, and undoes it. */
import { Chunk } from '@codemirror/merge'
import { Text } from '@codemirror/state'
import type { Files } from '@ludoforge/desk'
import type { ExampleEntry } from '@ludoforge/desk/session'

/** The edit since which an example fails. */
export interface SinceEdit {
  readonly path: string
  /** From 1, in the file as it is now. */
  readonly line: number
  /** The line as it is now. Empty if lines were deleted. */
  readonly text: string
  /** The text of the file without the edit. */
  readonly undone: string
}

/** Identifies an example from version to version, also when its lines move. */
export const exampleKey = ({ path, title }: Pick<ExampleEntry, 'path' | 'title'>): string =>
  `${path} ${title}`

/**
 * Compares the files with which an example passed with those of now. Of several changes, the first one outside of the
 * example counts. Returns `undefined` if the texts are the same.
 */
export function sinceEdit(
  passed: Files,
  now: Files,
  example: Pick<ExampleEntry, 'path' | 'line' | 'end'>,
): SinceEdit | undefined {
  const changes = Object.entries(now)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, text]) => {
      const before = passed[path]
      return before === undefined || before === text ? [] : changesIn(path, before, text)
    })
  const isOwn = ({ path, line }: SinceEdit): boolean =>
    path === example.path && line >= example.line && line <= example.end
  return changes.find((change) => !isOwn(change)) ?? changes[0]
}

function changesIn(path: string, before: string, now: string): readonly SinceEdit[] {
  const [old, fresh] = [`${before}\n`, `${now}\n`] // chunks end with a line break, also the last one
  const text = Text.of(now.split('\n'))
  return Chunk.build(Text.of(before.split('\n')), text).map(({ fromA, toA, fromB, toB }) => {
    const whole = fresh.slice(0, fromB) + old.slice(fromA, toA) + fresh.slice(toB)
    const { number, text: line } = text.lineAt(Math.min(fromB, text.length))
    return { path, line: number, text: fromB === toB ? '' : line.trim(), undone: whole.slice(0, -1) }
  })
}
