import type { Paint } from '../terminal.js'

interface Heading {
  readonly text: string
  readonly rule: string | undefined
  written: boolean
}

/**
 * Lines of a log under headings, further in the deeper they belong. A heading is written as soon as something
 * is told under it; a rule is named where another one begins.
 */
export class Groups {
  readonly lines: string[] = []
  readonly #open: Heading[] = []
  #known = 0 // so many headings were written before this log begins
  #rule: string | undefined

  constructor(private readonly paint: Paint) {}

  open(text: string, rule: string | undefined): void {
    this.#open.push({ text, rule, written: false })
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed?.written === true) this.#rule = this.#open.at(-1)?.rule
    this.#known = Math.min(this.#known, this.#open.length)
  }

  /** From here on it is written. What is open was told before: one line says where we are. */
  begin(): void {
    this.lines.length = 0
    this.#known = this.#open.length
    this.#rule = undefined
    for (const heading of this.#open) heading.written = false
  }

  write(sentences: readonly string[], rule: string | undefined): void {
    if (sentences.length === 0) return
    this.headings()
    sentences.forEach((sentence, i) => this.#line(sentence, i === 0 ? rule : undefined))
  }

  /** Everything that is open has its heading. */
  headings(): void {
    const before = this.#open.slice(0, this.#known).filter(({ written }) => !written)
    if (before.length > 0) {
      const path = this.#open.slice(0, this.#known)
      this.lines.push(this.paint.dim(path.map(({ text }) => text).join(' › ')))
      for (const heading of path) heading.written = true
      this.#rule = path.at(-1)?.rule
    }
    this.#open.forEach((heading, depth) => {
      if (heading.written) return
      heading.written = true
      this.#line(heading.text, heading.rule, depth)
      this.#rule = heading.rule
    })
  }

  #line(sentence: string, rule: string | undefined, depth = this.#open.length): void {
    const note = rule === undefined || rule === this.#rule ? '' : this.paint.dim(` (${rule})`)
    if (rule !== undefined) this.#rule = rule
    const indent = '  '.repeat(Math.max(0, depth - Math.max(0, this.#known - 1)))
    this.lines.push(`${indent}${sentence}${note}`)
  }
}
