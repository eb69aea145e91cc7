/** An answer built click by click. The kernel decides what is legal. */
import { type Choice, type Decision, isComplete, selectionError, selectable } from '@ludoforge/kernel'
import { likelyAnswer } from '@ludoforge/play'

/** Indexes of options, or the number itself for a number question. */
export type Picks = readonly number[]

type Selectable = Parameters<typeof selectable>[0]

function questionOf({ kind, options, offers, min, max, budget, optional }: Decision): Selectable {
  return {
    kind,
    values: options.map((_, i) => i),
    counts: options.map(({ count }) => count),
    costs: options.some(({ cost }) => cost !== undefined) ? options.map(({ cost = 0 }) => cost) : null,
    min,
    max,
    budget: budget ?? Number.MAX_SAFE_INTEGER,
    optional,
    offers: offers.map((_, i) => i),
  }
}

/** Whether a list answers the question for the rounds that follow as well. */
export function takesList({ kind, series = 0 }: Decision): boolean {
  return kind === 'one' && series > 1
}

/** Returns the question as one for several options, if a list answers it. */
function listQuestion(decision: Decision): Decision {
  const { series = 1, repeats = false, options } = decision
  if (!takesList(decision)) return decision
  const count = repeats ? series : 1
  return {
    ...decision,
    kind: 'many',
    min: 1,
    max: series,
    options: options.map((option) => ({ ...option, count })),
  }
}

/** Returns how often an option can be picked. */
export function maxPicks(decision: Decision, option: number): number {
  if (decision.kind === 'one' && !takesList(decision)) return 1
  return listQuestion(decision).options[option]?.count ?? 0
}

export function openOptions(decision: Decision, picks: Picks): readonly number[] {
  return selectable(questionOf(listQuestion(decision)), picks)
}

export function isAnswer(decision: Decision, picks: Picks): boolean {
  return isComplete(questionOf(picks.length > 1 ? listQuestion(decision) : decision), picks)
}

/** Returns the picks with which a question starts: the likely answer. A number that has none starts at its minimum. */
export function defaultPicks(decision: Decision | undefined): Picks {
  if (decision === undefined) return []
  return likelyAnswer(questionOf(decision)) ?? (decision.kind === 'number' ? [decision.min] : [])
}

/** Adds an option if that is legal. In a question for one option, it replaces the pick. If all of it is picked, removes it. */
export function withPick(decision: Decision, picks: Picks, option: number): Picks {
  if (decision.kind === 'one' && !takesList(decision)) return [option]
  if (openOptions(decision, picks).includes(option)) return [...picks, option]
  return picks.filter((pick) => pick !== option)
}

/** Adds as many of an option as is legal, or one to a list. If some of it is picked already, removes it. */
export function withAll(decision: Decision, picks: Picks, option: number): Picks {
  if (decision.kind === 'one') return withPick(decision, picks, option)
  if (picks.includes(option)) return picks.filter((pick) => pick !== option)
  let all = picks
  while (openOptions(decision, all).includes(option)) all = [...all, option]
  return all
}

/** Returns how many of an option the first click on its row picks. */
export const countAtClick = (decision: Decision, option: number): number =>
  pickCount(withAll(decision, [], option), option)

/** Changes how many of an option are picked, as far as that is legal. */
export function withCount(decision: Decision, picks: Picks, option: number, count: number): Picks {
  let changed = picks
  while (pickCount(changed, option) > Math.max(0, count)) changed = withoutPick(changed, option)
  while (pickCount(changed, option) < count && openOptions(decision, changed).includes(option))
    changed = [...changed, option]
  return changed
}

export function withoutPick(picks: Picks, option: number): Picks {
  const at = picks.lastIndexOf(option)
  return at < 0 ? picks : picks.toSpliced(at, 1)
}

export function pickCount(picks: Picks, option: number): number {
  return picks.filter((pick) => pick === option).length
}

export function choiceOf(decision: Decision, picks: Picks): Choice {
  if (decision.kind === 'number') return picks[0] ?? []
  const ids = picks.map((pick) => decision.options[pick]?.id ?? '')
  return decision.kind === 'one' && ids.length < 2 ? (ids[0] ?? []) : ids
}

/**
 * Returns the other answer that the picks can mean: a list of one and no more, only the first of a list where an extra
 * action can follow it, or an answer throughout. Returns `undefined` if there is none.
 */
export function otherChoiceOf(decision: Decision, picks: Picks): Choice | undefined {
  const [first, ...more] = picks
  if (first === undefined || !isAnswer(decision, picks)) return undefined
  const { throughout, kind, options, offers, repeats } = decision
  const id = options[first]?.id ?? ''
  if (throughout === true) return { throughout: kind === 'number' ? first : id }
  if (!takesList(decision)) return undefined
  if (more.length > 0) return offers.length > 0 ? id : undefined
  return options.length > 1 || repeats === true ? [id] : undefined
}

/** Returns the places of an option in a list: `1`, `2, 3`. Empty if the question takes no list, or it isn't picked. */
export function orderText(decision: Decision, picks: Picks, option: number): string {
  if (!takesList(decision)) return ''
  return picks.flatMap((pick, i) => (pick === option ? [i + 1] : [])).join(', ')
}

/** Returns the picks of a choice, or `undefined` if it takes an offer or names an unknown option. */
export function picksOf(decision: Decision, choice: Choice): Picks | undefined {
  if (typeof choice === 'number') return [choice]
  if (typeof choice === 'object' && 'offer' in choice) return undefined
  if (typeof choice === 'object' && 'throughout' in choice) return picksOf(decision, choice.throughout)
  const ids = typeof choice === 'string' ? [choice] : choice
  const picks = ids.map((id) => decision.options.findIndex((option) => option.id === id))
  return picks.includes(-1) ? undefined : picks
}

/** Returns how many options may be chosen, and how many are. */
export function countText(decision: Decision, picks: Picks): string {
  const { kind, min, max, budget, options, optional, series } = decision
  if (kind === 'number') return `Choose a number from ${min} to ${max}.`
  if (takesList(decision))
    return picks.length < 2
      ? `Choose one, or up to ${series} in order.`
      : `${picks.length} chosen, at most ${series}.`
  if (kind === 'one') return optional && options.length > 0 ? 'Choose one or none.' : ''
  const all = options.reduce((sum, { count }) => sum + count, 0)
  const size =
    min === max
      ? `exactly ${max}`
      : min > 0
        ? `${min} to ${max}`
        : max >= all
          ? 'any number'
          : `at most ${max}`
  const spent = picks.reduce((sum, pick) => sum + (options[pick]?.cost ?? 0), 0)
  const cost = budget === undefined ? '' : ` Cost: ${spent} of ${budget}.`
  return `${picks.length} chosen, ${size}.${cost}`
}

/** Returns what is missing or wrong, or an empty string if the answer is legal. */
export function missingText(decision: Decision, picks: Picks): string {
  const { kind, min } = decision
  if (kind === 'many' && picks.length < min) {
    const more = min - picks.length
    return more === 1 ? 'Choose one more.' : `Choose ${more} more.`
  }
  return selectionError(questionOf(decision), picks) ?? ''
}
