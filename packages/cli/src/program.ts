import { AGENT_NAMES } from '@ludoforge/agents'
import { CompileError, InvalidGameFolder, renderDiagnostics } from '@ludoforge/compiler'
import { LudoError, printable } from '@ludoforge/kernel'
import { BadTrace, ReplayMismatch } from '@ludoforge/play'
import { RunError } from '@ludoforge/sim'
import { Command, CommanderError } from 'commander'
import { closeAgents } from '@ludoforge/agents/node'
import { withBots } from './agents.js'
import { bench, type BenchOptions } from './commands/bench.js'
import { check, type CheckOptions } from './commands/check.js'
import { compile, type CompileOptions } from './commands/compile.js'
import { expand } from './commands/expand.js'
import { ENGINE_LIMITS, engine, type EngineCommand } from './commands/engine.js'
import type { JoinOptions } from './commands/join.js'
import { learn, type LearnOptions, RANDOM_PERCENT } from './commands/learn.js'
import { play, type PlayOptions } from './commands/play.js'
import { replay, type ReplayOptions } from './commands/replay.js'
import type { RunsOptions } from './commands/runs.js'
import type { ServeCommand } from './commands/serve.js'
import { MAX_DECISIONS, sim, type SimOptions } from './commands/sim.js'
import type { TablesOptions } from './commands/tables.js'
import { test, type TestOptions } from './commands/test.js'
import { tournament, type TournamentOptions } from './commands/tournament.js'
import type { WorkerOptions } from './commands/worker.js'
import { knownGames } from './games.js'
import { withQueue, withQueueRunOptions } from './commands/runs/options.js'
import type { Terminal } from './terminal/terminal.js'
import { EXIT, Failure, systemErrorText, UsageError } from './usage.js'
import { VERSION } from './version.js'

const FIRST_GAME = 'tic-tac-toe' // the one that help shows a newcomer

/** Runs the command with these arguments (without node and script) and gives its exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const outcome: { code: number } = { code: EXIT.ok }
  const program = describe(terminal, (code) => {
    outcome.code = code
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return outcome.code
  } catch (error) {
    return report(error, terminal)
  } finally {
    await closeAgents()
  }
}

/** What went wrong in a way that users can act on; anything else is a bug and is shown whole. */
function report(error: unknown, terminal: Terminal): number {
  const { paint } = terminal
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof CompileError) {
    terminal.err(renderDiagnostics(error.diagnostics, error.sources, { colour: paint.isColorSupported }))
    return EXIT.failed
  }
  // A message may quote what a file says, or how a folder is called.
  const say = (what: string, text: string): void => terminal.err(`${paint.red(what)}: ${printable(text)}`)
  if (error instanceof UsageError) {
    say('error', error.message)
    return EXIT.usage
  }
  const known = [Failure, InvalidGameFolder, BadTrace, ReplayMismatch, LudoError, RunError].some(
    (type) => error instanceof type,
  )
  if (known && error instanceof Error) say('error', error.message)
  else if (isSystemError(error)) say('error', `${systemErrorText(error)}.`)
  else say('This is a bug in ludoforge', error instanceof Error ? (error.stack ?? '') : String(error))
  return EXIT.failed
}

