/** Previews of several answers, with the values that change. */
import type { Choice, State } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { outlook } from '@ludoforge/play'
import type { ValuedPreview } from '../protocol/index.js'
import type { ViewContext } from '../views/index.js'

/** Returns the previews of answers to the open question of a seat. Throws IllegalChoice if one of them is illegal. */
export function previewsOf(
  { game, reckon }: Pick<ViewContext, 'game' | 'reckon'>,
  state: State,
  seat: string,
  choices: readonly Choice[],
): ValuedPreview[] {
  const now = reckon?.(state, seat)
  const measure =
    now === undefined || reckon === undefined
      ? undefined
      : (after: State): Values => changedValues(now, reckon(after, seat))
  return choices.map((choice) => {
    const { events, example, ...rest } = outlook(game, state, choice, seat, measure)
    return {
      ...rest,
      events: [...events],
      ...(example === undefined ? {} : { example: { ...example, events: [...example.events] } }),
    }
  })
}

/** Omits the seats and spaces whose values stay the same: most of them, in most previews. */
function changedValues(before: Values, after: Values): Values {
  return {
    values: after.values,
    seats: changed(before.seats, after.seats),
    spaces: changed(before.spaces, after.spaces),
  }
}

function changed(before: Values['seats'], after: Values['seats']): Values['seats'] {
  return Object.fromEntries(
    Object.entries(after).filter(([id, values]) => values.some((value, i) => value !== before[id]?.[i])),
  )
}
