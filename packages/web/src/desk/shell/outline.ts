/** The rules of a project by number, with their examples. */
import { headingsOf } from '@ludoforge/compiler/headings'
import type { Files, RuleLines } from '@ludoforge/desk'
import type { LineMark } from '../desk-state.js'

/** A section of the rulebook. */
export interface OutlineRule {
  readonly path: string
  readonly line: number
  /** `3.1`, or an empty text for a section without a number. */
  readonly number: string
  readonly title: string
  readonly depth: number
  /** The examples that cite it. */
  readonly examples: readonly ExampleTitle[]
}

/** The title of an example. */
export interface ExampleTitle {
  readonly path: string
  readonly line: number
  readonly title: string
  readonly rule: string | undefined
}

const TITLE = /^(\S.*?)(?:\s+#\s*(?:§\s*)?(\d+(?:\.\d+)*)\b.*)?$/

/**
 * The examples of a file. A title is an unindented line of an `example` block. It belongs to the rule it cites, or to the
 * section it is in.
 */
export function examplesIn(path: string, text: string): readonly ExampleTitle[] {
  const found: ExampleTitle[] = []
  let isExample = false
  let fence = ''
  let section: string | undefined
  for (const [i, line] of text.split('\n').entries()) {
    const [, mark, language] = /^ {0,3}(`{3,}|~{3,})\s*(\w*)/.exec(line) ?? []
    if (mark !== undefined) {
      if (fence === '') {
        fence = mark
        isExample = language === 'example'
      } else if (mark.startsWith(fence)) {
        fence = ''
        isExample = false
      }
      continue
    }
    if (fence === '' && /^#{1,6}\s/.test(line)) section = /^#+\s+(\d+(?:\.\d+)*)(?=[\s.:]|$)/.exec(line)?.[1]
    const [, title, rule = section] = (isExample && !line.startsWith('#') ? TITLE.exec(line) : null) ?? []
    if (title !== undefined) found.push({ path, line: i + 1, title, rule })
  }
  return found
}

/** The sections with numbers, in the order of the files, with the examples of their rules. */
export function outlineOf(files: Files): readonly OutlineRule[] {
  const texts = Object.entries(files)
    .filter(([path]) => /\.md$/i.test(path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rules = texts.flatMap(([path, text]) =>
    headingsOf(text.split('\n')).flatMap(({ line, depth, text: heading, rules: [number] }) =>
      number === undefined || !heading.startsWith(number)
        ? []
        : [{ path, line, depth, number, title: heading.slice(number.length).replace(/^[\s.:]+/, '') }],
    ),
  )
  const numbers = new Set(rules.map(({ number }) => number))
  const examples = new Map<string, ExampleTitle[]>()
  for (const [path, text] of texts)
    for (const example of examplesIn(path, text)) {
      const section = sectionOf(example.rule, numbers)
      if (section !== undefined) examples.set(section, [...(examples.get(section) ?? []), example])
    }
  return rules.map((rule) => ({ ...rule, examples: examples.get(rule.number) ?? [] }))
}

/** The section of a rule: its own, or the next one around it. 2.1 is in 2 if it has no heading. */
export function sectionOf(rule: string | undefined, numbers: ReadonlySet<string>): string | undefined {
  for (let number = rule ?? ''; number !== ''; number = number.slice(0, Math.max(0, number.lastIndexOf('.'))))
    if (numbers.has(number)) return number
  return undefined
}

/** How the examples of a rule went, as far as marks tell. */
export function examplesState(
  { examples }: OutlineRule,
  marks: ReadonlyMap<string, LineMark> | undefined,
): { readonly failed: number; readonly passed: number; readonly all: number } {
  const kinds = examples.map(({ path, line }) => marks?.get(`${path}:${line}`)?.kind)
  return {
    failed: kinds.filter((kind) => kind === 'failed').length,
    passed: kinds.filter((kind) => kind === 'passed').length,
    all: examples.length,
  }
}

/** The lines of the section at a place, up to the next heading. Without a section, those before the first one. */
export function linesOfRule(outline: readonly OutlineRule[], path: string, line: number): RuleLines {
  const next = outline.find((rule) => rule.path === path && rule.line > line)
  const from = ruleAt(outline, path, line)?.line ?? 1
  return { path, from, to: next === undefined ? Number.MAX_SAFE_INTEGER : next.line - 1, line }
}

/** The section at a place. */
export function ruleAt(outline: readonly OutlineRule[], path: string, line: number): OutlineRule | undefined {
  return outline.findLast((rule) => rule.path === path && rule.line <= line)
}
