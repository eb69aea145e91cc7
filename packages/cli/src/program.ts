import { AGENT_NAMES } from '@ludoforge/agents'
import { CompileError, InvalidGameFolder, renderDiagnostics } from '@ludoforge/compiler'
import { LudoError, printable } from '@ludoforge/kernel'
import { BadTrace, ReplayMismatch } from '@ludoforge/play'
import { RunError } from '@ludoforge/sim'
import { type Argument, Command, CommanderError, Option } from 'commander'
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

const FIRST_GAME = 'tic-tac-toe' // the game in the examples of the help

/** Runs the command with these arguments (without node and script) and returns its exit code. */
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

/** Prints errors that users can act on as one message. Any other error is a bug and is printed with its stack. */
function report(error: unknown, terminal: Terminal): number {
  const { paint } = terminal
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof CompileError) {
    terminal.err(renderDiagnostics(error.diagnostics, error.sources, { colour: paint.isColorSupported }))
    return EXIT.failed
  }
  // A message may quote a file's text or a folder's name, so control characters are escaped.
  const print = (label: string, text: string): void => terminal.err(`${paint.red(label)}: ${printable(text)}`)
  if (error instanceof UsageError) {
    print('error', error.message)
    return EXIT.usage
  }
  const known = [Failure, InvalidGameFolder, BadTrace, ReplayMismatch, LudoError, RunError].some(
    (type) => error instanceof type,
  )
  if (known && error instanceof Error) print('error', error.message)
  else if (isSystemError(error)) print('error', `${systemErrorText(error)}.`)
  else print('This is a bug in ludoforge', error instanceof Error ? (error.stack ?? '') : String(error))
  return EXIT.failed
}

/** An error of the operating system, such as a file that can't be read: for the user to fix, not a bug. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]

/** Shows defaults that are texts. The parser's own `(default: false)` and `(default: [])` say nothing. */
const described = ({ description, defaultValue }: Option | Argument): string =>
  typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description

const EXIT_CODES = `
Exit codes: 0 success; 1 problems found (errors in a game, failed examples, failed games); 2 usage error;
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
    .option('--no-colour', 'turn off colours, for any command (or set NO_COLOR in the environment)')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({ optionDescription: described, argumentDescription: described })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .showHelpAfterError('(add --help to see the usage)')
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      `
GAME is a game's folder, a compiled .json file, or the name of an installed game${games.length === 0 ? '' : `:\n  ${games.join(', ')}`}

Examples:
  ${call} play ${example}                      play against bots
  ${call} sim ${example} --games 1000          let bots play 1,000 games
  ${call} check games/${example}               find errors in its folder
  ${call} test games/${example}                run the examples in its rulebook
${EXIT_CODES}`,
    )
  const add = (spec: string, text: string, more: string) => {
    const command = program.command(spec).description(text).addHelpText('after', more)
    // Accepted after a command's name; the main help lists it.
    return command.addOption(new Option('--no-colour').hideHelp())
  }

  add(
    'check',
    'find errors in games',
    `
