/** The words of a `yaml` block that can be names of the game. Texts for people aren't names. */
import type { Block } from '@ludoforge/compiler/editing'

/** A word with its place: the line and the column in its file, from 1. */
export interface YamlWord {
  readonly text: string
  readonly line: number
  readonly column: number
  readonly isKey: boolean
}

/** Keys whose values are texts for people. */
const TEXT_KEYS = new Set('name many title about summary counted means says short'.split(' '))
/** Sections that hold texts, or names of sections of the rulebook. */
const TEXT_SECTIONS = new Set(['terms', 'start'])

const PART = /#.*|"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[0-9]*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|[^\s]/g

/** Returns the words of a block, in order. */
export function yamlWords({ text, span, cut }: Pick<Block, 'text' | 'span' | 'cut'>): YamlWord[] {
  const words: YamlWord[] = []
  let section = ''
  text.split('\n').forEach((line, i) => {
    section = /^([^\s#:]+):/.exec(line)?.[1] ?? (/^\S/.test(line) ? '' : section)
    if (TEXT_SECTIONS.has(section)) return
    let isText = false
    for (const match of line.matchAll(PART)) {
      const [part] = match
      if (isText && (part === ',' || part === '}')) isText = false
      if (part.startsWith('#') && (match.index === 0 || /\s/.test(line[match.index - 1] ?? ''))) break
      if (isText || !/^[0-9A-Za-z]/.test(part)) continue
      const isKey = /^\s*:(?:\s|$)/.test(line.slice(match.index + part.length))
      if (isKey && TEXT_KEYS.has(part)) isText = true
      else
        words.push({
          text: part,
          line: span.line + i,
          column: 1 + match.index + (cut?.[i] ?? 0),
          isKey,
        })
    }
  })
  return words
}
