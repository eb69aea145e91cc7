/** The clicks that an answer takes on the page. A double click is one: it marks and answers. */
import {
  choiceOf,
  defaultPicks,
  pickCount,
  type Picks,
  takesList,
  withAll,
} from '../../../../packages/web/src/table/question/selection.js'
import type { Given } from './wishes.js'

/** Returns how many clicks of somebody who knows the answer it takes. */
export function clicksFor({ decision, choice }: Given): number {
  const marked = defaultPicks(decision)
  if (typeof choice === 'object' && ('offer' in choice || 'throughout' in choice)) {
    if ('offer' in choice) return 1
    return JSON.stringify(choiceOf(decision, marked)) === JSON.stringify(choice.throughout) ? 1 : 2
  }
  if (typeof choice === 'number') return marked[0] === choice ? 1 : 2
  if (typeof choice === 'string' || choice.length === 0) return 1
  const ids = choice.flatMap(expanded)
  if (takesList(decision)) return ids.length > 1 ? ids.length : 2 // the last one by a double click
  const steps = decision.options.map(({ id }, option) => {
    const wanted = ids.filter((other) => other === id).length
    const all = withAll(decision, [], option)
    const now = pickCount(marked, option)
    return { count: stepsTo(wanted, now, all), isRow: now === 0 && wanted === all.length && wanted > 0 }
  })
  const confirms = steps.some(({ isRow }) => isRow) ? 0 : 1 // a double click on the last row answers
  return steps.reduce((sum, { count }) => sum + count, confirms)
}

/** Clicks on a row, which takes all or none, and on its buttons for one more and one less. */
function stepsTo(wanted: number, now: number, all: Picks): number {
  const row = now === 0 ? all.length : 0
  return Math.min(Math.abs(wanted - now), 1 + Math.abs(wanted - row))
}

function expanded(item: string): readonly string[] {
  const [, times = '1', id = item] = /^(\d+) (.+)$/.exec(item) ?? []
  return Array.from({ length: Number(times) }, () => id)
}
