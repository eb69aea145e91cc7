/** The view of one viewer. Built from the visible parts, never by blanking out hidden ones. */
import { quote, withoutUndefined } from '../def/shape.js'
import type { Constant } from '../def/index.js'
import { IllegalChoice } from '../errors.js'
import type { Linked } from './link-game.js'
import type { Variable } from '../layout/layout.js'
import type { Names } from '../layout/names.js'
import type { Decision, View, ZoneView } from '../protocol.js'
import { cardsIn, plainItems, plainValue } from '../run/event-recorder.js'
import { itemsAt } from '../run/list-variables.js'
import type { State } from '../layout/state.js'

/** Returns the view of a viewer. `decide` returns the decision of a seat that must answer. */
export function view(
  linked: Linked,
  s: State,
  seat: string | null,
  decide: (seat: string) => Decision | undefined,
): View {
  const { names } = linked.machine
  const { layout } = names
  const me = seat === null ? -1 : layout.seatIndex.get(seat)
  if (me === undefined) throw new IllegalChoice(`There is no seat ${quote(seat)}.`)
  const deciding = linked.machine.deciding(s).map((i) => layout.seats[i])
  const value = (v: Variable, i: number): Constant =>
    v.list === null
      ? plainValue(names, v.def.type, s.d[v.cell + i])
      : plainItems(names, v.def.type, itemsAt(s.d, v.cell + i * v.list.stride, v.list))

  const variables: Record<string, Constant> = {}
  const seats: Record<string, Record<string, Constant>> = {}
  const present = layout.seats.slice(0, layout.presentCount(s.d))
  for (const id of present) seats[id] = {}
  const markers = layout.zones.map((): Record<string, Constant> => ({}))
  for (const v of layout.variables.values()) {
    if (v.def.hidden === 'all') continue
    if (v.def.scope === 'global') {
      if (v.def.hidden === undefined) variables[v.def.id] = value(v, 0)
    } else if (v.def.scope === 'seat') {
      present.forEach((id, i) => {
        if (v.def.hidden === undefined || i === me) seats[id][v.def.id] = value(v, i)
      })
    } else if (v.def.hidden === undefined) {
      v.zones.forEach((z, i) => {
        markers[z][v.def.id] = value(v, i)
      })
    }
  }

  const zones: Record<string, ZoneView> = {}
  for (const z of layout.zoneOrder) {
    if (layout.zones[z].owner >= present.length) continue // nobody sits there
    const size = s.d[layout.held + z]
    const seen = names.sees(me, z) ? contents(names, s, z) : {}
    zones[layout.zones[z].def.id] = { size, ...seen, markers: markers[z] }
  }
  const decision = seat !== null && deciding.includes(seat) ? decide(seat) : undefined
  return {
    seat,
    deciding,
    ...withoutUndefined({ decision }),
    ...(s.outcome === null ? {} : { outcome: s.outcome }),
    variables,
    seats,
    zones,
  }
}

function contents(names: Names, s: State, z: number): { pieces?: Record<string, number>; cards?: string[] } {
  const { layout } = names
  if (z < layout.pieceZones) {
    const pieces: Record<string, number> = {}
    for (let q = 0; q < layout.pieceKinds; q++) {
      const n = s.d[layout.count + z * layout.pieceKinds + q]
      if (n > 0) pieces[names.kindId(q)] = n
    }
    return { pieces }
  }
  return { cards: cardsIn(names, s, z) }
}
