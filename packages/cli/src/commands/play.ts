import { existsSync } from 'node:fs'
import path from 'node:path'
import { localTable, type Table as SharedTable } from '@ludoforge/client'
import { HUMAN } from '@ludoforge/table'
import { type LoadedGame, renderDiagnostic } from '@ludoforge/compiler'
import type { Game } from '@ludoforge/kernel'
import { BadTrace, type TraceHeader } from '@ludoforge/play'
import { isInPlay } from '@ludoforge/look'
import { bookOf } from '@ludoforge/look/node'
import { readTrace, ThreadSearchWorkers, TraceWriter } from '@ludoforge/sim'
import { type BotOptions, botOptionsOf, loadNamed } from '../agents.js'
import { Labels, Table } from '../terminal/board/index.js'
import { type FoundGame, findGame, knownGames, load, lookOf } from '../games.js'
import { PlayLoop } from '../terminal/play/loop.js'
import { wrapLine } from '../terminal/play/wrap.js'
import { dataFolder } from '../terminal/saves/folder.js'
import { type Resumed, SaveFileStorage } from '../terminal/saves/save-file.js'
import { promptResume, autosaveLines } from '../terminal/saves/resume.js'
import { Autosaves } from '../terminal/saves/autosaves.js'
import { shellQuote } from '../terminal/shell-quote.js'
import { randomSeed, checkPlayers, readOptions, readScenario, readSeats, readSeed } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

export interface PlayOptions extends BotOptions {
  readonly scenario?: string
  readonly seed?: string
  readonly seat: readonly string[]
  readonly option: readonly string[]
  readonly save: string | boolean // a file; true: autosave; false: don't save
  readonly resume?: string
  readonly list: boolean
}

const FIRST_LINE_MS = 3000 // a pipe silent for this long counts as no input

/** Plays a game in the terminal, or with answers from a pipe. */
export async function play(
  name: string | undefined,
  options: PlayOptions,
  terminal: Terminal,
): Promise<number> {
  const autosaves = new Autosaves(dataFolder(process.env))
  if (options.list) {
    await terminal.page(autosaveLines(autosaves, terminal))
    return EXIT.ok
  }
  const resume = options.resume ?? (await chooseAutosave(name, options, autosaves, terminal))
  const file = typeof options.save === 'string' ? options.save : undefined
  // A file that is appended to is locked before it is read.
  const resumed: Resumed | undefined =
    resume === undefined
      ? undefined
      : file === undefined
        ? { ...TraceWriter.resume(resume), isOwn: autosaves.has(resume) }
        : { trace: readTrace(resume), writer: undefined, isOwn: false }
  try {
    return await playWith(name, { ...options, file }, terminal, autosaves, resumed)
  } finally {
    resumed?.writer?.close()
    terminal.input.close()
  }
}

/** Asks which autosaved game to resume. Options that describe a new game mean a new game. */
async function chooseAutosave(
  name: string | undefined,
  { scenario, seed, seat, option, save }: PlayOptions,
  autosaves: Autosaves,
  terminal: Terminal,
): Promise<string | undefined> {
  const isNew = scenario !== undefined || seed !== undefined || seat.length + option.length > 0
  if (isNew || save !== true || terminal.input.kind !== 'terminal') return undefined
  return promptResume(
    autosaves,
    name === undefined ? undefined : (await load(findGame(name))).def.id,
    terminal,
  )
}

/** The WHO of NAME=WHO. */
function whoOf(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1)
}

async function playWith(
  name: string | undefined,
  options: PlayOptions & { readonly file: string | undefined },
  terminal: Terminal,
  autosaves: Autosaves,
  resumed: Resumed | undefined,
): Promise<number> {
  const given = name ?? resumed?.trace.header.path
  if (given === undefined)
    throw new UsageError(
      `Name a game: ${terminal.command} play GAME. Installed games: ${knownGames().join(', ')}.`,
    )
  await loadNamed(options.seat.map(whoOf), options)
  const found = findGame(given)
  const game = await load(found)
  const settings =
    resumed === undefined ? newSettings(game, options) : resumedSettings(game, options, resumed, terminal)
  const people = Object.values(settings.seats).filter((who) => who === HUMAN).length
  // Without any input, print how to play; that's not an error.
  const first =
    people > 0 && terminal.input.kind === 'piped' ? await terminal.input.line('', FIRST_LINE_MS) : undefined
  if (people > 0 && first === undefined && terminal.input.kind !== 'terminal') {
    terminal.out(noInputText(given, options, terminal.command))
    return EXIT.ok
  }
  // Games from a pipe are scripts, so only --save saves them.
  const isAutosaved = options.save === true && terminal.input.kind === 'terminal' && people > 0
  const storage = new SaveFileStorage(game, {
    path: isAutosaved && existsSync(given) ? path.resolve(given) : given,
    resumed,
    seats: settings.seats,
    file: options.file,
    ownFile: isAutosaved ? () => autosaves.newFile(game.def.id) : undefined,
    tell: (problem) => terminal.err(problem),
  })
  const helpers = new ThreadSearchWorkers(game)
  const patience = { isOver: false }
  const { labels, table: shown } = looks(found, game, terminal)
  const seats = Object.entries(settings.seats).map(([seat, who]) => [seat, who === HUMAN ? 'me' : who])
  const table = await localTable({
    game,
    reckon: shown.reckon,
    ...settings,
    seats: Object.fromEntries(seats),
    storage,
    thinking: { helpers, stopped: () => patience.isOver },
    spectator: people > 1,
  })
  terminal.out(wrapLine(titleLine(game, settings, labels, table), terminal.width).join('\n'))
  const loop = new PlayLoop({
    table,
    labels,
    terminal,
    book: () => bookOf(found.kind === 'folder' ? found.path : undefined),
    save: async (place) => saveTo(storage, place, terminal),
    isShared: people > 1,
    isTalking: false,
    patience,
    seen: -1,
    firstLine: first,
  })
  storage.onProblem((problem) => loop.fail(problem))
  const silence = terminal.onInterrupt(() => loop.interrupt())
  try {
    const ending = await loop.run()
    storage.close()
    if (ending === 'left') terminal.out(farewell(storage, settings, againOf(given, options), terminal))
    else if (storage.isOwn && storage.file !== undefined)
      terminal.out(
        terminal.paint.dim(`Replay the game: ${terminal.command} replay ${autosaves.setAside(storage.file)}`),
      )
    if (loop.badInput !== undefined) throw new Failure(loop.badInput)
    return EXIT.ok
  } finally {
    silence()
    table.close()
    storage.close()
    await helpers.end()
  }
}

