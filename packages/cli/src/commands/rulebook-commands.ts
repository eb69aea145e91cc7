/** The commands for authors: `new`, `edit`, `check`, `compile`, `expand`, `rules` and `test`. */
import { TEMPLATES } from '@ludoforge/desk'
import { check, type CheckOptions } from './check.js'
import { compile, type CompileOptions } from './compile.js'
import type { EditCommand } from './edit.js'
import { expand } from './expand.js'
import { newGame, type NewOptions } from './new.js'
import type { ProgramParts } from './program-parts.js'
import { rules, type RulesOptions } from './rules.js'
import { test, testedPlaces, type TestOptions } from './test.js'
import { findGames } from '../games.js'
import { runWatched } from '../watch/run-watched.js'

interface Watched {
  readonly watch: boolean
}

/** `example` is the game in the examples of the help, `version` that of the program. */
export function addRulebookCommands({
  add,
  call,
  example,
  done,
  terminal,
  version,
}: ProgramParts & { readonly example: string; readonly version: string }): void {
  add(
    'new',
    'create a game from a template, or as a copy of another game',
    `
The templates are complete small games: prose, rules, look, examples and a bot.

  grid     stones on a square board        cards    hands, a deck and sets
  hex      a board of hexes                tricks   tricks with a trump suit
  map      towns and roads                 euro     workers, goods and buildings

Examples:
  ${call} new my-game
  ${call} new my-game --like euro --title 'My Game'
  ${call} new my-variant --like ${example}`,
  )
    .argument('<name>', 'the folder to create. Its name is the id of the game')
    .option(
      '--like <template or game>',
      `${TEMPLATES.map(({ name }) => name).join(', ')}, or a game to copy`,
      'grid',
    )
    .option('--title <title>', 'the title of the game (default: made from its name)')
    .action(async (name: string, options: NewOptions) => done(await newGame(name, options, terminal)))

  add(
    'edit',
    "open a game's folder on the designer's desk, in your browser",
    `
Starts a server for this machine and prints the link of the desk. What you change there is written to the folder at
once, and changes by other programs appear there. With --like, a folder that doesn't exist is created first, as by
"new".

Examples:
  ${call} edit my-game
  ${call} edit my-game --like hex --open`,
  )
    .argument('<folder>', 'the folder of a game')
    .option('--like <template or game>', 'create the folder: like a template, or as a copy of a game')
    .option('--title <title>', 'with --like: the title of the game (default: made from its name)')
    .option('--open', 'open the link in your browser', false)
    .option('-p, --port <n>', 'the port to listen on (default: one of its own for each folder)')
    .action(async (name: string, options: EditCommand) => {
      const { edit } = await import('./edit.js') // loaded only here: it needs the server
      done(await edit(name, options, version, terminal))
    })

  add(
    'check',
    'find errors in games',
    `
Examples:
  ${call} check games/${example}
  ${call} check games/${example} --policy      list the questions its policies don't answer
  ${call} check games/${example} --wording     read everything that players would read`,
  )
    .argument('<game...>', 'games, or a folder of games')
    .option(
      '--wording',
      'play games and list faulty texts that people would read: ids, syntax, wrong plurals; fails if there are any',
      false,
    )
    .option('--sentences', 'with --wording: also list every written sentence and its opposite', false)
    .option('--games <n>', 'with --wording: the number of games to play', '12')
    .option('--prose', 'list code in the prose of the rulebook; fails if there is any', false)
    .option('--json', 'print the diagnostics as JSON', false)
    .option(
      '--policy [name]',
      'list the questions without an entry in this policy (default: in all policies)',
    )
    .option('--language <code>', 'check the words of this language, such as de')
    .option('--watch', 'check again after every change', false)
    .action(async (names: string[], options: CheckOptions & Watched) => {
      const run = () => check(names, options, terminal)
      const places = () => findGames(names).map(({ path }) => path)
      done(await (options.watch ? runWatched(places(), run, terminal) : run()))
    })

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
    'rules',
    'read or search the rulebook of a game',
    `\nExamples:\n  ${call} rules ${example}\n  ${call} rules outposts 3 --code\n  ${call} rules outposts how do I win`,
  )
    .argument('<game>')
    .argument(
      '[section or words...]',
      'number of a section, or words to search (default: where the book opens)',
    )
    .option('--code', 'also print how the rules run', false)
    .action(async (name: string, about: string[], options: RulesOptions) =>
      done(await rules(name, about, options, terminal)),
    )

  add(
    'test',
    'run the worked examples and lessons in rulebooks',
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
    .option('--watch', 'run the examples again after every change', false)
    .action(async (names: string[], options: TestOptions & Watched) => {
      const run = () => test(names, options, terminal)
      done(await (options.watch ? runWatched(testedPlaces(names, options), run, terminal) : run()))
    })
}
