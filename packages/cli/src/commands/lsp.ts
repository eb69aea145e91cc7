import { serveStdio } from '@ludoforge/language-server/node'
import { EXIT } from '../usage.js'

/** Runs the language server on standard input and output, until the editor closes it. */
export async function lsp(version: string): Promise<number> {
  await serveStdio(version)
  return EXIT.ok
}
