/** Tables as save files, and save files as tables. */
import type { Game } from '@ludoforge/kernel'
import {
  BadTrace,
  parseTrace,
  replay,
  ReplayMismatch,
  type Trace,
  TRACE_FORMAT,
  type TraceDecision,
  type TraceHeader,
  traceText,
  type TraceUndo,
} from '@ludoforge/play'
import { type UndoBarrier, Refusal } from '../protocol/index.js'
import type { Entry } from './entries.js'
import { botOnRecord } from './undone-answers.js'
import { type GameStart, startOf, type Position, positionAt, replayEntries, CorruptRecord } from './replay.js'

/** Who decides for a seat that is no bot's, in a save file. */
export const HUMAN = 'human'

/** An entry as a save file has it. */
export type TraceEntry = TraceDecision | TraceUndo

/** The header of a save file. `seats`: a bot, or HUMAN. `path` is where the rules are found. */
export function headerOf(
  game: Game,
  beginning: GameStart,
  seats: Readonly<Record<string, string>>,
  path = game.def.id,
): TraceHeader {
  return {
    format: TRACE_FORMAT,
    game: game.def.id,
    path,
    fingerprint: game.fingerprint,
    scenario: beginning.scenario ?? '',
    seed: beginning.seed,
    options: beginning.options,
    seats,
    hash: game.hash(startOf(game, beginning).position.state),
  }
}

/** Writes entries as lines of a save file: decisions by how many count, and what is taken back. */
export class SaveWriter {
  readonly #line: number[] // the numbers of the decisions that count

  constructor(entries: readonly Entry[] = []) {
    this.#line = []
    for (const entry of entries) this.write(entry)
  }

  /** Undefined: it is no part of the game. */
  write(entry: Entry): TraceEntry | undefined {
    if (entry.kind === 'decision') {
      const { seat, name, choice, hash, number } = entry
      this.#line.push(number)
      return { n: this.#line.length, seat, name, choice, hash }
    }
    if (entry.kind !== 'undo') return undefined
    const before = this.#line.length
    while ((this.#line.at(-1) ?? 0) >= entry.to) this.#line.pop()
    if (this.#line.length === before) return undefined
    const { beyond } = entry
    return { undo: this.#line.length + 1, ...(beyond === undefined ? {} : { beyond }) }
  }
}

/** The whole game with all that was taken back. Whoever reads it knows the seed, and so everything. */
export function saveFile(
  game: Game,
  beginning: GameStart,
  seats: readonly { readonly seat: string; readonly agent?: string | null }[],
  entries: readonly Entry[],
): string {
  const deciders = Object.fromEntries(seats.map(({ seat, agent }) => [seat, agent ?? HUMAN]))
  const lines: TraceEntry[] = []
  // Rules may have changed since: the hashes are those of today's.
  const scribe = new SaveWriter()
  for (const { entry, before, after } of replayEntries(game, beginning, entries)) {
    if (after.decisions === before.decisions) continue
    const line = scribe.write(entry)
    if (line !== undefined) lines.push('undo' in line ? line : { ...line, hash: game.hash(after.state) })
  }
  return traceText(headerOf(game, beginning, deciders), lines)
}

/** How the table of a save file begins. */
export function gameStartOfSave({ seed, options, scenario }: TraceHeader): GameStart {
  return { seed, options, ...(scenario === '' ? {} : { scenario }) }
}

/** Who decided for people in a save file: an id for the record, and a name for the log. */
export interface SavedPlayer {
  readonly id: string
  readonly name: string
}

/**
 * The entries of a save file, played again and checked decision by decision. `by` decided for people. Whoever wants
 * what can be had of a damaged file gives `forgive`, which is told what is wrong; what was taken back is left out then.
 */
export function entriesFromSave(
  game: Game,
  trace: Pick<Trace, 'header' | 'decisions' | 'record'>,
  by: SavedPlayer,
  forgive?: (problem: string) => void,
): Entry[] {
  const { header, decisions, record } = trace
  const played: TraceDecision[] = []
  for (const { decision, state } of replay(game, trace, forgive))
    played.push({ ...decision, hash: game.hash(state) })
  const isWhole =
    played.length === decisions.length && played.every(({ hash }, i) => hash === decisions[i]?.hash)
  const whole = isWhole ? entriesOf(record, header, by) : []
  return isWhole && leadsOn(game, gameStartOfSave(header), whole) ? whole : entriesOf(played, header, by)
}

function entriesOf(record: readonly TraceEntry[], { seats }: TraceHeader, by: SavedPlayer): Entry[] {
  const entries: Entry[] = []
  const line: number[] = []
  for (const one of record) {
    const number = entries.length + 1
    const at = Date.now()
    if ('undo' in one) {
      const to = line[one.undo - 1] ?? number
      const beyond = (one.beyond ?? []).filter((seen) => isBeyond(seen))
      line.length = one.undo - 1
      const seen = beyond.length === 0 ? {} : { beyond }
      entries.push({ kind: 'undo', to, by: by.name, ...seen, number, at })
      continue
    }
    const { seat, name, choice, hash } = one
    const agent = seats[seat] ?? HUMAN
    line.push(number)
    entries.push({
      kind: 'decision',
      seat,
      name,
      choice,
      hash,
      by: agent === HUMAN ? by.id : botOnRecord(agent),
      number,
      at,
    })
  }
  return entries
}

function isBeyond(word: string): word is UndoBarrier {
  return word === 'rolled' || word === 'revealed' || word === 'answered'
}

/** Whether what was taken back can be played again, too. */
function leadsOn(game: Game, beginning: GameStart, entries: readonly Entry[]): boolean {
  try {
    positionAt(game, beginning, entries, entries.length)
    return true
  } catch (error) {
    if (error instanceof CorruptRecord) return false
    throw error
  }
}

export interface LoadedSave {
  readonly game: Game
  readonly beginning: GameStart
  /** Who decided: a bot, or somebody. */
  readonly seats: readonly { readonly seat: string; readonly agent?: string }[]
  readonly entries: readonly Entry[]
  readonly position: Position
}

/** A game that was begun elsewhere, played again and checked decision by decision. */
export async function readSave(
  text: string,
  find: (fingerprint: string) => Promise<Game>,
): Promise<LoadedSave> {
  try {
    const trace = parseTrace(text, 'the save')
    const { fingerprint, seats } = trace.header
    const game = await find(fingerprint).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
      throw new Refusal(
        'bad-save',
        `The game was played by rules of "${trace.header.game}" that are not here (${fingerprint}).`,
      )
    })
    const beginning = gameStartOfSave(trace.header)
    const entries = entriesFromSave(game, trace, { id: 'save', name: 'Somebody' })
    const position = positionAt(game, beginning, entries, entries.length)
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
