/** Tables as save files, and save files as tables. */
import { beginningOf, type Entry, Refusal, walk } from '@ludoforge/client'
import type { Game } from '@ludoforge/kernel'
import {
  BadTrace,
  parseTrace,
  replay,
  ReplayMismatch,
  traceText,
  type TraceDecision,
  type TraceUndo,
} from '@ludoforge/sim'
import { TRACE_FORMAT } from '@ludoforge/sim'
import type { Beginning, Position } from '@ludoforge/client'
import type { Seat } from './rows.js'

/** The whole game with all that was taken back. Whoever reads it knows the seed, and so everything. */
export function saveFile(
  game: Game,
  beginning: Beginning,
  seats: readonly Seat[],
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
    seats: Object.fromEntries(seats.map(({ seat, agent }) => [seat, agent ?? 'human'])),
    hash: game.hash(beginningOf(game, beginning).position.state),
  } as const
  return traceText(header, lines)
}

export interface FromSave {
  readonly game: Game
  readonly beginning: Beginning
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
    const { fingerprint, scenario, seed, options } = trace.header
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
    return { game, beginning, entries, position }
  } catch (error) {
    if (error instanceof BadTrace || error instanceof ReplayMismatch)
      throw new Refusal('bad-save', error.message)
    throw error
  }
}
