// Running other programs from the repository's root. No dependencies: it works before anything is installed.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders of all packages that are published, from the root. */
export const packageFolders = () => [
  'games',
  ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
]

/** Where scripts keep what may be thrown away. */
export const cache = path.join(root, 'node_modules', '.cache', 'ludoforge')

const windows = process.platform === 'win32'

/** The command of an npm package that the workspace depends on. */
export const tool = (name) => path.join(root, 'node_modules', '.bin', windows ? `${name}.cmd` : name)

/**
 * Runs a command, in the root unless told otherwise, and resolves to its exit code and, unless it inherits the terminal, what it
 * printed. A command that cannot be started, or that a signal ends, counts as failed.
 */
export function run(command, args, { inherit = false, env = {}, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      shell: windows && !command.endsWith('.exe'),
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => {
      const why = `Cannot run ${command}: ${error.message}\n`
      if (inherit) process.stderr.write(why)
      resolve({ code: 1, output: why })
    })
    child.on('close', (code, signal) => {
      if (signal !== null) output += `${command} was ended by ${signal}.\n`
      resolve({ code: code ?? 1, output })
    })
  })
}

const PATIENCE_MS = 120_000

/**
 * One process at a time, the others wait. The one that works says so again and again, however long it takes; a lock that
 * a killed process left behind counts no more after a while.
 */
export async function alone(lock, work) {
  mkdirSync(path.dirname(lock), { recursive: true })
  for (let mine = false; !mine; ) {
    try {
      mkdirSync(lock)
      mine = true
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - since > PATIENCE_MS) rmSync(lock, { recursive: true, force: true })
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
  const sign = setInterval(() => utimesSync(lock, new Date(), new Date()), PATIENCE_MS / 10)
  try {
    return await work()
  } finally {
    clearInterval(sign)
    rmSync(lock, { recursive: true, force: true })
  }
}
