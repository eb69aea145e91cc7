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
import { type Found, findGame, knownGames, load, lookOf } from '../games.js'
import { Loop } from '../terminal/play/loop.js'
import { wrapped } from '../terminal/play/wrap.js'
import { dataFolder } from '../terminal/saves/folder.js'
import { type Resumed, SaveFileStorage } from '../terminal/saves/save-file.js'
import { promptResume, autosaveLines } from '../terminal/saves/resume.js'
import { Autosaves } from '../terminal/saves/autosaves.js'
import { shellQuote } from '../terminal/shell-quote.js'
import { anySeed, checkDeciders, readOptions, readScenario, readSeats, readSeed } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

export interface PlayOptions extends BotOptions {
  readonly scenario?: string
  readonly seed?: string
  readonly seat: readonly string[]
  readonly option: readonly string[]
  readonly save: string | boolean // a file; true: one of our own; false: none
  readonly resume?: string
  readonly list: boolean
}

const FIRST_LINE_MS = 3000 // how long a pipe may stay silent before nobody is assumed to be there

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
  const resume = options.resume ?? (await left(name, options, autosaves, terminal))
  const file = typeof options.save === 'string' ? options.save : undefined
  // Whoever goes on writing to a file must have it before it is read.
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

/** A game that was left and is to be gone on with. Who says how a game is to begin wants a new one. */
async function left(
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

/** Who is to play a seat, of NAME=WHO. */
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
      `Name a game: ${terminal.command} play GAME. Those at hand: ${knownGames().join(', ')}.`,
    )
  await loadNamed(options.seat.map(whoOf), options)
  const found = findGame(given)
  const game = await load(found)
  const begun = resumed === undefined ? beginning(game, options) : goingOn(game, options, resumed, terminal)
  const people = Object.values(begun.seats).filter((who) => who === HUMAN).length
  // Nobody is there to answer: say how it is done, and let that be fine.
  const first =
    people > 0 && terminal.input.kind === 'piped' ? await terminal.input.line('', FIRST_LINE_MS) : undefined
  if (people > 0 && first === undefined && terminal.input.kind !== 'terminal') {
    terminal.out(nobodyThere(given, options, terminal.command))
    return EXIT.ok
  }
  // A pipe is a script: who wants to keep its game names a file.
  const isKept = options.save === true && terminal.input.kind === 'terminal' && people > 0
  const keeper = new SaveFileStorage(game, {
    path: isKept && existsSync(given) ? path.resolve(given) : given,
    resumed,
    seats: begun.seats,
    file: options.file,
    ownFile: isKept ? () => autosaves.newFile(game.def.id) : undefined,
    tell: (problem) => terminal.err(problem),
  })
  const helpers = new ThreadSearchWorkers(game)
  const patience = { isOver: false }
  const { labels, table: shown } = looks(found, game, terminal)
  const seats = Object.entries(begun.seats).map(([seat, who]) => [seat, who === HUMAN ? 'me' : who])
  const table = await localTable({
    game,
    reckon: shown.reckon,
    ...begun,
    seats: Object.fromEntries(seats),
    storage: keeper,
    thinking: { helpers, stopped: () => patience.isOver },
    spectator: people > 1,
  })
  terminal.out(wrapped(titleLine(game, begun, labels, table), terminal.width).join('\n'))
  const loop = new Loop({
    table,
    labels,
    terminal,
    book: () => bookOf(found.kind === 'folder' ? found.path : undefined),
    save: async (place) => saved(keeper, place, terminal),
    isShared: people > 1,
    isTalking: false,
    patience,
    seen: -1,
    firstLine: first,
  })
  keeper.onProblem((problem) => loop.fail(problem))
  const silence = terminal.onInterrupt(() => loop.interrupt())
  try {
    const ending = await loop.run()
    keeper.close()
    if (ending === 'left') terminal.out(farewell(keeper, begun, againOf(given, options), terminal))
    else if (keeper.isOwn && keeper.file !== undefined)
      terminal.out(
        terminal.paint.dim(`Look at it again: ${terminal.command} replay ${autosaves.setAside(keeper.file)}`),
      )
    if (loop.badInput !== undefined) throw new Failure(loop.badInput)
    return EXIT.ok
  } finally {
    silence()
    table.close()
    keeper.close()
    await helpers.end()
  }
}

