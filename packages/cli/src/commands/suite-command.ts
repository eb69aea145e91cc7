/** The command `suite`: the benchmark of agents. */
import { Option } from 'commander'
import { withBots } from '../agents.js'
import { VERSION } from '../version.js'
import { collect, type ProgramParts } from './program-parts.js'
import { suite, type SuiteOptions } from './suite.js'

/** Where the results are kept. In the repository it is the file behind docs/suite.md. */
const RESULTS = 'docs/suite.json'

export function addSuiteCommand({ add, call, done, terminal }: ProgramParts): void {
  withBots(
    add(
      'suite',
      'rate agents on a fixed set of games, opponents and seeds',
      `
Every match is stored as soon as it is played, so that an interrupted run resumes, and a new agent plays only its own
matches. docs/suite.md explains the ratings.

Examples:
  ${call} suite                                        play what is missing, and print the tables
  ${call} suite --agent 'cmd:python3 mybot.py'         add a row for your agent
  ${call} suite --quick --results quick.json --agent ./mine.mjs
  ${call} suite --page docs/suite.md                   write the page from the stored results`,
    ),
  )
    .option('-a, --agent <name>', 'an agent to add; it plays all agents of the suite', collect, [])
    .option('--results <file>', 'the file with the results, read and written', RESULTS)
    .option('--only <games>', 'only these games of the suite, comma-separated')
    .option('-n, --games <n>', 'deals of each match (default: those of the suite)')
    .option('--quick', 'two deals of each match, for a first impression', false)
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--no-memory', "don't measure memory")
    .option('--plan <file>', 'another suite: a JSON file with games, agents, deals and a seed')
    .option('--page <file>', 'only write the tables below "## Results" of this page')
    .option('--json', 'print the stored matches as JSON', false)
    .addOption(new Option('--probe <game>').hideHelp())
    .addOption(new Option('--scenario <name>').hideHelp())
    .action(async (options: SuiteOptions) => done(await suite(options, VERSION, terminal)))
}
