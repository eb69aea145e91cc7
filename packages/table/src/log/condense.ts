/** Condenses events to log lines and drops redundant ones. */
import { type Choice, type PolicyReason, type StepEvent, unreachable } from '@ludoforge/kernel'
import { type Joinable, type JoinedLine, joinEvents } from './join-events.js'

type Of<T extends StepEvent['type']> = Extract<StepEvent, { readonly type: T }>

/** A line of the log, made from one or more events. */
export type Line = { readonly why?: readonly PolicyReason[] } & (
  | Exclude<StepEvent, { readonly type: 'moved' | 'flipped' | 'set' | 'began' | 'ended' }>
  | (Of<'began' | 'ended'> & {
      readonly inserted?: boolean // taken from an offer
      readonly told?: boolean // the announcement just before names it
    })
  | JoinedLine
)

/** The vocabulary that `condense` needs. */
export interface CondenseOptions {
  /** Returns the display name of an action. */
  nameOf(action: string, cls: string | undefined): string
  /** Returns the seat that owns a kind of piece. */
  ownerOf(kind: string): string | undefined
  /** Renders a choice. */
  textOf(event: Of<'chose'>): string
  /** Checks whether a zone is a space of the map. */
  isSpace(zone: string): boolean
}

/** Returns the log lines of events. It joins consecutive changes and moves where possible. */
export function condense(events: readonly StepEvent[], options: CondenseOptions): Line[] {
  const out: Line[] = []
  const actors: string[] = [] // of the actions in progress
  let run: Joinable[] = []
  let offer: string | undefined
  let why: readonly PolicyReason[] | undefined // of an omitted choice, for the line that follows from it
  const emit = (line: Line): void => {
    if (why === undefined || line.type === 'changes') out.push(line)
    else {
      out.push({ ...line, why })
      why = undefined
    }
  }
  const flush = (): void => {
    for (const line of joinEvents(run, (zone) => options.isSpace(zone))) emit(line)
    run = []
  }
  const redundant = new Set<StepEvent>() // moves that a choice implies
  events.forEach((event, i) => {
    if (redundant.has(event)) return
    switch (event.type) {
      case 'set':
      case 'moved':
      case 'flipped':
        run.push(event)
        return
      case 'began': {
        flush()
        const last = out.at(-1)
        const name = options.nameOf(event.action, event.class)
        actors.push(event.seat)
        emit({
          ...event,
          ...(offer === event.action ? { inserted: true } : {}),
          ...(last?.type === 'said' && last.text.includes(name) ? { told: true } : {}),
        })
        offer = undefined
        return
      }
      case 'chose': {
        flush()
        const rest = events.slice(i + 1)
        const hides = isAnnounced(event, rest, options) || isSaid(options.textOf(event), rest)
        if (hides) offer = offered(event.choice)
        const isOwn = (kind: string): boolean => options.ownerOf(kind) === event.seat
        const kinds = actors.at(-1) === event.seat ? () => true : isOwn
        if (hides || isMoved(event.choice, rest, kinds)) {
          why = event.why
          return
        }
        if (event.atOnce === true) for (const move of playedBy(event, rest, options)) redundant.add(move)
        emit(event)
        return
      }
      case 'ended':
        flush()
        actors.pop()
        emit(event)
        return
      case 'answered':
      case 'entered':
      case 'left':
      case 'rolled':
      case 'shuffled':
      case 'revealed':
      case 'said':
      case 'over':
        flush()
        emit(event)
        return
      default:
        unreachable(event)
    }
  })
  flush()
  return out
}

/** Returns the moves that a simultaneous choice of cards implies: the cards leave the hand. */
function playedBy(
  { choice }: Of<'chose'>,
  rest: readonly StepEvent[],
  options: CondenseOptions,
): StepEvent[] {
  const ids = idsOf(choice)
  const end = rest.findIndex(({ type }) => type !== 'chose' && type !== 'moved' && type !== 'set')
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .filter(
      (event) =>
        event.type === 'moved' && !options.isSpace(event.into) && ids.includes(`${event.what}@${event.from}`),
    )
}

function idsOf(choice: Choice): readonly string[] {
  return typeof choice === 'string' ? [choice] : Array.isArray(choice) ? choice : []
}

function offered(choice: Choice): string | undefined {
  return typeof choice === 'object' && 'offer' in choice ? choice.offer : undefined
}

/** Checks whether the chosen action begins at once: one line is enough. */
function isAnnounced(
  { seat, choice, label }: Of<'chose'>,
  rest: readonly StepEvent[],
  options: CondenseOptions,
): boolean {
  const next = rest.find(({ type }) => type !== 'set')
  if (next?.type !== 'began') return false
  if (offered(choice) === next.action) return true
  return seat === next.seat && (choice === next.action || label === options.nameOf(next.action, next.class))
}

/** Checks whether the rules announce the choice right after it. */
function isSaid(choice: string, rest: readonly StepEvent[]): boolean {
  const next = rest.find(({ type }) => type !== 'set')
  return choice !== '' && next?.type === 'said' && next.text.includes(choice)
}

/** Checks whether exactly the chosen pieces are moved next, all of these kinds. */
function isMoved(choice: Choice, rest: readonly StepEvent[], ofKind: (kind: string) => boolean): boolean {
  const ids = idsOf(choice)
  const kindOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('@')))
  if (ids.length === 0 || !ids.every((id) => kindOf(id) !== '' && ofKind(kindOf(id)))) return false
  const left = new Map<string, number>()
  for (const id of ids) left.set(id, (left.get(id) ?? 0) + 1)
  for (const event of rest) {
    if (event.type === 'set') continue
    if (event.type !== 'moved') break
    const id = `${event.what}@${event.from}`
    const more = (left.get(id) ?? 0) - event.count
    if (more < 0) break
    left.set(id, more)
  }
  return [...left.values()].every((more) => more === 0)
}
