/** The language server: connects the features to an editor. It needs no Node: the host provides the files. */
import type { Connection, HoverParams, InitializeResult } from 'vscode-languageserver'
import { ResponseError, TextDocuments } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { Checker, type Publisher } from './checker.js'
import { completions, TRIGGERS } from './features/completion.js'
import { definitions, highlights, references } from './features/definition.js'
import { foldings } from './features/folding.js'
import { formatted } from './features/format-document.js'
import { hoverAt } from './features/hover.js'
import { lenses, RUN_EXAMPLES, runSummary } from './features/lenses.js'
import { NAME_AT, nameAt } from './features/name-at.js'
import { quickFixes } from './features/quick-fixes.js'
import { prepareRename, RenameRefused, renamed } from './features/rename.js'
import { documentSymbols, workspaceSymbols } from './features/outline.js'
import type { Project } from './project.js'
import { Projects } from './projects.js'
import { isGameFile, parentUri, type Workspace } from './workspace.js'

/** The error code of the protocol for a request that can't be done. */
const REQUEST_FAILED = -32_803

/** What the server can do. */
const CAPABILITIES: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: 2, save: false },
  completionProvider: { triggerCharacters: [...TRIGGERS] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  foldingRangeProvider: true,
  documentFormattingProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  codeLensProvider: {},
  executeCommandProvider: { commands: [RUN_EXAMPLES] },
  workspace: { workspaceFolders: { supported: true } },
}

/** How a server finds its games. */
export interface ServerOptions {
  /** The folder of the only game. Without it, each file belongs to the game that the folders above it declare. */
  readonly folder?: string
}

