/** All files of the project, open in the language server. One of them is in the editor. */
import { LSPPlugin, type LSPClient, Workspace, type WorkspaceFile } from '@codemirror/lsp-client'
import { ChangeSet, Text, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Files } from '@ludoforge/desk'
import type { StoreApi } from 'zustand/vanilla'
import type { DeskState } from '../desk-state.js'
import { pathOf, uriOf } from './file-uris.js'
import { textChange } from './text-change.js'

class ProjectFile implements WorkspaceFile {
  version = 0
  view: EditorView | undefined

  constructor(
    readonly uri: string,
    readonly languageId: string,
    public doc: Text,
  ) {}

  getView(): EditorView | null {
    return this.view ?? null
  }
}

/** The texts of the desk are the truth: the editor and the server follow them. */
export class ProjectWorkspace extends Workspace {
  files: ProjectFile[] = []

  constructor(
    client: LSPClient,
    private readonly desk: StoreApi<DeskState>,
  ) {
    super(client)
    this.files = Object.entries(desk.getState().files)
      .filter(([path]) => isText(path))
      .map(([path, text]) => fileOf(path, text))
  }

  /** Opens new files and closes deleted ones. Returns the changes of the others since the last time. */
  syncFiles(): { file: ProjectFile; prevDoc: Text; changes: ChangeSet }[] {
    const { files } = this.desk.getState()
    this.#follow(files)
    return this.files.flatMap((file) => {
      const plugin = file.view === undefined ? null : LSPPlugin.get(file.view)
      const prevDoc = file.doc
      if (plugin !== null && file.view !== undefined) {
        const changes = plugin.unsyncedChanges
        if (changes.empty) return []
        file.doc = file.view.state.doc
        file.version += 1
        plugin.clear()
        return [{ file, prevDoc, changes }]
      }
      const change = textChange(prevDoc.toString(), files[pathOf(file.uri) ?? ''] ?? '')
      if (change === undefined) return []
      const changes = ChangeSet.of(change, prevDoc.length)
      file.doc = changes.apply(prevDoc)
      file.version += 1
      return [{ file, prevDoc, changes }]
    })
  }

  #follow(files: Files): void {
    const known = new Set(this.files.map(({ uri }) => uri))
    for (const [path, text] of Object.entries(files)) {
      if (known.has(uriOf(path)) || !isText(path)) continue
      const file = fileOf(path, text)
      this.files.push(file)
      this.client.didOpen(file)
    }
    for (const file of this.files)
      if (files[pathOf(file.uri) ?? ''] === undefined) this.client.didClose(file.uri)
    this.files = this.files.filter(({ uri }) => files[pathOf(uri) ?? ''] !== undefined)
  }

  override openFile(uri: string, _: string, view: EditorView): void {
    this.client.sync()
    const file = this.getFile(uri)
    if (file instanceof ProjectFile) file.view = view
  }

  override closeFile(uri: string, view: EditorView): void {
    const file = this.getFile(uri)
    if (file instanceof ProjectFile && file.view === view) file.view = undefined
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.getFile(uri)
    const path = pathOf(uri)
    if (!(file instanceof ProjectFile) || path === undefined) return
    if (file.view !== undefined) file.view.dispatch(update)
    else {
      const changes = ChangeSet.of(update.changes ?? [], file.doc.length)
      this.desk.getState().edit({ [path]: changes.apply(file.doc).toString() })
    }
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const path = pathOf(uri)
    if (path !== undefined) this.desk.getState().open({ path })
    return Promise.resolve(this.getFile(uri)?.getView() ?? null)
  }
}

/** Whether the language server reads a file. */
const isText = (path: string): boolean => /\.(?:md|ya?ml)$/i.test(path)

const fileOf = (path: string, text: string): ProjectFile =>
  new ProjectFile(uriOf(path), /\.md$/i.test(path) ? 'markdown' : 'yaml', Text.of(text.split(/\r?\n/)))