/** How a table begins or goes on. */
type Begun = Pick<TraceHeader, 'seed' | 'options' | 'seats'> & { readonly scenario: string }

function beginning(game: Game, options: PlayOptions): Begun {
  const seats = readSeats(game.def, options.seat)
  return {
    scenario: readScenario(game.def, options.scenario),
    seed: options.seed === undefined ? anySeed() : readSeed(options.seed),
    options: readOptions(game.def, options.option),
    seats,
  }
}

function goingOn(game: Game, options: PlayOptions, { trace }: Resumed, terminal: Terminal): Begun {
  if (options.scenario !== undefined || options.seed !== undefined || options.option.length > 0)
    throw new UsageError('A resumed game keeps its scenario, seed and options: leave them out.')
  for (const note of trace.notes) terminal.err(note)
  if (trace.problem !== undefined) terminal.err(`${trace.problem} What follows it is left out.`)
  const { header } = trace
  const { scenario, seed, options: chosen } = header
  const before = game.def.seats.map(({ id }) => [id, header.seats[id] ?? HUMAN] as const)
  const seats = options.seat.length === 0 ? Object.fromEntries(before) : readSeats(game.def, options.seat)
  checkDeciders(seats)
  return { scenario, seed, options: chosen, seats }
}

function looks(found: Found, game: LoadedGame, terminal: Terminal): { labels: Labels; table: Table } {
  const { look, diagnostics, sources } = lookOf(found, game, 'words')
  const colour = terminal.paint.isColorSupported
  for (const one of diagnostics) terminal.err(renderDiagnostic(one, sources, { colour }))
  const labels = new Labels(game.def, look, terminal.paint)
  return { labels, table: new Table(game, labels, (note) => terminal.err(note)) }
}

function titleLine(
  game: Game,
  { scenario, seed, seats }: Begun,
  { paint, look }: Labels,
  table: Pick<SharedTable, 'you' | 'values'>,
): string {
  const title = game.def.scenarios.find(({ id }) => id === scenario)?.title ?? ''
  const parts = [paint.bold(game.def.title), title, `seed ${seed}`]
  const known = table.values(table.you.seats[0] ?? null)
  const who = Object.entries(seats)
    .filter(([seat]) => isInPlay(look.inPlay, known, seat))
    .map(([seat, one]) => `${seat}: ${one}`)
  return `${parts.filter((part) => part !== '').join(' · ')} (${who.join(', ')})   ${paint.dim('? for help')}`
}

function saved(keeper: SaveFileStorage, file: string, { command }: Terminal): string {
  try {
    keeper.saveTo(file)
    return `Saved, from now on there. Go on later with: ${command} play --resume ${shellQuote(file)}`
  } catch (error) {
    if (error instanceof BadTrace) return error.message
    throw error
  }
}

/** What is typed after `play` to begin a game like this one; its seed is not part of it. */
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

function farewell(keeper: SaveFileStorage, { seed }: Begun, again: string, { command }: Terminal): string {
  const { file, isOwn, isEmpty } = keeper
  if (file !== undefined && isOwn) return `The game is saved. Go on with: ${command} play`
  if (file !== undefined) return `The game is saved. Go on with: ${command} play --resume ${shellQuote(file)}`
  if (isEmpty) return 'Goodbye.'
  const start = `${command} play ${again} --seed ${shellQuote(String(seed))} --save FILE`
  return `The game was not saved. Next time start with: ${start}`
}

function nobodyThere(given: string, options: PlayOptions, command: string): string {
  const again = againOf(given, options)
  const bots = againOf(given, { ...options, seat: [] })
  return `ludoforge plays board games in the terminal, and nobody is at this one.

Start it where you can type:
  ${command} play ${again}

Or give it answers, a line each, from a pipe or a file:
  printf '1\\n2\\n3\\n' | ${command} play ${again} --seed 7

Or let bots play, one game to watch or many to count:
  ${command} play ${bots} --seed 7 --seat NAME=random   (for every seat)
  ${command} sim ${bots} --games 1000`
}
