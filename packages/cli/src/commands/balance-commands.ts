/** The commands about balance: `evaluate`, `compare` and `sweep`. */
import type { Command } from 'commander'
import { withBots } from '../agents.js'
import { compare, type CompareOptions } from './compare.js'
import { evaluate, type EvaluateOptions } from './evaluate.js'
import { type ProgramParts, withSeriesOptions } from './program-parts.js'
import { sweep, type SweepOptions } from './sweep.js'

/** `example` is the game in the examples of the help. */
export function addBalanceCommands({
  add,
  call,
  example,
  done,
  terminal,
}: ProgramParts & { readonly example: string }): void {
  const withGames = (command: Command, games: string): Command =>
    withBots(
      withSeriesOptions(command)
        .option('-n, --games <n>', 'number of games', games)
        .option(
          '-a, --agents <names>',
          "one agent for all seats, or one per seat, comma-separated (default: each seat's default bot)",
        )
        .option('--progress <how>', '"json" prints progress as JSON lines on standard error')
        .option('--json', 'print the figures as JSON', false),
    )

  withGames(
    add(
      'evaluate',
      'let bots play many games and report on the balance of the rules',
      `
The report begins with findings in words: who wins, how long games take, how the lead changes, what is chosen and what
never is. docs/balance.md defines the figures.

Examples:
  ${call} evaluate ${example}
  ${call} evaluate ${example} --games 5000 --report balance.html
  ${call} evaluate ${example} --skill`,
    ).argument('<game>'),
    '1000',
  )
    .option('--report <file.html>', 'write the report as a page, with plots')
    .option(
      '--skill [agents]',
      'also play a tournament of agents from weak to strong, comma-separated (default: those the game supports)',
    )
    .option('--skill-games <n>', 'with --skill: games per agent and seat', '20')
    .action(async (name: string, options: EvaluateOptions) => done(await evaluate(name, options, terminal)))

  withGames(
    add(
      'compare',
      'compare two versions of a game on the same seeds, and print what changed',
      `
A version is a game, or a folder at a git revision: FOLDER@REVISION. The differences come with 95 % intervals, the
largest first. Figures that differ by less than their interval are listed as "no difference found".

Examples:
  ${call} compare games/${example}@HEAD games/${example}     what your edit changed
  ${call} compare my-game my-variant --games 2000`,
    )
      .argument('<old>')
      .argument('<new>'),
    '1000',
  )
    .option('--report <file.html>', 'write the report as a page, with a plot')
    .option('--fail-on-difference', 'exit with 1 if any difference is found', false)
    .action(async (oldName: string, newName: string, options: CompareOptions) =>
      done(await compare(oldName, newName, options, terminal)),
    )

  withGames(
    add(
      'sweep',
      'vary a number in the rules, and print how the results change',
      `
The number is a game option, a value that the rules declare (value hill-bonus = 1), or a number in a line of a file.

Examples:
  ${call} sweep my-game --value hill-bonus=0..3 --plot hill-bonus.svg
  ${call} sweep my-game --at rules.md:63=1..4`,
    ).argument('<game>'),
    '1000',
  )
    .option(
      '--value <name=range>',
      'the number to vary, and its values: 0..3, 0..20/5 in steps of 5, or 1,2,5',
    )
    .option('--at <place=range>', 'vary the number in this line of a file: rules.md:63=1..4')
    .option('--plot <file.svg>', 'write a plot of the games won for each value')
    .action(async (name: string, options: SweepOptions) => done(await sweep(name, options, terminal)))
}
