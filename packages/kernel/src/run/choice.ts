/** Converts between questions of integers and decisions with names. */
import { IllegalChoice } from '../errors.js'
import type { QuestionSite } from '../link/question.js'
import type { Names } from '../layout/names.js'
import { timingOf } from '../layout/timings.js'
import type { Choice, Offer, Option, Subject } from '../protocol.js'
import type { OpenQuestion } from './questions.js'
import { NO_MORE, THROUGHOUT } from './selection.js'
import type { Slot, State } from '../layout/state.js'

/** Returns the stable id of an option. */
function optionId(names: Names, s: State, q: QuestionSite, value: number): string {
  return q.kind === 'alternatives' ? q.ids[value] : names.id(s, q.type, value)
}

export function optionIds(names: Names, s: State, q: QuestionSite, asked: OpenQuestion): string[] {
  return asked.values.map((value) => optionId(names, s, q, value))
}

export function optionsOf(
  names: Names,
  s: State,
  q: QuestionSite,
  asked: OpenQuestion,
  label: (i: number) => string,
): Option[] {
  const ids = optionIds(names, s, q, asked)
  return ids.map((id, i) => ({
    id,
    label: label(asked.values[i]),
    count: asked.counts === null ? 1 : asked.counts[i],
    ...(asked.costs === null ? {} : { cost: asked.costs[i] }),
  }))
}

export function offersOf(names: Names, s: State, q: QuestionSite, asked: OpenQuestion): Offer[] {
  if (q.offering === null) return []
  const window = names.scalar('action', q.offering.window)
  const timing = timingOf(asked.timing)
  return asked.offers.map((action) => ({
    id: names.scalar('action', action),
    label: names.label(s, 'action', action),
    window,
    timing,
  }))
}

/** Returns the subject of a question, if it has one. */
export function subjectOf(
  names: Names,
  s: State,
  q: QuestionSite,
  seat: number,
  compute: ((s: State, k: Slot[], fp: number, seat: number) => number) | undefined,
): { readonly subject?: Subject } {
  const value = compute?.(s, s.k, s.fp, seat) ?? -1
  if (q.subject === undefined || value < 0) return {}
  const type = q.subject as Subject['type']
  return { subject: { type, id: names.id(s, type, value), label: names.label(s, type, value) } }
}

/** Converts picks to a choice by names. */
export function choiceOf(
  names: Names,
  s: State,
  q: QuestionSite,
  asked: OpenQuestion,
  picks: readonly number[],
): Choice {
  if (asked.kind === 'number' && picks.length === 2) return { throughout: picks[0] }
  if (asked.kind === 'number') return picks.length === 0 ? [] : picks[0]
  if (picks.length > 0 && picks[0] < 0) return { offer: names.scalar('action', asked.offers[-1 - picks[0]]) }
  if (picks.length === 2 && picks[1] === THROUGHOUT)
    return { throughout: optionId(names, s, q, asked.values[picks[0]]) }
  if (asked.kind === 'one' && picks.length > 1)
    return picks.slice(0, -1).map((p) => optionId(names, s, q, asked.values[p]))
  const chosen = picks.map((p) => optionId(names, s, q, asked.values[p]))
  return asked.kind === 'one' && chosen.length === 1 ? chosen[0] : chosen
}

/** The same for an answer that is stored as values. */
export function namesOf(names: Names, s: State, q: QuestionSite, asked: OpenQuestion, answer: Slot): Choice {
  if (typeof answer !== 'number') return answer.map((value) => optionId(names, s, q, value))
  if (answer === -1 && asked.optional) return []
  return asked.kind === 'number' ? answer : optionId(names, s, q, answer)
}

/** Converts a choice by names to picks. Throws IllegalChoice if a name is not offered. */
export function picksOf(
  names: Names,
  s: State,
  q: QuestionSite,
  asked: OpenQuestion,
  choice: Choice,
): number[] {
  if (isOffer(choice)) return [pickOfOffer(names, asked, choice.offer)]
  if (isThroughout(choice)) return [...picksOf(names, s, q, asked, choice.throughout), THROUGHOUT]
  if (asked.kind === 'number') return [numberOf(asked, choice)].flat()
  const ids = optionIds(names, s, q, asked)
  const list: readonly unknown[] = Array.isArray(choice) ? choice : [choice]
  const picks: number[] = []
  for (const item of list) {
    const text = typeof item === 'number' ? String(item) : item
    if (typeof text !== 'string') throw new IllegalChoice('An answer must name options by their ids.')
    const whole = ids.indexOf(text)
    if (whole >= 0) {
      picks.push(whole)
      continue
    }
    const [, times, repeated] = (asked.kind === 'many' ? /^(\d{1,6}) (.+)$/.exec(text) : null) ?? []
    const at = repeated === undefined ? -1 : ids.indexOf(repeated)
    if (at < 0) throw new IllegalChoice(notOffered(q, ids, text))
    const n = Number(times)
    if (n > asked.max) throw new IllegalChoice(`At most ${asked.max} can be chosen, not ${n}.`)
    for (let i = 0; i < n; i++) picks.push(at)
  }
  if (asked.series > 0 && Array.isArray(choice) && picks.length > 0) picks.push(NO_MORE)
  return picks
}

/** Returns whether a choice takes an offer. */
export function isOffer(choice: unknown): choice is { readonly offer: string } {
  return typeof choice === 'object' && choice !== null && 'offer' in choice
}

/** Returns whether a choice answers a question throughout a series. */
function isThroughout(choice: unknown): choice is { readonly throughout: string | number } {
  return typeof choice === 'object' && choice !== null && 'throughout' in choice
}

function pickOfOffer(names: Names, asked: OpenQuestion, offer: unknown): number {
  const ids = asked.offers.map((action) => names.scalar('action', action))
  const at = ids.indexOf(String(offer))
  if (at >= 0) return -1 - at
  const known = ids.length === 0 ? 'No action is offered here.' : `Offered actions: ${ids.join(', ')}.`
  throw new IllegalChoice(`The action '${String(offer).slice(0, 80)}' is not offered. ${known}`)
}

function numberOf(asked: OpenQuestion, choice: Choice): number | number[] {
  const value: unknown = Array.isArray(choice) && choice.length === 1 ? choice[0] : choice
  if (Array.isArray(value) && value.length === 0 && asked.optional) return []
  if (typeof value === 'number') return value
  if (typeof value === 'string' && /^-?\d{1,10}$/.test(value)) return Number(value)
  throw new IllegalChoice(`The answer must be a whole number from ${asked.min} to ${asked.max}.`)
}

function notOffered(q: QuestionSite, ids: readonly string[], text: string): string {
  const shown = ids.slice(0, 12).join(', ') + (ids.length > 12 ? ', ...' : '')
  return `'${text.slice(0, 80)}' is not offered for ${q.name}. Offered: ${shown}.`
}
