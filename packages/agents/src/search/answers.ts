/** Answers that can be given again in another position: the place that asks, and options by value. */
import { problem, type Question } from '@ludoforge/kernel'

export interface PortableAnswer {
  readonly site: number
  readonly values: readonly number[] // what was picked; of a range, the number
  readonly offer: number // the action of the offer that was taken, or -1
}

export function answerOf(question: Question, picks: readonly number[]): PortableAnswer {
  const { site, kind, values, offers } = question
  const [first] = picks
  if (kind === 'number') return { site, values: [...picks], offer: -1 }
  if (first !== undefined && first < 0) return { site, values: [], offer: offers[-1 - first] ?? -1 }
  return { site, values: picks.map((pick) => values[pick] ?? -1), offer: -1 }
}

/** Fills `picks` with what the answer means here; false if it cannot be given. */
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
    else if (question.kind === 'one') return false // of a set the rest may do
  }
  return problem(question, picks) === null
}

/** A text that is the same for the same answers. */
export function keyOf(answers: readonly PortableAnswer[]): string {
  let key = ''
  for (const { site, values, offer } of answers)
    key += offer >= 0 ? `${site}!${offer};` : `${site}:${values.join()};`
  return key
}

/** The same picks; of numbers, about as much. */
export function isSimilar(a: PortableAnswer, b: PortableAnswer, { kind }: Pick<Question, 'kind'>): boolean {
  if (a.offer !== b.offer || a.values.length !== b.values.length) return false
  if (kind === 'number') return isNear(a.values[0] ?? 0, b.values[0] ?? 0)
  return a.values.every((value) => b.values.includes(value))
}

const isNear = (a: number, b: number): boolean => 4 * Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b))

/** How likely it is to answer like that by lot. */
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

const MOST_LISTED = 64

/** Every answer, where there are few and none is a set of several; otherwise null. */
export function allAnswers(question: Question): PortableAnswer[] | null {
  const { site, kind, values, min, max, optional, offers } = question
  if (kind === 'many' && max > 1) return null
  const count = kind === 'number' ? max - min + 1 : values.length
  if (count + offers.length > MOST_LISTED) return null
  const all: PortableAnswer[] = Array.from({ length: count }, (_, i) => ({
    site,
    values: [kind === 'number' ? min + i : (values[i] ?? -1)],
    offer: -1,
  }))
  if (optional || (kind === 'many' && min === 0)) all.push({ site, values: [], offer: -1 })
  for (const offer of offers) all.push({ site, values: [], offer })
  return all
}

const RUNGS = 1.6 // a rung of a ladder is so much higher than the one below
const ALL_NUMBERS = 8

/** As all, but of many numbers only some, close together where they are low; null where answers are sets of several. */
export function sampleAnswers(question: Question): PortableAnswer[] | null {
  const { site, kind, min, max } = question
  if (kind !== 'number' || max - min < ALL_NUMBERS) return allAnswers(question)
  const rungs: PortableAnswer[] = []
  for (let rung = min; rung < max; rung = Math.max(rung + 1, Math.round(rung * RUNGS)))
    rungs.push({ site, values: [rung], offer: -1 })
  rungs.push({ site, values: [max], offer: -1 })
  return rungs
}
