/** Small components used all over the table page. */
import type { RuleReference } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { useTable } from './context.js'
import { usePalette } from './palette.js'

/** A seat's name with its colour. */
export function SeatName({ id }: { readonly id: string }): ReactNode {
  const name = useTable(({ words }) => words.plainSeat(id))
  const colour = useSeatColour(id)
  return (
    <span className="seat-name">
      <span className="seat-dot" style={{ background: colour }} aria-hidden="true" />
      {name}
    </span>
  )
}

export function useSeatColour(id: string): string {
  const palette = usePalette()
  const colour = useTable(({ scene }) => scene.seats[id]?.colour)
  return colour === undefined ? 'var(--dim)' : palette.of(colour)
}

/** A rule number that opens the rulebook at that rule. */
export function RuleLink({ rule, place }: RuleReference): ReactNode {
  const read = useTable((state) => state.read)
  if (rule === undefined && place === undefined) return null
  const text = rule === undefined ? 'Rule' : `§ ${rule}`
  return (
    <button
      type="button"
      className="rule-link"
      title={`Read it in the rulebook${place === undefined ? '' : ` (${place})`}`}
      aria-label={rule === undefined ? 'Read the rule' : `Read rule ${rule}`}
      onClick={() => read({ rule, place })}
    >
      {text}
    </button>
  )
}

/** Says that the story and the log lack the turns before this visit. */
export function PastProblem(): ReactNode {
  const problem = useTable((state) => state.pastProblem)
  if (problem === undefined) return null
  return (
    <p className="notice bad" role="status">
      The turns before your visit couldn’t be loaded. Retrying automatically. <small>{problem}</small>
    </p>
  )
}
