/** Hosted projects: rulebooks that designers store on the server, with named saves and links for others. */
import { changedFiles, type FileChanges, type Files, filesProblem, projectBytes } from '@ludoforge/desk'
import { fromJson } from '@ludoforge/kernel'
import {
  type AccountExport,
  type HostedProject,
  type ListPlace,
  MAX_LISTED_PROJECTS,
  type ProjectCheck,
  type ProjectDocument,
  type ProjectLinkDocument,
  type ProjectSave,
  Refusal,
  type Work,
} from '@ludoforge/table'
import type { Db, Store, Tx } from '../store/index.js'
import { hashSecret, newId, newSecret } from '../tables/index.js'
import { checkProjectBytes, checkProjectCount, type ProjectQuotas } from './quotas.js'
import { countOf, insertFiles, loadFiles, noProject, ownRow, type ProjectRow } from './rows.js'
import type { Sandbox } from './sandbox.js'

const ID_LENGTH = 16 // of a secret's hash, which reveals nothing about the secret
const MAX_REPORTS = 10 // open ones by one account

/** Who asks for a project: the owner by their account, others by the secret of a link. */
export interface ProjectViewer {
  readonly account: string | null
  readonly secret: string | undefined
}

export interface NewProject {
  readonly title: string
  readonly files: Files
}

export class Projects {
  constructor(
    private readonly store: Store,
    /** Without quotas, there are no limits on numbers and bytes. */
    private readonly quotas: ProjectQuotas | undefined,
    private readonly sandbox: Sandbox,
  ) {}

