import type { Paint } from '../terminal.js'

interface Heading {
  readonly text: string
  readonly rule: string | undefined
  written: boolean
  /** The last line under it is one that others follow from. */
  led: boolean
}

/**
 * Lines of a log under headings, further in the deeper they belong. A heading is written as soon as something
 * is told under it; a rule is named where another one begins. What follows from a line stands further in.
 */
export class Groups {
  readonly lines: string[] = []
  readonly #open: Heading[] = []
  readonly #top = { led: false } // what stands under no heading
  #known = 0 // so many headings were written before this log begins
  #rule: string | undefined

  constructor(private readonly paint: Paint) {}

  open(text: string, rule: string | undefined): void {
    this.#open.push({ text, rule, written: false, led: false })
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed?.written === true) {
      this.#rule = this.#open.at(-1)?.rule
      this.#here.led = false
    }
    this.#known = Math.min(this.#known, this.#open.length)
  }

  /** From here on it is written. What is open was told before: one line says where we are. */
  begin(): void {
    this.lines.length = 0
    this.#known = this.#open.length
    this.#rule = undefined
    this.#top.led = false
    for (const heading of this.#open) {
      heading.written = false
      heading.led = false
    }
  }

  /** A line of its own, from which others may follow. */
  write(sentence: string, rule: string | undefined): void {
    this.headings()
    this.#line(sentence, rule, this.#open.length)
    this.#here.led = true
  }

  /** What follows from the line before, if there is one. */
  follow(sentence: string, rule: string | undefined): void {
    this.headings()
    this.#line(sentence, rule, this.#open.length + (this.#here.led ? 1 : 0))
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

  get #here(): { led: boolean } {
    return this.#open.at(-1) ?? this.#top
  }

  #line(sentence: string, rule: string | undefined, depth: number): void {
    const note = rule === undefined || rule === this.#rule ? '' : this.paint.dim(` (${rule})`)
    if (rule !== undefined) this.#rule = rule
    const indent = '  '.repeat(Math.max(0, depth - Math.max(0, this.#known - 1)))
    this.lines.push(`${indent}${sentence}${note}`)
  }
}
