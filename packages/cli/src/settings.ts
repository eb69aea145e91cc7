import { randomBytes } from 'node:crypto'
import { agentSpecError, defaultAgent } from '@ludoforge/agents'
import { parseExternalSpec } from '@ludoforge/agents/node'
import { closestName } from '@ludoforge/compiler'
import { HUMAN } from '@ludoforge/table'
import { type Constant, enumType, type GameDef, isList, itemOf, type OptionDef } from '@ludoforge/kernel'
import { BadTrace } from '@ludoforge/play'
import { checkAgent, readNames } from './agents.js'
import { unknownName, UsageError } from './usage.js'

/** Parses command-line values and checks them against the game. All functions throw `UsageError`. */

export function readScenario(def: GameDef, given: string | undefined): string {
  const known = def.scenarios.map(({ id }) => id)
  if (given === undefined) return known[0] ?? ''
  if (known.includes(given)) return given
  throw new UsageError(unknownName('scenario', given, closestName(given, known), known))
}

/** An unguessable seed: 128 bits, like the state of the random generator. */
export function randomSeed(): string {
  return randomBytes(16).toString('hex')
}

/** Parses a whole number as a number. Any other text is a seed as it is. */
export function readSeed(given: string): number | string {
  return /^-?\d{1,15}$/.test(given) ? Number(given) : given
}

export function readCount(what: string, given: string, least: number, most = 1e9): number {
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`${what} must be a whole number from ${least} to ${most}, not "${given}".`)
}

/** Parses `NAME=VALUE` pairs into game options. */
export function readOptions(def: GameDef, given: readonly string[]): Record<string, Constant> {
  const values: Record<string, Constant> = {}
  for (const pair of given) {
    const [name, text] = splitPair(pair, '--option')
    const option = def.options.find(({ id }) => id === name)
    if (option === undefined) {
      const known = def.options.map(({ id }) => id)
      throw new UsageError(unknownName('option', name, closestName(name, known), known))
    }
    values[name] = readOption(def, option, text)
  }
  return values
}

function readOption(def: GameDef, option: OptionDef, text: string): Constant {
  const { id, type, min, max } = option
  if (isList(type)) {
    const item = { ...option, type: itemOf(type) }
    return text === '' ? [] : text.split(',').map((part) => readOption(def, item, part.trim()))
  }
  if (type === 'flag') {
    if (['yes', 'true', 'on', '1'].includes(text)) return true
    if (['no', 'false', 'off', '0'].includes(text)) return false
    throw new UsageError(`The option ${id} takes yes or no, not "${text}".`)
  }
  if (type === 'number') {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (Number.isInteger(value) && value >= (min ?? value) && value <= (max ?? value)) return value
    const range = min === undefined || max === undefined ? 'a whole number' : `a number from ${min} to ${max}`
    throw new UsageError(`The option ${id} takes ${range}, not "${text}".`)
  }
  const known = namesOf(def, type)
  if (known.includes(text)) return text
  throw new UsageError(unknownName(`value of the option ${id}`, text, closestName(text, known), known))
}

/** The names of all values of a type. Tokens are named by their types. */
function namesOf(def: GameDef, type: string): readonly string[] {
  const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)
  if (type === 'seat') return ids(def.seats)
  if (type === 'zone') return ids(def.zones)
  if (type === 'token') return ids(def.tokens)
  return def.enums.find((item) => enumType(item.id) === type)?.values ?? []
}

/** The player of each seat. By default, you play the first seat and bots play the others. */
export function readSeats(
  def: GameDef,
  given: readonly string[],
  present: readonly { readonly id: string }[] = def.seats,
): Record<string, string> {
  const known = present.map(({ id }) => id)
  const named: Record<string, string> = {}
  for (const pair of given) {
    const [name, who] = splitPair(pair, '--seat')
    const seat = readSeat(def, name)
    if (!known.includes(seat)) throw new UsageError(`${seat} is not at this table (${known.length} players).`)
    if (who !== HUMAN) checkAgent(who, [HUMAN])
    named[seat] = who
  }
  // `--seat NAME=human` replaces the default human in the first seat.
  const mine = Object.values(named).includes(HUMAN) ? undefined : known.find((id) => !(id in named))
  return Object.fromEntries(
    known.map((id) => [id, named[id] ?? (id === mine ? HUMAN : defaultAgent({ def }, id))]),
  )
}

/** Checks that every seat of a saved game has a person or a known agent. Throws `BadTrace`. */
export function checkPlayers(seats: Readonly<Record<string, string>>): void {
  for (const [seat, who] of Object.entries(seats)) {
    const wrong = who === HUMAN ? undefined : agentSpecError(who)
    if (wrong === undefined) continue
    // A save from somewhere else must not start programs on this machine.
    const hint =
      parseExternalSpec(who) === undefined
        ? wrong
        : `A save never starts programs automatically. If you trust this one, pass --seat '${seat}=${who}'.`
    throw new BadTrace(`In the saved game, "${who}" plays ${seat}. ${hint}`)
  }
}

/** Finds a seat by its id, ignoring case. */
function readSeat({ seats }: GameDef, name: string): string {
  const known = seats.map(({ id }) => id)
  const seat = known.find((id) => id === name) ?? known.find((id) => id.toLowerCase() === name.toLowerCase())
  if (seat === undefined) throw new UsageError(unknownName('seat', name, closestName(name, known), known))
  return seat
}

export function readTarget(given: string): 'margin' | 'win' {
  if (given === 'margin' || given === 'win') return given
  throw new UsageError(`--by takes margin or win, not "${given}".`)
}

/** Parses `--agents A,B,...`: one agent for all seats, or one per seat. */
export function readAgents(def: GameDef, given: string): string[] {
  const names = readNames(given)
  if (names.length !== 1 && names.length !== def.seats.length) {
    throw new UsageError(
      `Name one agent for all seats, or ${def.seats.length}, one for each of ${def.seats.map(({ id }) => id).join(', ')}. You named ${names.length}.`,
    )
  }
  return names
}

export interface Contestants {
  readonly agents: readonly string[]
  readonly against?: string
  readonly seats?: readonly string[]
}

/** The agents to rate, their seats, and the agent in all other seats. */
export function readContestants(
  def: GameDef,
  given: { readonly agents: string; readonly against?: string; readonly seats?: string },
): Contestants {
  const agents = readNames(given.agents)
  refuseDuplicates('agent', agents)
  if (given.against === undefined) {
    if (given.seats === undefined) return { agents }
    throw new UsageError('--seats needs --against. Without it, every agent plays every seat.')
  }
  const [against = '', ...more] = readNames(given.against)
  if (more.length > 0) throw new UsageError(`--against takes one agent, not ${more.length + 1}.`)
  if (given.seats === undefined) return { agents, against }
  const seats = given.seats.split(',').map((name) => readSeat(def, name.trim()))
  refuseDuplicates('seat', seats)
  return { agents, against, seats }
}

function refuseDuplicates(what: string, names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw new UsageError(`The ${what} ${twice} is named twice.`)
}

function splitPair(pair: string, flag: string): [string, string] {
  const at = pair.indexOf('=')
  if (at <= 0) throw new UsageError(`${flag} takes NAME=VALUE, not "${pair}".`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}
