/** Renders changes on the board as sentences: moves, swaps, turned pieces and changed values. */
import type { GameDef, TokenTypeDef, ZoneDef } from '@ludoforge/kernel'
import { type Change, type Changes, type Counted, type Flips, isSameConstant } from './join-events.js'
import type { Move, Moves, Swap } from './join-events.js'
import type { Vocabulary } from './vocabulary.js'

interface Index {
  readonly zones: ReadonlyMap<string, ZoneDef>
  readonly types: ReadonlyMap<string, TokenTypeDef>
}

const indexes = new WeakMap<GameDef, Index>()

function indexOf({ def }: Vocabulary): Index {
  let index = indexes.get(def)
  if (index === undefined)
    indexes.set(
      def,
      (index = {
        zones: new Map(def.zones.map((zone) => [zone.id, zone])),
        types: new Map(def.tokens.map((type) => [type.id, type])),
      }),
    )
  return index
}

export function zoneOf(id: string, words: Vocabulary): ZoneDef | undefined {
  return indexOf(words).zones.get(id)
}

export function typeOf(kind: string, words: Vocabulary): TokenTypeDef | undefined {
  return indexOf(words).types.get(kind.split('+')[0] ?? kind)
}

/** Pieces that enter the map from their supply are placed, those that return to it are removed. */
function routeOf({ what, from, into }: Move, words: Vocabulary): 'placed' | 'removed' | 'moved' {
  const supply = typeOf(what, words)?.supply
  const isSupply = (id: string): boolean => id === supply || zoneOf(id, words)?.family === supply
  const isSpace = (id: string): boolean => zoneOf(id, words)?.space === true
  if (supply === undefined) return 'moved'
  if (isSupply(from) && isSpace(into)) return 'placed'
  return isSupply(into) && isSpace(from) ? 'removed' : 'moved'
}

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)]
const sumOf = (moves: readonly { readonly count: number }[]): number =>
  moves.reduce((sum, { count }) => sum + count, 0)

/** `2 Red cubes placed in Hill`, `3 Red cubes moved to Mill: 2 from Hill, 1 from Port`. */
export function moveText({ moves }: Moves, words: Vocabulary): string {
  const { say } = words
  const [whats, froms, intos] = [
    unique(moves.map(({ what }) => what)),
    unique(moves.map(({ from }) => from)),
    unique(moves.map(({ into }) => into)),
  ]
  const [first] = moves
  if (first === undefined) return ''
  const zones = (ids: readonly string[]): string => say.list(ids.map((id) => words.zone(id)))
  const isSpread = froms.length > 1 || intos.length > 1
  const isEqual = new Set(moves.map(({ count }) => count)).size === 1
  const load = whats.map((kind) => {
    const own = moves.filter(({ what }) => what === kind)
    return words.counted(kind, isSpread && (whats.length > 1 || isEqual) ? (own[0]?.count ?? 1) : sumOf(own))
  })
  const routes = unique(moves.map((move) => routeOf(move, words)))
  const route = routes.length === 1 ? routes[0] : 'moved'
  const things = say.list(load)
  if (zoneOf(first.into, words)?.holds === 'cards') return cardText(things, moves, words)
  if (isSpread && whats.length === 1 && !isEqual) return spreadText(things, moves, route, words)
  const what = isSpread ? say.each(things) : things
  if (route === 'placed') return say.placed(what, zones(intos))
  if (route === 'removed') return say.removed(what, zones(froms))
  return say.moved(what, zones(froms), zones(intos))
}

