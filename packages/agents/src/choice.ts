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

/** The picks that an answer with names means; one that is not legal means none that are. */
export function picksOfChoice({ kind, options, offers }: Decision, choice: Choice): number[] {
  if (typeof choice === 'number') return [choice]
  if (typeof choice === 'object' && 'offer' in choice)
    return [-1 - offers.findIndex(({ id }) => id === choice.offer)]
  if (kind === 'number') return []
  return (typeof choice === 'string' ? [choice] : choice).flatMap((text) => {
    const known = options.findIndex(({ id }) => id === text)
    if (known >= 0) return [known]
    const [, times = '1', name = text] = /^(\d+) (.+)$/.exec(text) ?? []
    return Array.from({ length: Number(times) }, () => options.findIndex(({ id }) => id === name))
  })
}
