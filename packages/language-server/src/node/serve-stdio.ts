import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import { startServer } from '../server.js'
import { diskWorkspace } from './disk-workspace.js'

/** Serves an editor on standard input and output. Resolves when the editor closes the connection. */
export function serveStdio(version: string): Promise<void> {
  const { stdin, stdout } = process
  const connection = createConnection(new StreamMessageReader(stdin), new StreamMessageWriter(stdout))
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', () => resolve())
    stdin.once('close', () => resolve())
    connection.onExit(() => resolve())
  })
  startServer(connection, diskWorkspace, version)
  return ended
}
