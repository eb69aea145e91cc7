import type { GameDef } from '@ludoforge/kernel'
import type { Look } from '../reader/look.js'
import type { ValueLook } from '../scene.js'
import { namesIn } from './names.js'
import { standingOf } from './table.js'

/** Returns what the standing shows of a seat, its score first. The expressions are those of `expandExpression`. */
export function standingValues(def: GameDef, look: Look): Pick<ValueLook, 'title' | 'expression'>[] {
  const { names } = namesIn(def, look)
  const { score, items } = standingOf(def, look, (id) => names[id] ?? id)
  const values = [...look.seatValues, ...look.tableSeatValues]
  return [...(score === null ? [] : [{ value: score }]), ...items].flatMap((item) =>
    'variable' in item
      ? [{ title: names[item.variable] ?? item.variable, expression: `{it}.${item.variable}` }]
      : (values[item.value] ?? []),
  )
}