/** Starts a server on a connection. It runs until the editor closes the connection. */
export function startServer(
  connection: Connection,
  workspace: Workspace,
  version: string,
  { folder: only }: ServerOptions = {},
): void {
  const documents = new TextDocuments(TextDocument)
  const checkers = new Map<Project, Checker>()
  let roots: readonly string[] = []
  let canRefresh = false
  let runsExamples = true
  // What is open in the editor is newer than the file.
  const current: Workspace = {
    list: (folder) => workspace.list(folder),
    read: async (file) => documents.get(file)?.getText() ?? (await workspace.read(file)),
  }
  const projects = new Projects(current, () => roots, only)

  const report = (error: unknown): void => connection.console.error(String(error))

  const publisher: Publisher = {
    publish: (uri, diagnostics) => {
      const open = documents.get(uri)
      const sent = connection.sendDiagnostics({
        uri,
        diagnostics: [...diagnostics],
        ...(open === undefined ? {} : { version: open.version }),
      })
      sent.catch(report)
    },
    examplesOf: (project) =>
      runsExamples ? documents.all().flatMap(({ uri }) => project.pathOf(uri) ?? []) : [],
    resultsChanged: () => {
      if (canRefresh) connection.sendRequest('workspace/codeLens/refresh').catch(report)
    },
  }

  const checkerOf = (project: Project): Checker => {
    const known = checkers.get(project) ?? new Checker(project, publisher)
    checkers.set(project, known)
    return known
  }

  /** Takes over a text, and checks the project. */
  const changed = async (uri: string, text: () => Promise<string | undefined>, after?: number) => {
    const project = await projects.of(uri)
    const path = project?.pathOf(uri)
    if (project === undefined || path === undefined) return
    project.change(path, await text())
    checkerOf(project).changed(path, after)
  }

  connection.onInitialize(({ workspaceFolders, capabilities, initializationOptions }) => {
    runsExamples = !isOff(initializationOptions)
    roots = (workspaceFolders ?? []).map(({ uri }) => uri.replace(/\/$/, ''))
    canRefresh = capabilities.workspace?.codeLens?.refreshSupport === true
    return { capabilities: CAPABILITIES, serverInfo: { name: 'ludoforge', version } }
  })
  documents.onDidChangeContent(({ document }) =>
    changed(document.uri, () => Promise.resolve(document.getText())),
  )
  documents.onDidClose(({ document }) => changed(document.uri, () => workspace.read(document.uri)))
  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    await projects.forgetFilesOutsideGames()
    for (const { uri } of changes) {
      if (uri.endsWith('/evaluation.json')) await reread(uri)
      else if (isGameFile(uri) && documents.get(uri) === undefined)
        await changed(uri, () => workspace.read(uri))
    }
  })

  /** Reads the evaluation of a game again. */
  async function reread(uri: string): Promise<void> {
    const folder = parentUri(uri)
    for (const project of await projects.all)
      if (project.folder === folder) {
        project.evaluation = await workspace.read(uri)
        publisher.resultsChanged()
      }
  }

  /** Handles a request about a document of a game; elsewhere the answer is `otherwise`. */
  async function within<T>(
    uri: string,
    otherwise: T,
    work: (project: Project, path: string) => T,
  ): Promise<T> {
    const project = await projects.of(uri)
    const path = project?.pathOf(uri)
    if (project === undefined || path === undefined) return otherwise
    const text = documents.get(uri)?.getText()
    if (text !== undefined) project.change(path, text)
    return work(project, path)
  }

  connection.onCompletion(({ textDocument: { uri }, position }) =>
    within(uri, [], (project, path) => completions(project, path, position)),
  )
  connection.onHover(({ textDocument: { uri }, position }) =>
    within(uri, null, (project, path) => hoverAt(project, path, position)),
  )
  connection.onRequest(NAME_AT, ({ textDocument: { uri }, position }: HoverParams) =>
    within(uri, null, (project, path) => nameAt(project, path, position)),
  )
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    within(uri, [], (project, path) => definitions(project, path, position)),
  )
  connection.onReferences(({ textDocument: { uri }, position, context }) =>
    within(uri, [], (project, path) => references(project, path, position, context.includeDeclaration)),
  )
  connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
    within(uri, [], (project, path) => highlights(project, path, position)),
  )
  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    within(uri, [], (project, path) => documentSymbols(project, path)),
  )
  connection.onWorkspaceSymbol(async ({ query }) =>
    (await projects.all).flatMap((project) => workspaceSymbols(project, query)),
  )
  connection.onFoldingRanges(({ textDocument: { uri } }) =>
    within(uri, [], (project, path) => foldings(project, path)),
  )
  connection.onDocumentFormatting(({ textDocument: { uri } }) =>
    within(uri, [], (project, path) => formatted(project, path)),
  )
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    within(uri, null, (project, path) => prepareRename(project, path, position)),
  )
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    within(uri, null, (project, path) => refusing(() => renamed(project, path, position, newName))),
  )
  connection.onCodeAction(({ textDocument: { uri }, context: { diagnostics } }) =>
    within(uri, [], (project, path) => quickFixes(project, path, diagnostics)),
  )
  connection.onCodeLens(({ textDocument: { uri } }) =>
    within(uri, [], (project, path) => lenses(project, path)),
  )
  connection.onExecuteCommand(async ({ command, arguments: [uri] = [] }) => {
    if (command !== RUN_EXAMPLES || typeof uri !== 'string') return null
    const project = await projects.of(uri)
    const path = project?.pathOf(uri)
    if (project === undefined || path === undefined) return null
    return runSummary(await checkerOf(project).runExamples([path]))
  })
  connection.onShutdown(() => {
    for (const checker of checkers.values()) checker.stop()
  })

  documents.listen(connection)
  connection.listen()
}

/** Whether the editor's settings turn off examples that run by themselves: `{"runExamples": false}`. */
const isOff = (settings: unknown): boolean =>
  typeof settings === 'object' &&
  settings !== null &&
  'runExamples' in settings &&
  settings.runExamples === false

/** Sends the reason for which a rename is refused to the editor. */
function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RenameRefused)) throw error
    throw new ResponseError(REQUEST_FAILED, error.message)
  }
}
