import { type Choice, type Decision, NO_MORE, THROUGHOUT } from '@ludoforge/kernel'

/** Converts an agent's picks (indexes) to a choice (names). */
export function choiceOfPicks({ kind, options, offers }: Decision, picks: readonly number[]): Choice {
  const [first] = picks
  if (picks.length === 2 && picks[1] === THROUGHOUT && first !== undefined)
    return { throughout: kind === 'number' ? first : (options[first]?.id ?? '') }
  if (kind === 'number') return first ?? []
  if (first !== undefined && first < 0) {
    const offer = offers[-1 - first]
    if (offer === undefined) throw new Error(`The decision has no offer with index ${-1 - first}.`)
    return { offer: offer.id }
  }
  const ended = kind === 'one' && picks.length > 1 && picks.at(-1) === NO_MORE
  const ids = (ended ? picks.slice(0, -1) : picks).map((pick) => {
    const option = options[pick]
    if (option === undefined) throw new Error(`The decision has no option with index ${pick}.`)
    return option.id
  })
  return kind === 'one' && !ended && ids.length === 1 ? (ids[0] ?? ids) : ids
}

/** Converts a choice (names) to picks (indexes). An illegal choice gives illegal picks. */
export function picksOfChoice(decision: Decision, choice: Choice): number[] {
  const { kind, options, offers, series } = decision
  if (typeof choice === 'number') return [choice]
  if (typeof choice === 'object' && 'offer' in choice)
    return [-1 - offers.findIndex(({ id }) => id === choice.offer)]
  if (typeof choice === 'object' && 'throughout' in choice)
    return [...picksOfChoice(decision, choice.throughout), THROUGHOUT]
  if (kind === 'number') return []
  const picks = (typeof choice === 'string' ? [choice] : choice).flatMap((text) => {
    const exact = options.findIndex(({ id }) => id === text)
    if (exact >= 0) return [exact]
    const [, times = '1', name = text] = /^(\d+) (.+)$/.exec(text) ?? []
    return Array.from({ length: Number(times) }, () => options.findIndex(({ id }) => id === name))
  })
  return series !== undefined && typeof choice === 'object' && picks.length > 0 ? [...picks, NO_MORE] : picks
}
