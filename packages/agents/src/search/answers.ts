/** Answers that carry over to other states: the question's site and the options by value, not by index. */
import { selectionError, type Question } from '@ludoforge/kernel'

export interface PortableAnswer {
  readonly site: number
  readonly values: readonly number[] // the options picked, or the number
  readonly offer: number // the action of the offer taken, or -1
}

export function answerOf(question: Question, picks: readonly number[]): PortableAnswer {
  const { site, kind, values, offers } = question
  const [first] = picks
  if (kind === 'number') return { site, values: [...picks], offer: -1 }
  if (first !== undefined && first < 0) return { site, values: [], offer: offers[-1 - first] ?? -1 }
  return { site, values: picks.map((pick) => values[pick] ?? -1), offer: -1 }
}

/** Fills `picks` with the answer's picks for this question. Returns false if it isn't legal here. */
export function picksOf(question: Question, answer: PortableAnswer, picks: number[]): boolean {
  if (question.site !== answer.site) return false
  picks.length = 0
  if (answer.offer >= 0) {
    const at = question.offers.indexOf(answer.offer)
    if (at < 0) return false
    picks.push(-1 - at)
    return true
  }
  for (const value of answer.values) {
    const pick = question.kind === 'number' ? value : question.values.indexOf(value)
    if (pick >= 0 || question.kind === 'number') picks.push(pick)
    else if (question.kind === 'one') return false // of a set, the other values may still be legal
  }
  return selectionError(question, picks) === null
}

/** Returns a key that is equal for equal answers. */
export function keyOf(answers: readonly PortableAnswer[]): string {
  let key = ''
  for (const { site, values, offer } of answers)
    key += offer >= 0 ? `${site}!${offer};` : `${site}:${values.join()};`
  return key
}

/** Whether two answers have the same picks or, for numbers, about the same value. */
export function isSimilar(a: PortableAnswer, b: PortableAnswer, { kind }: Pick<Question, 'kind'>): boolean {
  if (a.offer !== b.offer || a.values.length !== b.values.length) return false
  if (kind === 'number') return isNear(a.values[0] ?? 0, b.values[0] ?? 0)
  return a.values.every((value) => b.values.includes(value))
}

const isNear = (a: number, b: number): boolean => 4 * Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b))

/** Returns the probability that a uniformly random answer is similar to this one. */
export function uniformProbability(
  { kind, values, offers, optional, min, max }: Question,
  answer: PortableAnswer,
): number {
  if (kind !== 'number')
    return 1 / Math.max(1, values.length + offers.length + (optional || kind === 'many' ? 1 : 0))
  const [number = min] = answer.values
  const [low, high] = number < 0 ? [(number * 4) / 3, (number * 3) / 4] : [(number * 3) / 4, (number * 4) / 3]
  return (Math.floor(Math.min(max, high)) - Math.ceil(Math.max(min, low)) + 1) / (max - min + 1)
}

const MAX_LISTED = 64

/** Returns every answer, or `null` if there are too many or answers are sets. */
export function allAnswers(question: Question): PortableAnswer[] | null {
  const { site, kind, values, min, max, optional, offers } = question
  if (kind === 'many' && max > 1) return null
  const count = kind === 'number' ? max - min + 1 : values.length
  if (count + offers.length > MAX_LISTED) return null
  const all: PortableAnswer[] = Array.from({ length: count }, (_, i) => ({
    site,
    values: [kind === 'number' ? min + i : (values[i] ?? -1)],
    offer: -1,
  }))
  if (optional || (kind === 'many' && min === 0)) all.push({ site, values: [], offer: -1 })
  for (const offer of offers) all.push({ site, values: [], offer })
  return all
}

const STEP_FACTOR = 1.6 // between sampled numbers
const MAX_ALL_NUMBERS = 8 // larger ranges are sampled

/** Like `allAnswers`, but samples a large range of numbers geometrically, with smaller steps at its lower end. */
export function sampleAnswers(question: Question): PortableAnswer[] | null {
  const { site, kind, min, max } = question
  if (kind !== 'number' || max - min < MAX_ALL_NUMBERS) return allAnswers(question)
  const sample: PortableAnswer[] = []
  for (let number = min; number < max; number = Math.max(number + 1, Math.round(number * STEP_FACTOR)))
    sample.push({ site, values: [number], offer: -1 })
  sample.push({ site, values: [max], offer: -1 })
  return sample
}
