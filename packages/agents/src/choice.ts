import type { Choice, Decision } from '@ludoforge/kernel'

/** Converts an agent's picks (indexes) to a choice (names). */
export function choiceOfPicks({ kind, options, offers }: Decision, picks: readonly number[]): Choice {
  const [first] = picks
  if (kind === 'number') return first ?? []
  if (first !== undefined && first < 0) {
    const offer = offers[-1 - first]
    if (offer === undefined) throw new Error(`The decision has no offer with index ${-1 - first}.`)
    return { offer: offer.id }
  }
  const ids = picks.map((pick) => {
    const option = options[pick]
    if (option === undefined) throw new Error(`The decision has no option with index ${pick}.`)
    return option.id
  })
  return kind === 'one' && ids.length === 1 ? (ids[0] ?? ids) : ids
}

/** Converts a choice (names) to picks (indexes). An illegal choice gives illegal picks. */
export function picksOfChoice({ kind, options, offers }: Decision, choice: Choice): number[] {
  if (typeof choice === 'number') return [choice]
  if (typeof choice === 'object' && 'offer' in choice)
    return [-1 - offers.findIndex(({ id }) => id === choice.offer)]
  if (kind === 'number') return []
  return (typeof choice === 'string' ? [choice] : choice).flatMap((text) => {
    const exact = options.findIndex(({ id }) => id === text)
    if (exact >= 0) return [exact]
    const [, times = '1', name = text] = /^(\d+) (.+)$/.exec(text) ?? []
    return Array.from({ length: Number(times) }, () => options.findIndex(({ id }) => id === name))
  })
}