/** `Ace dealt to Left`, `Ace passed from Left to Right`, `Ace played by Left`, `Ace returned from Row to Deck`. */
function cardText(things: string, moves: readonly Move[], words: Vocabulary): string {
  const { say } = words
  const [froms, intos] = [unique(moves.map(({ from }) => from)), unique(moves.map(({ into }) => into))]
  const isPile = (id: string): boolean => zoneOf(id, words)?.visible === 'none'
  const isHand = (id: string): boolean => ownerOfHand(id, words) !== undefined
  const receivers = say.list(unique(intos.map((id) => receiverOf(id, words))))
  if (froms.every(isPile) && !intos.every(isPile))
    return say.dealtTo(intos.length > 1 ? say.each(things) : things, receivers)
  const [only, ...others] = intos
  if (froms.every(isHand) && intos.every(isHand))
    return say.passed(things, say.list(froms.map((id) => receiverOf(id, words))), receivers)
  const { owner, name = '' } = (others.length === 0 && only !== undefined && zoneOf(only, words)) || {}
  const done =
    owner === undefined ? undefined : say.doneBy(things, withoutEnd(name, owner, words), words.seat(owner))
  if (done !== undefined) return done
  const from = withoutOwner(froms, intos, words)
  const targets = say.list(intos.map((id) => words.zone(id)))
  const isBack = moves.every(({ what, into }) => typeOf(what, words)?.supply === into)
  return isBack ? say.returned(things, from, targets) : say.moved(things, from, targets)
}

/** The owner of cards that not everybody sees. */
function ownerOfHand(id: string, words: Vocabulary): string | undefined {
  const zone = zoneOf(id, words)
  return zone?.visible === 'all' ? undefined : zone?.owner
}

/** Who is dealt the cards of a zone: the seat whose hand it is, else the zone. */
function receiverOf(id: string, words: Vocabulary): string {
  const owner = ownerOfHand(id, words)
  return owner === undefined ? words.zone(id) : words.seat(owner)
}

/** The name of a zone without its owner: `Hand`. */
function withoutEnd(name: string, owner: string, words: Vocabulary): string {
  const end = ` (${words.plainSeat(owner)})`
  return name.endsWith(end) ? name.slice(0, -end.length) : name
}

/** The zones that cards leave. Their owner is omitted if it also owns where they go: `from Hand to Played (Left)`. */
function withoutOwner(froms: readonly string[], intos: readonly string[], words: Vocabulary): string {
  const owners = unique([...froms, ...intos].map((id) => zoneOf(id, words)?.owner ?? ''))
  const owner = owners.length === 1 ? (owners[0] ?? '') : ''
  return words.say.list(froms.map((id) => withoutEnd(words.zone(id), owner, words)))
}

/** Pieces of one kind that part, or meet. */
function spreadText(
  things: string,
  moves: readonly Move[],
  route: string | undefined,
  words: Vocabulary,
): string {
  const { say } = words
  const at = (end: 'from' | 'into') =>
    unique(moves.map((move) => move[end])).map((id) => ({
      count: sumOf(moves.filter((move) => move[end] === id)),
      where: words.zone(id),
    }))
  const [from, into] = [at('from'), at('into')]
  if (route === 'placed') return say.placedIn(things, into)
  if (route === 'removed') return say.removedFrom(things, from)
  const one = (all: readonly { readonly where: string }[]): string => say.list(all.map(({ where }) => where))
  return into.length === 1 ? say.movedFrom(things, from, one(into)) : say.movedTo(things, one(from), into)
}

function countedText(things: readonly Counted[], words: Vocabulary): string {
  return words.say.list(things.map(({ id, count }) => words.counted(id, count)))
}

/** `2 Black discs replace 2 White discs in D4 and D5`. */
export function swapText({ at, out, in: into }: Swap, words: Vocabulary): string {
  const zones = words.say.list(at.map((id) => words.zone(id)))
  return words.say.replaced(countedText(out, words), countedText(into, words), sumOf(into) === 1, zones)
}

/** `2 Cubes in Hill become Active`, or `3 Cubes become Active: 2 in Hill, 1 in Port`. */
export function flipText({ what, prop, value, at }: Flips, words: Vocabulary): string {
  const { say } = words
  const total = sumOf(at)
  const things = words.counted(what, total)
  const [only, ...more] = at
  if (only !== undefined && more.length === 0) {
    const there = say.in(things, words.zone(only.id))
    return prop === ''
      ? say.turned(there, total === 1)
      : say.becomes(there, total === 1, stateText(prop, value, words))
  }
  const places = at.map(({ id, count }) => ({ count, where: words.zone(id) }))
  return prop === ''
    ? say.turnedIn(things, places)
    : say.becomesIn(things, stateText(prop, value, words), places)
}

