/** The glossary of a rulebook. */
import type { BookTerm } from '@ludoforge/look'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Place } from './book.js'
import { PlaceLink, type ReadingActions } from './place-link.js'

interface GlossaryProps {
  readonly terms: readonly BookTerm[]
  /** The term to scroll to. */
  readonly sought: string | undefined
  readonly reading: ReadingActions
  readonly under: number
}

export function Glossary({ terms, sought, reading, under }: GlossaryProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target = frame.current?.querySelector('.sought')
    if (target === null || target === undefined)
      frame.current?.closest('[role="tabpanel"], main')?.scrollTo(0, 0)
    else target.scrollIntoView({ block: 'center' })
  }, [sought])
  const Title = under === 1 ? 'h2' : 'h3'
  const shown = terms.filter(({ means, kind }) => means !== undefined || kind !== undefined)
  return (
    <div className="chapter glossary" ref={frame}>
      <Title>Glossary</Title>
      <dl>
        {shown.map((term) => (
          <div key={term.name} className={`entry${term.name === sought ? ' sought' : ''}`}>
            <dt>{term.name}</dt>
            <dd>
              {sentence(term.means ?? term.kind ?? '')}
              {term.also === undefined ? null : <span className="dim"> Also: {term.also.join(', ')}.</span>}{' '}
              <RuleOf term={term} reading={reading} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function RuleOf({
  term: { at, rule },
  reading,
}: {
  readonly term: BookTerm
  readonly reading: ReadingActions
}): ReactNode {
  if (at === undefined || rule === undefined) return null
  const place: Place = { page: 'chapter', ...at }
  return (
    <PlaceLink place={place} reading={reading}>
      {/^\d/.test(rule) ? `Rule ${rule}` : rule}
    </PlaceLink>
  )
}

/** A meaning as a sentence. */
function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
