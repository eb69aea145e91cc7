// Runs other programs from the repository's root. Has no dependencies, so it works before anything is installed.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders of all packages and of the games, relative to the root. */
export const workspaceFolders = () => [
  'games',
  ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
]

/** Those that are published. The extension for VS Code isn't: it becomes a .vsix file. */
export const packageFolders = () =>
  workspaceFolders().filter(
    (folder) => !('private' in JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))),
  )

/** The cache of the scripts. Can be deleted at any time. */
export const cache = path.join(root, 'node_modules', '.cache', 'ludoforge')

const windows = process.platform === 'win32'

/** The path of an installed npm command. */
export const tool = (name) => path.join(root, 'node_modules', '.bin', windows ? `${name}.cmd` : name)

/**
 * Runs a command, in the root by default. Resolves to its exit code and its output, which is empty if it inherits the
 * printed. A command that cannot be started, or that a signal ends, counts as failed. `stop` ends it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ inherit?: boolean, env?: Readonly<Record<string, string>>, cwd?: string, stop?: AbortSignal }} [options]
 */
export function run(command, args, { inherit = false, env = {}, cwd = root, stop } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      shell: windows && !command.endsWith('.exe'),
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    stop?.addEventListener('abort', () => child.kill(), { once: true })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => {
      const message = `Can't run ${command}: ${error.message}\n`
      if (inherit) process.stderr.write(message)
      resolve({ code: 1, output: message })
    })
    child.on('close', (code, signal) => {
      if (signal !== null) output += `${command} was stopped by ${signal}.\n`
      resolve({ code: code ?? 1, output })
    })
  })
}

const STALE_MS = 120_000

/**
 * Holds a lock while `work` runs; other processes wait. A heartbeat keeps the lock fresh, and the stale lock of a killed
 * process is removed.
 */
export async function alone(lock, work) {
  mkdirSync(path.dirname(lock), { recursive: true })
  for (let mine = false; !mine; ) {
    try {
      mkdirSync(lock)
      mine = true
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true })
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), STALE_MS / 10)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(lock, { recursive: true, force: true })
  }
}
