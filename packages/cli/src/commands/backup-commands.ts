/** The commands `backup` and `restore`. */
import type { StorePlace } from './backup.js'
import type { ProgramParts } from './program-parts.js'

export function addBackupCommands({ add, call, done, terminal }: ProgramParts): void {
  add(
    'backup',
    "write a backup of a server's tables and accounts, even while it runs",
    `
Examples:
  ${call} backup monday.backup
  ${call} backup monday.backup --database postgres://user:password@db/ludoforge`,
  )
    .argument('<file>', 'the file to write')
    .option('--data <folder>', 'the folder that stores the tables', 'ludoforge-data')
    .option('--database <url>', 'the Postgres database that stores them instead')
    .action(async (file: string, options: StorePlace) => {
      const { backup } = await import('./backup.js')
      done(await backup(file, options, terminal))
    })

  add(
    'restore',
    'restore a backup into a new folder or an empty database',
    `
Examples:
  ${call} restore monday.backup --data new-folder
  ${call} restore monday.backup --database postgres://user:password@db/empty`,
  )
    .argument('<file>', 'a file that `backup` has written')
    .option('--data <folder>', 'the folder that stores the tables', 'ludoforge-data')
    .option('--database <url>', 'the Postgres database that stores them instead')
    .action(async (file: string, options: StorePlace) => {
      const { restore } = await import('./backup.js')
      done(await restore(file, options, terminal))
    })
}
