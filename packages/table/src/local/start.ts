/** How a table without a server begins, or goes on. */
import { optionsOfAgents } from '@ludoforge/agents'
import { type Game, linkGame, CompilerUnavailable } from '@ludoforge/kernel'
import type { ModuleGame } from '@ludoforge/play'
import { type Evaluate, makeEvaluator, valueOrUndefined, memoizedValues, valueTexts } from '@ludoforge/look'
import { checkAgentSpec, type StoredTable } from '../core/index.js'
import { activeDecisions, type Entry, replayUnder } from '../record/index.js'
import type { ViewContext } from '../views/index.js'
import type { LocalOptions } from './options.js'

/** Who plays a seat that is no bot's. */
export const LOCAL_PERSON = 'me'

export function viewContextOf(options: LocalOptions): ViewContext {
  if ('game' in options) return { game: options.game, reckon: options.reckon }
  const { scene } = options
  if ('module' in options) {
    const { module } = options
    if (scene === undefined) return { game: module }
    return { game: module, reckon: memoizedValues(valueTexts(module.def, scene), ofModule(module)) }
  }
  const { def, expressions } = options
  const game = linkGame(def)
  if (scene === undefined || expressions === undefined) return { game }
  return { game, reckon: memoizedValues(valueTexts(def, scene), makeEvaluator(game, expressions)) }
}

/** A module knows the expressions that mean something: a function of some spaces only means nothing of the others. */
function ofModule(module: ModuleGame): Evaluate {
  const unknown = new Set<string>()
  return (state, text, eye) => {
    if (unknown.has(text)) return undefined
    try {
      return valueOrUndefined(() => module.evaluate(state, text, eye))
    } catch (error) {
      if (!(error instanceof CompilerUnavailable)) throw error
      unknown.add(text)
      return undefined
    }
  }
}

/** A new table. */
export function createTableRecord(options: LocalOptions, game: Game): Omit<StoredTable, 'entries'> {
  const { def, fingerprint } = game
  const { seed = anySeed(), scenario = def.scenarios[0]?.id, name = def.title } = options
  const seats = Object.fromEntries(def.seats.map(({ id }) => [id, options.seats?.[id] ?? LOCAL_PERSON]))
  const agents = def.seats.map(({ id }) => (seats[id] === LOCAL_PERSON ? '' : (seats[id] ?? '')))
  for (const agent of agents) if (agent !== '') checkAgentSpec(agent)
  return {
    ...('def' in options ? { def } : {}),
    game: { id: def.id, title: def.title, fingerprint },
    beginning: {
      seed,
      options: optionsOfAgents(game, agents, options.options),
      ...(scenario === undefined ? {} : { scenario }),
    },
    name,
    seats,
    created: Date.now(),
  }
}

/** A module may have other rules than those that the table was begun by: it goes on by them, if it can. */
export function rulesChangedEntry(game: Game, { entries, beginning, ...kept }: StoredTable): Entry[] {
  const { fingerprint } = game
  const moved = entries.findLast((entry) => entry.kind === 'moved')
  if ((moved?.kind === 'moved' ? moved.fingerprint : kept.game.fingerprint) === fingerprint) return []
  replayUnder(game, beginning, activeDecisions(entries))
  return [{ kind: 'moved', fingerprint, number: entries.length + 1, at: Date.now() }]
}

/** Seats may have been given to bots and back since. */
export function currentSeats({ seats, entries }: StoredTable): Readonly<Record<string, string>> {
  const last = entries.findLast(({ kind }) => kind === 'seats')
  if (last?.kind !== 'seats') return seats
  return Object.fromEntries(last.seats.map(({ seat, agent }) => [seat, agent ?? LOCAL_PERSON]))
}

function anySeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
