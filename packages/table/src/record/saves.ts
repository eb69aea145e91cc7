/** Exports tables to save files and imports them. */
import { type Game, LudoError } from '@ludoforge/kernel'
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

/** The player of a seat without a bot, in a save file. */
export const HUMAN = 'human'

/** An entry of a save file. */
export type TraceEntry = TraceDecision | TraceUndo

/** Returns the header of a save file. `seats` has the spec of a bot or `HUMAN`; `path` locates the rules. */
export function saveHeaderOf(
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
    ...(beginning.position === undefined ? {} : { position: beginning.position }),
  }
}

/** Converts entries to lines of a save file. Decisions are numbered by their active position, and undos refer to it. */
export class SaveWriter {
  readonly #active: number[] // the entry numbers of the active decisions

  constructor(entries: readonly Entry[] = []) {
    this.#active = []
    for (const entry of entries) this.write(entry)
  }

  /** Returns `undefined` if the entry isn't part of the game. */
  write(entry: Entry): TraceEntry | undefined {
    if (entry.kind === 'decision') {
      const { seat, name, choice, hash, number } = entry
      this.#active.push(number)
      return { n: this.#active.length, seat, name, choice, hash }
    }
    if (entry.kind !== 'undo') return undefined
    const before = this.#active.length
    while ((this.#active.at(-1) ?? 0) >= entry.to) this.#active.pop()
    if (this.#active.length === before) return undefined
    const { beyond } = entry
    return { undo: this.#active.length + 1, ...(beyond === undefined ? {} : { beyond }) }
  }
}

/** Returns the whole game, including undone decisions. The seed in it reveals all hidden information. */
export function saveFile(
  game: Game,
  beginning: GameStart,
  seats: readonly { readonly seat: string; readonly agent?: string | null }[],
  entries: readonly Entry[],
): string {
  const deciders = Object.fromEntries(seats.map(({ seat, agent }) => [seat, agent ?? HUMAN]))
  const lines: TraceEntry[] = []
  // The rules may have changed since, so the hashes are computed again.
  const writer = new SaveWriter()
  for (const { entry, before, after } of replayEntries(game, beginning, entries)) {
    if (after.decisions === before.decisions) continue
    const line = writer.write(entry)
    if (line !== undefined) lines.push('undo' in line ? line : { ...line, hash: game.hash(after.state) })
  }
  return traceText(saveHeaderOf(game, beginning, deciders), lines)
}

/** Returns the start of the game in a save file. */
export function gameStartOfSave({ seed, options, scenario, position }: TraceHeader): GameStart {
  return {
    seed,
    options,
    ...(scenario === '' ? {} : { scenario }),
    ...(position === undefined ? {} : { position }),
  }
}

/** The person for the human seats of a save file: an id for the record, and a name for the log. */
export interface SavedPlayer {
  readonly id: string
  readonly name: string
}

/**
 * Returns the entries of a save file, replayed and checked decision by decision. `by` stands for its people. With
 * `forgive`, a damaged file is read as far as possible, without undone decisions, and `forgive` gets the problems.
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
  return isWhole && canReplay(game, gameStartOfSave(header), whole) ? whole : entriesOf(played, header, by)
}

function entriesOf(record: readonly TraceEntry[], { seats }: TraceHeader, by: SavedPlayer): Entry[] {
  const entries: Entry[] = []
  const active: number[] = []
  for (const item of record) {
    const number = entries.length + 1
    const at = Date.now()
    if ('undo' in item) {
      const to = active[item.undo - 1] ?? number
      const beyond = (item.beyond ?? []).filter((barrier) => isUndoBarrier(barrier))
      active.length = item.undo - 1
      const seen = beyond.length === 0 ? {} : { beyond }
      entries.push({ kind: 'undo', to, by: by.name, ...seen, number, at })
      continue
    }
    const { seat, name, choice, hash } = item
    const agent = seats[seat] ?? HUMAN
    active.push(number)
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

function isUndoBarrier(word: string): word is UndoBarrier {
  return word === 'rolled' || word === 'revealed' || word === 'answered' || word === 'ended'
}

/** Checks that the undone decisions replay as well. */
function canReplay(game: Game, beginning: GameStart, entries: readonly Entry[]): boolean {
  try {
    positionAt(game, beginning, entries, entries.length)
    return true
  } catch (error) {
    if (error instanceof CorruptRecord) return false
    throw error
  }
}

/** A replayed save file. */
export interface LoadedSave {
  readonly game: Game
  readonly beginning: GameStart
  /** The players: with `agent` a bot, without a person. */
  readonly seats: readonly { readonly seat: string; readonly agent?: string }[]
  readonly entries: readonly Entry[]
  readonly position: Position
}

/** Reads a save file and replays it with checks. Throws a `Refusal` if it is invalid or its rules are unknown. */
export async function readSave(
  text: string,
  find: (fingerprint: string) => Promise<Game>,
): Promise<LoadedSave> {
  try {
    const trace = parseTrace(text, 'the save')
    const [damage] = trace.notes
    if (damage !== undefined)
      throw new Refusal('bad-save', `${damage} Run \`ludoforge play --resume\` to repair the file first.`)
    const { fingerprint, seats } = trace.header
    const game = await find(fingerprint).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
      throw new Refusal(
        'bad-save',
        `This server doesn't have the version of "${trace.header.game}" that the save was played with (fingerprint ${fingerprint}).`,
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
    if (error instanceof BadTrace || error instanceof ReplayMismatch || error instanceof CorruptRecord)
      throw new Refusal('bad-save', error.message)
    // The header has a scenario or an option that the game lacks.
    if (error instanceof LudoError && error.code === 'illegal-choice')
      throw new Refusal('bad-save', `The save doesn't fit the rules: ${error.message}`)
    throw error
  }
}
