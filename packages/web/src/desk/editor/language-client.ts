/** The client of the language server in a worker. It reports problems to the desk. */
import { LSPClient, type Transport } from '@codemirror/lsp-client'
import type { CodeAction, CodeLens, Diagnostic, Position, WorkspaceSymbol } from 'vscode-languageserver'
import type { StoreApi } from 'zustand/vanilla'
import type { DeskState, Place, Problem } from '../desk-state.js'
import { GAME_FOLDER, pathOf, uriOf } from './file-uris.js'
import { ProjectWorkspace } from './project-workspace.js'
import { safeHtml } from './safe-html.js'

/** A guard against a server that hangs. Loading it takes a while on a slow machine. */
const TIMEOUT_MS = 60_000

/** A name and where it is declared. */
export interface FoundName {
  readonly name: string
  readonly detail: string
  readonly place: Place & { readonly line: number }
}

/** A name of the game at a place of a file. */
export interface NameAt {
  readonly name: string
  /** What it is: `variable`, `function`, `option` and others. */
  readonly kind: string
  /** The same in one line, with its type. */
  readonly signature: string
  readonly range: Diagnostic['range']
}

/** The diagnostics of a file. */
interface ShownDiagnostics {
  readonly path: string
  readonly diagnostics: readonly Diagnostic[]
}

type Listener = (shown: ShownDiagnostics) => void

/** The language server of one desk. */
export class LanguageClient {
  readonly lsp: LSPClient
  readonly #worker: Worker
  readonly #found = new Map<string, readonly Diagnostic[]>() // by path
  readonly #listeners = new Set<Listener>()
  readonly #unsubscribe: () => void
  #editedAt = performance.now()
  #awaits = true

