/** What happened, told shortly: what says the same twice is said once. */
import { type Choice, type PolicyReason, type StepEvent, unreachable } from '@ludoforge/kernel'
import { type Joinable, type JoinedLine, linesOf } from './join.js'

type Of<T extends StepEvent['type']> = Extract<StepEvent, { readonly type: T }>

/** One thing that is told of a game, put together from its events. */
export type Line = { readonly why?: readonly PolicyReason[] } & (
  | Exclude<StepEvent, { readonly type: 'moved' | 'flipped' | 'set' | 'began' | 'ended' }>
  | (Of<'began' | 'ended'> & {
      readonly inserted?: boolean // it was taken from what was offered
      readonly told?: boolean // what was said just before names it
    })
  | JoinedLine
)

/** What the story is told with. */
export interface CondenseOptions {
  /** What an action is called that begins. */
  nameOf(action: string, cls: string | undefined): string
  /** The seat that a piece belongs to. */
  ownerOf(kind: string): string | undefined
  /** What was chosen, in words. */
  textOf(event: Of<'chose'>): string
  /** Whether a zone is one of the map. */
  isSpace(zone: string): boolean
}

/** Changes and moves that follow each other, with nothing else in between, are told as one where they can be. */
export function condense(events: readonly StepEvent[], told: CondenseOptions): Line[] {
  const out: Line[] = []
  const actors: string[] = [] // of the actions in progress
  let run: Joinable[] = []
  let offer: string | undefined
  let why: readonly PolicyReason[] | undefined // of a choice that is told by what follows from it
  const tell = (line: Line): void => {
    if (why === undefined || line.type === 'changes') out.push(line)
    else {
      out.push({ ...line, why })
      why = undefined
    }
  }
  const flush = (): void => {
    for (const line of linesOf(run, (zone) => told.isSpace(zone))) tell(line)
    run = []
  }
  const silent = new Set<StepEvent>() // moves that a choice has told
  events.forEach((event, i) => {
    if (silent.has(event)) return
    switch (event.type) {
      case 'set':
      case 'moved':
      case 'flipped':
        run.push(event)
        return
      case 'began': {
        flush()
        const last = out.at(-1)
        const name = told.nameOf(event.action, event.class)
        actors.push(event.seat)
        tell({
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
        const hides = isAnnounced(event, rest, told) || isSaid(told.textOf(event), rest)
        if (hides) offer = offered(event.choice)
        const isOwn = (kind: string): boolean => told.ownerOf(kind) === event.seat
        const kinds = actors.at(-1) === event.seat ? () => true : isOwn
        if (hides || isMoved(event.choice, rest, kinds)) {
          why = event.why
          return
        }
        if (event.atOnce === true) for (const move of playedBy(event, rest, told)) silent.add(move)
        tell(event)
        return
      }
      case 'ended':
        flush()
        actors.pop()
        tell(event)
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
        tell(event)
        return
      default:
        unreachable(event)
    }
  })
  flush()
  return out
}

/** Of several who choose at once each one's cards are told with the choice: that they leave the hand follows. */
function playedBy({ choice }: Of<'chose'>, rest: readonly StepEvent[], told: CondenseOptions): StepEvent[] {
  const ids = idsOf(choice)
  const end = rest.findIndex(({ type }) => type !== 'chose' && type !== 'moved' && type !== 'set')
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .filter(
      (event) =>
        event.type === 'moved' && !told.isSpace(event.into) && ids.includes(`${event.what}@${event.from}`),
    )
}

function idsOf(choice: Choice): readonly string[] {
  return typeof choice === 'string' ? [choice] : Array.isArray(choice) ? choice : []
}

function offered(choice: Choice): string | undefined {
  return typeof choice === 'object' && 'offer' in choice ? choice.offer : undefined
}

/** Who chooses an action and begins it at once has only done one thing. */
function isAnnounced(
  { seat, choice, label }: Of<'chose'>,
  rest: readonly StepEvent[],
  told: CondenseOptions,
): boolean {
  const next = rest.find(({ type }) => type !== 'set')
  if (next?.type !== 'began') return false
  if (offered(choice) === next.action) return true
  return seat === next.seat && (choice === next.action || label === told.nameOf(next.action, next.class))
}

/** The rules say at once what was chosen. */
function isSaid(choice: string, rest: readonly StepEvent[]): boolean {
  const next = rest.find(({ type }) => type !== 'set')
  return choice !== '' && next?.type === 'said' && next.text.includes(choice)
}

/** What was chosen, all of these kinds, is just what is moved before anything else is decided or begun. */
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
