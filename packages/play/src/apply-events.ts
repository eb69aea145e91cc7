/** Updates a board by events, for clients between one view and the next. */
import { withoutUndefined, type StepEvent, unreachable, type View, type ZoneView } from '@ludoforge/kernel'

/** The board part of a view. Decisions aren't part of it, because events don't contain them. */
export type Board = Pick<View, 'seat' | 'variables' | 'seats' | 'zones' | 'outcome'>

type Zones = Record<string, ZoneView>

/**
 * Returns the board after these events, as its viewer sees it. Skips events that aren't visible to the viewer. Doesn't
 * change its arguments.
 */
export function applyEvents(board: Board, events: readonly StepEvent[]): Board {
  const { seat } = board
  let { variables, seats, outcome } = board
  const zones: Zones = { ...board.zones }
  for (const event of events) {
    if (!isVisibleTo(event, seat)) continue
    switch (event.type) {
      case 'moved':
        move(zones, event)
        break
      case 'flipped':
        change(zones, event.at, (zone) => turn(zone, event))
        break
      case 'shuffled': {
        const { order } = event
        if (order !== undefined) change(zones, event.zone, (zone) => ({ ...zone, cards: order }))
        break
      }
      case 'over':
        ;({ outcome } = event)
        break
      case 'set': {
        const { variable, of, value } = event
        if (of === undefined) variables = { ...variables, [variable]: value }
        else if (Object.hasOwn(seats[of] ?? {}, variable))
          seats = { ...seats, [of]: { ...seats[of], [variable]: value } }
        else change(zones, of, (zone) => ({ ...zone, markers: { ...zone.markers, [variable]: value } }))
        break
      }
      case 'chose':
      case 'answered':
      case 'began':
      case 'ended':
      case 'entered':
      case 'left':
      case 'rolled':
      case 'revealed':
      case 'said':
        break // the board is unchanged
      default:
        unreachable(event)
    }
  }
  return { seat, variables, seats, zones, ...withoutUndefined({ outcome }) }
}

/** Returns whether an event is visible to a seat, or to a spectator (null). */
export function isVisibleTo({ to }: StepEvent, seat: string | null): boolean {
  return to === undefined || to.includes(seat)
}

/** Returns the events that are visible to a viewer, without their audience, which the viewer may not know. */
export function eventsVisibleTo(events: readonly StepEvent[], seat: string | null): StepEvent[] {
  return events.filter((event) => isVisibleTo(event, seat)).map(({ to: _to, ...event }) => event as StepEvent)
}

function change(zones: Zones, id: string, make: (zone: ZoneView) => ZoneView): void {
  const zone = zones[id]
  if (zone !== undefined) zones[id] = make(zone)
}

/** Applies a move. In a zone with hidden contents only the number of tokens changes. */
function move(zones: Zones, event: Extract<StepEvent, { readonly type: 'moved' }>): void {
  const { what, became = what, from, into, count, index = 0, bottom } = event
  for (let n = 0; n < count; n++) {
    change(zones, from, ({ size, pieces, cards, ...rest }) => ({
      ...rest,
      size: size - 1,
      ...(pieces === undefined ? {} : { pieces: counted(pieces, what, -1) }),
      ...(cards === undefined ? {} : { cards: cards.filter((_, i) => i !== index) }),
    }))
    change(zones, into, ({ size, pieces, cards, ...rest }) => ({
      ...rest,
      size: size + 1,
      ...(pieces === undefined ? {} : { pieces: counted(pieces, became, 1) }),
      ...(cards === undefined ? {} : { cards: bottom === true ? [...cards, became] : [became, ...cards] }),
    }))
  }
}

function turn(zone: ZoneView, event: Extract<StepEvent, { readonly type: 'flipped' }>): ZoneView {
  const { what, became, index = 0 } = event
  const { pieces, cards } = zone
  if (pieces !== undefined) return { ...zone, pieces: counted(counted(pieces, what, -1), became, 1) }
  if (cards === undefined) return zone
  return { ...zone, cards: cards.map((card, i) => (i === index ? became : card)) }
}

/** Returns the counts after a change. Kinds with a count of 0 are dropped. */
function counted(
  pieces: Readonly<Record<string, number>>,
  kind: string,
  more: number,
): Readonly<Record<string, number>> {
  const { [kind]: before = 0, ...others } = pieces
  return before + more === 0 ? others : { ...others, [kind]: before + more }
}
