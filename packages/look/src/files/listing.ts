/** What a lobby tells of a game. */
import type { Game, GameDef, OptionDef } from '@ludoforge/kernel'
import { policyNames, seatOptionOf } from '@ludoforge/play'
import { hexOf } from '../build/colours.js'
import { wordsOfId } from '../build/names.js'
import type { GameListing, GameOption } from '../listing.js'
import type { Scene } from '../scene.js'

export function listingOf(
  { def, fingerprint }: Pick<Game, 'def' | 'fingerprint'>,
  scene: Scene,
  picture: string,
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
    scenarios: def.scenarios.map(({ id, title, about }) => ({
      id,
      title,
      ...(about === undefined ? {} : { says: about }),
    })),
    options: def.options.map((option) => optionCard(def, option)),
    agents: agentsOf(def),
  }
}

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

/** What an option can be, or the items of its list. */
function valuesOf(def: GameDef, type: string): readonly string[] | undefined {
  const item = type.replace(/^list /, '')
  if (item === 'seat') return def.seats.map(({ id }) => id)
  if (item === 'token') return def.tokens.map(({ id }) => id)
  return def.enums.find(({ id }) => `enum:${id}` === item)?.values
}

/** The levels of search that a lobby offers: names of agents. */
const LEVELS: GameListing['agents'] = [
  { spec: 'easy', title: 'Easy', says: 'Looks ahead a little.' },
  { spec: 'normal', title: 'Normal', says: 'Looks ahead further.' },
  { spec: 'hard', title: 'Hard', says: 'Thinks about every turn for a second.' },
]

/** Levels first, then the policies of the game. */
function agentsOf(def: GameDef): GameListing['agents'] {
  const policies = policyNames(def).map((name) => ({
    spec: `policy:${name}`,
    title: titleOfPolicy(def, name),
    says: 'Plays by rules that the rulebook gives it.',
    ...listedIn(def, name),
  }))
  return [...LEVELS, ...policies]
}

/** Rules may want to know which seats a policy plays: its `as OPTION` names the option that lists them. */
function listedIn(def: GameDef, policy: string): Pick<GameListing['agents'][number], 'listedIn'> {
  const found = def.seats.flatMap(({ id }) => {
    const option = seatOptionOf(def, id, policy)
    return option === undefined ? [] : [[id, option] as const]
  })
  return found.length === 0 ? {} : { listedIn: Object.fromEntries(found) }
}

/** The title of the part that is for most seats. */
function titleOfPolicy(def: GameDef, name: string): string {
  const titled = def.policies
    .filter(({ id, title }) => id === name && title !== undefined)
    .toSorted((a, b) => b.seats.length - a.seats.length)
  const title = titled[0]?.title ?? wordsOfId(name)
  return title.slice(0, 1).toUpperCase() + title.slice(1)
}
