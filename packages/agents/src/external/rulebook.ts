/** What a look at the rulebook shows, for programs: components, values and scores. Nothing of a game in progress. */
import { type FunctionDef, type Game, type GameDef, withoutUndefined } from '@ludoforge/kernel'
import { policyNames } from '@ludoforge/play'
import type { Rulebook, RulebookValue } from '../schemas/rulebook.js'

const books = new WeakMap<GameDef, Rulebook>()

/** Returns the description of a game's rules. */
export function rulebookOf({ def, fingerprint }: Pick<Game, 'def' | 'fingerprint'>): Rulebook {
  const known = books.get(def)
  if (known !== undefined) return known
  const { worth, promise, features = [] } = def
  const book: Rulebook = {
    id: def.id,
    title: def.title,
    fingerprint,
    seats: def.seats.map(({ id }) => id),
    scenarios: def.scenarios.map(({ id }) => id),
    ...(def.teams === undefined ? {} : { teams: def.teams.map(({ id, seats }) => ({ id, seats })) }),
    spaces: def.zones.flatMap(({ id, name, space, adjacent, attributes, board }) =>
      space
        ? [
            {
              id,
              name,
              neighbours: adjacent,
              attributes,
              ...(board === undefined ? {} : { column: board.column, row: board.row }),
            },
          ]
        : [],
    ),
    zones: def.zones.flatMap(({ id, name, space, holds, visible, owner }) =>
      space ? [] : [{ id, name, holds, visible, ...withoutUndefined({ owner }) }],
    ),
    pieces: def.tokens.map(({ id, name, family, count, supply, props, changing }) => ({
      id,
      name,
      family,
      count,
      supply,
      attributes: props,
      changing,
    })),
    variables: def.variables.flatMap(({ id, scope, type, min, max, start, track, hidden, bookkeeping }) =>
      bookkeeping === true
        ? []
        : [{ id, scope, type, start, ...withoutUndefined({ min, max, track, hidden }) }],
    ),
    options: def.options.map(({ id, about, type, min, max, default: otherwise }) => ({
      id,
      about,
      type,
      default: otherwise,
      ...withoutUndefined({ min, max }),
    })),
    values: def.functions.flatMap(valueOf),
    policies: Object.fromEntries(def.seats.map(({ id }) => [id, policyNames(def, id)])),
    scores: {
      ...withoutUndefined({ worth, promise }),
      features: features.map(({ id, about }) => ({ id, about })),
    },
  }
  books.set(def, book)
  return book
}

/** A value that a bot can evaluate by its name: a function of nothing, of one seat or of one zone. */
function valueOf({ id, params, returns }: FunctionDef): RulebookValue[] {
  const [first, ...more] = params
  if (first === undefined) return [{ id, returns }]
  if (more.length > 0 || (first.type !== 'seat' && first.type !== 'zone')) return []
  return [{ id, of: first.type, returns }]
}
