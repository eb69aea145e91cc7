import { optionsOfAgents } from '@ludoforge/agents'
import { renderDiagnostic } from '@ludoforge/compiler'
import { type Trace } from '@ludoforge/kernel'
import { readTrace, TraceWriter } from '@ludoforge/sim'
import { Labels, Table } from '../board/index.js'
import { type BotOptions, loadNamed } from '../agents.js'
import { type Found, findGame, load, lookOf } from '../games.js'
import { playLoop } from '../play/loop.js'
import { Session } from '../play/session.js'
import { anySeed, readOptions, readScenario, readSeats, readSeed } from '../settings.js'
import type { Terminal } from '../terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface PlayOptions extends BotOptions {
  readonly scenario?: string
  readonly seed?: string
  readonly seat: readonly string[]
  readonly option: readonly string[]
  readonly save?: string
  readonly resume?: string
}

const FIRST_LINE_MS = 3000 // how long a pipe may stay silent before nobody is assumed to be there

/** Plays a game in the terminal, or with answers from a pipe. */
export async function play(
  name: string | undefined,
  options: PlayOptions,
  terminal: Terminal,
): Promise<number> {
  // Whoever goes on writing to a file must have it before it is read.
  const resumed =
    options.resume === undefined
      ? undefined
      : options.save === undefined
        ? TraceWriter.resume(options.resume)
        : { trace: readTrace(options.resume), writer: undefined }
  try {
    return await playWith(name, options, terminal, resumed)
  } finally {
    resumed?.writer?.close()
  }
}

/** Who is to play a seat, of NAME=WHO. */
function whoOf(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1)
}

interface Resumed {
  readonly trace: Trace
  readonly writer: TraceWriter | undefined
}

async function playWith(
  name: string | undefined,
  options: PlayOptions,
  terminal: Terminal,
  resumed: Resumed | undefined,
): Promise<number> {
  const { trace, writer } = resumed ?? {}
  const given = name ?? trace?.header.path
  if (given === undefined) throw new UsageError('Name a game: ludoforge play GAME')
  await loadNamed(options.seat.map(whoOf), options)
  const found = findGame(given)
  const game = await load(found)
  const session = trace === undefined ? start() : resume(trace)
  // Nobody is there to answer: say how it is done, and let that be fine.
  const people = session.humans.length > 0
  const first = people ? await firstLine(terminal) : undefined
  if (people && first === undefined && terminal.input.kind !== 'terminal') {
    terminal.out(nobodyThere(given))
    return EXIT.ok
  }
  if (options.save !== undefined) session.saveTo(options.save)
  else if (writer !== undefined && trace !== undefined) session.appendTo(writer, trace)
  return run(session, found, first)

  function start(): Session {
    const seats = readSeats(game.def, options.seat)
    const agents = game.def.seats.map(({ id }) => seats[id] ?? '')
    return Session.start(game, {
      path: given ?? '',
      scenario: readScenario(game.def, options.scenario),
      seed: options.seed === undefined ? anySeed() : readSeed(options.seed),
      options: { ...optionsOfAgents(game, agents), ...readOptions(game.def, options.option) },
      seats,
    })
  }

  function resume(from: Trace): Session {
    if (options.scenario !== undefined || options.seed !== undefined || options.option.length > 0) {
      throw new UsageError('A resumed game keeps its scenario, seed and options: leave them out.')
    }
    for (const note of from.notes) terminal.err(note)
    if (from.problem !== undefined) terminal.err(`${from.problem} What follows it is left out.`)
    const seats = options.seat.length === 0 ? {} : { seats: readSeats(game.def, options.seat) }
    const whole = { ...from, header: { ...from.header, ...seats } }
    return Session.resume(game, whole, (problem) => terminal.err(problem))
  }

  async function run(session_: Session, found_: Found, firstAnswer: string | undefined): Promise<number> {
    const { look, diagnostics, sources } = lookOf(found_, game, 'words')
    const colour = terminal.paint.isColorSupported
    for (const one of diagnostics) terminal.err(renderDiagnostic(one, sources, { colour }))
    const labels = new Labels(game.def, look, terminal.paint)
    const table = new Table(game, labels)
    for (const note of table.notes(session_.state)) terminal.err(note)
    terminal.out(titleLine(session_, labels))
    const silence = terminal.onInterrupt(() => {
      terminal.out(`\n${farewell(session_)}`)
      session_.close()
      process.exit(EXIT.ok)
    })
    try {
      const ending = await playLoop(session_, table, terminal, firstAnswer)
      if (ending === 'left') terminal.out(farewell(session_))
      return EXIT.ok
    } finally {
      silence()
      session_.close()
      terminal.input.close()
    }
  }
}

/** From a pipe the first line is read before anything is shown; undefined: there is none. */
async function firstLine(terminal: Terminal): Promise<string | undefined> {
  return terminal.input.kind === 'piped' ? terminal.input.line('', FIRST_LINE_MS) : undefined
}

function titleLine({ game, header }: Session, { paint }: Labels): string {
  const scenario = game.def.scenarios.find(({ id }) => id === header.scenario)
  const parts = [paint.bold(game.def.title), scenario?.title ?? '', `seed ${header.seed}`]
  const seats = Object.entries(header.seats).map(([seat, who]) => `${seat}: ${who}`)
  return `${parts.filter((part) => part !== '').join(' · ')} (${seats.join(', ')})   ${paint.dim('? for help')}`
}

function farewell({ file, header, decisions }: Session): string {
  if (file !== undefined) return `The game is saved. Go on with: ludoforge play --resume ${file}`
  const again = `ludoforge play ${header.path} --seed ${header.seed}`
  return decisions.length === 0
    ? 'Goodbye.'
    : `The game was not saved. Next time start with: ${again} --save FILE`
}

function nobodyThere(name: string): string {
  return `ludoforge plays board games in the terminal, and nobody is at this one.

Start it where you can type:
  ludoforge play ${name}

Or give it answers, a line each, from a pipe or a file:
  printf '1\\n2\\n3\\n' | ludoforge play ${name} --seed 7

Or let bots play, one game to watch or many to count:
  ludoforge play ${name} --seed 7 --seat NAME=random   (for every seat)
  ludoforge sim ${name} --games 1000`
}