Examples:
  ${call} check games/${example}
  ${call} check games/${example} --policy      list the questions its policies don't answer`,
  )
    .argument('<game...>', 'games, or a folder of games')
    .option('--json', 'print the diagnostics as JSON', false)
    .option(
      '--policy [name]',
      'list the questions without an entry in this policy (default: in all policies)',
    )
    .action(async (names: string[], options: CheckOptions) => done(await check(names, options, terminal)))

  add(
    'compile',
    'write a game as one JSON file or as an ES module',
    `
Examples:
  ${call} compile ${example} --out ${example}.json
  ${call} compile ${example} --module ${example}.mjs`,
  )
    .argument('<game>')
    .option('-o, --out <file>', 'the file to write (default: standard output)')
    .option('--module <file>', 'write an ES module, which runs without eval')
    .action(async (name: string, options: CompileOptions) => done(await compile(name, options, terminal)))

  add('expand', 'print rules as effect trees', `\nExample:\n  ${call} expand ${example} play`)
    .argument('<game>')
    .argument('[rule]', 'name or number of a rule (default: all rules)')
    .action(async (name: string, rule: string | undefined) => done(await expand(name, rule, terminal)))

  add(
    'test',
    'run the worked examples in rulebooks',
    `\nExamples:\n  ${call} test games/${example}\n  ${call} test --game ${example} my-examples.md\n  ${call} test ${example} --coverage\n  ${call} test ${example} --mutate --sample 200`,
  )
    .argument('<game or file.md...>', 'games, a folder of games, or Markdown files with examples')
    .option('-g, --game <game>', 'the game the Markdown files are examples of')
    .option('--json', 'print the results as JSON', false)
    .option('-v, --verbose', 'also list the examples that pass', false)
    .option('--coverage', 'list the rules that no example executes', false)
    .option(
      '--mutate',
      'mutation testing: change one thing at a time and list the mutants no example kills',
      false,
    )
    .option('--only <place>', 'with --mutate: only mutants in this file or folder of the game (default: all)')
    .option('--sample <n>', 'with --mutate: test a random sample of N mutants (default: all)')
    .option('--seed <seed>', 'with --mutate: seed of the sample', '1')
    .option('-j, --jobs <n>', 'with --mutate: threads (default: all cores)')
    .action(async (names: string[], options: TestOptions) => done(await test(names, options, terminal)))

  withBots(
    add(
      'play',
      'play a game in the terminal',
      `
By default you play the first seat, and bots play the others. In the game, type ? for help.

Examples:
  ${call} play ${example}
  ${call} play ${example} --seed 7 --save my.save
  ${call} play --resume my.save
  ${call} play ${example} --seat NAME=human --seat NAME=random
  printf '1\\n2\\n3\\n' | ${call} play ${example} --seed 7`,
    ),
  )
    .argument('[game]', 'the game to play; not needed to resume a saved game')
    .option('-s, --scenario <name>', 'the scenario (default: the first)')
    .option(
      '--seed <seed>',
      'seed of the random numbers (default: random). The same seed and answers make the same game',
    )
    .option('--seat <name=who>', `the player of a seat: human, ${AGENT_NAMES.join(', ')}`, collect, [])
    .option('--option <name=value>', 'set a game option', collect, [])
    .option('--save <file>', 'save to this file (default: autosave, when run in a terminal)', true)
    .option('--no-save', "don't save the game")
    .option('--resume <file>', 'resume a saved game')
    .option('--list', 'list the autosaved games', false)
    .action(async (name: string | undefined, options: PlayOptions) =>
      done(await play(name, options, terminal)),
    )

  const simCommand = add(
    'sim',
    'let bots play many games and print statistics',
    `
Game 0 uses the seed itself. Every other game combines it with its own number. If a game fails, its seed is printed.
"${call} sim GAME --games 1 --seed SEED" plays that game again.

Examples:
  ${call} sim ${example} --games 10000
  ${call} sim ${example} --games 100 --agents greedy,random --json`,
  )
    .argument('<game>')
    .option('-n, --games <n>', 'number of games', '100')
    .option('-s, --scenario <name>', 'the scenario (default: the first)')
    .option('--seed <seed>', 'seed of the random numbers', '1')
    .option('-a, --agents <names>', 'one agent for all seats, or one per seat, comma-separated', 'random')
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--option <name=value>', 'set a game option', collect, [])
    .option('--max-decisions <n>', 'report longer games as errors', MAX_DECISIONS)
    .option('--check', 'also verify saves, hashes and views while playing (slower)', false)
    .option('--actions', 'also print how often each action was started', false)
    .option('--json', 'print the statistics as JSON', false)
  withBots(withQueueRunOptions(simCommand)).action(async (name: string, options: SimOptions) =>
    done(await sim(name, options, VERSION, terminal)),
  )

  const tournamentCommand = add(
    'tournament',
    'let agents play against each other and rate their strength',
    `
Every agent plays the same deals in every seat. --agents A,B,C plays every combination of them. With --against D,
each of them plays alone against agents D. An agent can take an argument: policy:NAME. If a game fails, its seed is
printed with the command that plays it again. docs/tournaments.md explains the table.

Examples:
  ${call} tournament ${example} --agents random,greedy --games 200
  ${call} tournament ${example} --agents greedy --against random --plot ${example}.svg`,
  )
    .argument('<game>')
    .requiredOption('-a, --agents <names>', `the agents to rate, comma-separated: ${AGENT_NAMES.join(', ')}`)
    .option('--against <name>', 'the agent in all other seats (default: every combination of --agents)')
    .option('--seats <names>', 'with --against: rate them in these seats only, comma-separated')
    .option('-n, --games <n>', 'games per agent and seat', '100')
    .option('-s, --scenario <name>', 'the scenario (default: the first)')
    .option('--seed <seed>', 'seed of the random numbers', '1')
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--option <name=value>', 'set a game option', collect, [])
    .option('--max-decisions <n>', 'report longer games as errors', MAX_DECISIONS)
    .option('--plot <file.svg>', 'write a plot of the win rates with their intervals')
    .option('--json', 'print the result as JSON', false)
  withBots(withQueueRunOptions(tournamentCommand)).action(async (name: string, options: TournamentOptions) =>
    done(await tournament(name, options, VERSION, terminal)),
  )

  withBots(
    withQueue(
      add(
        'worker',
        'play games from a queue',
        `
Workers on any number of machines share the games of "sim --queue" and "tournament --queue". All of them must run the
same version. See docs/many-machines.md.

Examples:
  ${call} worker --queue postgres://user:password@db/ludoforge
  ${call} worker --queue postgres://user:password@db/ludoforge --jobs 4`,
      ),
    ),
  )
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .action(async (options: WorkerOptions) => {
      const { worker } = await import('./commands/worker.js') // loaded only here: most commands don't need it
      done(await worker(options, VERSION, terminal))
    })

  withQueue(
    add(
      'runs',
      'list, show, resume or delete the runs of a queue',
      `
  list        the runs and their progress
  show ID     the settings of a run, and its results so far
  resume ID   continue a run where it stopped
  delete ID   delete a run and its results

Examples:
  ${call} runs
  ${call} runs resume 3f9a6c01d2`,
    )
      .argument('[what]', 'list, show, resume or delete', 'list')
      .argument('[id]', 'the id of a run'),
  )
    .option('--actions', 'show: also print how often each action was started', false)
    .option('--json', 'print the output as JSON', false)
    .option('--progress <how>', 'resume: "json" prints progress as JSON lines on standard error')
    .action(async (what: string, id: string | undefined, options: RunsOptions) => {
      const { runs } = await import('./commands/runs.js')
      done(await runs(what, id, options, VERSION, terminal))
    })

  withBots(
    add(
      'learn',
      'fit the weights of the features to the results of games',
      `
Bots play games, and a regression fits weights for the features the game declares. The weights are written to the
game's folder, where its rules read them. docs/bots.md explains them. Every seat plays its default agent. With
--agents, every seat of every game plays one of them, at random.

Examples:
  ${call} learn my-game --games 400
  ${call} learn my-game --agents greedy,random --out weights.yaml`,
    ),
  )
    .argument('<game>')
    .option('-n, --games <n>', 'number of games', '200')
    .option('-a, --agents <names>', `the agents that play, comma-separated: ${AGENT_NAMES.join(', ')}`)
    .option('--by <what>', 'what to predict: margin (the lead at the end) or win', 'margin')
    .option('--random-percent <n>', 'percentage of decisions made at random, for variety', RANDOM_PERCENT)
    .option('-s, --scenario <name>', 'the scenario (default: the first)')
    .option('--seed <seed>', 'seed of the random numbers', '1')
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--option <name=value>', 'set a game option', collect, [])
    .option('--max-decisions <n>', 'report longer games as errors', MAX_DECISIONS)
    .option('-o, --out <file>', 'the file to write (default: weights.yaml in the folder of the game)')
    .option('--json', 'print the result as JSON', false)
    .action(async (name: string, options: LearnOptions) =>
      done(await learn(name, options, VERSION, terminal)),
    )

  withBots(
    add(
      'engine',
      'drive games from a program in any language, by JSON lines',
      `
One request per line on standard input, one answer per line on standard output. docs/engine.md lists the requests.

Examples:
  echo '{"id":1,"ask":"start","seats":"all","seed":7}' | ${call} engine ${example}
  python3 study.py                     a script that starts "${call} engine ${example}"`,
    ),
  )
    .argument('<game>')
    .option('--games <n>', 'limit of open games', ENGINE_LIMITS.games)
    .option('--memory <mb>', 'memory limit for positions, in MB', ENGINE_LIMITS.memory)
    .option('--line <mb>', 'size limit of a line, in MB', ENGINE_LIMITS.line)
    .option('--stats', 'at the end, print the number and speed of requests on standard error', false)
    .action(async (name: string, options: EngineCommand) =>
      done(await engine(name, options, VERSION, terminal)),
    )

  add(
    'replay',
    'replay a saved game',
    `\nExamples:\n  ${call} replay my.save\n  ${call} replay my.save --verify`,
  )
    .argument('<save>')
    .option('--verify', 'only check that every state matches the record', false)
    .option('--step', 'show the board after every decision and wait for Enter', false)
    .option('-g, --game <game>', 'the folder of its rules, if they have moved')
    .action(async (file: string, options: ReplayOptions) => done(await replay(file, options, terminal)))

  withBots(
    add(
      'serve',
      'run a server with tables for people and bots',
      `
Tables are stored in the folder --data, or in Postgres with --database (or DATABASE_URL in the environment).

Examples:
  ${call} serve
  ${call} serve --port 8080 --host 0.0.0.0 --data tables
  ${call} serve --database postgres://user:password@db/ludoforge --trust-proxy`,
    ),
  )
    .argument('[game...]', 'the games to offer (default: all installed games)')
    .option('-p, --port <n>', 'the port to listen on', '8080')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--data <folder>', 'the folder that stores the tables', 'ludoforge-data')
    .option('--database <url>', 'store them in Postgres instead')
    .option('--origin <url>', 'allow pages of another origin to use the server', collect, [])
    .option('--trust-proxy', 'trust the X-Forwarded headers of a reverse proxy', false)
    .option('--no-limits', 'turn off rate limits, for benchmarks or behind a proxy that has its own')
    .option('--smtp <url>', 'the mail server for "your turn": smtp://user:password@host (or SMTP_URL)')
    .option('--mail-from <address>', 'the sender of that mail')
    .option('--webhooks-inside', 'allow webhooks to addresses in your own network', false)
    .option('--bot-seconds <n>', 'time limit for a bot, in seconds (default: 30)')
    .option('--log', 'log all requests as JSON lines', false)
    .action(async (names: string[], options: ServeCommand) => {
      const { serve } = await import('./commands/serve.js') // loaded only here: most commands don't need it
      done(await serve(names, options, VERSION, terminal))
    })

  add(
    'site',
    'write the page and games as static files, to play in a browser without a LudoForge server',
    `
Examples:
  ${call} site public
  ${call} site public outposts tic-tac-toe`,
  )
    .argument('<folder>', 'an empty folder, or the folder of an earlier site, which is overwritten')
    .argument('[game...]', 'the games to offer (default: all installed games)')
    .action(async (folder: string, names: string[]) => {
      const { site } = await import('./commands/site.js')
      done(await site(folder, names, VERSION, terminal))
    })

  add(
    'tables',
    'list, migrate or save the tables of a server, even while it runs',
    `
  list      the tables, and the rules of each
  move ID   migrate a table to today's rules. Every decision, except undone ones, must be legal there, and each
            question must keep its name
  save ID   write the whole game as a save file, with its seed

Examples:
  ${call} tables
  ${call} tables move kS0mdaTv2cEo
  ${call} tables save kS0mdaTv2cEo --out game.save`,
  )
    .argument('[what]', 'list, move or save', 'list')
    .argument('[id]', 'the id of a table')
    .option('--data <folder>', 'the folder that stores the tables', 'ludoforge-data')
    .option('--database <url>', 'the Postgres database that stores them instead')
    .option('-g, --game <game>', "move: the game to take the rules from (default: the table's game)")
    .option('-o, --out <file>', 'save: the file to write (default: standard output)')
    .action(async (what: string, id: string | undefined, options: TablesOptions) => {
      const { tables } = await import('./commands/tables.js')
      done(await tables(what, id, options, terminal))
    })

  add(
    'join',
    'play at a table of a server, in the terminal',
    `
The link is an invitation (…/#/join/TABLE/SECRET), your own seat (…/#/table/TABLE/KEY), or a table to watch.

Examples:
  ${call} join 'http://localhost:8080/#/join/kS0mdaTv2cEo/zYq…' --name Ann`,
  )
    .argument('<link>')
    .option('--name <name>', 'your name, with an invitation')
    .option('--seat <seat>', 'the seat you want, if several are free')
    .action(async (link: string, options: JoinOptions) => {
      const { join } = await import('./commands/join.js')
      done(await join(link, options, terminal))
    })

  add('bench', 'measure the speed of the kernel, in ratios', `\nExample:\n  ${call} bench --json`)
    .option('--json', 'print the figures as JSON', false)
    .option('--seconds <n>', 'seconds per measurement', '1')
    .option('--quick', 'only test that it runs. The figures mean little', false)
    .option('--only <game>', 'measure this game only, and print its figures as JSON')
    .option('-s, --scenario <name>', 'with --only: the scenario (default: the first)')
    .action(async (options: BenchOptions) => done(await bench(options, terminal)))

  return program
}
