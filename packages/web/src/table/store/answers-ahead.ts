/** Follows the lists with which the player answered ahead, and finds those that the rules cut short. */
import type { Choice, Decision, Option, StepEvent } from '@ludoforge/kernel'

/** A list that answers a question for several rounds. */
export interface AheadList {
  readonly question: Pick<Decision, 'seat' | 'name' | 'place' | 'action'>
  /** The items whose rounds are still to come. */
  readonly rest: readonly Pick<Option, 'id' | 'label'>[]
}

/** Returns the list that an answer starts, or `undefined` if it is for one round only. */
export function aheadList(decision: Decision, choice: Choice): AheadList | undefined {
  if (decision.series === undefined || !Array.isArray(choice) || choice.length < 2) return undefined
  const { seat, name, place, action, options } = decision
  const question = {
    seat,
    name,
    ...(place === undefined ? {} : { place }),
    ...(action === undefined ? {} : { action }),
  }
  const labelOf = (id: string): string => options.find((option) => option.id === id)?.label ?? ''
  return { question, rest: choice.map((id) => ({ id, label: labelOf(id) })) }
}

interface Followed {
  /** The lists that still have items. */
  readonly ahead: readonly AheadList[]
  /** The lists that ended before their last item. */
  readonly dropped: readonly AheadList[]
}

/** Follows the lists through a step and to the question after it. */
export function followLists(
  lists: readonly AheadList[],
  events: readonly StepEvent[],
  asked: readonly Decision[],
): Followed {
  const ahead: AheadList[] = []
  const dropped: AheadList[] = []
  for (const list of lists) {
    const rest = restAfter(list, events)
    if (rest.length === 0) continue
    const isOver =
      asked.some((decision) => decision.series !== undefined && isSame(list.question, decision)) ||
      events.some((event) => ends(list.question, event))
    ;(isOver ? dropped : ahead).push({ ...list, rest })
  }
  return { ahead, dropped }
}

function restAfter({ question, rest }: AheadList, events: readonly StepEvent[]): AheadList['rest'] {
  let left = rest
  for (const event of events)
    if (event.type === 'chose' && isSame(question, event) && event.choice === left[0]?.id)
      left = left.slice(1)
  return left
}

const isSame = (
  { seat, name, place }: AheadList['question'],
  other: { readonly seat: string; readonly name: string; readonly place?: string },
): boolean =>
  seat === other.seat &&
  name === other.name &&
  (place === undefined || other.place === undefined || place === other.place)

/** Whether the action that asks the question has ended, or the game has. */
const ends = ({ seat, action }: AheadList['question'], event: StepEvent): boolean =>
  event.type === 'over' || (event.type === 'ended' && event.action === action && event.seat === seat)
