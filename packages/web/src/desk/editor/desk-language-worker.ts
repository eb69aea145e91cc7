/** The language server of the desk, in a worker. It works on the files that the editor opens; it reads nothing else. */
import { startServer, type Workspace } from '@ludoforge/language-server'
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { GAME_FOLDER } from './file-uris.js'

/** The editor opens every file, and an open file is never read. */
const nothingElse: Workspace = {
  list: () => Promise.resolve([]),
  read: () => Promise.resolve(undefined),
}

// A worker is the end of its own port. The libraries of pages don't know that type.
const port = globalThis as unknown as MessagePort
const connection = createConnection(new BrowserMessageReader(port), new BrowserMessageWriter(port))
startServer(connection, nothingElse, 'desk', { folder: GAME_FOLDER })
