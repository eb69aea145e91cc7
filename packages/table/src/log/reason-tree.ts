/** Explanations of why an option isn't offered, as a tree in reading order. */
import type { Reason } from '@ludoforge/play'

/** A reason and the reasons below it. `lead` connects it to its parent: `either:`, `or:`, `X lacks:`. */
export interface ReasonTree {
  readonly lead: string
  readonly text: string
  readonly rule?: string
  readonly place?: string
  readonly below: readonly ReasonTree[]
}

/** Builds the tree of a reason. A condition gets the prefix `it needs:`. */
export function reasonTree(reason: Reason, lead = ''): ReasonTree {
  const { allOf = [], noneWith = [], rule, place } = reason
  if (isAction(reason)) {
    const [only, ...more] = allOf
    if (only !== undefined && more.length === 0)
      return reasonTree({ ...only, needs: false }, `${lead}${reason.clause} needs: `)
  }
  const anyOf = isPlain(reason) ? [] : (reason.anyOf ?? [])
  const below = (reasons: readonly Reason[], leadOf: (reason: Reason, i: number) => string): ReasonTree[] =>
    reasons.map((part, i) => reasonTree({ ...part, needs: false }, leadOf(part, i)))
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

/** Returns what the nearest candidates lack, which explains more than the whole search. */
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

/** Checks for an action's name with the reasons why it isn't possible. */
function isAction({ needs, place, allOf }: Reason): boolean {
  return needs !== true && place === undefined && allOf !== undefined
}

/** Checks whether the alternatives add nothing to their clause. */
function isPlain({ clause, anyOf = [] }: Reason): boolean {
  return anyOf.every(
    (part) =>
      part.now === undefined &&
      part.anyOf === undefined &&
      part.allOf === undefined &&
      part.noneWith === undefined &&
      clause.includes(part.clause),
  )
}
