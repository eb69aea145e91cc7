/** Renders events and outcomes as sentences. */
import type { Choice, GameDef, Outcome, StepEvent, TeamDef } from '@ludoforge/kernel'
import { changeText, flipText, moveText, swapText, zoneOf } from './change-sentences.js'
import type { Line, CondenseOptions } from './condense.js'
import { SECRET } from './salience.js'
import type { Vocabulary } from './vocabulary.js'

/** Returns the options of `condense` for a vocabulary. */
export function condenseOptions(words: Vocabulary): CondenseOptions {
  return {
    nameOf: (action, cls) => beginning(action, cls, words).name,
    ownerOf: (kind) => words.ownerOf(kind),
    textOf: (event) => choiceEventText(event, words),
    isSpace: (zone) => zoneOf(zone, words)?.space === true,
  }
}

/** Checks whether an event belongs in the log. Changes of internal state don't. */
export function isLogged(event: StepEvent, words: Vocabulary): boolean {
  switch (event.type) {
    case 'set':
      return !words.isHidden(event.variable) && !words.isKept(event.variable)
    case 'moved':
      return !(words.isHidden(event.from) && words.isHidden(event.into))
    case 'shuffled':
      return !words.isHidden(event.zone)
    case 'chose':
    case 'answered':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
    case 'flipped':
    case 'rolled':
    case 'revealed':
    case 'said':
    case 'over':
      return true
  }
}

/** Returns the rule number of a title or an action: its own, or that of the event. */
export function ruleOfGroup(
  procedure: string,
  { rule }: Pick<StepEvent, 'rule'>,
  { def }: Vocabulary,
): string | undefined {
  return def.procedures.find(({ id }) => id === procedure)?.rule ?? rule
}

type ActionEvent = Extract<Line, { type: 'began' | 'ended' }>

/** Renders the beginning of an action. It mentions the action's class unless it equals the enclosing one (`around`). */
export function beginningSentence(event: ActionEvent, around: string | undefined, words: Vocabulary): string {
  const { say } = words
  const what = shortBeginning(event, around, words)
  const seat = words.seat(event.seat)
  return event.inserted === true ? say.insertsAction(seat, what) : say.begins(seat, what)
}

/** Renders the beginning of an action without its seat. */
export function shortBeginning(
  { action, free, class: cls }: ActionEvent,
  around: string | undefined,
  words: Vocabulary,
): string {
  const { name, note } = beginning(action, cls === around ? undefined : cls, words)
  const notes = [free ? words.say.free : '', note].filter((part) => part !== '').join(', ')
  return `${words.paint.bold(name)}${notes === '' ? '' : ` (${notes})`}`
}

/** Returns the name of an action and a note. The class replaces the title if it contains it. */
function beginning(
  action: string,
  cls: string | undefined,
  words: Vocabulary,
): { readonly name: string; readonly note: string } {
  const title = words.action(action)
  const word = cls === undefined ? '' : words.word(cls)
  return word.toLowerCase().includes(title.toLowerCase())
    ? { name: word.length > title.length ? word : title, note: '' }
    : { name: title, note: word }
}

/** Renders a line for a seat or a spectator (null). Returns an empty string for lines without text. */
export function sentence(event: Line, words: Vocabulary, seat: string | null): string {
  const { paint, say } = words
  switch (event.type) {
    case 'chose':
      return choiceSentence(event, words, seat)
    case 'moves':
      return moveText(event, words)
    case 'swap':
      return swapText(event, words)
    case 'flips':
      return flipText(event, words)
    case 'changes':
      return changeText(event, words)
    case 'rolled':
      return say.rolled(words.variable(event.name), paint.bold(String(event.value)), event.min, event.max)
    case 'shuffled':
      return say.shuffled(words.zone(event.zone))
    case 'revealed':
      return say.shown(words.zone(event.at), say.list(event.what.map((kind) => words.kind(kind))))
    case 'said':
      return event.text
    case 'over': {
      const { head, why } = outcomeText(event.outcome, words)
      return paint.bold(head) + (why === '' ? '' : `: ${why}`)
    }
    case 'answered': // a simultaneous answer is shown when it is revealed
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
      return ''
  }
}

type ChoiceEvent = Extract<StepEvent, { readonly type: 'chose' }>

