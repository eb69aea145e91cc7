import type { Choice, Decision } from '@ludoforge/kernel'

/** The answer with names that an agent's picks mean. */
export function choiceOfPicks({ kind, options, offers }: Decision, picks: readonly number[]): Choice {
  const [first] = picks
  if (kind === 'number') return first ?? []
  if (first !== undefined && first < 0) {
    const offer = offers[-1 - first]
    if (offer === undefined) throw new Error(`There is no offer ${-1 - first}.`)
    return { offer: offer.id }
  }
  const ids = picks.map((pick) => {
    const option = options[pick]
    if (option === undefined) throw new Error(`There is no option ${pick}.`)
    return option.id
  })
  return kind === 'one' && ids.length === 1 ? (ids[0] ?? ids) : ids
}
