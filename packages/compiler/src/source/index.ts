/** The source files of a game folder, and locations in them. */
export { isNonEmpty, type NonEmpty, onlyItem, ownValue } from './non-empty.js'

/** A file of a game folder. */
export interface SourceFile {
  readonly path: string // relative to the game folder, with forward slashes
  readonly text: string
}

/** A location in a file. Lines and columns count from 1; columns and lengths are UTF-16 units, as in editors. */
export interface Span {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly length: number
}

/** Splits a text at LF, CRLF or CR, and drops a byte order mark. */
export function splitLines(text: string): string[] {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  return plain.includes('\r') ? plain.split(/\r\n|\n|\r/) : plain.split('\n')
}

/** Limit on the lines searched around an error, so that many errors in a long list stay cheap. */
const MAX_DISTANCE = 1000

/** The texts by path, so that a diagnostic can quote the line of its `Span`. */
export class Sources {
  readonly #texts = new Map<string, string>()
  readonly #lines = new Map<string, readonly string[]>() // split on first use

  constructor(files: Iterable<SourceFile> = []) {
    for (const file of files) this.add(file)
  }

  add(file: SourceFile): void {
    this.#texts.set(file.path, file.text)
    this.#lines.delete(file.path)
  }

  /** The text of one line. Returns `undefined` if there is no such file or line. */
  line(path: string, line: number): string | undefined {
    let lines = this.#lines.get(path)
    if (lines === undefined) {
      const text = this.#texts.get(path)
      if (text === undefined) return undefined
      this.#lines.set(path, (lines = splitLines(text)))
    }
    return lines[line - 1]
  }

  /**
   * The text an error in a line may invalidate: the line itself, the deeper lines below it, and the line that
   * contains them all.
   */
  around(path: string, line: number): string {
    const own = this.line(path, line)
    if (own === undefined) return ''
    const deep = indentOf(own)
    const found = [own]
    for (let at = line - 1; at > Math.max(0, line - MAX_DISTANCE); at -= 1) {
      const above = this.line(path, at) ?? ''
      if (above.startsWith('```')) break
      if (above.trim() === '' || indentOf(above) >= deep) continue
      found.unshift(above)
      break
    }
    for (let at = line + 1; at < line + MAX_DISTANCE; at += 1) {
      const below = this.line(path, at)
      if (below === undefined || (below.trim() !== '' && indentOf(below) <= deep)) break
      found.push(below)
    }
    return found.join('\n')
  }

  /** The nearest Markdown heading above a line of a fenced block, without its number. */
  heading(path: string, line: number): { readonly level: number; readonly title: string } | undefined {
    let fenced = true
    for (let at = line; at > 0; at -= 1) {
      const text = this.line(path, at) ?? ''
      if (text.startsWith('```')) fenced = !fenced
      const [, level, title] = fenced ? [] : (/^(#+)\s+(?:\d+(?:\.\d+)*\.?\s+)?(.+?)\s*#*$/.exec(text) ?? [])
      if (level !== undefined && title !== undefined) return { level: level.length, title }
    }
    return undefined
  }
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const NAME = /[0-9]*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*/g

/** Every word of a text that could be a name, and the names of tokens' actions: `shaded of card-3`. */
export function namesIn(text: string): readonly string[] {
  const tied = [...text.matchAll(/(?<![\w-])([\w-]+)\s+of\s+([\w-]+)/g)].map(
    ([, word, of]) => `${word}-of-${of}`,
  )
  return [...(text.match(NAME) ?? []), ...tied]
}

/** Reading order: by file, then line, then column, then length. */
export function compareSpans(left: Span, right: Span): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1
  return left.line - right.line || left.column - right.column || left.length - right.length
}

/** A location as `file:line:column`, for messages that name a second one. */
export function formatLocation(span: Span): string {
  return `${span.file}:${span.line}:${span.column}`
}
