/** The commands `tables` and `people`, for the operator of a server. */
import type { ProgramParts } from './program-parts.js'
import type { PeopleOptions } from './people.js'
import type { TablesOptions } from './tables.js'

export function addAdminCommands({ add, call, done, terminal }: ProgramParts): void {
  add(
    'tables',
    'list, migrate, save, archive or delete the tables of a server, even while it runs',
    `
  list        the running tables, and the rules of each
  move ID     migrate a table to today's rules. Every decision, except undone ones, must be legal there, and each
              question must keep its name
  save ID     write the whole game as a save file, with its seed
  archive ID  replace a table by its compressed save
  delete ID   delete a table, or an archived one
  prune       archive and delete old tables now, as the server does every hour

Examples:
  ${call} tables
  ${call} tables move kS0mdaTv2cEo
  ${call} tables save kS0mdaTv2cEo --out game.save`,
  )
    .argument('[what]', 'list, move, save, archive, delete or prune', 'list')
    .argument('[id]', 'the id of a table')
    .option('--data <folder>', 'the folder that stores the tables', 'ludoforge-data')
    .option('--database <url>', 'the Postgres database that stores them instead')
    .option('-g, --game <game>', "move: the game to take the rules from (default: the table's game)")
    .option('-o, --out <file>', 'save: the file to write (default: standard output)')
    .option('--finished', 'list: finished tables instead of running ones', false)
    .option('--page <n>', 'list: a page of 100 tables', '1')
    .option('--archive-after <days>', 'prune: archive tables unchanged for this time (default: 180d)')
    .option('--archive-anonymous-after <days>', 'prune: the same without an account (default: 30d)')
    .option('--delete-after <days>', 'prune: delete archived tables unchanged for this time (default: 730d)')
    .action(async (what: string, id: string | undefined, options: TablesOptions) => {
      const { tables } = await import('./tables.js')
      done(await tables(what, id, options, terminal))
    })

  add(
    'people',
    'list accounts, read reports and block people on a server, even while it runs',
    `
  list          the accounts
  reports       the open reports, with the people they are about
  done ID       close a report
  block WHO     block an account by its login, or a person by the id in a report. They can't log in, and their keys
                stop working
  unblock WHO   end that

Examples:
  ${call} people reports
  ${call} people block ann-4711`,
  )
    .argument('[what]', 'list, reports, done, block or unblock', 'list')
    .argument('[who]', 'the login of an account, the id of a person, or the id of a report')
    .option('--data <folder>', 'the folder that stores the tables', 'ludoforge-data')
    .option('--database <url>', 'the Postgres database that stores them instead')
    .action(async (what: string, who: string | undefined, options: PeopleOptions) => {
      const { people } = await import('./people.js')
      done(await people(what, who, options, terminal))
    })
}