  get #db(): Db {
    return this.store.db
  }

  /** Returns a page of the account's projects, most recently changed first. */
  async list(account: string, before?: ListPlace): Promise<ProjectDocument[]> {
    let query = this.#db
      .selectFrom('projects')
      .select(['id', 'title', 'created', 'changed', 'bytes'])
      .where('account_id', '=', account)
    if (before !== undefined)
      query = query.where((e) =>
        e.or([
          e('changed', '<', before.changed),
          e.and([e('changed', '=', before.changed), e('id', '<', before.id)]),
        ]),
      )
    return query.orderBy('changed', 'desc').orderBy('id', 'desc').limit(MAX_LISTED_PROJECTS).execute()
  }

  async create({ title, files }: NewProject, account: string, origin: string | null): Promise<string> {
    checkFiles(files)
    const id = newId()
    const now = Date.now()
    const bytes = projectBytes(files)
    await this.#change(account, async (tx) => {
      if (this.quotas !== undefined) {
        await checkProjectCount(tx, account, origin, this.quotas)
        await checkProjectBytes(tx, account, bytes, this.quotas)
      }
      const row = { id, account_id: account, title, version: 1, bytes, created: now, changed: now, origin }
      await tx.insertInto('projects').values(row).execute()
      await insertFiles(tx, id, files)
    })
    return id
  }

  /** Stores a copy of a project that the viewer may read. */
  async fork(id: string, viewer: ProjectViewer, account: string, origin: string | null): Promise<string> {
    const { title, files } = await this.load(id, viewer)
    return this.create({ title, files }, account, origin)
  }

  async load(id: string, viewer: ProjectViewer): Promise<HostedProject> {
    const { row, opens } = await this.#readable(id, viewer)
    const { account_id, ...document } = row
    return {
      ...document,
      access: account_id === viewer.account ? 'own' : 'read',
      ...(opens === undefined ? {} : { opens }),
      files: await loadFiles(this.#db, id),
      saves: await this.#saves(id),
    }
  }

  /** Changes files, all or none. Throws a `stale` refusal if the project has another version by now. */
  async write(
    id: string,
    account: string,
    {
      changes,
      version,
      title,
    }: { readonly changes: FileChanges; readonly version: number; readonly title?: string },
  ): Promise<number> {
    await this.#change(account, async (tx) => {
      const row = await ownRow(tx, id, account)
      if (row.version !== version)
        throw new Refusal('stale', 'This game was changed elsewhere, in another tab or on another device.')
      const files = changedFiles(await loadFiles(tx, id), changes)
      checkFiles(files)
      const bytes = projectBytes(files)
      if (this.quotas !== undefined) await checkProjectBytes(tx, account, bytes - row.bytes, this.quotas)
      const paths = Object.keys(changes)
      if (paths.length > 0)
        await tx.deleteFrom('project_files').where('project_id', '=', id).where('path', 'in', paths).execute()
      await insertFiles(tx, id, Object.fromEntries(paths.flatMap((path) => entryOf(files, path))))
      await tx
        .updateTable('projects')
        .set({ version: version + 1, bytes, changed: Date.now(), ...(title === undefined ? {} : { title }) })
        .where('id', '=', id)
        .execute()
    })
    return version + 1
  }

  async delete(id: string, account: string): Promise<void> {
    await ownRow(this.#db, id, account)
    await this.#db.deleteFrom('projects').where('id', '=', id).execute()
  }

  /** Names the current state. */
  async save(id: string, account: string, name: string): Promise<ProjectSave> {
    const save = { id: newId(), name, at: Date.now() }
    await this.#change(account, async (tx) => {
      const { bytes } = await ownRow(tx, id, account)
      const { quotas } = this
      if (quotas !== undefined) {
        if ((await countOf(tx, 'project_saves', id)) >= quotas.saves)
          throw new Refusal(
            'over-quota',
            `This game has ${quotas.saves} saves, which is the limit. Delete one.`,
          )
        await checkProjectBytes(tx, account, bytes, quotas)
      }
      const files = JSON.stringify(await loadFiles(tx, id))
      await tx
        .insertInto('project_saves')
        .values({ ...save, project_id: id, bytes, files })
        .execute()
    })
    return save
  }

  async #saves(id: string): Promise<ProjectSave[]> {
    return this.#db
      .selectFrom('project_saves')
      .select(['id', 'name', 'at'])
      .where('project_id', '=', id)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  }

  async savedFiles(id: string, save: string, viewer: ProjectViewer): Promise<Files> {
    await this.#readable(id, viewer)
    const row = await this.#db
      .selectFrom('project_saves')
      .select('files')
      .where('project_id', '=', id)
      .where('id', '=', save)
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not-found', 'There is no such save. It may have been deleted.')
    return fromJson(row.files)
  }

  async deleteSave(id: string, save: string, account: string): Promise<void> {
    await ownRow(this.#db, id, account)
    const { numDeletedRows } = await this.#db
      .deleteFrom('project_saves')
      .where('project_id', '=', id)
      .where('id', '=', save)
      .executeTakeFirst()
    if (numDeletedRows === 0n)
      throw new Refusal('not-found', 'There is no such save. It may have been deleted.')
  }

  /** Creates a link. To play, the rules must compile and a random game must run. */
  async share(
    id: string,
    account: string,
    opens: 'read' | 'play',
    work: Work = {},
  ): Promise<ProjectLinkDocument & { readonly secret: string }> {
    await ownRow(this.#db, id, account)
    if (opens === 'play') {
      const { problems } = await this.check(id, account, work)
      const [first] = problems
      if (first !== undefined)
        throw new Refusal('not-allowed', `This game can't be played yet. ${problemText(first)}`)
    }
    const secret = newSecret()
    const hash = hashSecret(secret)
    const created = Date.now()
    await this.#change(account, async (tx) => {
      await ownRow(tx, id, account)
      if (this.quotas !== undefined && (await countOf(tx, 'project_links', id)) >= this.quotas.links)
        throw new Refusal(
          'over-quota',
          `This game has ${this.quotas.links} links, which is the limit. Withdraw one first.`,
        )
      await tx
        .insertInto('project_links')
        .values({ secret_hash: hash, project_id: id, opens, created })
        .execute()
    })
    return { id: hash.slice(0, ID_LENGTH), opens, created, secret }
  }

  async links(id: string, account: string): Promise<ProjectLinkDocument[]> {
    await ownRow(this.#db, id, account)
    const rows = await this.#db
      .selectFrom('project_links')
      .selectAll()
      .where('project_id', '=', id)
      .orderBy('created')
      .orderBy('secret_hash')
      .execute()
    return rows.map(({ secret_hash, opens, created }) => ({
      id: secret_hash.slice(0, ID_LENGTH),
      opens,
      created,
    }))
  }

  async withdraw(id: string, account: string, link: string): Promise<void> {
    await ownRow(this.#db, id, account)
    const rows = await this.#db
      .selectFrom('project_links')
      .select('secret_hash')
      .where('project_id', '=', id)
      .execute()
    const found = rows.find(({ secret_hash }) => secret_hash.slice(0, ID_LENGTH) === link)
    if (found === undefined) throw new Refusal('not-found', 'There is no such link. It was withdrawn.')
    await this.#db.deleteFrom('project_links').where('secret_hash', '=', found.secret_hash).execute()
  }

  /** Compiles the project and plays a random game, in a thread with limits. */
  async check(id: string, account: string, work: Work = {}): Promise<ProjectCheck> {
    await ownRow(this.#db, id, account)
    return this.sandbox.check(await loadFiles(this.#db, id), work)
  }

  /** Stores a report for the operator. */
  async report(id: string, viewer: ProjectViewer, account: string, text: string): Promise<void> {
    await this.#readable(id, viewer)
    const { count } = await this.#db
      .selectFrom('project_reports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('by_account', '=', account)
      .where('open', '=', 1)
      .executeTakeFirstOrThrow()
    if (count >= MAX_REPORTS)
      throw new Refusal(
        'too-frequent',
        `You have ${MAX_REPORTS} open reports, which is the limit. The operator will read them.`,
      )
    const row = { id: newId(), at: Date.now(), project_id: id, by_account: account, text, open: 1 as const }
    await this.#db.insertInto('project_reports').values(row).execute()
  }

  /** Everything that an account stores here, for its export. */
  async exportOf(account: string): Promise<AccountExport['projects']> {
    const rows = await this.#db
      .selectFrom('projects')
      .select(['id', 'title', 'created', 'changed'])
      .where('account_id', '=', account)
      .orderBy('created')
      .execute()
    const exported: AccountExport['projects'] = []
    for (const { id, ...row } of rows) {
      const saves = await this.#db
        .selectFrom('project_saves')
        .select(['name', 'at', 'files'])
        .where('project_id', '=', id)
        .orderBy('at')
        .execute()
      exported.push({
        ...row,
        files: { ...(await loadFiles(this.#db, id)) },
        saves: saves.map(({ files, ...save }) => ({ ...save, files: { ...fromJson(files) } })),
      })
    }
    return exported
  }

  close(): Promise<void> {
    return this.sandbox.close()
  }

  /** Finds a project that the viewer may read. A blocked account shares nothing. */
  async #readable(
    id: string,
    { account, secret }: ProjectViewer,
  ): Promise<{ readonly row: ProjectRow; readonly opens?: 'read' | 'play' }> {
    const row = await this.#db
      .selectFrom('projects')
      .innerJoin('accounts', 'accounts.id', 'projects.account_id')
      .select(['projects.id', 'account_id', 'title', 'version', 'bytes', 'projects.created', 'changed'])
      .where('projects.id', '=', id)
      .where('accounts.blocked', '=', 0)
      .executeTakeFirst()
    if (row === undefined) throw noProject()
    if (row.account_id === account) return { row }
    if (secret === undefined) throw noProject()
    const link = await this.#db
      .selectFrom('project_links')
      .select('opens')
      .where('project_id', '=', id)
      .where('secret_hash', '=', hashSecret(secret))
      .executeTakeFirst()
    if (link === undefined) throw noProject()
    return { row, opens: link.opens }
  }

  /** Runs a change in a transaction that no other change of the account's projects overlaps. */
  #change(account: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#db.transaction().execute(async (tx) => {
      // An update locks the row in Postgres; SQLite has one writer.
      await tx
        .updateTable('accounts')
        .set((e) => ({ name: e.ref('name') }))
        .where('id', '=', account)
        .execute()
      await work(tx)
    })
  }
}

function checkFiles(files: Files): void {
  const problem = filesProblem(files)
  if (problem !== undefined) throw new Refusal('bad-message', problem)
}

function entryOf(files: Files, path: string): [string, string][] {
  const text = files[path]
  return text === undefined ? [] : [[path, text]]
}

function problemText({ path, line, message }: ProjectCheck['problems'][number]): string {
  return path === undefined ? message : `${path}, line ${line ?? 1}: ${message}`
}