/** The settings of the game, new or resumed. */
type Settings = Pick<TraceHeader, 'seed' | 'options' | 'seats'> & { readonly scenario: string }

function newSettings(game: Game, options: PlayOptions): Settings {
  const seats = readSeats(game.def, options.seat)
  return {
    scenario: readScenario(game.def, options.scenario),
    seed: options.seed === undefined ? randomSeed() : readSeed(options.seed),
    options: readOptions(game.def, options.option),
    seats,
  }
}

function resumedSettings(game: Game, options: PlayOptions, { trace }: Resumed, terminal: Terminal): Settings {
  if (options.scenario !== undefined || options.seed !== undefined || options.option.length > 0)
    throw new UsageError(
      'A resumed game keeps its scenario, seed and options. Leave out --scenario, --seed and --option.',
    )
  for (const note of trace.notes) terminal.err(note)
  if (trace.problem !== undefined) terminal.err(`${trace.problem} The rest of the file is ignored.`)
  const { header } = trace
  const { scenario, seed, options: chosen } = header
  const before = game.def.seats.map(({ id }) => [id, header.seats[id] ?? HUMAN] as const)
  const seats = options.seat.length === 0 ? Object.fromEntries(before) : readSeats(game.def, options.seat)
  checkPlayers(seats)
  return { scenario, seed, options: chosen, seats }
}

function looks(found: FoundGame, game: LoadedGame, terminal: Terminal): { labels: Labels; table: Table } {
  const { look, diagnostics, sources } = lookOf(found, game, 'words')
  const colour = terminal.paint.isColorSupported
  for (const diagnostic of diagnostics) terminal.err(renderDiagnostic(diagnostic, sources, { colour }))
  const labels = new Labels(game.def, look, terminal.paint)
  return { labels, table: new Table(game, labels, (note) => terminal.err(note)) }
}

function titleLine(
  game: Game,
  { scenario, seed, seats }: Settings,
  { paint, look }: Labels,
  table: Pick<SharedTable, 'you' | 'values'>,
): string {
  const title = game.def.scenarios.find(({ id }) => id === scenario)?.title ?? ''
  const parts = [paint.bold(game.def.title), title, `seed ${seed}`]
  const known = table.values(table.you.seats[0] ?? null)
  const who = Object.entries(seats)
    .filter(([seat]) => isInPlay(look.inPlay, known, seat))
    .map(([seat, player]) => `${seat}: ${player}`)
  return `${parts.filter((part) => part !== '').join(' · ')} (${who.join(', ')})   ${paint.dim('? for help')}`
}

function saveTo(storage: SaveFileStorage, file: string, { command }: Terminal): string {
  try {
    storage.saveTo(file)
    return `SavedGame. The game now continues in this file. Resume it with: ${command} play --resume ${shellQuote(file)}`
  } catch (error) {
    if (error instanceof BadTrace) return error.message
    throw error
  }
}

/** The arguments of `play` that start a game like this one, without the seed. */
function againOf(given: string, options: PlayOptions): string {
  const { scenario, seat, option } = options
  return [
    shellQuote(given),
    ...(scenario === undefined ? [] : [`--scenario ${shellQuote(scenario)}`]),
    ...seat.map((pair) => `--seat ${shellQuote(pair)}`),
    ...option.map((pair) => `--option ${shellQuote(pair)}`),
    ...botOptionsOf(options),
  ].join(' ')
}

function farewell(
  storage: SaveFileStorage,
  { seed }: Settings,
  again: string,
  { command }: Terminal,
): string {
  const { file, isOwn, isEmpty } = storage
  if (file !== undefined && isOwn) return `The game is saved. Resume it with: ${command} play`
  if (file !== undefined)
    return `The game is saved. Resume it with: ${command} play --resume ${shellQuote(file)}`
  if (isEmpty) return 'Goodbye.'
  const start = `${command} play ${again} --seed ${shellQuote(String(seed))} --save FILE`
  return `The game wasn't saved. To save it next time, start with: ${start}`
}

function noInputText(given: string, options: PlayOptions, command: string): string {
  const again = againOf(given, options)
  const bots = againOf(given, { ...options, seat: [] })
  return `ludoforge plays board games in a terminal, but the standard input isn't one.

Start it in a terminal:
  ${command} play ${again}

Or pipe in the answers, one per line:
  printf '1\\n2\\n3\\n' | ${command} play ${again} --seed 7

Or let bots play, one game to watch or many for statistics:
  ${command} play ${bots} --seed 7 --seat NAME=random   (for every seat)
  ${command} sim ${bots} --games 1000`
}