/** Files that cannot be read or written: what the system says is for the user, and no bug. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]

const EXIT_CODES = `
Exit codes: 0 all is well; 1 something was found (mistakes, failed examples, errors); 2 wrong usage;
130 interrupted.`

function describe(terminal: Terminal, done: (code: number) => void): Command {
  const games = knownGames()
  const call = terminal.command
  const example = games.includes(FIRST_GAME) ? FIRST_GAME : (games[0] ?? 'my-game')
  const program = new Command('ludoforge')
    .description(
      'Board games as rulebooks that run: a game is a folder of Markdown, and one kernel plays them all.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .option('--no-colour', 'no colours (NO_COLOR in the environment does the same)')
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .showHelpAfterError('(add --help for how it is used)')
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      `
GAME is a game's folder, a compiled .json, or the name of a game at hand${games.length === 0 ? '' : `:\n  ${games.join(', ')}`}

Examples:
  ${call} play ${example}                      play it against bots
  ${call} sim ${example} --games 1000          let bots play it a thousand times
  ${call} check games/${example}               find mistakes in its folder
  ${call} test games/${example}                run the examples in its rulebook
${EXIT_CODES}`,
    )
  const add = (spec: string, text: string, more: string) => {
    const command = program.command(spec).description(text).addHelpText('after', more)
    return command.option('--no-colour', 'no colours')
  }

  add(
    'check',
    'find mistakes in games',
    `
Examples:
  ${call} check games/${example}
  ${call} check games/${example} --policy      which questions its policies do not answer`,
  )
    .argument('<game...>', 'games, or a folder of games')
    .option('--json', 'print the diagnostics as JSON', false)
    .option('--policy [name]', 'list the questions for which this policy, or any, has no entry')
    .action(async (names: string[], options: CheckOptions) => done(await check(names, options, terminal)))

  add(
    'compile',
    'write a game as one JSON file or as a module',
    `
Examples:
  ${call} compile ${example} --out ${example}.json
  ${call} compile ${example} --module ${example}.mjs`,
  )
    .argument('<game>')
    .option('-o, --out <file>', 'where to write it; without it, to standard output')
    .option('--module <file>', 'write it as an ES module that plays where no code may be made from text')
    .action(async (name: string, options: CompileOptions) => done(await compile(name, options, terminal)))

  add('expand', 'print rules as the tree that is run', `\nExample:\n  ${call} expand ${example} play`)
    .argument('<game>')
    .argument('[rule]', 'name or number of a rule; without it, all of them')
    .action(async (name: string, rule: string | undefined) => done(await expand(name, rule, terminal)))

  add(
    'test',
    'run the worked examples in rulebooks',
    `\nExamples:\n  ${call} test games/${example}\n  ${call} test --game ${example} my-examples.md\n  ${call} test ${example} --coverage\n  ${call} test ${example} --mutate --sample 200`,
  )
    .argument('<game or file.md...>', 'games, a folder of games, or Markdown files with examples')
    .option('-g, --game <game>', 'the game that the files are about')
    .option('--json', 'print the results as JSON', false)
    .option('-v, --verbose', 'name the examples that pass, too', false)
    .option('--coverage', 'tell which rules no example carries out', false)
    .option('--mutate', 'change the rules, one thing at a time, and tell what no example notices', false)
    .option(
      '--only <place>',
      'with --mutate: changes in this file or folder of the game (default: everywhere)',
    )
    .option('--sample <n>', 'with --mutate: so many changes, drawn by lot (default: all)')
    .option('--seed <seed>', 'with --mutate: of the lots', '1')
    .option('-j, --jobs <n>', 'with --mutate: threads (default: all cores)')
    .action(async (names: string[], options: TestOptions) => done(await test(names, options, terminal)))

  withBots(
    add(
      'play',
      'play a game in the terminal',
      `
By default you play the first seat and bots the others. Type ? in the game for help.

Examples:
  ${call} play ${example}
  ${call} play ${example} --seed 7 --save my.save
  ${call} play --resume my.save
  ${call} play ${example} --seat NAME=human --seat NAME=random
  printf '1\\n2\\n3\\n' | ${call} play ${example} --seed 7`,
    ),
  )
    .argument('[game]', 'may be left out to go on with a saved game')
    .option('-s, --scenario <name>', 'which scenario (default: the first)')
    .option('--seed <seed>', 'the same seed and answers give the same game (default: any)')
    .option('--seat <name=who>', `who decides for a seat: human, ${AGENT_NAMES.join(', ')}`, collect, [])
    .option('--option <name=value>', 'an option of the game', collect, [])
    .option(
      '--save <file>',
      'write the game into this file (default: a file of our own, at a terminal)',
      true,
    )
    .option('--no-save', 'do not save the game')
    .option('--resume <file>', 'go on with a saved game')
    .option('--list', 'list the games that are saved without a file of yours', false)
    .action(async (name: string | undefined, options: PlayOptions) =>
      done(await play(name, options, terminal)),
    )

  const simCommand = add(
    'sim',
    'let bots play many games and count',
    `
Game 0 has the seed given, every other one that seed and its number. The seed of a game that went wrong is
printed: "${call} sim GAME --games 1 --seed THAT" plays it again.

Examples:
  ${call} sim ${example} --games 10000
  ${call} sim ${example} --games 100 --agents greedy,random --json`,
  )
    .argument('<game>')
    .option('-n, --games <n>', 'how many games', '100')
    .option('-s, --scenario <name>', 'which scenario (default: the first)')
    .option('--seed <seed>', 'where the random numbers begin', '1')
    .option('-a, --agents <names>', 'one agent for all seats, or one for each, with commas', 'random')
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--option <name=value>', 'an option of the game', collect, [])
    .option('--max-decisions <n>', 'a longer game counts as an error', MAX_DECISIONS)
    .option('--check', 'check saves, hashes and views on the way (slower)', false)
    .option('--actions', 'also print how often each action was begun', false)
    .option('--json', 'print the statistics as JSON', false)
  withBots(withQueueRunOptions(simCommand)).action(async (name: string, options: SimOptions) =>
    done(await sim(name, options, VERSION, terminal)),
  )

  const tournamentCommand = add(
    'tournament',
    'let agents play against each other and tell how strong they are',
    `
All agents get the same deals, each in every seat. Of --agents A,B,C every mix is played; with --against D each of
them sits alone among agents of the kind D. An agent may have an argument: policy:NAME. The seed of a game that
went wrong is printed with the command that plays it again. docs/tournaments.md says how to read the table.

Examples:
  ${call} tournament ${example} --agents random,greedy --games 200
  ${call} tournament ${example} --agents greedy --against random --plot ${example}.svg`,
  )
    .argument('<game>')
    .requiredOption('-a, --agents <names>', `agents to measure, with commas, of: ${AGENT_NAMES.join(', ')}`)
    .option('--against <name>', 'the agent on all other seats (default: those measured, in every mix)')
    .option('--seats <names>', 'with --against: measure them in these seats only, with commas')
    .option('-n, --games <n>', 'how many games each agent plays in each seat', '100')
    .option('-s, --scenario <name>', 'which scenario (default: the first)')
    .option('--seed <seed>', 'where the random numbers begin', '1')
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--option <name=value>', 'an option of the game', collect, [])
    .option('--max-decisions <n>', 'a longer game counts as an error', MAX_DECISIONS)
    .option('--plot <file.svg>', 'draw the shares of games won, with their intervals, to a file')
    .option('--json', 'print the result as JSON', false)
  withBots(withQueueRunOptions(tournamentCommand)).action(async (name: string, options: TournamentOptions) =>
    done(await tournament(name, options, VERSION, terminal)),
  )

  withBots(
    withQueue(
      add(
        'worker',
        'play games that others have put into a queue',
        `
Any number of workers, on any number of machines, share the work of "sim --queue" and "tournament --queue". They must
run the same code. docs/many-machines.md says more.

Examples:
  ${call} worker --queue postgres://user:password@db/ludoforge
  ${call} worker --queue postgres://user:password@db/ludoforge --jobs 4`,
      ),
    ),
  )
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .action(async (options: WorkerOptions) => {
      const { worker } = await import('./commands/worker.js') // most commands need none of it
      done(await worker(options, VERSION, terminal))
    })

  withQueue(
    add(
      'runs',
      'look after the runs of a queue',
      `
  list        runs, and how far they are
  show ID     what it takes to play it again, and what it came to
  resume ID   goes on where it was
  delete ID   forgets it, with its results

Examples:
  ${call} runs
  ${call} runs resume 3f9a6c01d2`,
    )
      .argument('[what]', 'list, show, resume or delete', 'list')
      .argument('[id]', 'of a run'),
  )
    .option('--actions', 'show: also print how often each action was begun', false)
    .option('--json', 'print it as JSON', false)
    .option('--progress <how>', 'resume: json: how far it is, as JSON lines on standard error')
    .action(async (what: string, id: string | undefined, options: RunsOptions) => {
      const { runs } = await import('./commands/runs.js')
      done(await runs(what, id, options, VERSION, terminal))
    })

  withBots(
    add(
      'learn',
      'learn from games what the features of a position promise',
      `
The features that the game declares are weighed by how the games end, and the weights are written into its folder,
for its rules to read. docs/bots.md says what they mean. Seats play their usual agents, unless --agents names some:
then one of them is drawn by lot for each seat of each game.

Examples:
  ${call} learn my-game --games 400
  ${call} learn my-game --agents greedy,random --out weights.yaml`,
    ),
  )
    .argument('<game>')
    .option('-n, --games <n>', 'how many games', '200')
    .option('-a, --agents <names>', `agents that play, with commas, of: ${AGENT_NAMES.join(', ')}`)
    .option('--by <what>', 'what is foretold: margin (the lead at the end) or win', 'margin')
    .option(
      '--stray <n>',
      'of a hundred decisions so many are taken by lot, so that positions vary',
      RANDOM_PERCENT,
    )
    .option('-s, --scenario <name>', 'which scenario (default: the first)')
    .option('--seed <seed>', 'where the random numbers begin', '1')
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--option <name=value>', 'an option of the game', collect, [])
    .option('--max-decisions <n>', 'a longer game counts as an error', MAX_DECISIONS)
    .option(
      '-o, --out <file>',
      'where to write the weights (default: weights.yaml in the folder of the game)',
    )
    .option('--json', 'print what was learned as JSON', false)
    .action(async (name: string, options: LearnOptions) =>
      done(await learn(name, options, VERSION, terminal)),
    )

  withBots(
    add(
      'engine',
      'let a program in any language drive games, by lines of JSON',
      `
One ask a line on standard input, one answer a line on standard output. docs/engine.md has all asks.

Examples:
  echo '{"id":1,"ask":"start","seats":"all","seed":7}' | ${call} engine ${example}
  python3 study.py                     which starts "${call} engine ${example}" itself`,
    ),
  )
    .argument('<game>')
    .option('--games <n>', 'so many games may be open at a time', ENGINE_LIMITS.games)
    .option('--memory <mb>', 'so many megabytes may their positions take', ENGINE_LIMITS.memory)
    .option('--line <mb>', 'so many megabytes may a line have', ENGINE_LIMITS.line)
    .option('--stats', 'tell on standard error, at the end, how much was asked and how fast', false)
    .action(async (name: string, options: EngineCommand) =>
      done(await engine(name, options, VERSION, terminal)),
    )

  add(
    'replay',
    'play a saved game again',
    `\nExamples:\n  ${call} replay my.save\n  ${call} replay my.save --verify`,
  )
    .argument('<save>')
    .option('--verify', 'only check that every state is the recorded one', false)
    .option('--step', 'show the board after every decision and wait for Enter', false)
    .option('-g, --game <game>', 'where its rules are now, if they were moved')
    .action(async (file: string, options: ReplayOptions) => done(await replay(file, options, terminal)))

  withBots(
    add(
      'serve',
      'run a server: tables for people and bots, over the network',
      `
Tables are kept in the folder --data, or in Postgres with --database (or DATABASE_URL in the environment).

Examples:
  ${call} serve
  ${call} serve --port 8080 --host 0.0.0.0 --data tables
  ${call} serve --database postgres://user:password@db/ludoforge --trust-proxy`,
    ),
  )
    .argument('[game...]', 'games to offer (default: all at hand)')
    .option('-p, --port <n>', 'where it listens', '8080')
    .option('--host <address>', 'on which address', '127.0.0.1')
    .option('--data <folder>', 'where tables are kept', 'ludoforge-data')
    .option('--database <url>', 'keep them in Postgres instead')
    .option('--origin <url>', 'a page from elsewhere that may use it', collect, [])
    .option('--trust-proxy', 'believe the X-Forwarded headers of a proxy in front', false)
    .option(
      '--no-limits',
      'no limits on how much one may ask: for measurements, or behind a proxy that has them',
    )
    .option('--smtp <url>', 'the mail server for "your turn": smtp://user:password@host (or SMTP_URL)')
    .option('--mail-from <address>', 'where its mail comes from')
    .option('--webhooks-inside', 'webhooks may lead into your own network, too', false)
    .option('--bot-seconds <n>', 'how long a bot may think (default: 30)')
    .option('--log', 'write a log of all requests, as JSON lines', false)
    .action(async (names: string[], options: ServeCommand) => {
      const { serve } = await import('./commands/serve.js') // most commands need none of it
      done(await serve(names, options, VERSION, terminal))
    })

  add(
    'site',
    'write the page and games as files, to be played in a browser without a server of ours',
    `
Examples:
  ${call} site public
  ${call} site public outposts tic-tac-toe`,
  )
    .argument('<folder>', 'an empty one, or one of a site, which is written anew')
    .argument('[game...]', 'games to offer (default: all at hand)')
    .action(async (folder: string, names: string[]) => {
      const { site } = await import('./commands/site.js')
      done(await site(folder, names, VERSION, terminal))
    })

  add(
    'tables',
    'look after the tables of a server, also while it runs',
    `
  list      tables, and by which rules each is played
  move ID   plays a table again by today's rules; it goes on by them if every decision is still legal
  save ID   the whole game as a save file, with its seed

Examples:
  ${call} tables
  ${call} tables move kS0mdaTv2cEo
  ${call} tables save kS0mdaTv2cEo --out game.save`,
  )
    .argument('[what]', 'list, move or save', 'list')
    .argument('[id]', 'of a table')
    .option('--data <folder>', 'where tables are kept', 'ludoforge-data')
    .option('--database <url>', 'the Postgres where they are kept instead')
    .option('-g, --game <game>', 'move: to the rules of this folder')
    .option('-o, --out <file>', 'save: where to write it; without it, to standard output')
    .action(async (what: string, id: string | undefined, options: TablesOptions) => {
      const { tables } = await import('./commands/tables.js')
      done(await tables(what, id, options, terminal))
    })

  add(
    'join',
    'play at a table of a server, in the terminal',
    `
The link is an invitation (…/#/join/TABLE/SECRET), your own seat (…/#/table/TABLE/KEY), or a table to look on.

Examples:
  ${call} join 'http://localhost:8080/#/join/kS0mdaTv2cEo/zYq…' --name Ann`,
  )
    .argument('<link>')
    .option('--name <name>', 'who you are, with an invitation')
    .option('--seat <seat>', 'which seat you want, if there are several')
    .action(async (link: string, options: JoinOptions) => {
      const { join } = await import('./commands/join.js')
      done(await join(link, options, terminal))
    })

  add('bench', 'measure the speed of the kernel, as ratios', `\nExample:\n  ${call} bench --json`)
    .option('--json', 'print the figures as JSON', false)
    .option('--seconds <n>', 'how long to measure each thing', '1')
    .option('--quick', 'only see that it runs: the figures mean little', false)
    .option('--only <game>', 'measure this game only, and print its figures as JSON')
    .option('-s, --scenario <name>', 'with --only: which scenario')
    .action(async (options: BenchOptions) => done(await bench(options, terminal)))

  return program
}
