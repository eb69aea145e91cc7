/** How agents from outside are named: `./mine.mjs`, `./mine.mjs:ARGUMENT`, `cmd:python3 bot.py --deep`. */
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Something is wrong with how an agent from outside is named, or with what is there. */
export class AgentSpecError extends Error {
  override readonly name = 'AgentProblem'
}

export type OutsideSpec =
  | { readonly kind: 'module'; readonly file: string; readonly argument?: string }
  | { readonly kind: 'program'; readonly command: readonly string[] }

const PROGRAM = 'cmd:'
const MODULE = /^(.*?\.(?:mjs|js|cjs|ts|mts|cts))(?::(.*))?$/s

/** What a spec names outside; undefined: it is an agent of our own, or nothing. */
export function outsideSpec(spec: string): OutsideSpec | undefined {
  if (spec.startsWith(PROGRAM)) return { kind: 'program', command: wordsOf(spec.slice(PROGRAM.length)) }
  const [, file, argument] = MODULE.exec(spec) ?? []
  if (file === undefined) return undefined
  return { kind: 'module', file: path.resolve(file), ...(argument === undefined ? {} : { argument }) }
}

/** Specs with commas between them; what stands in quotes is one word, commas and all. */
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

/** The words of a command: blanks part them, but not in quotes. No shell is asked, so nothing else means anything. */
function wordsOf(text: string): string[] {
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
  if (quote !== '') throw new AgentSpecError(`A quote is not closed in "${PROGRAM}${text}".`)
  if (word !== undefined) words.push(word)
  return words
}

/** The program that a command names: a file, or what is found on PATH. Throws AgentProblem. */
export function programOf(spec: string, [name]: readonly string[]): string {
  if (process.platform === 'win32')
    throw new AgentSpecError(
      `"${spec}" cannot be started: programs as agents need Linux or macOS. A module works everywhere.`,
    )
  if (name === undefined || name === '')
    throw new AgentSpecError(`"${spec}" names no program: cmd:./bot.py, or cmd:python3 bot.py.`)
  if (name.includes('/')) {
    const file = path.resolve(name)
    if (!isFile(file)) throw new AgentSpecError(`"${spec}" names a program that is not there: ${file}`)
    if (!isExecutable(file))
      throw new AgentSpecError(
        `"${spec}" names a file that is not executable: ${file}. Make it so (chmod +x), or name what runs it (cmd:python3 ${name}).`,
      )
    return file
  }
  const found = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder === '' ? '.' : folder, name))
    .find((file) => isFile(file) && isExecutable(file))
  if (found !== undefined) return found
  const here = isFile(path.resolve(name)) ? ` There is a file of that name here: cmd:./${name}` : ''
  throw new AgentSpecError(`"${spec}" names a program that is not on PATH: ${name}.${here}`)
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
