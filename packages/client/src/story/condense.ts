/** What happened, told shortly: what says the same twice is said once. */
import { defined } from '@ludoforge/kernel'
import type { Choice, PolicyReason, StepEvent } from '@ludoforge/kernel'

type Of<T extends StepEvent['type']> = Extract<StepEvent, { readonly type: T }>

/** Equal things from several places at once. */
export interface Gathered {
  readonly type: 'gathered'
  readonly rule: string | undefined
  readonly what: string
  readonly into: string
  readonly from: readonly { readonly zone: string; readonly count: number }[]
}
export type Line = { readonly why?: readonly PolicyReason[] } & LineKind
type LineKind =
  | Exclude<StepEvent, { readonly type: 'moved' | 'flipped' | 'began' | 'ended' }>
  | (Of<'began' | 'ended'> & { readonly inserted?: boolean }) // it was taken from what was offered
  | (Of<'flipped'> & { readonly count: number })
  | Gathered

/** What the story is told with. */
export interface Told {
  /** What an action is called that begins. */
  nameOf(action: string, cls: string | undefined): string
  /** The seat that a piece belongs to. */
  ownerOf(kind: string): string | undefined
}

/** Changes of one thing, and moves to one place, that follow each other are told as one. */
export function condense(events: readonly StepEvent[], told: Told): Line[] {
  const out: Line[] = []
  const open = new Map<string, number>() // variable -> where its change is told
  const actors: string[] = [] // of the actions in progress
  let offer: string | undefined
  let why: readonly PolicyReason[] | undefined // of a choice that is told by what follows from it
  const tell = (line: Line): void => {
    out.push(why === undefined || line.type === 'set' ? line : { ...line, why })
    if (line.type !== 'set') why = undefined
  }
  events.forEach((event, i) => {
    if (event.type === 'set') {
      addChange(event, out, open)
      return
    }
    if (event.type === 'moved') {
      addMove(event, out, why)
      why = undefined
      return
    }
    if (event.type === 'flipped') {
      addFlip(event, out, why)
      why = undefined
      return
    }
    open.clear()
    if (event.type === 'began') {
      actors.push(event.seat)
      tell({ ...event, inserted: offer === event.action })
      offer = undefined
      return
    }
    if (event.type === 'ended') actors.pop()
    if (event.type === 'chose') {
      const rest = events.slice(i + 1)
      if (isAnnounced(event, rest, told)) {
        offer = offered(event.choice)
        why = event.why
        return
      }
      const isOwn = (kind: string): boolean => told.ownerOf(kind) === event.seat
      const kinds = actors.at(-1) === event.seat ? () => true : isOwn
      if (isMoved(event.choice, rest, kinds)) {
        why = event.why
        return
      }
    }
    tell(event)
  })
  return out.filter((event) => event.type !== 'set' || event.from !== event.value)
}

function offered(choice: Choice): string | undefined {
  return typeof choice === 'object' && 'offer' in choice ? choice.offer : undefined
}

/** Who chooses an action and begins it at once has only done one thing. */
function isAnnounced({ seat, choice, label }: Of<'chose'>, rest: readonly StepEvent[], told: Told): boolean {
  const next = rest.find(({ type }) => type !== 'set')
  if (next?.type !== 'began') return false
  if (offered(choice) === next.action) return true
  return seat === next.seat && (choice === next.action || label === told.nameOf(next.action, next.class))
}

/** What was chosen, all of these kinds, is just what is moved before anything else is decided or begun. */
function isMoved(choice: Choice, rest: readonly StepEvent[], ofKind: (kind: string) => boolean): boolean {
  const ids = typeof choice === 'string' ? [choice] : Array.isArray(choice) ? (choice as string[]) : []
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

function addChange(event: Of<'set'>, out: Line[], open: Map<string, number>): void {
  const key = `${event.variable} ${event.of ?? ''}`
  const at = open.get(key)
  const before = at === undefined ? undefined : out[at]
  if (at === undefined || before?.type !== 'set') {
    open.set(key, out.length)
    out.push(event)
  } else out[at] = { ...before, value: event.value }
}

function addMove({ what, from, into, count, rule }: Of<'moved'>, out: Line[], why: Line['why']): void {
  const last = out.at(-1)
  const here = { zone: from, count }
  if (last?.type !== 'gathered' || last.what !== what || last.into !== into || last.rule !== rule) {
    out.push({ type: 'gathered', what, into, from: [here], rule, ...defined({ why }) })
    return
  }
  const known = last.from.some(({ zone }) => zone === from)
  const sum = last.from.map((one) => (one.zone === from ? { zone: from, count: one.count + count } : one))
  out[out.length - 1] = { ...last, from: known ? sum : [...last.from, here] }
}

function addFlip(event: Of<'flipped'>, out: Line[], why: Line['why']): void {
  const last = out.at(-1)
  const same =
    last?.type === 'flipped' &&
    last.what === event.what &&
    last.at === event.at &&
    last.prop === event.prop &&
    last.value === event.value &&
    last.rule === event.rule
  if (same) out[out.length - 1] = { ...last, count: last.count + 1 }
  else out.push({ ...event, count: 1, ...defined({ why }) })
}
