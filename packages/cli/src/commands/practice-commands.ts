/** The commands about single positions: `puzzles`, `review` and `ask`. */
import { withBots } from '../agents.js'
import { ask, type AskOptions } from './ask.js'
import { MAX_DECISIONS, type ProgramParts, withGameOptions } from './program-parts.js'
import { puzzles, type PuzzlesOptions } from './puzzles.js'
import { review, type ReviewOptions } from './review.js'

export function addPracticeCommands({ add, call, done, terminal }: ProgramParts): void {
  const puzzlesCommand = add(
    'puzzles',
    'find positions in which one turn is much better than the rest',
    `
Bots play games. A position becomes a puzzle if a search finds the same best turn with both budgets and with four times
the second one, each time ahead of every other kind of turn by the margin.

Examples:
  ${call} puzzles chess --count 10 --out my-puzzles.jsonl
  ${call} puzzles chess --play my-puzzles.jsonl
  ${call} puzzles chess --verify my-puzzles.jsonl`,
  )
    .argument('<game>')
    .option('-n, --count <n>', 'the number of puzzles to find', '50')
    .option('--seed <seed>', 'seed of the games', '1')
    .option(
      '-a, --agents <names>',
      'one agent for all seats, or one per seat, comma-separated (default: policy where there is one)',
    )
    .option('--budgets <a,b>', 'iterations of the two searches that have to agree', '200,400')
    .option('--margin <points>', 'the least lead of the best turn, in points of the expected score', '15')
    .option('--missed', 'only turns that the bot of the game missed', false)
    .option('--max-decisions <n>', 'report longer games as errors', MAX_DECISIONS)
    .option('-o, --out <file>', "the file to write (default: puzzles.jsonl in the game's folder)")
    .option('--play [file]', "solve puzzles (default: those in the game's folder)")
    .option(
      '--verify <file>',
      'search the positions of this file again, and fail if a solution is not ahead by the margin',
    )
  withGameOptions(puzzlesCommand).action(async (name: string, options: PuzzlesOptions) =>
    done(await puzzles(name, options, terminal)),
  )

  add(
    'review',
    'show where a player of a saved game gave away most',
    `
A search values every turn of the people in the game, and compares it with the best turn it finds.

Examples:
  ${call} review my.save
  ${call} review my.save --seat white --iterations 1000`,
  )
    .argument('<save>')
    .option('--seat <name>', 'review this seat (default: the people, or all seats)')
    .option('--iterations <n>', 'the budget of the search for each turn', '200')
    .option('-n, --count <n>', 'the number of turns to show', '5')
    .option('-g, --game <game>', 'the folder of its rules, if they have moved')
    .option('--json', 'print the turns as JSON', false)
    .action(async (file: string, options: ReviewOptions) => done(await review(file, options, terminal)))

  withBots(
    add(
      'ask',
      'set up a position from text, and print what an agent would do there',
      `
For tests of bots. The position has the form of an example in a rulebook: "given", statements below it, and "when".

Examples:
  ${call} ask tic-tac-toe --agent cmd:./bot.py
  ${call} ask tic-tac-toe --agent policy --given 'the start, nought to act'
  ${call} ask connect-four --agent cmd:./bot.py --position three-in-a-row.txt --json`,
    ),
  )
    .argument('<game>')
    .requiredOption('-a, --agent <name>', 'the agent to ask')
    .option('--given <text>', 'the position, as an example has it behind "given" (default: the start)')
    .option('--position <file>', 'a file with the lines of an example: "given", and "when" with its steps')
    .option('--seed <seed>', "seed of the agent's random numbers", '1')
    .option('--json', 'print the answer as JSON', false)
    .action(async (name: string, options: AskOptions) => done(await ask(name, options, terminal)))
}
