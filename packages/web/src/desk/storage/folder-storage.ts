/** The folder that `ludoforge edit` serves, as a project. */
import {
  type FileChanges,
  type Files,
  FOLDER_API,
  type FolderChange,
  type FolderDocument,
} from '@ludoforge/desk'
import { isRefusalCode, Refusal } from '@ludoforge/table'
import { base } from '../../app/site.js'
import { addFolderSave, folderSave, folderSaves } from './folder-saves.js'
import { linkedProjects, linkKeyOf } from './link-keys.js'
import type { ProjectStorage, ProjectSummary, StoredProject } from './storage.js'

const RECONNECT_MS = 1000

/** Whether an error is a refusal because another program changed a file first. */
const isStale = (error: unknown): boolean => error instanceof Refusal && error.code === 'stale'

export class FolderStorage implements ProjectStorage {
  readonly kind = 'folder'
  /** The hashes of the files as the desk shows them, by path. */
  readonly #known = new Map<string, string>()
  /** Requests run one after the other, so that a change on disk is never compared with a write that runs. */
  #last: Promise<unknown> = Promise.resolve()

  async list(): Promise<readonly ProjectSummary[]> {
    const found: ProjectSummary[] = []
    for (const id of linkedProjects('folder')) {
      const folder = await this.#read(id).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'no-login') return undefined // of an earlier `edit`
        throw error
      })
      if (folder?.name === id) found.push(summaryOf(folder))
    }
    return found
  }

  load(id: string): Promise<StoredProject> {
    return this.#next(async () => {
      const folder = await this.#read(id)
      const files = textsOf(folder)
      this.#known.clear()
      for (const [path, { hash }] of Object.entries(folder.files)) this.#known.set(path, hash)
      return { ...summaryOf(folder), files, saves: [...(await folderSaves(id)), ...folder.revisions] }
    })
  }

  create(): Promise<string> {
    return Promise.reject(
      new Error('A folder has one game. To create another: ludoforge edit NEW-FOLDER --like grid'),
    )
  }

  write(id: string, changes: FileChanges): Promise<void> {
    return this.#next(async () => {
      const sent: Record<string, FolderChange> = {}
      for (const [path, text] of Object.entries(changes))
        sent[path] = { text, was: this.#known.get(path) ?? null }
      try {
        const { hashes } = await request<{ readonly hashes: Readonly<Record<string, string | null>> }>(
          id,
          FOLDER_API.write,
          { changes: sent },
        )
        for (const [path, hash] of Object.entries(hashes)) this.#learn(path, hash)
      } catch (error) {
        if (!isStale(error)) throw error
        const [path = 'a file'] = await this.#changedElsewhere(id, Object.keys(changes))
        throw new Error(
          `Another program has changed ${path} while you edited it, so nothing was written. Copy your text, then reload the page.`,
          { cause: error },
        )
      }
    })
  }

  async save(id: string, name: string) {
    return addFolderSave(id, name, textsOf(await this.#read(id)))
  }

  async saved(id: string, save: string): Promise<Files> {
    const files = await folderSave(save)
    if (files !== undefined) return files
    const address = FOLDER_API.revision + encodeURIComponent(save)
    return (await request<{ readonly files: Files }>(id, address)).files
  }

  delete(): Promise<void> {
    return Promise.reject(new Error('The folder is yours: delete it with your system’s files.'))
  }

  watch(id: string, changed: (changes: FileChanges) => readonly string[]): () => void {
    const stopped = new AbortController()
    void this.#follow(id, changed, stopped.signal)
    return () => stopped.abort()
  }

  /** Reads the stream of changes, and opens it again when it ends. */
  async #follow(
    id: string,
    changed: (changes: FileChanges) => readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        const response = await send(id, FOLDER_API.watch, undefined, signal)
        for await (const line of linesOf(response)) if (line !== 'beat') await this.#compare(id, changed) // also after a gap in the connection
      } catch {
        // Writing reports that the command has ended. Meanwhile, wait for it.
      }
      if (!signal.aborted)
        await new Promise((resolve) => {
          setTimeout(resolve, RECONNECT_MS)
        })
    }
  }

  /** Compares the folder with what the desk shows, and notifies it of the differences. */
  #compare(id: string, changed: (changes: FileChanges) => readonly string[]): Promise<void> {
    return this.#next(async () => {
      const { files } = await this.#read(id)
      const changes: Record<string, string | null> = {}
      for (const [path, { text, hash }] of Object.entries(files))
        if (this.#known.get(path) !== hash) changes[path] = text
      for (const path of this.#known.keys()) if (!Object.hasOwn(files, path)) changes[path] = null
      if (Object.keys(changes).length === 0) return
      for (const path of changed(changes)) this.#learn(path, files[path]?.hash ?? null)
    })
  }

  async #changedElsewhere(id: string, paths: readonly string[]): Promise<string[]> {
    const { files } = await this.#read(id)
    return paths.filter((path) => files[path]?.hash !== this.#known.get(path))
  }

  #learn(path: string, hash: string | null): void {
    if (hash === null) this.#known.delete(path)
    else this.#known.set(path, hash)
  }

  #read(id: string): Promise<FolderDocument> {
    return request<FolderDocument>(id, FOLDER_API.read)
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const running = this.#last.then(work)
    this.#last = running.catch(() => undefined)
    return running
  }
}

/** The whole lines of a stream, as they come. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function summaryOf({ name, changed }: FolderDocument): ProjectSummary {
  return { id: name, title: name, changed, access: 'own' }
}

function textsOf({ files }: FolderDocument): Files {
  return Object.fromEntries(Object.entries(files).map(([path, { text }]) => [path, text]))
}

/** Calls the API of `ludoforge edit`. Throws `Refusal` with its message. */
async function request<T>(id: string, path: string, body?: unknown): Promise<T> {
  return (await (await send(id, path, body)).json()) as T
}

async function send(id: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(base + path.slice(1), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${linkKeyOf('folder', id) ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error
    throw new Refusal('busy', '`ludoforge edit` doesn’t answer. Start it again, and open the link it prints.')
  })
  if (response.ok) return response
  const { code, message } = (await response.json()) as { readonly code?: unknown; readonly message?: unknown }
  throw new Refusal(
    isRefusalCode(code) ? code : 'trouble',
    typeof message === 'string' ? message : response.statusText,
  )
}