/** Renders a choice. A forced choice is shown to its own seat only; others see its effects. */
function choiceSentence(event: ChoiceEvent, words: Vocabulary, seat: string | null): string {
  const choice = choiceEventText(event, words)
  if (event.forced !== true) {
    const isOffer = typeof event.choice === 'object' && 'offer' in event.choice
    const who = words.seat(event.seat)
    if (event.choice === SECRET) return words.say.choosesSecretly([who])
    if (isOffer) return words.say.inserts(who, choice)
    return doingSentence([who], event, words) ?? words.say.chooses([who], choice)
  }
  if (event.label === undefined && event.seat !== seat) return ''
  return words.paint.dim(words.say.onlyChoice(words.plainSeat(event.seat), choice))
}

/** `Left raises to 40`: an option of the rules in the imperative. Undefined if the choice has another form. */
export function doingSentence(
  seats: readonly string[],
  { label }: Pick<ChoiceEvent, 'label'>,
  { say }: Vocabulary,
): string | undefined {
  return label === undefined ? undefined : say.does(seats, label)
}

export function choiceEventText({ label, choice, seat }: ChoiceEvent, words: Vocabulary): string {
  return label ?? choiceText(choice, words, seat)
}

/** Renders an answer: equal ids with a count, pieces and spaces by name. It omits the zone of the seat's own cards. */
export function choiceText(choice: Choice, words: Vocabulary, seat?: string): string {
  if (typeof choice === 'number') return String(choice)
  if (typeof choice === 'object' && 'offer' in choice) return words.action(choice.offer)
  if (typeof choice === 'object' && 'throughout' in choice) return choiceText(choice.throughout, words, seat)
  const ids = typeof choice === 'string' ? [choice] : choice
  if (ids.length === 0) return words.say.nothing
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  const isCounted = [...counts.values()].some((n) => n > 1)
  return words.say.list([...counts].map(([id, n]) => idText(id, isCounted ? n : 0, words, seat)))
}

/**
 * Renders an id: `kind@zone` is a piece in a zone, others are spaces, seats, kinds, actions or words of the rules. Pieces
 * have their number, unless it is 0.
 */
function idText(id: string, count: number, words: Vocabulary, seat: string | undefined): string {
  const at = id.lastIndexOf('@')
  if (at > 0) {
    const kind = count === 0 ? words.kind(id.slice(0, at)) : words.counted(id.slice(0, at), count)
    const zone = zoneOf(id.slice(at + 1), words)
    const isOwn = zone?.holds === 'cards' && zone.owner !== undefined && zone.owner === seat
    return isOwn ? kind : words.say.in(kind, words.zone(id.slice(at + 1)))
  }
  const text = thingText(id, words)
  return count > 1 ? `${count} ${text}` : text
}

function thingText(id: string, words: Vocabulary): string {
  const { def } = words
  if (id.includes('|')) return kindsText(id.split('|'), words)
  if (def.seats.some((other) => other.id === id)) return words.seat(id)
  if (def.zones.some((zone) => zone.id === id)) return words.zone(id)
  if (def.tokens.some((token) => token.id === id.split('+')[0])) return words.kinds(id)
  return def.procedures.some((p) => p.id === id) ? words.action(id) : words.word(id)
}

/** Renders a group of kinds without a name by its types. If it has pieces, its cards are omitted. */
function kindsText(kinds: readonly string[], words: Vocabulary): string {
  const types = new Set(kinds.map((kind) => kind.split('+')[0] ?? kind))
  const tokens = words.def.tokens.filter(({ id }) => types.has(id))
  const pieces = tokens.filter(({ family }) => family === 'pieces')
  return words.say.list((pieces.length > 0 ? pieces : tokens).map(({ id }) => words.kinds(id)))
}

/** Returns the team that has won: all its seats that took part, and no other. */
export function winningTeam({ winners, ranking }: Outcome, { teams = [] }: GameDef): TeamDef | undefined {
  const played = new Set(ranking.map(({ seat }) => seat))
  return teams.find(({ seats }) => {
    const own = seats.filter((seat) => played.has(seat))
    return own.length > 1 && own.length === winners.length && own.every((seat) => winners.includes(seat))
  })
}

/** Renders the winners and the reason. */
export function outcomeText(outcome: Outcome, words: Vocabulary): { head: string; why: string } {
  const { kind, reason, winners, ranking } = outcome
  const names = winners.map((seat) => words.seat(seat))
  const { say } = words
  if (kind === 'lose') return { head: say.allLose, why: reason }
  if (kind === 'win' && winners.length > 1 && winners.length === ranking.length)
    return { head: say.allWin, why: reason }
  if (kind === 'draw' || names.length === 0) return { head: say.draw, why: reason }
  const team = winningTeam(outcome, words.def)
  return { head: team === undefined ? say.wins(names) : say.winsAs(names, team.name), why: reason }
}