/** The name of a property's value. */
function stateText(prop: string, value: string, words: Vocabulary): string {
  if (value !== 'true' && value !== 'false') return words.property(prop, value)
  const name = words.variable(prop)
  return value === 'true' ? name : words.say.not(name)
}

/** `Hill: mood calm → angry`, `Leads Left` if nobody did, `score: Left 1 → 2, Right 3 → 4`; `+1 Storm marker in Hill`; `Hill: fortified`. */
export function changeText({ variable, changes }: Changes, words: Vocabulary): string {
  const { say } = words
  const name = words.variable(variable)
  const alike: Change[][] = []
  for (const change of changes) {
    const isCounter = words.countedVariable(variable, 1) !== undefined
    const group = alike.find(
      ([first]) =>
        first !== undefined && (isCounter ? hasSameDifference(first, change) : isAlike(first, change)),
    )
    if (group === undefined) alike.push([change])
    else group.push(change)
  }
  const owners = (group: readonly Change[]): string =>
    group.flatMap(({ of }) => (of === undefined ? [] : [ownerText(of, words)])).join(', ')
  const fromTo = ({ from, value }: Change): string => {
    const now = words.value(variable, value)
    return from === null ? now : say.changed(words.value(variable, from), now)
  }
  const [first] = alike
  const [change] = first ?? []
  if (first === undefined || change === undefined) return ''
  if (typeof change.value === 'boolean')
    return alike
      .map((group) => {
        const what = group[0]?.value === true ? name : say.not(name)
        return change.of === undefined ? what : `${owners(group)}: ${what}`
      })
      .join('; ')
  const counts = alike.map((group) => counterText(variable, group, words))
  if (counts.every((text) => text !== undefined)) return counts.join('; ')
  const subject = isNamedBy(variable, change, words) ? '' : `${name} `
  if (alike.length === 1)
    return `${change.of === undefined ? '' : `${owners(first)}: `}${subject}${fromTo(change)}`
  const parts = alike.map((group) => `${owners(group)} ${group[0] === undefined ? '' : fromTo(group[0])}`)
  return `${name}: ${parts.join(', ')}`
}

/** Whether the values say what they are about: `Passive Support`. */
function isNamedBy(variable: string, { of, from, value }: Change, words: Vocabulary): boolean {
  if (of === undefined || typeof value !== 'string') return false
  const name = words.variable(variable).toLowerCase()
  return [from, value].some((one) => words.value(variable, one).toLowerCase().includes(name))
}

/** `+1 Storm marker in Hill`, of a counter. */
function counterText(variable: string, group: readonly Change[], words: Vocabulary): string | undefined {
  const [first] = group
  if (first === undefined || typeof first.from !== 'number' || typeof first.value !== 'number')
    return undefined
  const more = first.value - first.from
  const text = words.countedVariable(variable, Math.abs(more))
  if (text === undefined) return undefined
  const signed = `${more < 0 ? '−' : '+'}${text}`
  const owners = group.flatMap(({ of }) => (of === undefined ? [] : [of]))
  const [owner] = owners
  if (owner === undefined) return signed
  const where = words.say.list(owners.map((id) => ownerText(id, words)))
  return zoneOf(owner, words) === undefined ? `${where}: ${signed}` : words.say.in(signed, where)
}

/** A counter shows only its difference. */
function hasSameDifference(a: Change, b: Change): boolean {
  const by = ({ from, value }: Change): number => Number(value) - Number(from)
  return by(a) === by(b)
}

function isAlike(a: Change, b: Change): boolean {
  return isSameConstant(a.value, b.value) && (typeof a.value === 'boolean' || isSameConstant(a.from, b.from))
}

export function ownerText(id: string, words: Vocabulary): string {
  return words.def.seats.some((seat) => seat.id === id) ? words.seat(id) : words.zone(id)
}
