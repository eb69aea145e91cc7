/** Which of several texts on a screen underlines a term: the first one. */
import type { BookTerm } from '@ludoforge/look'

/** The texts of one screen, by the terms in them. */
export class TermScope {
  readonly #texts = new Map<BookTerm, Set<Element>>()
  readonly #firsts = new Map<BookTerm, Element>()
  readonly #listeners = new Set<() => void>()

  /** Returns whether this text is the first with the term. */
  isFirst(term: BookTerm, text: Element | null): boolean {
    return text !== null && this.#firsts.get(term) === text
  }

  /** Adds a text with its terms. Returns a function that removes it. */
  add(text: Element, terms: readonly BookTerm[]): () => void {
    for (const term of terms) {
      const texts = this.#texts.get(term) ?? new Set()
      this.#texts.set(term, texts.add(text))
      const first = this.#firsts.get(term)
      if (first === undefined || isBefore(text, first)) this.#firsts.set(term, text)
    }
    this.#notify()
    return () => {
      for (const term of terms) this.#remove(term, text)
      this.#notify()
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #remove(term: BookTerm, text: Element): void {
    const texts = this.#texts.get(term)
    texts?.delete(text)
    if (this.#firsts.get(term) !== text) return
    const next = [...(texts ?? [])].reduce<Element | undefined>(
      (first, other) => (first === undefined || isBefore(other, first) ? other : first),
      undefined,
    )
    if (next === undefined) this.#firsts.delete(term)
    else this.#firsts.set(term, next)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function isBefore(text: Element, other: Element): boolean {
  return (text.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
