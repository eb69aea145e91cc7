/** The lobby's listing of a game. */
import type { Game, GameDef, OptionDef } from '@ludoforge/kernel'
import { policyNames, seatOptionOf } from '@ludoforge/play'
import { hexOf } from '../build/colours.js'
import { wordsOfId } from '../kinds.js'
import type { GameListing, GameOption } from '../listing.js'
import type { Scene } from '../scene.js'

export function listingOf(
  { def, fingerprint }: Pick<Game, 'def' | 'fingerprint'>,
  scene: Scene,
  picture: string,
  puzzles = 0,
): GameListing {
  return {
    id: def.id,
    title: def.title,
    says: scene.says,
    fingerprint,
    picture,
    seats: def.seats.map(({ id }) => {
      const seat = scene.seats[id]
      return { id, name: seat?.name ?? id, colour: hexOf(scene.colours, seat?.colour ?? id) }
    }),
    scenarios: def.scenarios.map(({ id, title, about, options }) => {
      const players = def.players === undefined ? undefined : options[def.players]
      return {
        id,
        title,
        ...(about === undefined ? {} : { says: withoutTitle(about, title) }),
        ...(typeof players === 'number' ? { players } : {}),
      }
    }),
    ...(def.players === undefined ? {} : { players: def.players }),
    options: def.options.map((option) => optionCard(def, option)),
    agents: agentsOf(def),
    ...(puzzles === 0 ? {} : { puzzles }),
  }
}

/** Omits the title at the beginning of a description that is shown below it. */
const withoutTitle = (about: string, title: string): string =>
  about.startsWith(`${title}, `) ? about.slice(title.length + 2) : about

function optionCard(def: GameDef, { id, about, type, min, max, default: initial }: OptionDef): GameOption {
  const values = valuesOf(def, type)
  const title = wordsOfId(id)
  return {
    id,
    title: title.slice(0, 1).toUpperCase() + title.slice(1),
    type,
    initial,
    ...(about === '' ? {} : { says: about }),
    ...(values === undefined ? {} : { values }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

/** Returns the possible values of an option, or of its items. */
function valuesOf(def: GameDef, type: string): readonly string[] | undefined {
  const item = type.replace(/^list /, '')
  if (item === 'seat') return def.seats.map(({ id }) => id)
  if (item === 'token') return def.tokens.map(({ id }) => id)
  return def.enums.find(({ id }) => `enum:${id}` === item)?.values
}

/** The levels of search in the lobby. `spec` names an agent. */
const LEVELS: GameListing['agents'] = [
  { spec: 'easy', title: 'Easy', says: 'Looks a little ahead.' },
  { spec: 'normal', title: 'Normal', says: 'Looks further ahead than Easy.' },
  { spec: 'hard', title: 'Hard', says: 'Thinks for a second about every turn.' },
]

/** Returns the levels, then the policies of the game. */
function agentsOf(def: GameDef): GameListing['agents'] {
  const policies = policyNames(def).map((name) => ({
    spec: `policy:${name}`,
    title: titleOfPolicy(def, name),
    says: 'Plays by a policy from the rulebook.',
    ...listedIn(def, name),
  }))
  return [...LEVELS, ...policies]
}

/** Returns, by seat, the game option that a policy's `as OPTION` names. Rules read it to know which seats the policy plays. */
function listedIn(def: GameDef, policy: string): Pick<GameListing['agents'][number], 'listedIn'> {
  const found = def.seats.flatMap(({ id }) => {
    const option = seatOptionOf(def, id, policy)
    return option === undefined ? [] : [[id, option] as const]
  })
  return found.length === 0 ? {} : { listedIn: Object.fromEntries(found) }
}

/** Returns the title of the policy part that covers the most seats. */
function titleOfPolicy(def: GameDef, name: string): string {
  const titled = def.policies
    .filter(({ id, title }) => id === name && title !== undefined)
    .toSorted((a, b) => b.seats.length - a.seats.length)
  const title = titled[0]?.title ?? wordsOfId(name)
  return title.slice(0, 1).toUpperCase() + title.slice(1)
}
