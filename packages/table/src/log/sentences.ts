/** Renders events and outcomes as sentences. */
import type { Choice, GameDef, Outcome, StepEvent, ZoneDef } from '@ludoforge/kernel'
import type { Line, CondenseOptions } from './condense.js'
import {
  type Change,
  type Changes,
  type Counted,
  type Flips,
  isSameConstant,
  type Moves,
  type Swap,
} from './join-events.js'
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

export function zoneOf(id: string, { def }: Vocabulary): ZoneDef | undefined {
  let zones = zonesByGame.get(def)
  if (zones === undefined) zonesByGame.set(def, (zones = new Map(def.zones.map((zone) => [zone.id, zone]))))
  return zones.get(id)
}

const zonesByGame = new WeakMap<GameDef, ReadonlyMap<string, ZoneDef>>()

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
  const begins = event.inserted === true ? 'inserts' : 'begins'
  return `${words.seat(event.seat)} ${begins} ${shortBeginning(event, around, words)}`
}

/** Renders the beginning of an action without its seat. */
export function shortBeginning(
  { action, free, class: cls }: ActionEvent,
  around: string | undefined,
  words: Vocabulary,
): string {
  const { name, note } = beginning(action, cls === around ? undefined : cls, words)
  const notes = [free ? 'free' : '', note].filter((part) => part !== '').join(', ')
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
  const { paint } = words
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
      return `${event.name}: rolled ${paint.bold(String(event.value))} (${event.min}-${event.max})`
    case 'shuffled':
      return `${words.zone(event.zone)} is shuffled`
    case 'revealed':
      return `shown from ${words.zone(event.at)}: ${event.what.map((kind) => words.fullKind(kind)).join(', ')}`
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
    const verb = typeof event.choice === 'object' && 'offer' in event.choice ? 'inserts' : 'chooses'
    return `${words.seat(event.seat)} ${verb} ${choice}`
  }
  if (event.label === undefined && event.seat !== seat) return ''
  return words.paint.dim(`${words.plainSeat(event.seat)}: ${choice} (the only choice)`)
}

/** `Red Cube x3: Hill -> Mill`, `Red Cube x3: Hill x2, Port -> Mill`, `Red Cube, Blue Cube x2: Hill -> Mill`. */
function moveText({ moves }: Moves, words: Vocabulary): string {
  const side = (ids: readonly string[]): readonly string[] => [...new Set(ids)]
  const [whats, froms, intos] = [
    side(moves.map(({ what }) => what)),
    side(moves.map(({ from }) => from)),
    side(moves.map(({ into }) => into)),
  ]
  const many = froms.length > 1 || intos.length > 1
  const counts = new Set(moves.map(({ count }) => count))
  const total = moves.reduce((sum, { count }) => sum + count, 0)
  const uniform = whats.length > 1 || counts.size === 1
  const each = many && uniform && Math.max(...counts) > 1
  const what = whats.map((kind) => {
    const own = moves.find((move) => move.what === kind)?.count ?? 1
    return words.times(words.fullKind(kind), whats.length > 1 || each ? own : total)
  })
  const places = (
    ids: readonly string[],
    isHere: (move: Moves['moves'][number], id: string) => boolean,
  ): string =>
    ids
      .map((id) => {
        const count = moves.find((move) => isHere(move, id))?.count ?? 1
        return ids.length > 1 && !uniform ? words.times(words.zone(id), count) : words.zone(id)
      })
      .join(', ')
  const from = places(froms, (move, id) => move.from === id)
  const into = places(intos, (move, id) => move.into === id)
  return `${what.join(', ')}${each ? ' each' : ''}: ${from} ${words.arrow} ${into}`
}

function countedText(things: readonly Counted[], name: (id: string) => string, words: Vocabulary): string {
  return things.map(({ id, count }) => words.times(name(id), count)).join(', ')
}

/** `Hill, Port: White disc -> Black disc`. */
function swapText({ at, out, in: into }: Swap, words: Vocabulary): string {
  const [before, after] = [out, into].map((side) => countedText(side, (id) => words.fullKind(id), words))
  return `${at.map((id) => words.zone(id)).join(', ')}: ${before} ${words.arrow} ${after}`
}

/** `Cube x2 in Hill: active`, or `Cube active: Hill x2, Port`. */
function flipText({ what, prop, value, at }: Flips, words: Vocabulary): string {
  const kind = words.fullKind(what)
  const [only, ...more] = at
  if (only !== undefined && more.length === 0) {
    const there = `${words.times(kind, only.count)} in ${words.zone(only.id)}`
    return prop === '' ? `${there} is turned` : `${there}: ${words.fullWord(value)}`
  }
  const places = countedText(at, (id) => words.zone(id), words)
  return `${kind} ${prop === '' ? 'turned' : words.fullWord(value)}: ${places}`
}

