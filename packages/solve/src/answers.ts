import { isComplete, type Question, selectable } from '@ludoforge/kernel'
import { Unsolvable } from './unsolvable.js'

const MAX_ANSWERS = 10_000

/** Returns every legal answer to a question, as picks. Throws Unsolvable if there are too many. */
export function legalAnswers(question: Question): readonly (readonly number[])[] {
  const { kind, min, max, values, optional, offers } = question
  const offered = offers.map((_, i) => [-1 - i])
  if (kind === 'number') {
    checkCount(max - min + 1)
    return Array.from({ length: max - min + 1 }, (_, i) => [min + i])
  }
  if (kind === 'one') {
    checkCount(values.length)
    return [...values.map((_, i) => [i]), ...(optional ? [[]] : []), ...offered]
  }
  return [...subsets(question), ...offered]
}

/** The answers to a question for several options, each as a sorted list: their order makes no difference. */
function subsets(question: Question): number[][] {
  const found: number[][] = []
  const extend = (picks: number[]): void => {
    if (isComplete(question, picks)) {
      found.push(picks)
      checkCount(found.length)
    }
    if (picks.length >= question.max) return
    const last = picks.at(-1) ?? 0
    for (const option of selectable(question, picks)) if (option >= last) extend([...picks, option])
  }
  extend([])
  return found
}

function checkCount(count: number): void {
  if (count > MAX_ANSWERS)
    throw new Unsolvable(`A question has more than ${MAX_ANSWERS} answers. Choose a smaller scenario.`)
}
