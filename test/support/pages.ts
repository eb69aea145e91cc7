/** Pages of the documentation: their blocks and the outputs they show. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { COMMAND } from './run/command.js'

export interface PageBlock {
  readonly language: string
  readonly text: string
  readonly line: number // of the page
}

/** The fenced blocks of a page. */
export function blocksOfPage(page: string): PageBlock[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: text = '', index }) => ({
      language,
      text,
      line: page.slice(0, index).split('\n').length,
    }),
  )
}

/** Whether the output matches the page, where `…` matches anything. */
export function reads(found: string, shown: string): boolean {
  const pattern = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${pattern.join('[\\s\\S]*')}$`).test(found)
}

/** Runs the files and commands of a page in its own folder. */
export class PageFolder {
  readonly #env: NodeJS.ProcessEnv

  /** The folder is in the repository, so that programs in it find the packages, which must be built. */
  constructor(
    readonly folder: string,
    root: string,
  ) {
    const bin = path.join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(path.join(bin, 'ludoforge'), `#!/bin/sh\nexec node '${COMMAND}' "$@"\n`, { mode: 0o755 })
    for (const name of ['games', 'docs']) symlinkSync(path.join(root, name), path.join(folder, name))
    const client = path.join(root, 'clients/python')
    const examples = path.join(client, 'examples')
    for (const name of readdirSync(examples))
      if (name.endsWith('.py')) symlinkSync(path.join(examples, name), path.join(folder, name))
    this.#env = {
      ...process.env,
      PATH: [bin, path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: path.join(client, 'src'),
      NO_COLOR: '1',
    }
  }

  /** Writes a file, or runs commands and returns their output. */
  run({ language, text, line }: PageBlock): string | undefined {
    if (language !== 'sh') {
      const [, name] = /^(?:\/\/|#) (\S+)\n/.exec(text) ?? []
      if (name === undefined)
        throw new Error(`The block in line ${line} does not begin with the name of its file.`)
      writeFileSync(path.join(this.folder, name), text)
      return undefined
    }
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', text], {
      cwd: this.folder,
      encoding: 'utf8',
      env: this.#env,
    })
    if (status === 127) throw new Error(`Something that the page needs is missing. Python 3? ${stderr}`)
    if (status !== 0) throw new Error(`The block in line ${line} failed with ${status}.\n${stdout}${stderr}`)
    return stdout
  }
}
