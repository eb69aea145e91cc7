/** Updates and snapshots, filtered to what each viewer may know. */
import { type Game, type StepEvent, unreachable } from '@ludoforge/kernel'
import { eventsVisibleTo } from '@ludoforge/play'
import type {
  ClockFace,
  NewsGroup,
  NewsItem,
  SeatSnapshot,
  SeatUpdate,
  TableUpdate,
  UndoHorizon,
} from '../protocol/index.js'
import { sameValues, type ComputeValues } from '@ludoforge/look'
import { type Entry, type Position, seatsDeciding, type Transition } from '../record/index.js'

/** The rules of a table, and the function that computes the values next to its views. */
export interface ViewContext {
  readonly game: Game
  readonly reckon?: ComputeValues | undefined
}

/** The seats of a person, or (null) a spectator. */
export type Viewers = readonly (string | null)[]

/** Returns the viewers of these seats, or a spectator if there are none. */
export function viewersOf(seats: readonly string[]): Viewers {
  return seats.length === 0 ? [null] : seats
}

/** Returns the snapshot of a position for each viewer. */
export function snapshotsFor(
  { game, reckon }: ViewContext,
  { state }: Position,
  viewers: Viewers,
): SeatSnapshot[] {
  return viewers.map((viewer) => {
    const values = reckon?.(state, viewer)
    return {
      eye: viewer,
      view: game.view(state, viewer),
      ...(values === undefined ? {} : { values }),
    }
  })
}

/** Checks whether an entry can change the undo horizon. */
export function changesHorizon({ kind }: Pick<Entry, 'kind'>): boolean {
  switch (kind) {
    case 'decision':
    case 'undo':
    case 'seats':
    case 'moved':
    case 'disclosed':
      return true
    case 'proposal':
    case 'consent':
    case 'chat':
    case 'note':
    case 'rematch':
      return false
  }
}

/** What an update has only while it is new: the undo horizon of its viewers, and the clock. */
export interface LiveFields {
  readonly horizon?: UndoHorizon
  readonly clock?: ClockFace
}

/** Returns the update of an entry for these viewers. */
export function updateFor(
  context: ViewContext,
  transition: Transition,
  viewers: Viewers,
  live: LiveFields = {},
): TableUpdate {
  const { entry, after } = transition
  const { game } = context
  const { number, at } = entry
  switch (entry.kind) {
    case 'decision':
      return {
        type: 'step',
        number,
        at,
        seat: entry.seat,
        decisions: after.decisions,
        question: after.question,
        deciding: seatsDeciding(game, after),
        ...live,
        told: viewers.map((viewer) => seatUpdateFor(context, transition, viewer)),
      }
    case 'undo': {
      const { by, to, beyond = [] } = entry
      const { decisions, question } = after
      const shown = snapshotsFor(context, after, viewers)
      const seen = beyond.length === 0 ? {} : { beyond: [...beyond] }
      return { type: 'undone', number, at, by, to, ...seen, decisions, question, ...live, shown }
    }
    case 'proposal': {
      const { by, to, person } = entry
      return { type: 'proposal', number, at, by, person, to }
    }
    case 'consent': {
      const { by, proposal, yes } = entry
      return { type: 'consent', number, at, by, proposal, yes }
    }
    case 'chat':
      return {
        type: 'chat',
        number,
        at,
        by: entry.by,
        ...(entry.person === undefined ? {} : { person: entry.person }),
        seats: [...entry.seats],
        text: entry.text,
      }
    case 'seats': {
      const { question } = after
      return {
        type: 'seats',
        number,
        at,
        seats: [...entry.seats],
        question,
        ...live,
        shown: snapshotsFor(context, after, viewers),
      }
    }
    case 'note':
      return { type: 'note', number, at, text: entry.text }
    case 'disclosed':
      return { type: 'disclosed', number, at, ...live }
    case 'rematch':
      return { type: 'rematch', number, at, by: entry.by, table: entry.table }
    case 'moved': {
      const { fingerprint } = entry
      return {
        type: 'moved',
        number,
        at,
        fingerprint,
        question: after.question,
        ...live,
        shown: snapshotsFor(context, after, viewers),
      }
    }
  }
}

function seatUpdateFor(
  { game, reckon }: ViewContext,
  transition: Transition,
  viewer: string | null,
): SeatUpdate {
  const { before, after } = transition
  const decision = viewer === null ? undefined : game.decision(after.state, viewer)
  const values = reckon?.(after.state, viewer)
  const changed =
    values !== undefined && reckon !== undefined && !sameValues(reckon(before.state, viewer), values)
  return {
    eye: viewer,
    events: withReasons(eventsVisibleTo(transition.events, viewer), transition, viewer),
    ...(decision === undefined ? {} : { decision }),
    ...(changed ? { values } : {}),
  }
}

/** Adds a bot's reasons to its answer. Secret reasons go to its own seat only. */
function withReasons(events: StepEvent[], { entry }: Transition, viewer: string | null): StepEvent[] {
  if (entry.kind !== 'decision' || entry.why === undefined) return events
  const why = entry.why.filter(({ secret }) => secret !== true || viewer === entry.seat)
  const at = events.findIndex(
    (event) => event.type === 'chose' && event.seat === entry.seat && event.forced !== true,
  )
  const event = events[at]
  return event?.type === 'chose' && why.length > 0 ? events.with(at, { ...event, why }) : events
}

/** Groups events under their titles and actions, as they were nested. */
export function groupEvents(game: Game, events: readonly StepEvent[]): NewsItem[] {
  const top: NewsItem[] = []
  const open: NewsItem[][] = [top]
  const enter = (group: NewsGroup & { readonly items: NewsItem[] }): void => {
    open.at(-1)?.push(group)
    open.push(group.items)
  }
  for (const event of events) {
    switch (event.type) {
      case 'entered':
        enter({ kind: 'title', title: event.title, ...ruleOf(game, event.procedure, event), items: [] })
        break
      case 'began':
        enter({
          kind: 'action',
          title: actionTitle(game, event.action),
          ...ruleOf(game, event.action, event),
          items: [event],
        })
        break
      case 'left':
      case 'ended':
        if (open.length > 1) open.pop() // a group opened before the first of these events may close here
        break
      case 'chose':
      case 'answered':
      case 'moved':
      case 'flipped':
      case 'set':
      case 'rolled':
      case 'shuffled':
      case 'revealed':
      case 'said':
      case 'over':
        open.at(-1)?.push(event)
        break
      default:
        unreachable(event)
    }
  }
  return top.flatMap((item) => ('items' in item && item.items.length === 0 ? [] : [item]))
}

function ruleOf(game: Game, procedure: string, event: StepEvent): { rule?: string } {
  const rule = game.def.procedures.find(({ id }) => id === procedure)?.rule ?? event.rule
  return rule === undefined ? {} : { rule }
}

function actionTitle(game: Game, action: string): string {
  const title = game.def.procedures.find(({ id }) => id === action)?.title
  return typeof title === 'string' ? title : action
}
