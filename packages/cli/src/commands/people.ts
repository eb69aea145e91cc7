import path from 'node:path'
import { printable } from '@ludoforge/kernel'
import { DiskFull, PeopleAdmin, UnknownPerson } from '@ludoforge/server'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

export interface PeopleOptions {
  readonly data: string
  readonly database?: string
}

/** Administers the people of a server: `list`, `reports`, `done ID`, `block WHO`, `unblock WHO`. */
export async function people(
  what: string,
  who: string | undefined,
  options: PeopleOptions,
  terminal: Terminal,
): Promise<number> {
  if (!['list', 'reports', 'done', 'block', 'unblock'].includes(what))
    throw new UsageError(`people takes list, reports, done, block or unblock, not "${what}".`)
  if (what !== 'list' && what !== 'reports' && who === undefined)
    throw new UsageError(
      what === 'done'
        ? 'Name the report: ludoforge people done ID'
        : `Name the account or person: ludoforge people ${what} WHO`,
    )
  const database = options.database ?? process.env['DATABASE_URL']
  try {
    const admin = await PeopleAdmin.open({ data: path.resolve(options.data), database })
    try {
      if (what === 'list') await list(admin, terminal)
      else if (what === 'reports') await reports(admin, terminal)
      else if (what === 'done') {
        await admin.closeReport(who ?? '')
        terminal.out(`Report ${who} is done.`)
      } else {
        await admin.block(who ?? '', what === 'block')
        terminal.out(`${who} is ${what === 'block' ? 'blocked' : 'no longer blocked'}.`)
      }
      return EXIT.ok
    } finally {
      await admin.close()
    }
  } catch (error) {
    if (error instanceof UnknownPerson || error instanceof DiskFull) throw new Failure(error.message)
    throw error
  }
}

async function list(admin: PeopleAdmin, terminal: Terminal): Promise<void> {
  const all = await admin.accounts()
  if (all.length === 0) terminal.out('There are no accounts.')
  for (const { login, name, created, tables, blocked } of all)
    terminal.out(
      [
        terminal.paint.bold(printable(login)),
        printable(name),
        `${tables} ${tables === 1 ? 'table' : 'tables'}`,
        `since ${day(created)}`,
        blocked ? 'blocked' : '',
      ]
        .filter((part) => part !== '')
        .join(' · '),
    )
}

async function reports(admin: PeopleAdmin, terminal: Terminal): Promise<void> {
  const all = await admin.reports()
  const projects = await admin.projectReports()
  if (all.length + projects.length === 0) terminal.out('There are no open reports.')
  for (const { id, at, project, title, owner, by, text, blocked } of projects) {
    const parts = [
      terminal.paint.bold(id),
      `about the game ${printable(title)} (${project}) of ${printable(owner)}${blocked ? ', blocked' : ''}`,
      `by ${printable(by)}`,
      day(at),
    ]
    terminal.out(parts.join(' · '))
    for (const line of printable(text).split('\n')) terminal.out(`  ${line}`)
  }
  for (const { id, at, table, text, by, about, blocked } of all) {
    const names = `${printable(about.name)} (${about.login ?? about.person})${blocked ? ', blocked' : ''}`
    terminal.out(
      [
        terminal.paint.bold(id),
        `about ${names}`,
        `by ${printable(by.name)} (${by.login ?? by.person})`,
        `table ${table}`,
        day(at),
      ].join(' · '),
    )
    for (const line of printable(text).split('\n')) terminal.out(`  ${line}`)
  }
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
