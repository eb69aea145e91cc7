/** What changed in the rules, line by line, coloured by the grammar. */
import { Chunk, diff } from '@codemirror/merge'
import { Text } from '@codemirror/state'
import type { Files } from '@ludoforge/desk'
import { type ReactNode, useMemo } from 'react'
import { highlightLine } from '../../table/rulebook/highlight.js'
import { useDesk } from '../desk-state.js'

/** A line of a diff. */
interface DiffLine {
  readonly kind: 'same' | 'old' | 'new'
  readonly text: string
  /** In the new text, from 1; of an old line the line that replaced it. */
  readonly line: number
  /** The changed part of the line. */
  readonly changed?: readonly [from: number, to: number]
}

interface DiffHunk {
  readonly path: string
  readonly lines: readonly DiffLine[]
}

const MAX_LINES = 16

export function RulesDiff(): ReactNode {
  const before = useDesk((desk) => desk.before.files)
  const files = useDesk((desk) => desk.files)
  const open = useDesk((desk) => desk.open)
  const setStop = useDesk((desk) => desk.setStop)
  const hunks = useMemo(() => diffOf(before, files), [before, files])
  if (hunks.length === 0) return <p className="dim">The rules are as they were.</p>
  let left = MAX_LINES
  return (
    <div className="rules-diff" aria-label="What changed in the rules" role="region">
      {hunks.map(({ path, lines }) => {
        const shown = lines.slice(0, Math.max(0, left))
        left -= shown.length
        if (shown.length === 0) return null
        const key = `${path}:${lines[0]?.line ?? 0}`
        return (
          <div key={key}>
            <button
              type="button"
              className="diff-head"
              onClick={() => {
                setStop('half')
                open({ path, line: lines.find(({ kind }) => kind !== 'same')?.line ?? 1 })
              }}
            >
              {key}
            </button>
            {shown.map((line, i) => (
              <DiffRow key={`${key} ${i} ${line.text}`} line={line} />
            ))}
          </div>
        )
      })}
      {left > 0 ? null : <p className="dim">More lines changed.</p>}
    </div>
  )
}

const SIGNS = { same: ' ', old: '−', new: '+' } as const

function DiffRow({ line: { kind, text, changed } }: { readonly line: DiffLine }): ReactNode {
  const spans = highlightLine(text, 'rules').spans
  let at = 0
  return (
    <div className={`diff-line ${kind}`}>
      <span className="diff-sign" aria-label={{ same: '', old: 'before', new: 'now' }[kind]}>
        {SIGNS[kind]}
      </span>
      <code>
        {spans.flatMap(({ kind: of, text: part }) => {
          const start = at
          at += part.length
          return cut(part, start, changed).map(([piece, isChanged], i) => (
            <span key={`${start} ${i}`} className={`of-${of}${isChanged ? ' is-changed' : ''}`}>
              {piece}
            </span>
          ))
        })}
      </code>
    </div>
  )
}

/** Splits a part of a line where the changed part begins and ends. */
function cut(part: string, start: number, changed: DiffLine['changed']): (readonly [string, boolean])[] {
  if (changed === undefined) return [[part, false]]
  const [from, to] = changed.map((at) => Math.min(part.length, Math.max(0, at - start)))
  const pieces: (readonly [string, boolean])[] = [
    [part.slice(0, from), false],
    [part.slice(from, to), true],
    [part.slice(to), false],
  ]
  return pieces.filter(([text]) => text !== '')
}

const CONTEXT = 1

/** The differences between two versions, file by file, with a line around each. */
export function diffOf(before: Files, files: Files): DiffHunk[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(files)])].toSorted()
  return paths.flatMap((path) => {
    const [old, now] = [before[path] ?? '', files[path] ?? '']
    return old === now ? [] : hunksOf(path, old, now)
  })
}

function hunksOf(path: string, old: string, now: string): DiffHunk[] {
  const [a, b] = [Text.of(old.split('\n')), Text.of(now.split('\n'))]
  return Chunk.build(a, b).map(({ fromA, toA, fromB, toB }) => {
    const line = b.lineAt(Math.min(fromB, b.length)).number
    const [removed, added] = [linesIn(a, fromA, toA), linesIn(b, fromB, toB)]
    const pairs = removed.length === 1 && added.length === 1 ? diff(removed[0] ?? '', added[0] ?? '') : []
    const [first, last] = [pairs[0], pairs.at(-1)]
    const same = (number: number): DiffLine[] =>
      number < 1 || number > b.lines ? [] : [{ kind: 'same', text: b.line(number).text, line: number }]
    return {
      path,
      lines: [
        ...Array.from({ length: CONTEXT }, (_, i) => same(line - CONTEXT + i)).flat(),
        ...removed.map((text) => ({
          kind: 'old' as const,
          text,
          line,
          ...(first && last ? { changed: [first.fromA, last.toA] as const } : {}),
        })),
        ...added.map((text, i) => ({
          kind: 'new' as const,
          text,
          line: line + i,
          ...(first && last ? { changed: [first.fromB, last.toB] as const } : {}),
        })),
        ...Array.from({ length: CONTEXT }, (_, i) => same(line + added.length + i)).flat(),
      ],
    }
  })
}

/** The lines of a range that covers whole lines. */
function linesIn(text: Text, from: number, to: number): string[] {
  return from >= to ? [] : text.sliceString(from, Math.min(to, text.length)).replace(/\n$/, '').split('\n')
}
