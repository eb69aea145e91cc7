import { existsSync } from 'node:fs'
import path from 'node:path'
import { localTable } from '@ludoforge/client'
import { HUMAN } from '@ludoforge/table'
import type { LoadedGame } from '@ludoforge/compiler'
import { type Game, presentSeats } from '@ludoforge/kernel'
import { BadTrace, type TraceHeader } from '@ludoforge/play'
import { bookOf } from '@ludoforge/look/node'
import { readTrace, ThreadSearchWorkers, TraceWriter } from '@ludoforge/sim'
import { type BotOptions, botOptionsOf, loadNamed } from '../agents.js'
import type { Labels } from '../terminal/board/index.js'
import { type FoundGame, findGame, knownGames, load, tableOf } from '../games.js'
import { RulesWatcher } from './play/rules-watcher.js'
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
  readonly language?: string
  readonly watch: boolean
}

const FIRST_LINE_MS = 3000 // a pipe silent for this long counts as no input

/** Plays a game in the terminal, or with answers from a pipe. */
export async function play(
  name: string | undefined,
  options: PlayOptions,
  terminal: Terminal,
): Promise<number> {
  if (options.watch && (options.resume !== undefined || typeof options.save === 'string'))
    throw new UsageError(
      "--watch doesn't work with --save or --resume: a save belongs to rules that don't change.",
    )
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
  { scenario, seed, seat, option, save, watch }: PlayOptions,
  autosaves: Autosaves,
  terminal: Terminal,
): Promise<string | undefined> {
  const isNew = scenario !== undefined || seed !== undefined || seat.length + option.length > 0
  if (isNew || watch || save !== true || terminal.input.kind !== 'terminal') return undefined
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
  const game = await load(found, options.language)
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
  const isAutosaved =
    options.save === true && !options.watch && terminal.input.kind === 'terminal' && people > 0
  const session: Session = { found, given, options, settings, people, isAutosaved, autosaves, terminal }
  let round: Round | undefined = { game, resumed, firstLine: first }
  while (round !== undefined) round = await playRound(session, round)
  return EXIT.ok
}

/** What stays the same when the rules change during a game. */
interface Session {
  readonly found: FoundGame
  readonly given: string
  readonly options: PlayOptions & { readonly file: string | undefined }
  readonly settings: Settings
  readonly people: number
  readonly isAutosaved: boolean
  readonly autosaves: Autosaves
  readonly terminal: Terminal
}

/** A game with its rules, and what was played before. */
interface Round {
  readonly game: LoadedGame
  readonly resumed: Resumed | undefined
  readonly firstLine?: string | undefined
}

/** Plays until the end, or until the rules change. Returns the game to continue with, if they do. */
async function playRound(session: Session, { game, resumed, firstLine }: Round): Promise<Round | undefined> {
  const { found, given, options, settings, people, isAutosaved, autosaves, terminal } = session
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
  const { labels, reckon } = tableOf(found, game, terminal)
  const seats = Object.entries(settings.seats).map(([seat, who]) => [seat, who === HUMAN ? 'me' : who])
  const table = await localTable({
    game,
    reckon,
    ...settings,
    seats: Object.fromEntries(seats),
    storage,
    thinking: { helpers, stopped: () => patience.isOver },
    spectator: people > 1,
  })
  terminal.out(wrapLine(titleLine(game, settings, labels), terminal.width).join('\n'))
  const loop = new PlayLoop({
    table,
    labels,
    terminal,
    book: () => bookOf(found.kind === 'folder' ? found.path : undefined, game),
    save: async (place) => saveTo(storage, place, terminal),
    isShared: people > 1,
    isTalking: false,
    patience,
    seen: -1,
    firstLine,
  })
  storage.onProblem((problem) => loop.fail(problem))
  const silence = terminal.onInterrupt(() => loop.interrupt())
  const change = options.watch ? new RulesWatcher(found, options.language, storage, terminal) : undefined
  change?.start(() => loop.leave())
  try {
    const ending = await loop.run()
    if (ending === 'left' && change?.next !== undefined) return change.next
    storage.close()
    if (ending === 'left') terminal.out(farewell(storage, settings, againOf(given, options), terminal))
    else if (storage.isOwn && storage.file !== undefined)
      terminal.out(
        terminal.paint.dim(`Replay the game: ${terminal.command} replay ${autosaves.setAside(storage.file)}`),
      )
    if (loop.badInput !== undefined) throw new Failure(loop.badInput)
    return undefined
  } finally {
    change?.stop()
    silence()
    table.close()
    storage.close()
    await helpers.end()
  }
}

/** The settings of the game, new or resumed. */
type Settings = Pick<TraceHeader, 'seed' | 'options' | 'seats'> & { readonly scenario: string }

function newSettings({ def }: Game, given: PlayOptions): Settings {
  const [scenario, options] = [readScenario(def, given.scenario), readOptions(def, given.option)]
  const seats = readSeats(def, given.seat, presentSeats(def, { scenario, options }))
  const seed = given.seed === undefined ? randomSeed() : readSeed(given.seed)
  return { scenario, seed, options, seats }
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
  const present = presentSeats(game.def, { scenario, options: chosen })
  const before = present.map(({ id }) => [id, header.seats[id] ?? HUMAN] as const)
  const seats =
    options.seat.length === 0 ? Object.fromEntries(before) : readSeats(game.def, options.seat, present)
  checkPlayers(seats)
  return { scenario, seed, options: chosen, seats }
}

function titleLine({ def }: Game, { scenario, seed, seats }: Settings, { paint, words }: Labels): string {
  // The only scenario of a game goes without saying.
  const title = def.scenarios.length < 2 ? '' : (def.scenarios.find(({ id }) => id === scenario)?.title ?? '')
  const parts = [paint.bold(def.title), title, `seed ${seed}`]
  const who = Object.entries(seats).map(([seat, player]) => `${words.plainSeat(seat)}: ${player}`)
  return `${parts.filter((part) => part !== '').join(' · ')} (${who.join(', ')})   ${paint.dim('? for help')}`
}

function saveTo(storage: SaveFileStorage, file: string, { command }: Terminal): string {
  try {
    storage.saveTo(file)
    return `Saved. The game now continues in this file. Resume it with: ${command} play --resume ${shellQuote(file)}`
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