  constructor(private readonly desk: StoreApi<DeskState>) {
    this.#worker = new Worker(new URL('./desk-language-worker.ts', import.meta.url), { type: 'module' })
    this.#worker.addEventListener('error', () =>
      desk.getState().report('check', {
        state: 'bad',
        text: 'The checker failed to start. Reload the page.',
        detail: '',
      }),
    )
    this.lsp = new LSPClient({
      rootUri: GAME_FOLDER,
      timeout: TIMEOUT_MS,
      sanitizeHTML: safeHtml,
      initializationOptions: { runExamples: false }, // the session of the desk runs them
      workspace: (client) => new ProjectWorkspace(client, desk),
      notificationHandlers: {
        'textDocument/publishDiagnostics': (_, params: { uri: string; diagnostics: Diagnostic[] }) => {
          this.#publish(params)
          return true
        },
      },
    })
    this.lsp.connect(transportTo(this.#worker))
    this.#unsubscribe = desk.subscribe((now, before) => {
      if (now.files === before.files) return
      this.#editedAt = performance.now()
      this.#awaits = true
      // The editor's own plugin has the change only after its update.
      queueMicrotask(() => this.lsp.sync())
    })
  }

  /** The diagnostics of a file. */
  diagnostics(path: string): readonly Diagnostic[] {
    return this.#found.get(path) ?? []
  }

  onDiagnostics(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async fixes(path: string, diagnostic: Diagnostic): Promise<readonly CodeAction[]> {
    this.lsp.sync()
    return (
      (await this.lsp.request<object, CodeAction[] | null>('textDocument/codeAction', {
        textDocument: { uri: uriOf(path) },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic] },
      })) ?? []
    )
  }

  /** Applies the edits of a fix to all files it names. */
  apply(fix: CodeAction): void {
    const { workspace } = this.lsp
    for (const [uri, edits] of Object.entries(fix.edit?.changes ?? {})) {
      const file = workspace.getFile(uri)
      if (file === null) continue
      const doc = file.getView()?.state.doc ?? file.doc
      const at = (place: Diagnostic['range']['start']): number =>
        doc.line(place.line + 1).from + place.character
      workspace.updateFile(uri, {
        changes: edits.map(({ range, newText }) => ({
          from: at(range.start),
          to: at(range.end),
          insert: newText,
        })),
        userEvent: 'input.fix',
      })
    }
  }

  async lenses(path: string): Promise<readonly CodeLens[]> {
    return (await this.#about<CodeLens[] | null>('textDocument/codeLens', path)) ?? []
  }

  /** The name at a position of a file. Returns `null` if there is none. */
  nameAt(path: string, position: Position): Promise<NameAt | null> {
    this.lsp.sync()
    return this.lsp.request<object, NameAt | null>('ludoforge/nameAt', {
      textDocument: { uri: uriOf(path) },
      position,
    })
  }

  /** The names in all files that match a query. */
  async names(query: string): Promise<readonly FoundName[]> {
    this.lsp.sync()
    const found = await this.lsp.request<object, WorkspaceSymbol[] | null>('workspace/symbol', { query })
    return (found ?? []).flatMap(({ name, containerName, location }): FoundName[] => {
      const path = pathOf(location.uri)
      if (path === undefined) return []
      const line = 'range' in location ? location.range.start.line + 1 : 1
      return [{ name, detail: containerName ?? path, place: { path, line } }]
    })
  }

  #about<T>(method: string, path: string): Promise<T> {
    this.lsp.sync()
    return this.lsp.request<object, T>(method, { textDocument: { uri: uriOf(path) } })
  }

  #publish({ uri, diagnostics }: { readonly uri: string; readonly diagnostics: Diagnostic[] }): void {
    const path = pathOf(uri)
    if (path === undefined) return
    this.#found.set(path, diagnostics)
    const { files, setProblems, report } = this.desk.getState()
    for (const known of this.#found.keys()) if (files[known] === undefined) this.#found.delete(known)
    const problems = [...this.#found].flatMap(([file, all]) => all.map((one) => problemOf(file, one)))
    setProblems(problems)
    for (const listener of this.#listeners) listener({ path, diagnostics })
    const took = this.#awaits ? performance.now() - this.#editedAt : undefined
    this.#awaits = false
    report('check', checkResult(problems, took, this.desk.getState().wave.check.detail))
  }

  close(): void {
    this.#unsubscribe()
    this.lsp.disconnect()
    this.#worker.terminate()
  }
}

/** What the check found, in a line of the wave. */
function checkResult(
  problems: readonly Problem[],
  took: number | undefined,
  before: string,
): DeskState['wave']['check'] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors.length > 0 ? errors : problems
  const detail = took === undefined ? before : `${Math.round(took)} ms`
  if (first === undefined) return { state: 'good', text: 'No errors', detail }
  const count = errors.length > 0 ? errors.length : problems.length
  const noun = errors.length > 0 ? 'error' : 'warning'
  return {
    state: errors.length > 0 ? 'bad' : 'changed',
    text: `${count} ${noun}${count === 1 ? '' : 's'}, ${count === 1 ? '' : 'first in '}line ${first.line}`,
    detail,
  }
}

const problemOf = (path: string, { range, severity, message }: Diagnostic): Problem => ({
  path,
  line: range.start.line + 1,
  column: range.start.character + 1,
  severity: severity === 1 ? 'error' : 'warning',
  message: typeof message === 'string' ? message : message.value,
})

/** Messages to and from the worker. The client has texts, the worker has objects. */
function transportTo(worker: Worker): Transport {
  const handlers = new Map<(text: string) => void, (event: MessageEvent) => void>()
  return {
    send: (text) => worker.postMessage(JSON.parse(text)),
    subscribe: (handler) => {
      const listen = ({ data }: MessageEvent<unknown>): void => handler(JSON.stringify(data))
      handlers.set(handler, listen)
      worker.addEventListener('message', listen)
    },
    unsubscribe: (handler) => {
      const listen = handlers.get(handler)
      if (listen !== undefined) worker.removeEventListener('message', listen)
      handlers.delete(handler)
    },
  }
}
