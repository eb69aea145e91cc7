import { AGENT_NAMES } from '@ludoforge/agents'
import { type Argument, Command, Option } from 'commander'
import { closeAgents } from '@ludoforge/agents/node'
import { withBots } from './agents.js'
import { bench, type BenchOptions } from './commands/bench.js'
import { ENGINE_LIMITS, engine, type EngineCommand } from './commands/engine.js'
import { addAdminCommands } from './commands/admin-commands.js'
import { addBalanceCommands } from './commands/balance-commands.js'
import { addBackupCommands } from './commands/backup-commands.js'
import type { JoinOptions } from './commands/join.js'
import { lessons } from './commands/lessons.js'
import { play, type PlayOptions } from './commands/play.js'
import { replay, type ReplayOptions } from './commands/replay.js'
import { collect, withGameOptions } from './commands/program-parts.js'
import { addPracticeCommands } from './commands/practice-commands.js'
import { addRulebookCommands } from './commands/rulebook-commands.js'
import type { ServeCommand } from './commands/serve.js'
import { addSeriesCommands } from './commands/series-commands.js'
import { addSuiteCommand } from './commands/suite-command.js'
import { knownGames } from './games.js'
import { reportError } from './report-error.js'
import type { Terminal } from './terminal/terminal.js'
import { EXIT } from './usage.js'
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
    return reportError(error, terminal)
  } finally {
    await closeAgents()
  }
}

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

  addRulebookCommands({ add, call, example, done, terminal, version: VERSION })

  add(
    'lsp',
    'start the language server, for editors',
    `
Editors start it and talk to it over standard input and output. docs/editors.md tells how to set up VS Code, Neovim and
Helix.

Example:
  ${call} lsp`,
  )
    .option('--stdio', 'use standard input and output, as always; for editors that pass this option', true)
    .action(async () => {
      const { lsp } = await import('./commands/lsp.js') // loaded only here: most commands don't need it
      done(await lsp(VERSION))
    })

  const playCommand = add(
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
  )
    .argument('[game]', 'the game to play; not needed to resume a saved game')
    .option(
      '--seed <seed>',
      'seed of the random numbers (default: random). The same seed and answers make the same game',
    )
    .option('--seat <name=who>', `the player of a seat: human, ${AGENT_NAMES.join(', ')}`, collect, [])
    .option('--save <file>', 'save to this file (default: autosave, when run in a terminal)', true)
    .option('--no-save', "don't save the game")
    .option('--resume <file>', 'resume a saved game')
    .option('--list', 'list the autosaved games', false)
    .option('--language <code>', 'the language of names and texts, such as de, if the game has its words')
    .option(
      '--watch',
      'continue with the new rules when the folder of the game changes; nothing is saved',
      false,
    )
  withBots(withGameOptions(playCommand)).action(async (name: string | undefined, options: PlayOptions) =>
    done(await play(name, options, terminal)),
  )

  add(
    'lessons',
    'learn a game: list its lessons, play one, or play a guided game in the terminal',
    `
A coach explains, points at things and gives you a task. In a guided game you play a whole game as one seat, and the
coach explains each thing when it first happens. Type ? for help. Your progress is kept.

Examples:
  ${call} lessons ${example}
  ${call} lessons ${example} 1
  ${call} lessons GAME guide SEAT`,
  )
    .argument('<game>')
    .argument('[which]', 'the number of the lesson to play, or "guide" (default: list all)')
    .argument('[seat]', 'your seat in the guided game')
    .action(async (name: string, which: string | undefined, seat: string | undefined) =>
      done(await lessons(name, which, seat, terminal)),
    )

  addSeriesCommands({ add, call, example, done, terminal })
  addBalanceCommands({ add, call, example, done, terminal })
  addSuiteCommand({ add, call, done, terminal })

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
    .option('--line <mb>', 'size limit of a line or frame, in MB', ENGINE_LIMITS.line)
    .option(
      '--listen <where>',
      'let programs connect: a port of this machine (0: any free one), or a Unix socket',
    )
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

  addPracticeCommands({ add, call, done, terminal })

  withBots(
    add(
      'serve',
      'run a server with tables for people and bots',
      `
Tables are stored in the folder --data, or in Postgres with --database (or DATABASE_URL in the environment).

Examples:
  ${call} serve
  ${call} serve --port 8080 --host 0.0.0.0 --data tables
  ${call} serve --database postgres://user:password@db/ludoforge --trust-proxy 1`,
    ),
  )
    .argument('[game...]', 'the games to offer (default: all installed games)')
    .option('-p, --port <n>', 'the port to listen on', '8080')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--data <folder>', 'the folder that stores the tables', 'ludoforge-data')
    .option('--database <url>', 'store them in Postgres instead')
    .option('--language <code>', 'the language of games that have its words, such as de')
    .option('--origin <url>', 'allow pages of another origin to use the server', collect, [])
    .option('--trust-proxy <proxies>', 'trust this many reverse proxies, or these addresses (default: none)')
    .option('--no-limits', 'turn off rate limits, for benchmarks or behind a proxy that has its own')
    .option('--smtp <url>', 'the mail server for "your turn": smtp://user:password@host (or SMTP_URL)')
    .option('--mail-from <address>', 'the sender of that mail')
    .option('--webhooks-inside', 'allow webhooks to addresses in your own network', false)
    .option('--bot-seconds <n>', 'time limit for a bot, in seconds (default: 30)')
    .option('--bot-limit <budget>', 'the largest budget of a bot: iterations, a time, or both', '10000,10s')
    .option('--archive-after <days>', 'archive tables that nobody has changed for this time (default: 180d)')
    .option('--archive-anonymous-after <days>', 'the same for tables without an account (default: 30d)')
    .option('--delete-after <days>', 'delete archived tables (default: 730d)')
    .option('--log <format>', 'log all requests: json, text, or off for problems only', 'off')
    .option('--metrics-token <token>', 'serve GET /metrics to callers with this token (or METRICS_TOKEN)')
    .option('--metrics-port <n>', 'serve GET /metrics on another port, without a token')
    .option('--watch', 'publish a game again when its folder changes. Running tables keep their rules', false)
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

  addBackupCommands({ add, call, done, terminal })

  addAdminCommands({ add, call, done, terminal })

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
