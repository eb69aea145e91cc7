/** An answer built click by click. The kernel decides what is legal. */
import { type Choice, type Decision, isComplete, selectionError, selectable } from '@ludoforge/kernel'

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

export function openOptions(decision: Decision, picks: Picks): readonly number[] {
  return selectable(questionOf(decision), picks)
}

export function isAnswer(decision: Decision, picks: Picks): boolean {
  return isComplete(questionOf(decision), picks)
}

/** Adds an option if that is legal. In a question for one option, it replaces the pick. */
export function withPick(decision: Decision, picks: Picks, option: number): Picks {
  if (decision.kind === 'one') return [option]
  if (openOptions(decision, picks).includes(option)) return [...picks, option]
  // A second click on a single option removes it.
  return decision.options[option]?.count === 1 ? withoutPick(picks, option) : picks
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
  return decision.kind === 'one' ? (ids[0] ?? []) : ids
}

/** Returns the picks of a choice, or `undefined` if it takes an offer or names an unknown option. */
export function picksOf(decision: Decision, choice: Choice): Picks | undefined {
  if (typeof choice === 'number') return [choice]
  if (typeof choice === 'object' && 'offer' in choice) return undefined
  const ids = typeof choice === 'string' ? [choice] : choice
  const picks = ids.map((id) => decision.options.findIndex((option) => option.id === id))
  return picks.includes(-1) ? undefined : picks
}

/** Returns how many options may be chosen, and how many are. */
export function countText(decision: Decision, picks: Picks): string {
  const { kind, min, max, budget, options, optional } = decision
  if (kind === 'number') return `Choose a number from ${min} to ${max}.`
  if (kind === 'one') return optional && options.length > 0 ? 'Choose one or none.' : ''
  const all = options.reduce((sum, { count }) => sum + count, 0)
  const size =
    min === max ? `exactly ${max}` : min > 0 ? `${min} to ${max}` : max >= all ? 'any number' : `up to ${max}`
  const spent = picks.reduce((sum, pick) => sum + (options[pick]?.cost ?? 0), 0)
  const cost = budget === undefined ? '' : ` Cost: ${spent} of ${budget}.`
  return `${picks.length} chosen (${size}).${cost}`
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
