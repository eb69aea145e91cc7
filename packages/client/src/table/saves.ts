/** Tables as save files, and save files as tables. */
import {
  BadTrace,
  type Game,
  parseTrace,
  replay,
  ReplayMismatch,
  TRACE_FORMAT,
  type TraceDecision,
  traceText,
  type TraceUndo,
} from '@ludoforge/kernel'
import { Refusal } from '../protocol/index.js'
import type { Entry } from './entries.js'
import { type Beginning, beginningOf, type Position, walk } from './walk.js'

const HUMAN = 'human'

/** The whole game with all that was taken back. Whoever reads it knows the seed, and so everything. */
export function saveFile(
  game: Game,
  beginning: Beginning,
  seats: readonly { readonly seat: string; readonly agent?: string | null }[],
  entries: readonly Entry[],
): string {
  const lines: (TraceDecision | TraceUndo)[] = []
  for (const { entry, before, after } of walk(game, beginning, entries)) {
    if (after.decisions > before.decisions && entry.kind === 'decision') {
      const { seat, name, choice } = entry
      lines.push({ n: after.decisions, seat, name, choice, hash: game.hash(after.state) })
    } else if (after.decisions < before.decisions) lines.push({ undo: after.decisions + 1 })
  }
  const header = {
    format: TRACE_FORMAT,
    game: game.def.id,
    path: game.def.id,
    fingerprint: game.fingerprint,
    scenario: beginning.scenario ?? '',
    seed: beginning.seed,
    options: beginning.options,
    seats: Object.fromEntries(seats.map(({ seat, agent }) => [seat, agent ?? HUMAN])),
    hash: game.hash(beginningOf(game, beginning).position.state),
  } as const
  return traceText(header, lines)
}

export interface FromSave {
  readonly game: Game
  readonly beginning: Beginning
  /** Who decided: a bot, or somebody. */
  readonly seats: readonly { readonly seat: string; readonly agent?: string }[]
  readonly entries: readonly Entry[]
  readonly position: Position
}

/** A game that was begun elsewhere, played again and checked decision by decision. */
export async function readSave(
  text: string,
  find: (fingerprint: string) => Promise<Game>,
): Promise<FromSave> {
  try {
    const trace = parseTrace(text, 'the save')
    const { fingerprint, scenario, seed, options, seats } = trace.header
    const game = await find(fingerprint).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
      throw new Refusal(
        'bad-save',
        `The game was played by rules of "${trace.header.game}" that are not here (${fingerprint}).`,
      )
    })
    const beginning = { seed, options, ...(scenario === '' ? {} : { scenario }) }
    const entries: Entry[] = []
    for (const { decision } of replay(game, trace)) {
      const { n, seat, name, choice, hash } = decision
      entries.push({ kind: 'decision', seat, name, choice, hash, by: 'save', number: n, at: Date.now() })
    }
    let { position } = beginningOf(game, beginning)
    for (const moment of walk(game, beginning, entries)) position = moment.after
    const deciders = Object.entries(seats).map(([seat, agent]) =>
      agent === HUMAN ? { seat } : { seat, agent },
    )
    return { game, beginning, seats: deciders, entries, position }
  } catch (error) {
    if (error instanceof BadTrace || error instanceof ReplayMismatch)
      throw new Refusal('bad-save', error.message)
    throw error
  }
}
