/** Puts an example into a file: after the last one of its rule, or in a new block below the rule. */
import type { WrittenCase } from '@ludoforge/compiler/editing'
import type { Files } from '../files.js'

/** A text with an example in it, and the line of its title. */
export interface InsertedExample {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Returns the file with the example. `place` is the file and line of the rule that it is about. */
export function insertExample(
  files: Files,
  cases: readonly Pick<WrittenCase, 'rule' | 'span' | 'end' | 'isLesson'>[],
  example: { readonly text: string; readonly rule: string; readonly place: string },
): InsertedExample {
  const { text, rule, place } = example
  const alike = cases.findLast((one) => !one.isLesson && rule !== '' && one.rule === rule)
  if (alike !== undefined)
    return insertedAfter(files, alike.span.file, alike.end, ['', ...text.split('\n')], 1)
  const [, path = firstFile(files), line = ''] = /^(.*):(\d+)$/.exec(place) ?? []
  const lines = (files[path] ?? '').split('\n')
  const fence = lines.findIndex((one, i) => i + 1 >= Number(line) && /^\s*(?:`{3,}|~{3,})\s*$/.test(one))
  const after = line === '' || fence < 0 ? lastLine(lines) : fence + 1
  return insertedAfter(files, path, after, ['', '```example', ...text.split('\n'), '```'], 2)
}

function insertedAfter(
  files: Files,
  path: string,
  after: number,
  more: readonly string[],
  title: number,
): InsertedExample {
  const lines = (files[path] ?? '').split('\n')
  const text = [...lines.slice(0, after), ...more, ...lines.slice(after)].join('\n')
  return { path, line: after + title + 1, text }
}

/** The number of the last line that isn't empty. */
const lastLine = (lines: readonly string[]): number => lines.findLastIndex((line) => line.trim() !== '') + 1

const firstFile = (files: Files): string =>
  Object.keys(files).find((path) => /^game:/m.test(files[path] ?? '')) ?? Object.keys(files)[0] ?? 'rules.md'
