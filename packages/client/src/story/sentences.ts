/** What happened, and how a game ended, as sentences. */
import type { Choice, Constant, Outcome, StepEvent } from '@ludoforge/kernel'
import type { Gathered, Line, Told } from './condense.js'
import type { Words } from './words.js'

/** What a story is condensed with. */
export function toldWith(words: Words): Told {
  return {
    nameOf: (action, cls) => beginning(action, cls, words).name,
    ownerOf: (kind) => words.ownerOf(kind),
  }
}

/** The rules keep books that are no part of the story: the look says which, and what an action keeps for itself. */
export function isWorthTelling(event: StepEvent, words: Words): boolean {
  if (event.type === 'set') return !words.isHidden(event.variable) && !words.isKept(event.variable)
  if (event.type === 'moved') return !(words.isHidden(event.from) && words.isHidden(event.into))
  return event.type !== 'shuffled' || !words.isHidden(event.zone)
}

/** The rule of a title or an action: its own, or that of what led to it. */
export function ruleOfGroup(
  procedure: string,
  { rule }: Pick<StepEvent, 'rule'>,
  { def }: Words,
): string | undefined {
  return def.procedures.find(({ id }) => id === procedure)?.rule ?? rule
}

/** An action that begins. `around`: the class of the action in which it does; another one is told. */
export function beginningSentence(
  { seat, action, free, class: cls, inserted }: Extract<Line, { type: 'began' | 'ended' }>,
  around: string | undefined,
  words: Words,
): string {
  const { name, note } = beginning(action, cls === around ? undefined : cls, words)
  const notes = [free ? 'free' : '', note].filter((part) => part !== '').join(', ')
  const begins = inserted === true ? 'inserts' : 'begins'
  return `${words.seat(seat)} ${begins} ${words.paint.bold(name)}${notes === '' ? '' : ` (${notes})`}`
}

/** What an action is called that begins, and what else is said of it. A class may name it better. */
function beginning(
  action: string,
  cls: string | undefined,
  words: Words,
): { readonly name: string; readonly note: string } {
  const title = words.action(action)
  const word = cls === undefined ? '' : words.word(cls)
  return word.toLowerCase().includes(title.toLowerCase())
    ? { name: word.length > title.length ? word : title, note: '' }
    : { name: title, note: word }
}

/** What happened, for a seat or (null) an onlooker. Empty: nothing is said. */
export function sentence(event: Line, words: Words, seat: string | null): string {
  const { paint } = words
  switch (event.type) {
    case 'chose':
      return choiceSentence(event, words, seat)
    case 'gathered':
      return moveText(event, words)
    case 'flipped': {
      const [type = event.what] = event.what.split('+')
      const what = `${words.times(words.fullKind(type), event.count)} in ${words.zone(event.at)}`
      return event.prop === '' ? `${what} is turned` : `${what}: ${words.fullWord(event.value)}`
    }
    case 'set':
      return changeText(event, words)
    case 'rolled':
      return `${event.name}: rolled ${paint.bold(String(event.value))} (${event.min}-${event.max})`
    case 'shuffled':
      return `${words.zone(event.zone)} is shuffled`
    case 'revealed':
      return `shown from ${words.zone(event.at)}: ${event.what.map((kind) => words.fullKind(kind)).join(', ')}`
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
  words: Words,
  seat: string | null,
): string {
  const choice = event.label ?? choiceText(event.choice, words)
  if (event.forced !== true) {
    const verb = typeof event.choice === 'object' && 'offer' in event.choice ? 'inserts' : 'chooses'
    return `${words.seat(event.seat)} ${verb} ${choice}`
  }
  if (event.label === undefined && event.seat !== seat) return ''
  return words.paint.dim(`${words.plainSeat(event.seat)}: ${choice} (the only choice)`)
}

/** `Red Cube x3: Hill -> Mill`, or `Red Cube x3: Hill x2, Port -> Mill`. */
function moveText({ what, into, from }: Gathered, words: Words): string {
  const total = from.reduce((sum, { count }) => sum + count, 0)
  const origins = from.map(({ zone, count }) =>
    from.length === 1 ? words.zone(zone) : words.times(words.zone(zone), count),
  )
  return `${words.times(words.fullKind(what), total)}: ${origins.join(', ')} ${words.arrow} ${words.zone(into)}`
}

/** `Hill: mood calm -> angry`; of what holds or not only that. */
function changeText(
  { variable, of, from, value }: { variable: string; of?: string; from: Constant; value: Constant },
  words: Words,
): string {
  const whose = of === undefined ? '' : `${owner(of, words)}: `
  const name = words.variable(variable)
  if (typeof value === 'boolean') return `${whose}${value ? name : `not ${name}`}`
  const [before, after] = [words.fullValue(variable, from), words.fullValue(variable, value)]
  return `${whose}${name} ${before} ${words.arrow} ${after}`
}

function owner(id: string, words: Words): string {
  return words.def.seats.some((seat) => seat.id === id) ? words.seat(id) : words.zone(id)
}

/** An answer in words: equal ids together, pieces and spaces by their names. */
export function choiceText(choice: Choice, words: Words): string {
  if (typeof choice === 'number') return String(choice)
  if (typeof choice === 'object' && 'offer' in choice) return words.action(choice.offer)
  const ids = typeof choice === 'string' ? [choice] : choice
  if (ids.length === 0) return 'nothing'
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, n]) => (n === 1 ? idText(id, words) : `${n} ${idText(id, words)}`)).join(', ')
}

/** `kind@zone` is a piece somewhere; everything else is a space, a seat, an action or a word of the rules. */
function idText(id: string, words: Words): string {
  const at = id.lastIndexOf('@')
  if (at > 0) return `${words.fullKind(id.slice(0, at))} in ${words.zone(id.slice(at + 1))}`
  const { def } = words
  if (def.seats.some((seat) => seat.id === id)) return words.seat(id)
  if (def.zones.some((zone) => zone.id === id)) return words.zone(id)
  if (def.tokens.some((token) => token.id === id.split('+')[0])) return words.fullKind(id)
  return def.procedures.some((p) => p.id === id) ? words.action(id) : words.fullWord(id)
}

/** Who won, and why. */
export function outcomeText({ kind, reason, winners }: Outcome, words: Words): { head: string; why: string } {
  const names = winners.map((seat) => words.seat(seat))
  const won = names.length === 1 ? `${names[0]} wins` : `${names.join(' and ')} win`
  return { head: kind === 'draw' || names.length === 0 ? 'A draw' : won, why: reason }
}
