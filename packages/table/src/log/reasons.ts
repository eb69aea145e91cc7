/** Why something is not offered, in an order in which it can be read aloud. */
import type { Reason } from '@ludoforge/play'

/** One reason, and below it what it comes down to. `lead` says how it belongs to what stands above it. */
export interface ReasonTree {
  readonly lead: string
  readonly text: string
  readonly rule?: string
  readonly place?: string
  readonly below: readonly ReasonTree[]
}

/** Of a clause that is a condition it is said that it must hold. */
export function reasonTree(reason: Reason, lead = ''): ReasonTree {
  const { allOf = [], noneWith = [], rule, place } = reason
  if (isAction(reason)) {
    const [only, ...more] = allOf
    if (only !== undefined && more.length === 0)
      return reasonTree({ ...only, needs: false }, `${lead}${reason.clause} needs: `)
  }
  const anyOf = isPlain(reason) ? [] : (reason.anyOf ?? [])
  const below = (reasons: readonly Reason[], leads: (one: Reason, i: number) => string): ReasonTree[] =>
    reasons.map((one, i) => reasonTree({ ...one, needs: false }, leads(one, i)))
  const nearest = nearestOf(reason)
  return {
    lead,
    text: `${reason.needs === true ? 'it needs: ' : ''}${reason.clause}${reason.now === undefined ? '' : ` (${reason.now})`}`,
    ...(rule === undefined ? {} : { rule }),
    ...(place === undefined ? {} : { place }),
    below: [
      ...below(anyOf, (_, i) => (i === 0 ? 'either: ' : 'or: ')),
      ...below(allOf, ({ of }) => (of === undefined ? '- ' : `${of} lacks: `)),
      ...(nearest.length > 0
        ? below(nearest, ({ of }, i) => (i === 0 ? nearestText(of ?? '') : 'and: '))
        : below(noneWith, (_, i) => (i === 0 ? 'but there is none with: ' : 'nor with: '))),
    ],
  }
}

/** Of what was looked for, what comes nearest: what that lacks says more than all that was looked for. */
function nearestOf({ noneWith = [] }: Reason): readonly Reason[] {
  const [only, ...more] = noneWith
  const { allOf = [] } = more.length === 0 ? (only ?? {}) : {}
  return allOf.every(({ of }) => of !== undefined) ? allOf : []
}

function nearestText(names: string): string {
  return names.includes(', ')
    ? `nearest are ${names}, but they need: `
    : `nearest is ${names}, but it needs: `
}

/** The name of an action, and below it why it is not possible. */
function isAction({ needs, place, allOf }: Reason): boolean {
  return needs !== true && place === undefined && allOf !== undefined
}

/** Alternatives that say no more than the clause that names them all. */
function isPlain({ clause, anyOf = [] }: Reason): boolean {
  return anyOf.every(
    (one) =>
      one.now === undefined &&
      one.anyOf === undefined &&
      one.allOf === undefined &&
      one.noneWith === undefined &&
      clause.includes(one.clause),
  )
}
