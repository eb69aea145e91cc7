/** Parses the specs of external agents: `./mine.mjs`, `./mine.mjs:ARGUMENT`, `cmd:python3 bot.py --deep`, `solved:FILE`. */
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** The spec of an external agent is invalid, or its module or program can't be used. */
export class AgentSpecError extends Error {
  override readonly name = 'AgentSpecError'
}

export type ExternalSpec =
  | { readonly kind: 'module'; readonly file: string; readonly argument?: string }
  | { readonly kind: 'program'; readonly command: readonly string[] }
  | { readonly kind: 'solved'; readonly file: string }

const PROGRAM = 'cmd:'
const SOLVED = 'solved:'
const MODULE = /^(.*?\.(?:mjs|js|cjs|ts|mts|cts))(?::(.*))?$/s

/** Parses the spec of an external agent. Returns `undefined` for anything else. */
export function parseExternalSpec(spec: string): ExternalSpec | undefined {
  if (spec.startsWith(PROGRAM)) return { kind: 'program', command: splitCommand(spec.slice(PROGRAM.length)) }
  if (spec.startsWith(SOLVED)) return { kind: 'solved', file: path.resolve(spec.slice(SOLVED.length)) }
  const [, file, argument] = MODULE.exec(spec) ?? []
  if (file === undefined) return undefined
  return { kind: 'module', file: path.resolve(file), ...(argument === undefined ? {} : { argument }) }
}

/** Splits a comma-separated list of specs. Commas inside quotes don't split. */
export function splitSpecs(text: string): string[] {
  const specs: string[] = ['']
  let quote = ''
  for (const char of text) {
    if (quote === '' && (char === '"' || char === "'")) quote = char
    else if (char === quote) quote = ''
    if (char === ',' && quote === '') specs.push('')
    else specs.push((specs.pop() ?? '') + char)
  }
  return specs.map((spec) => spec.trim())
}

/** Splits a command at blanks outside quotes. There is no shell, so no other character is special. */
function splitCommand(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (const char of text) {
    if (quote === '' && (char === '"' || char === "'")) {
      quote = char
      word ??= ''
    } else if (char === quote) quote = ''
    else if (quote === '' && /\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== '') throw new AgentSpecError(`A closing quote is missing in "${PROGRAM}${text}".`)
  if (word !== undefined) words.push(word)
  return words
}

/** Resolves the program of a command: a file, or a name on PATH. Throws `AgentSpecError` if there is none. */
export function resolveProgram(spec: string, [name]: readonly string[]): string {
  if (process.platform === 'win32')
    throw new AgentSpecError(
      `"${spec}" cannot be started: agent programs need Linux or macOS. Use a module instead.`,
    )
  if (name === undefined || name === '')
    throw new AgentSpecError(`"${spec}" names no program. Write cmd:./bot.py or cmd:python3 bot.py.`)
  if (name.includes('/')) {
    const file = path.resolve(name)
    if (!isFile(file)) throw new AgentSpecError(`"${spec}" names a program that does not exist: ${file}`)
    if (!isExecutable(file))
      throw new AgentSpecError(
        `"${spec}" names a file that is not executable: ${file}. Run chmod +x, or name its interpreter (cmd:python3 ${name}).`,
      )
    return file
  }
  const found = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder === '' ? '.' : folder, name))
    .find((file) => isFile(file) && isExecutable(file))
  if (found !== undefined) return found
  const hint = isFile(path.resolve(name))
    ? ` The current folder has a file of that name: use cmd:./${name}`
    : ''
  throw new AgentSpecError(`"${spec}" names a program that is not on PATH: ${name}.${hint}`)
}

export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
