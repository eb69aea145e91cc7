/** Checks that the sections which `terms` and `start` name exist in the folder's prose. */
import { didYouMean, type Reporter } from '../diagnostics/index.js'
import { type Heading, isNamed } from '../headings.js'
import type { Declarations } from './declarations.js'

export function checkSections(
  { terms = [], start = [] }: Pick<Declarations, 'terms' | 'start'>,
  headingsIn: () => readonly Heading[],
  reporter: Reporter,
): void {
  const named = [...start, ...terms.flatMap(({ rule }) => rule ?? [])]
  if (named.length === 0) return
  const headings = headingsIn()
  const known = headings.flatMap(({ text, rules }) => [text, ...rules])
  for (const { text, span } of named)
    if (!headings.some((heading) => isNamed(heading, text)))
      reporter.error(
        'unknown-section',
        span,
        `The rulebook has no section \`${text}\`.`,
        didYouMean(text, known) ?? 'name a section by its number or its title',
      )
}
