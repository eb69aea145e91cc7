/** What the edits changed, line by line, in a few words each. */
import { Chunk, diff } from '@codemirror/merge'
import { Text } from '@codemirror/state'
import type { Files } from '@ludoforge/desk'

/** A changed place. */
export interface ChangedPlace {
  readonly path: string
  readonly line: number
  /** `2 → 3`, `+ 4 lines`, `new file`. */
  readonly text: string
}

const MAX_TEXT = 24

export function changedPlaces(before: Files, files: Files): readonly ChangedPlace[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(files)])].toSorted()
  return paths.flatMap((path): ChangedPlace[] => {
    const [old, now] = [before[path], files[path]]
    if (old === now) return []
    if (now === undefined) return [{ path, line: 0, text: 'deleted' }]
    if (old === undefined) return [{ path, line: 1, text: 'new file' }]
    return placesIn(path, old, now)
  })
}

function placesIn(path: string, before: string, now: string): ChangedPlace[] {
  const [a, b] = [Text.of(before.split('\n')), Text.of(now.split('\n'))]
  return Chunk.build(a, b).map(({ fromA, endA, fromB, endB }) => {
    const [old, fresh] = [
      a.sliceString(fromA, Math.min(endA, a.length)),
      b.sliceString(fromB, Math.min(endB, b.length)),
    ]
    return { path, line: b.lineAt(Math.min(fromB, b.length)).number, text: changeText(old, fresh) }
  })
}

/** A change of a line as `2 → 3`, of several as their number. */
export function changeText(before: string, now: string): string {
  const lines = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
  const [old, fresh] = [lines(before), lines(now)]
  if (old === 0) return `+ ${fresh} ${fresh === 1 ? 'line' : 'lines'}`
  if (fresh === 0) return `− ${old} ${old === 1 ? 'line' : 'lines'}`
  if (old > 1 || fresh > 1) return `${Math.max(old, fresh)} lines`
  const changes = diff(before, now)
  const first = changes[0]
  const last = changes.at(-1)
  if (first === undefined || last === undefined) return ''
  const [oldWords, freshWords] = [words(before, first.fromA, last.toA), words(now, first.fromB, last.toB)]
  if (oldWords === freshWords) return 'spacing'
  return shortened(
    oldWords === '' ? `+ ${freshWords}` : freshWords === '' ? `− ${oldWords}` : `${oldWords} → ${freshWords}`,
  )
}

/** The whole words around a part of a line. */
function words(line: string, from: number, to: number): string {
  let [start, end] = [from, to]
  while (start > 0 && /[\w-]/.test(line[start - 1] ?? '')) start -= 1
  while (end < line.length && /[\w-]/.test(line[end] ?? '')) end += 1
  return line.slice(start, end).trim()
}

const shortened = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
