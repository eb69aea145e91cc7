/** The VS Code extension: starts `ludoforge lsp` and connects the editor to it. */
import * as vscode from 'vscode'
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node'

let client: LanguageClient | undefined

/** Starts the language server. VS Code calls it when a Markdown or YAML file is opened. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('ludoforge.restart', async () => {
      await client?.stop()
      await start()
    }),
  )
  await start()
}

/** Stops the language server. */
export async function deactivate(): Promise<void> {
  await client?.stop()
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('ludoforge')
  const [command = 'ludoforge', ...args] = settings.get<readonly string[]>('command') ?? []
  const [folder] = vscode.workspace.workspaceFolders ?? []
  const server: ServerOptions = {
    command,
    args: [...args],
    // On Windows npm's commands are scripts of the shell.
    options: {
      shell: process.platform === 'win32',
      ...(folder === undefined ? {} : { cwd: folder.uri.fsPath }),
    },
  }
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: 'file', language: 'markdown' },
      { scheme: 'file', language: 'yaml' },
    ],
    initializationOptions: { runExamples: settings.get<boolean>('runExamples') ?? true },
    synchronize: {
      fileEvents: vscode.workspace.createFileSystemWatcher('**/{*.md,*.yaml,*.yml,evaluation.json}'),
    },
  }
  client = new LanguageClient('ludoforge', 'LudoForge', server, options)
  try {
    await client.start()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    await vscode.window.showErrorMessage(
      `The language server of LudoForge didn't start: ${why} Install LudoForge, or set "ludoforge.command".`,
    )
  }
}
