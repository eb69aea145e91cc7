import type { Choice, Outcome, StepEvent } from '@ludoforge/kernel'
import type { Labels } from '../board/index.js'

/** What happened, as sentences for a seat (or, with null, for an onlooker). What it may not know is left out. */
export function logLines(events: readonly StepEvent[], labels: Labels, seat: string | null): string[] {
  return condense(events.filter((event) => mayKnow(event, seat))).flatMap((event) => sentence(event, labels))
}

/** Of a variable that changes several times in a row only the whole change is told. */
function condense(events: readonly StepEvent[]): StepEvent[] {
  const out: StepEvent[] = []
  const open = new Map<string, number>() // variable -> where its change is told
  for (const event of events) {
    if (event.type !== 'set') {
      if (event.type !== 'moved') open.clear()
      out.push(event)
      continue
    }
    const key = `${event.variable} ${event.of ?? ''}`
    const at = open.get(key)
    const before = at === undefined ? undefined : out[at]
    if (at === undefined || before?.type !== 'set') {
      open.set(key, out.length)
      out.push(event)
    } else out[at] = { ...before, value: event.value }
  }
  return out.filter((event) => event.type !== 'set' || event.from !== event.value)
}

function mayKnow({ to }: StepEvent, seat: string | null): boolean {
  return to === undefined || (seat !== null && to.includes(seat))
}

function sentence(event: StepEvent, labels: Labels): string[] {
  switch (event.type) {
    case 'chose': {
      const rule = event.rule === undefined ? '' : labels.paint.dim(` (${event.rule})`)
      return [`${labels.seat(event.seat)} chooses ${choiceText(event.choice, labels)}${rule}`]
    }
    case 'began': {
      const notes = [event.free ? 'free' : '', event.class ?? ''].filter((note) => note !== '')
      const more = notes.length === 0 ? '' : ` (${notes.join(', ')})`
      return [`${labels.seat(event.seat)} begins ${labels.paint.bold(labels.action(event.action))}${more}`]
    }
    case 'ended':
      return []
    case 'moved':
      return [
        `  ${amount(event.count, labels.kind(event.what))}: ${labels.zone(event.from)} -> ${labels.zone(event.into)}`,
      ]
    case 'flipped':
      if (event.prop === '') return [`  ${labels.kind(event.what)} in ${labels.zone(event.at)} is turned`]
      return [`  ${labels.kind(event.what)} in ${labels.zone(event.at)}: ${event.prop} ${event.value}`]
    case 'set': {
      const of = event.of === undefined ? '' : ` of ${owner(event.of, labels)}`
      const from = labels.value(event.variable, event.from)
      return [
        `  ${labels.variable(event.variable)}${of}: ${from} -> ${labels.value(event.variable, event.value)}`,
      ]
    }
    case 'rolled':
      return [`  ${event.name}: rolled ${labels.paint.bold(String(event.value))} (${event.min}-${event.max})`]
    case 'shuffled':
      return [`  ${labels.zone(event.zone)} is shuffled`]
    case 'revealed':
      return [
        `  shown from ${labels.zone(event.at)}: ${event.what.map((kind) => labels.kind(kind)).join(', ')}`,
      ]
    case 'said':
      return [event.text]
    case 'over':
      return []
  }
}

function amount(count: number, name: string): string {
  return count === 1 ? name : `${count} ${name}`
}

function owner(id: string, labels: Labels): string {
  return labels.def.seats.some((seat) => seat.id === id) ? labels.seat(id) : labels.zone(id)
}

/** An answer in words: equal ids together, pieces and spaces by their names. */
function choiceText(choice: Choice, labels: Labels): string {
  if (typeof choice === 'number') return String(choice)
  const ids = typeof choice === 'string' ? [choice] : choice
  if (ids.length === 0) return 'nothing'
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, n]) => amount(n, idText(id, labels))).join(', ')
}

/** `kind@zone` is a piece somewhere; everything else is a space, a seat, an action or a word of the rules. */
function idText(id: string, labels: Labels): string {
  const at = id.lastIndexOf('@')
  if (at > 0) return `${labels.kind(id.slice(0, at))} in ${labels.zone(id.slice(at + 1))}`
  const { def } = labels
  if (def.seats.some((seat) => seat.id === id)) return labels.seat(id)
  if (def.zones.some((zone) => zone.id === id)) return labels.zone(id)
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
