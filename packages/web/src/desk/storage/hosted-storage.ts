/** Projects on a server, of the account that is logged in, or of a link. */
import { type FileChanges, type Files, gameName } from '@ludoforge/desk'
import type { CallOptions } from '@ludoforge/client'
import { MAX_LISTED_PROJECTS, pageAfter, type ProjectDocument, Refusal } from '@ludoforge/table'
import { call } from '../../app/site.js'
import { linkKeyOf } from './link-keys.js'
import type { ProjectStorage, ProjectSummary, SaveSummary, StoredProject } from './storage.js'

export class HostedStorage implements ProjectStorage {
  readonly kind = 'hosted'
  /** The version of each project that the desk shows. */
  readonly #versions = new Map<string, number>()
  /** Writes run one after the other, each on the version of the one before. */
  #last: Promise<unknown> = Promise.resolve()

  async list(): Promise<readonly ProjectSummary[]> {
    const found: ProjectSummary[] = []
    let query: Readonly<Record<string, string>> = {}
    for (;;) {
      const page: readonly ProjectDocument[] = await call('myProjects', { query })
      found.push(...page.map(({ id, title, changed }) => ({ id, title, changed, access: 'own' as const })))
      const last = page.at(-1)
      if (last === undefined || page.length < MAX_LISTED_PROJECTS) return found
      query = { before: pageAfter(last) }
    }
  }

  async load(id: string): Promise<StoredProject> {
    const { title, changed, access, opens, files, saves, version } = await call('project', at(id))
    this.#versions.set(id, version)
    return { id, title, changed, access, files, saves, ...(opens === undefined ? {} : { opens }) }
  }

  async create(title: string, files: Files): Promise<string> {
    return (await call('makeProject', { body: { title, files } })).id
  }

  write(id: string, changes: FileChanges): Promise<void> {
    const writing = this.#last.then(async () => {
      const title = gameName(
        Object.fromEntries(Object.entries(changes).map(([path, text]) => [path, text ?? ''])),
      )?.title
      const body = {
        changes,
        version: this.#versions.get(id) ?? 0,
        ...(title === undefined ? {} : { title: title.slice(0, 80) }),
      }
      try {
        const { version } = await call('writeProject', { ...at(id), body })
        this.#versions.set(id, version)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'stale') throw error
        throw new Error(`${error.message} Copy your text, then reload the page.`, { cause: error })
      }
    })
    this.#last = writing.catch(() => undefined)
    return writing
  }

  save(id: string, name: string): Promise<SaveSummary> {
    return call('saveProject', { ...at(id), body: { name } })
  }

  async saved(id: string, save: string): Promise<Files> {
    const { path, ...key } = at(id)
    return (await call('projectSave', { ...key, path: { ...path, save } })).files
  }

  async delete(id: string): Promise<void> {
    await call('deleteProject', at(id))
  }
}

/** Stores a copy of a project in the account, and returns its id. */
export async function forkHosted(id: string): Promise<string> {
  return (await call('forkProject', at(id))).id
}

/** Sends a report about a project to the operator. */
export async function reportHosted(id: string, text: string): Promise<void> {
  await call('reportProject', { ...at(id), body: { text } })
}

/** The project in the path, and the key of its link if this browser has one. */
function at(id: string): CallOptions & { readonly path: Readonly<Record<string, string>> } {
  const key = linkKeyOf('hosted', id)
  return { path: { project: id }, ...(key === undefined ? {} : { key }) }
}
