/** Headings and prose of a Markdown file: what is text for readers, and which rule numbers a heading covers. */

/** A heading of a Markdown file. */
export interface Heading {
  readonly line: number // from 1
  readonly depth: number
  /** Its text, with Markdown's inline markup. */
  readonly text: string
  /** The rule numbers in it, the leading one first: `6.1 and 7.2 Victory` covers 6.1 and 7.2. */
  readonly rules: readonly string[]
}

const HEADING = /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/

/** Returns the headings of a file. A comment in a fenced block isn't one. */
export function headingsOf(lines: readonly string[]): Heading[] {
  const isProse = proseLines(lines)
  return lines.flatMap((line, i) => {
    const [, marks = '', text = ''] = (isProse[i] === true ? HEADING.exec(line) : null) ?? []
    return text === '' ? [] : [{ line: i + 1, depth: marks.length, text, rules: rulesIn(text) }]
  })
}

/** Returns the rule numbers of a heading: the leading number, and every number with a dot. */
export function rulesIn(heading: string): string[] {
  const leading = /^(?:§ ?|rule )?(\d+(?:\.\d+)*)(?=[\s.:,]|$)/i.exec(heading)?.[1]
  const dotted = heading.match(/(?<![\w.])\d+(?:\.\d+)+(?!\.?\w)/g) ?? []
  return [...new Set([...(leading === undefined ? [] : [leading]), ...dotted])]
}

/** Returns whether a heading is the one that a section number or a title names. */
export function isNamed({ text, rules }: Pick<Heading, 'text' | 'rules'>, name: string): boolean {
  return rules.includes(name) || text.toLowerCase() === name.toLowerCase()
}

/** Returns which lines are outside of fenced blocks. */
export function proseLines(lines: readonly string[]): boolean[] {
  let fence = ''
  return lines.map((text) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark === undefined) return fence === ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    return false
  })
}
