import { type Choice, type Constant, isTold, type Outcome, type StepEvent } from '@ludoforge/kernel'
import type { Labels } from '../board/index.js'
import { Groups } from './groups.js'

/**
 * What happens, as sentences for a seat (or, with null, for an onlooker), under the titles and actions they
 * belong to. What it may not know is left out.
 */
export class Log {
  readonly #groups: Groups

  constructor(
    private readonly labels: Labels,
    private readonly seat: string | null,
  ) {
    this.#groups = new Groups(labels.paint)
  }

  /** Takes note of what was told before. */
  follow(events: readonly StepEvent[]): void {
    for (const event of events) if (isTold(event, this.seat)) group(event, this.#groups, this.labels)
  }

  /** The lines about what happened next. */
  tell(events: readonly StepEvent[]): string[] {
    const { labels, seat } = this
    this.#groups.begin()
    const known = events.filter((event) => isTold(event, seat) && isWorthTelling(event, labels))
    for (const event of condense(known))
      if (!group(event, this.#groups, labels)) this.#groups.write(sentence(event, labels, seat), event.rule)
    return [...this.#groups.lines]
  }
}

export function logLines(events: readonly StepEvent[], labels: Labels, seat: string | null): string[] {
  return new Log(labels, seat).tell(events)
}

/** Opens and closes a group; false if the event does neither. */
function group(event: Line | StepEvent, groups: Groups, labels: Labels): boolean {
  const { paint, def } = labels
  const ruleOf = (procedure: string): string | undefined =>
    def.procedures.find(({ id }) => id === procedure)?.rule ?? event.rule
  switch (event.type) {
    case 'entered':
      groups.open(paint.bold(event.title), ruleOf(event.procedure))
      return true
    case 'began': {
      const notes = [event.free ? 'free' : '', event.class ?? ''].filter((note) => note !== '')
      const more = notes.length === 0 ? '' : ` (${notes.join(', ')})`
      const action = paint.bold(labels.action(event.action))
      groups.open(`${labels.seat(event.seat)} begins ${action}${more}`, ruleOf(event.action))
      groups.headings()
      return true
    }
    case 'left':
    case 'ended':
      groups.close()
      return true
    default:
      return false
  }
}

/** The rules keep books that are no part of the story: the look says which. */
function isWorthTelling(event: StepEvent, labels: Labels): boolean {
  if (event.type === 'set') return !labels.isHidden(event.variable)
  if (event.type === 'moved') return !(labels.isHidden(event.from) && labels.isHidden(event.into))
  return event.type !== 'shuffled' || !labels.isHidden(event.zone)
}

/** Equal things from several places at once. */
interface Gathered {
  readonly type: 'gathered'
  readonly rule: string | undefined
  readonly what: string
  readonly into: string
  readonly from: readonly { readonly zone: string; readonly count: number }[]
}
type Flipped = Extract<StepEvent, { readonly type: 'flipped' }> & { readonly count: number }
type Line = Exclude<StepEvent, { readonly type: 'moved' | 'flipped' }> | Gathered | Flipped

/** Changes of one thing, and moves to one place, that follow each other are told as one. */
function condense(events: readonly StepEvent[]): Line[] {
  const out: Line[] = []
  const open = new Map<string, number>() // variable -> where its change is told
  for (const event of events) {
    if (event.type === 'set') addChange(event, out, open)
    else if (event.type === 'moved') addMove(event, out)
    else if (event.type === 'flipped') addFlip(event, out)
    else {
      open.clear()
      out.push(event)
    }
  }
  return out.filter((event) => event.type !== 'set' || event.from !== event.value)
}

function addChange(
  event: Extract<StepEvent, { readonly type: 'set' }>,
  out: Line[],
  open: Map<string, number>,
): void {
  const key = `${event.variable} ${event.of ?? ''}`
  const at = open.get(key)
  const before = at === undefined ? undefined : out[at]
  if (at === undefined || before?.type !== 'set') {
    open.set(key, out.length)
    out.push(event)
  } else out[at] = { ...before, value: event.value }
}

function addMove(event: Extract<StepEvent, { readonly type: 'moved' }>, out: Line[]): void {
  const { what, from, into, count, rule } = event
  const last = out.at(-1)
  const here = { zone: from, count }
  if (last?.type !== 'gathered' || last.what !== what || last.into !== into || last.rule !== rule) {
    out.push({ type: 'gathered', what, into, from: [here], rule })
    return
  }
  const known = last.from.some(({ zone }) => zone === from)
  const sum = last.from.map((one) => (one.zone === from ? { zone: from, count: one.count + count } : one))
  out[out.length - 1] = { ...last, from: known ? sum : [...last.from, here] }
}

function addFlip(event: Extract<StepEvent, { readonly type: 'flipped' }>, out: Line[]): void {
  const last = out.at(-1)
  const same =
    last?.type === 'flipped' &&
    last.what === event.what &&
    last.at === event.at &&
    last.prop === event.prop &&
    last.value === event.value &&
    last.rule === event.rule
  if (same) out[out.length - 1] = { ...last, count: last.count + 1 }
  else out.push({ ...event, count: 1 })
}

function sentence(event: Line, labels: Labels, seat: string | null): string[] {
  const { paint } = labels
  switch (event.type) {
    case 'chose': {
      const choice = choiceText(event.choice, labels)
      // That there was no choice is told to none but the one who had none: it may hint at what is hidden.
      if (event.forced === true && event.seat === seat)
        return [paint.dim(`${labels.plainSeat(event.seat)}: ${choice} (the only choice)`)]
      return [`${labels.seat(event.seat)} chooses ${choice}`]
    }
    case 'answered': // that one has answered means nothing before all have
      return []
    case 'gathered':
      return [`  ${moveText(event, labels)}`]
    case 'flipped': {
      const [type = event.what] = event.what.split('+')
      const what = `${times(labels.fullKind(type), event.count)} in ${labels.zone(event.at)}`
      return [event.prop === '' ? `  ${what} is turned` : `  ${what}: ${labels.fullWord(event.value)}`]
    }
    case 'set':
      return [`  ${changeText(event, labels)}`]
    case 'rolled':
      return [`  ${event.name}: rolled ${paint.bold(String(event.value))} (${event.min}-${event.max})`]
    case 'shuffled':
      return [`  ${labels.zone(event.zone)} is shuffled`]
    case 'revealed':
      return [
        `  shown from ${labels.zone(event.at)}: ${event.what.map((kind) => labels.fullKind(kind)).join(', ')}`,
      ]
    case 'said':
      return [event.text]
    case 'over':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
      return []
  }
}

/** `Red Cube x3: Hill -> Mill`, or `Red Cube x3: Hill x2, Port -> Mill`. */
function moveText({ what, into, from }: Gathered, labels: Labels): string {
  const total = from.reduce((sum, { count }) => sum + count, 0)
  const origins = from.map(({ zone, count }) =>
    from.length === 1 ? labels.zone(zone) : times(labels.zone(zone), count),
  )
  return `${times(labels.fullKind(what), total)}: ${origins.join(', ')} -> ${labels.zone(into)}`
}

/** `Hill: mood calm -> angry`; of what holds or not only that. */
function changeText(
  { variable, of, from, value }: { variable: string; of?: string; from: Constant; value: Constant },
  labels: Labels,
): string {
  const whose = of === undefined ? '' : `${owner(of, labels)}: `
  const name = labels.variable(variable)
  if (typeof value === 'boolean') return `${whose}${value ? name : `not ${name}`}`
  return `${whose}${name} ${labels.fullValue(variable, from)} -> ${labels.fullValue(variable, value)}`
}

function times(name: string, count: number): string {
  return count === 1 ? name : `${name} x${count}`
}

function owner(id: string, labels: Labels): string {
  return labels.def.seats.some((seat) => seat.id === id) ? labels.seat(id) : labels.zone(id)
}

/** An answer in words: equal ids together, pieces and spaces by their names. */
function choiceText(choice: Choice, labels: Labels): string {
  if (typeof choice === 'number') return String(choice)
  if (typeof choice === 'object' && 'offer' in choice) return labels.action(choice.offer)
  const ids = typeof choice === 'string' ? [choice] : choice
  if (ids.length === 0) return 'nothing'
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .map(([id, n]) => (n === 1 ? idText(id, labels) : `${n} ${idText(id, labels)}`))
    .join(', ')
}

/** `kind@zone` is a piece somewhere; everything else is a space, a seat, an action or a word of the rules. */
function idText(id: string, labels: Labels): string {
  const at = id.lastIndexOf('@')
  if (at > 0) return `${labels.fullKind(id.slice(0, at))} in ${labels.zone(id.slice(at + 1))}`
  const { def } = labels
  if (def.seats.some((seat) => seat.id === id)) return labels.seat(id)
  if (def.zones.some((zone) => zone.id === id)) return labels.zone(id)
  if (def.tokens.some((token) => token.id === id.split('+')[0])) return labels.fullKind(id)
  return labels.action(id)
}

/** The end of a game: who won and why, and everybody's rank. */
export function outcomeLines(outcome: Outcome, labels: Labels): string[] {
  const reason = outcome.reason === '' ? '' : `: ${outcome.reason}`
  const names = outcome.winners.map((seat) => labels.seat(seat))
  const won = names.length === 1 ? `${names[0]} wins` : `${names.join(' and ')} win`
  const head = outcome.kind === 'draw' || names.length === 0 ? 'A draw' : won
  const scored = outcome.ranking.some(({ score }) => score !== undefined)
  if (outcome.kind !== 'rank' && !scored) return [labels.paint.bold(head) + reason]
  const ranks = outcome.ranking.map(
    ({ seat, rank, score }) => `  ${rank}. ${labels.seat(seat)}${score === undefined ? '' : `  ${score}`}`,
  )
  return [labels.paint.bold(head) + reason, ...ranks]
}