/** `Hill: mood calm -> angry`, `score: Left 1 -> 2, Right 3 -> 4`; for booleans `Hill: fortified`. */
function changeText({ variable, changes }: Changes, words: Vocabulary): string {
  const name = words.variable(variable)
  const alike: Change[][] = []
  for (const change of changes) {
    const group = alike.find(([first]) => first !== undefined && isAlike(first, change))
    if (group === undefined) alike.push([change])
    else group.push(change)
  }
  const owners = (group: readonly Change[]): string =>
    group.flatMap(({ of }) => (of === undefined ? [] : [owner(of, words)])).join(', ')
  const flag = (value: boolean): string => (value ? name : `not ${name}`)
  const fromTo = ({ from, value }: Change): string =>
    `${words.fullValue(variable, from)} ${words.arrow} ${words.fullValue(variable, value)}`
  const [first] = alike
  const [change] = first ?? []
  if (first === undefined || change === undefined) return ''
  if (typeof change.value === 'boolean')
    return alike
      .map((group) => {
        const what = flag(group[0]?.value === true)
        return change.of === undefined ? what : `${owners(group)}: ${what}`
      })
      .join('; ')
  if (alike.length === 1)
    return `${change.of === undefined ? '' : `${owners(first)}: `}${name} ${fromTo(change)}`
  const parts = alike.map((group) => `${owners(group)} ${group[0] === undefined ? '' : fromTo(group[0])}`)
  return `${name}: ${parts.join(', ')}`
}

function isAlike(a: Change, b: Change): boolean {
  return isSameConstant(a.value, b.value) && (typeof a.value === 'boolean' || isSameConstant(a.from, b.from))
}

function owner(id: string, words: Vocabulary): string {
  return words.def.seats.some((seat) => seat.id === id) ? words.seat(id) : words.zone(id)
}

export function choiceEventText({ label, choice, seat }: ChoiceEvent, words: Vocabulary): string {
  return label ?? choiceText(choice, words, seat)
}

/** The text of an empty choice. */
export const NOTHING = 'nothing'

/** Renders an answer: equal ids with a count, pieces and spaces by name. It omits the zone of the seat's own cards. */
export function choiceText(choice: Choice, words: Vocabulary, seat?: string): string {
  if (typeof choice === 'number') return String(choice)
  if (typeof choice === 'object' && 'offer' in choice) return words.action(choice.offer)
  const ids = typeof choice === 'string' ? [choice] : choice
  if (ids.length === 0) return NOTHING
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .map(([id, n]) => (n === 1 ? idText(id, words, seat) : `${n} ${idText(id, words, seat)}`))
    .join(', ')
}

/** Renders an id: `kind@zone` is a piece in a zone, others are spaces, seats, kinds, actions or words of the rules. */
function idText(id: string, words: Vocabulary, seat: string | undefined): string {
  const at = id.lastIndexOf('@')
  if (at > 0) {
    const kind = words.fullKind(id.slice(0, at))
    const zone = zoneOf(id.slice(at + 1), words)
    const isOwn = zone?.holds === 'cards' && zone.owner !== undefined && zone.owner === seat
    return isOwn ? kind : `${kind} in ${words.zone(id.slice(at + 1))}`
  }
  const { def } = words
  if (id.includes('|')) return kindsText(id.split('|'), words)
  if (def.seats.some((other) => other.id === id)) return words.seat(id)
  if (def.zones.some((zone) => zone.id === id)) return words.zone(id)
  if (def.tokens.some((token) => token.id === id.split('+')[0])) return words.fullKind(id)
  return def.procedures.some((p) => p.id === id) ? words.action(id) : words.fullWord(id)
}

/** Renders a group of kinds without a name by its types. If it has pieces, its cards are omitted. */
function kindsText(kinds: readonly string[], words: Vocabulary): string {
  const types = new Set(kinds.map((kind) => kind.split('+')[0] ?? kind))
  const tokens = words.def.tokens.filter(({ id }) => types.has(id))
  const pieces = tokens.filter(({ family }) => family === 'pieces')
  return (pieces.length > 0 ? pieces : tokens).map(({ id }) => words.fullKind(id)).join(', ')
}

/** Renders the winners and the reason. */
export function outcomeText(
  { kind, reason, winners }: Outcome,
  words: Vocabulary,
): { head: string; why: string } {
  const names = winners.map((seat) => words.seat(seat))
  const won = names.length === 1 ? `${names[0]} wins` : `${names.join(' and ')} win`
  return { head: kind === 'draw' || names.length === 0 ? 'A draw' : won, why: reason }
}
