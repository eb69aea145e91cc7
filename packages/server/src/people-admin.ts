/** Administration of a server's people, also while the server runs: accounts, reports, blocks. */
import { openStore, type Store, type StoreOptions } from './store/index.js'

/** An account in the administrator's list. */
export interface AccountSummary {
  readonly login: string
  readonly name: string
  readonly created: number
  readonly tables: number
  readonly blocked: boolean
}

/** A person at a table, in a report. */
interface ReportedPerson {
  readonly person: string
  readonly name: string
  readonly login: string | null
}

/** An open report about a person. */
export interface ReportSummary {
  readonly id: string
  readonly at: number
  readonly table: string
  readonly text: string
  readonly by: ReportedPerson
  readonly about: ReportedPerson
  readonly blocked: boolean
}

/** An open report about a hosted project. */
export interface ProjectReportSummary {
  readonly id: string
  readonly at: number
  readonly project: string
  readonly title: string
  /** The logins of the project's account and of the reporter. */
  readonly owner: string
  readonly by: string
  readonly text: string
  readonly blocked: boolean
}

/** Thrown when there is no such account, person or report. */
export class UnknownPerson extends Error {
  override readonly name = 'UnknownPerson'
}

/** Opens a server's store next to the running server. */
export class PeopleAdmin {
  private constructor(private readonly store: Store) {}

  static async open(options: Pick<StoreOptions, 'data' | 'database'>): Promise<PeopleAdmin> {
    return new PeopleAdmin(await openStore({ ...options, shared: true }))
  }

  async accounts(): Promise<AccountSummary[]> {
    const rows = await this.store.db
      .selectFrom('accounts')
      .leftJoin('people', 'people.account_id', 'accounts.id')
      .select((e) => [
        'accounts.login',
        'accounts.name',
        'accounts.created',
        'accounts.blocked',
        e.fn.count<number>('people.id').as('tables'),
      ])
      .groupBy(['accounts.id', 'accounts.login', 'accounts.name', 'accounts.created', 'accounts.blocked'])
      .orderBy('accounts.created')
      .execute()
    return rows.map(({ blocked, ...row }) => ({ ...row, blocked: blocked === 1 }))
  }

  /** Returns the open reports, oldest first. */
  async reports(): Promise<ReportSummary[]> {
    const rows = await this.store.db
      .selectFrom('reports')
      .innerJoin('people as by', 'by.id', 'reports.by_person')
      .innerJoin('people as about', 'about.id', 'reports.about_person')
      .leftJoin('accounts as by_account', 'by_account.id', 'by.account_id')
      .leftJoin('accounts as about_account', 'about_account.id', 'about.account_id')
      .select(['reports.id', 'reports.at', 'reports.table_id', 'reports.text', 'about.gone'])
      .select(['by.id as by_id', 'by.name as by_name', 'by_account.login as by_login'])
      .select(['about.id as about_id', 'about.name as about_name', 'about_account.login as about_login'])
      .where('open', '=', 1)
      .orderBy('reports.at')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      table: row.table_id,
      text: row.text,
      by: { person: row.by_id, name: row.by_name, login: row.by_login },
      about: { person: row.about_id, name: row.about_name, login: row.about_login },
      blocked: row.gone === 2,
    }))
  }

  /** Returns the open reports about hosted projects, oldest first. */
  async projectReports(): Promise<ProjectReportSummary[]> {
    const rows = await this.store.db
      .selectFrom('project_reports as reports')
      .innerJoin('projects', 'projects.id', 'reports.project_id')
      .innerJoin('accounts as owner', 'owner.id', 'projects.account_id')
      .innerJoin('accounts as by', 'by.id', 'reports.by_account')
      .select(['reports.id', 'reports.at', 'reports.project_id as project', 'reports.text', 'projects.title'])
      .select(['owner.login as owner', 'owner.blocked', 'by.login as by'])
      .where('reports.open', '=', 1)
      .orderBy('reports.at')
      .execute()
    return rows.map(({ blocked, ...row }) => ({ ...row, blocked: blocked === 1 }))
  }

  /** Marks a report as done, about a person or a project. */
  async closeReport(id: string): Promise<void> {
    const close = async (table: 'reports' | 'project_reports'): Promise<boolean> => {
      const { numUpdatedRows } = await this.store.db
        .updateTable(table)
        .set({ open: 0 })
        .where('id', '=', id)
        .where('open', '=', 1)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    }
    if (!(await close('reports')) && !(await close('project_reports')))
      throw new UnknownPerson(`There is no open report ${id}. \`ludoforge people reports\` lists them.`)
  }

  /**
   * Blocks an account, by its login, or a person at one table, by their id; or ends that. The sessions of a blocked account
   * end, and its keys stop working. A running server closes the sockets within a minute.
   */
  async block(who: string, blocked: boolean): Promise<void> {
    await this.store.db.transaction().execute(async (tx) => {
      const account = await tx
        .selectFrom('accounts')
        .select('id')
        .where('login', '=', who.toLowerCase())
        .executeTakeFirst()
      const person = await tx.selectFrom('people').select('id').where('id', '=', who).executeTakeFirst()
      if (account === undefined && person === undefined)
        throw new UnknownPerson(
          `There is no account or person ${who}. \`ludoforge people\` lists the accounts, and \`ludoforge people reports\` the people.`,
        )
      const [column, id] =
        account === undefined ? (['id', who] as const) : (['account_id', account.id] as const)
      const [from, to] = blocked ? ([0, 2] as const) : ([2, 0] as const)
      const people = await tx
        .updateTable('people')
        .set({ gone: to })
        .where(column, '=', id)
        .where('gone', '=', from)
        .returning('table_id')
        .execute()
      if (account !== undefined) {
        await tx
          .updateTable('accounts')
          .set({ blocked: blocked ? 1 : 0 })
          .where('id', '=', account.id)
          .execute()
        if (blocked) await tx.deleteFrom('sessions').where('account_id', '=', account.id).execute()
      }
      await this.store.engine.announce(tx, [...new Set(people.map(({ table_id }) => table_id))])
    })
  }

  close(): Promise<void> {
    return this.store.close()
  }
}
