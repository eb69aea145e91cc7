/** Explanations of why an option isn't offered, as a tree in reading order. */
import type { Reason } from '@ludoforge/play'

/** A reason and the reasons below it. `lead` connects it to its parent: `nearest is Hill: `. */
export interface ReasonTree {
  readonly lead: string
  readonly text: string
  /** The condition as the rules write it, for readers who want to see it. */
  readonly code?: string
  readonly rule?: string
  readonly place?: string
  readonly below: readonly ReasonTree[]
}

/** Builds the tree of a reason. Parts that only repeat their parent are left out. */
export function reasonTree(reason: Reason, lead = ''): ReasonTree {
  const { text, code, rule, place, allOf = [], noneWith = [] } = reason
  const [only, ...more] = allOf
  if (isAction(reason) && only !== undefined && more.length === 0) return reasonTree(only, `${lead}${text}: `)
  const anyOf = isRepeated(reason.anyOf, reason) ? [] : (reason.anyOf ?? [])
  const parts = isRepeated(reason.allOf, reason) ? [] : allOf
  const nearest = nearestOf(reason)
  const below = (reasons: readonly Reason[], leadOf: (reason: Reason, i: number) => string): ReasonTree[] =>
    reasons.map((part, i) => reasonTree(part, leadOf(part, i)))
  return {
    lead,
    text,
    ...(code === undefined ? {} : { code }),
    ...(rule === undefined ? {} : { rule }),
    ...(place === undefined ? {} : { place }),
    below: [
      ...below(anyOf, (_, i) => (i === 0 ? 'one of these would have to change: ' : 'or: ')),
      ...below(parts, ({ of }) => (of === undefined ? '' : `${of}: `)),
      ...(nearest.length > 0
        ? below(nearest, ({ of }, i) =>
            i === 0 ? `nearest ${(of ?? '').includes(', ') ? 'are' : 'is'} ${of}: ` : 'and: ',
          )
        : isRepeated(noneWith, reason)
          ? []
          : below(noneWith, (_, i) => (i === 0 ? 'everywhere: ' : 'and: '))),
    ],
  }
}

/** Returns what the nearest candidates lack, which explains more than the whole search. */
function nearestOf({ noneWith = [] }: Reason): readonly Reason[] {
  const [only, ...more] = noneWith
  const { allOf = [] } = more.length === 0 ? (only ?? {}) : {}
  return allOf.every(({ of }) => of !== undefined) ? allOf : []
}

/** Checks for an action's name with the reasons why it isn't possible. */
function isAction({ code, place, allOf }: Reason): boolean {
  return code === undefined && place === undefined && allOf !== undefined
}

/** Checks whether parts say nothing that their reason doesn't say. */
function isRepeated(parts: readonly Reason[] | undefined, { text }: Reason): boolean {
  return (parts ?? []).every(
    (part) =>
      part.of === undefined &&
      part.anyOf === undefined &&
      part.allOf === undefined &&
      part.noneWith === undefined &&
      text.includes(part.text),
  )
}
