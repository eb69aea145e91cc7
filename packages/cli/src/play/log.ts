import { type Choice, type Constant, isTold, type Outcome, type StepEvent } from '@ludoforge/kernel'
import type { Labels } from '../board/index.js'
import { Groups } from './groups.js'
import { condense, type Gathered, type Line, type Told } from './story.js'

/**
 * What happens, as sentences for a seat (or, with null, for an onlooker), under the titles and actions they
 * belong to. What it may not know is left out.
 */
export class Log {
  readonly #groups: Groups
  readonly #classes: (string | undefined)[] = [] // of the actions in progress

  constructor(
    private readonly labels: Labels,
    private readonly seat: string | null,
  ) {
    this.#groups = new Groups(labels.paint)
  }

  /** Takes note of what was told before. */
  follow(events: readonly StepEvent[]): void {
    for (const event of condense(this.#known(events), this.#told)) this.#group(event)
  }

  /** The lines about what happened next. */
  tell(events: readonly StepEvent[]): string[] {
    const { labels, seat } = this
    const groups = this.#groups
    groups.begin()
    for (const event of condense(this.#known(events), this.#told)) {
      if (this.#group(event)) continue
      const told = sentence(event, labels, seat)
      if (told === '') continue
      const text = told + this.#reason(event)
      if (event.type === 'chose' || event.type === 'said') groups.write(text, event.rule)
      else groups.follow(text, event.rule)
    }
    return [...groups.lines]
  }

  /** The line of a policy that decided, unless it would tell a secret. */
  #reason({ why = [] }: Line): string {
    const reason = why.findLast(({ secret }) => secret !== true)
    if (reason === undefined) return ''
    const { rule, text } = reason
    return this.labels.paint.dim(`   ${rule === undefined ? '' : `${rule}: `}${text}`)
  }

  readonly #told: Told = {
    nameOf: (action, cls) => beginning(action, cls, this.labels).name,
    ownerOf: (kind) => this.labels.ownerOf(kind),
  }

  #known(events: readonly StepEvent[]): readonly StepEvent[] {
    return events.filter((event) => isTold(event, this.seat) && isWorthTelling(event, this.labels))
  }

  /** Opens and closes a group; false if the event does neither. */
  #group(event: Line): boolean {
    const groups = this.#groups
    const { paint, def } = this.labels
    const ruleOf = (procedure: string): string | undefined =>
      def.procedures.find(({ id }) => id === procedure)?.rule ?? event.rule
    switch (event.type) {
      case 'entered':
        groups.open(paint.bold(event.title), ruleOf(event.procedure))
        return true
      case 'began':
        groups.open(this.#beginning(event) + this.#reason(event), ruleOf(event.action))
        this.#classes.push(event.class)
        groups.headings()
        return true
      case 'left':
        groups.close()
        return true
      case 'ended':
        this.#classes.pop()
        groups.close()
        return true
      default:
        return false
    }
  }

  /** The class is told where it is not that of the action around it. */
  #beginning({
    seat,
    action,
    free,
    class: cls,
    inserted,
  }: Extract<Line, { type: 'began' | 'ended' }>): string {
    const { labels } = this
    const { name, note } = beginning(action, cls === this.#classes.at(-1) ? undefined : cls, labels)
    const notes = [free ? 'free' : '', note].filter((part) => part !== '').join(', ')
    const begins = inserted === true ? 'inserts' : 'begins'
    return `${labels.seat(seat)} ${begins} ${labels.paint.bold(name)}${notes === '' ? '' : ` (${notes})`}`
  }
}

/** What an action is called that begins, and what else is said of it. A class may name it better. */
function beginning(
  action: string,
  cls: string | undefined,
  labels: Labels,
): { readonly name: string; readonly note: string } {
  const title = labels.action(action)
  const word = cls === undefined ? '' : labels.word(cls)
  return word.toLowerCase().includes(title.toLowerCase())
    ? { name: word.length > title.length ? word : title, note: '' }
    : { name: title, note: word }
}

export function logLines(events: readonly StepEvent[], labels: Labels, seat: string | null): string[] {
  return new Log(labels, seat).tell(events)
}

/** The rules keep books that are no part of the story: the look says which, and what an action keeps for itself. */
function isWorthTelling(event: StepEvent, labels: Labels): boolean {
  if (event.type === 'set') return !labels.isHidden(event.variable) && !labels.isKept(event.variable)
  if (event.type === 'moved') return !(labels.isHidden(event.from) && labels.isHidden(event.into))
  return event.type !== 'shuffled' || !labels.isHidden(event.zone)
}

/** Empty: nothing is said. */
function sentence(event: Line, labels: Labels, seat: string | null): string {
  const { paint } = labels
  switch (event.type) {
    case 'chose':
      return choiceSentence(event, labels, seat)
    case 'gathered':
      return moveText(event, labels)
    case 'flipped': {
      const [type = event.what] = event.what.split('+')
      const what = `${times(labels.fullKind(type), event.count)} in ${labels.zone(event.at)}`
      return event.prop === '' ? `${what} is turned` : `${what}: ${labels.fullWord(event.value)}`
    }
    case 'set':
      return changeText(event, labels)
    case 'rolled':
      return `${event.name}: rolled ${paint.bold(String(event.value))} (${event.min}-${event.max})`
    case 'shuffled':
      return `${labels.zone(event.zone)} is shuffled`
    case 'revealed':
      return `shown from ${labels.zone(event.at)}: ${event.what.map((kind) => labels.fullKind(kind)).join(', ')}`
    case 'said':
      return event.text
    case 'answered': // that one has answered means nothing before all have
    case 'over':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
      return ''
  }
}

/** What was forced is told in full only to the one who had no choice: others see what it does. */
function choiceSentence(
  event: Extract<StepEvent, { readonly type: 'chose' }>,
  labels: Labels,
  seat: string | null,
): string {
  const choice = event.label ?? choiceText(event.choice, labels)
  if (event.forced !== true) {
    const verb = typeof event.choice === 'object' && 'offer' in event.choice ? 'inserts' : 'chooses'
    return `${labels.seat(event.seat)} ${verb} ${choice}`
  }
  if (event.label === undefined && event.seat !== seat) return ''
  return labels.paint.dim(`${labels.plainSeat(event.seat)}: ${choice} (the only choice)`)
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
  return def.procedures.some((p) => p.id === id) ? labels.action(id) : labels.fullWord(id)
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
