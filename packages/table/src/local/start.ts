/** Creates and resumes local tables. */
import { optionsOfAgents } from '@ludoforge/agents'
import { type Game, linkGame, CompilerUnavailable, presentSeats } from '@ludoforge/kernel'
import type { ModuleGame } from '@ludoforge/play'
import {
  type Evaluator,
  makeEvaluator,
  valueOrUndefined,
  memoizedValues,
  valueExpressions,
} from '@ludoforge/look'
import { checkAgentSpec, type StoredTable } from '../core/index.js'
import { activeDecisions, type Entry, replayUnder } from '../record/index.js'
import type { ViewContext } from '../views/index.js'
import type { LocalOptions } from './options.js'

/** The id of the only person at a local table. */
export const LOCAL_PERSON = 'me'

/** Returns the rules of a table, and the function that computes the values next to its views. */
export function viewContextOf(options: LocalOptions): ViewContext {
  if ('game' in options) return { game: options.game, reckon: options.reckon }
  const { scene } = options
  if ('module' in options) {
    const { module } = options
    if (scene === undefined) return { game: module }
    return {
      game: module,
      reckon: memoizedValues(valueExpressions(module.def, scene), moduleEvaluator(module)),
    }
  }
  const { def, expressions } = options
  const game = linkGame(def)
  if (scene === undefined || expressions === undefined) return { game }
  return { game, reckon: memoizedValues(valueExpressions(def, scene), makeEvaluator(game, expressions)) }
}

/** Evaluates the expressions that the module contains. Others have no value: functions of some spaces only. */
function moduleEvaluator(module: ModuleGame): Evaluator {
  const unknown = new Set<string>()
  return {
    present: (state) => module.present(state),
    value: (state, text, viewer) => {
      if (unknown.has(text)) return undefined
      try {
        return valueOrUndefined(() => module.evaluate(state, text, viewer))
      } catch (error) {
        if (!(error instanceof CompilerUnavailable)) throw error
        unknown.add(text)
        return undefined
      }
    },
  }
}

/** Returns the record of a new table. */
export function createTableRecord(options: LocalOptions, game: Game): Omit<StoredTable, 'entries'> {
  const { def, fingerprint } = game
  const { seed = randomSeed(), scenario = def.scenarios[0]?.id, name = def.title } = options
  const present = presentSeats(def, {
    options: options.options ?? {},
    ...(scenario === undefined ? {} : { scenario }),
  })
  const seats = Object.fromEntries(present.map(({ id }) => [id, options.seats?.[id] ?? LOCAL_PERSON]))
  const agents = def.seats.map(({ id }) => (seats[id] === LOCAL_PERSON ? '' : (seats[id] ?? '')))
  for (const agent of agents) if (agent !== '') checkAgentSpec(agent)
  return {
    ...('def' in options ? { def } : {}),
    game: { id: def.id, title: def.title, fingerprint },
    beginning: {
      seed,
      options: optionsOfAgents(game, agents, options.options),
      ...(scenario === undefined ? {} : { scenario }),
      ...(options.position === undefined ? {} : { position: options.position }),
    },
    name,
    seats,
    created: Date.now(),
  }
}

/** Returns the entry of a rules migration if the module has newer rules than the table. Throws `MigrationError` if it fails. */
export function rulesChangedEntry(game: Game, { entries, beginning, ...kept }: StoredTable): Entry[] {
  const { fingerprint } = game
  const moved = entries.findLast((entry) => entry.kind === 'moved')
  if ((moved?.kind === 'moved' ? moved.fingerprint : kept.game.fingerprint) === fingerprint) return []
  replayUnder(game, beginning, activeDecisions(entries))
  return [{ kind: 'moved', fingerprint, number: entries.length + 1, at: Date.now() }]
}

/** Returns the current players of the seats, which may have changed since the start. */
export function currentSeats({ seats, entries }: StoredTable): Readonly<Record<string, string>> {
  const last = entries.findLast(({ kind }) => kind === 'seats')
  if (last?.kind !== 'seats') return seats
  return Object.fromEntries(last.seats.map(({ seat, agent }) => [seat, agent ?? LOCAL_PERSON]))
}

function randomSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
