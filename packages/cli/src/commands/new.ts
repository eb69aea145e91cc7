import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closestName, headOf } from '@ludoforge/compiler'
import { namesGame, renamed, TEMPLATES } from '@ludoforge/desk'
import { findGame, knownGames, load } from '../games.js'
import { shellQuote } from '../terminal/shell-quote.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, unknownName, UsageError } from '../usage.js'
import { templateFolder } from './new/templates.js'

export interface NewOptions {
  readonly like: string
  readonly title?: string
}

/** Creates a game, and prints what to do with it. */
export async function newGame(name: string, options: NewOptions, terminal: Terminal): Promise<number> {
  const { folder, files } = await createGame(name, options)
  const call = (command: string) => `  ${terminal.command} ${command} ${shellQuote(name)}`
  terminal.out(
    [
      `Created ${name}, like ${options.like}: ${files.map((file) => path.relative(folder, file)).join(', ')}`,
      '',
      'Next, read rules.md, change something, and see what happens:',
      `${call('edit')}               open it on the designer's desk`,
      `${call('play')}               play it`,
      `${call('test')} --watch       run its examples after every change`,
      `${call('evaluate')}           let bots play 1,000 games`,
      'docs/writing-a-game.md explains every step.',
    ].join('\n'),
  )
  return EXIT.ok
}

/** Creates the folder of a new game, like a template or like another game. Returns it and its files. */
export async function createGame(
  name: string,
  { like, title }: NewOptions,
): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const folder = path.resolve(name)
  const id = path.basename(folder)
  if (!/^[a-z][a-z0-9-]*$/.test(id))
    throw new UsageError(
      `A game is named by small letters, digits and hyphens, such as my-game, not "${id}".`,
    )
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw new UsageError(`${name} already exists. Nothing was changed. Choose another name.`)
  const source = sourceOf(like)
  const before = await headOf(source)
  if (before === undefined) throw new Failure(`${like} has no "game" entry to rename. Run "check" on it.`)
  copy(source, folder)
  const to = { id, title: title ?? titleOf(id) }
  const files = filesIn(folder)
  for (const file of files.filter((one) => one.endsWith('.md'))) {
    const text = readFileSync(file, 'utf8')
    const now = renamed(text, before, to)
    if (now !== text || namesGame(text)) writeFileSync(file, now)
  }
  const { def } = await load({ given: name, path: folder, kind: 'folder' })
  if (def.id !== id)
    throw new Failure(`The copy in ${name} still has the id ${def.id}. Change it in its "game" entry.`)
  return { folder, files }
}

/** The folder of a template, or of a game. */
function sourceOf(like: string): string {
  const template = TEMPLATES.find(({ name }) => name === like)
  if (template !== undefined) return templateFolder(template.name)
  if (!existsSync(like) && !knownGames().includes(like)) {
    const known = [...TEMPLATES.map(({ name }) => name), ...knownGames()]
    throw new UsageError(unknownName('template or game', like, closestName(like, known), known))
  }
  const found = findGame(like)
  if (found.kind === 'file') throw new UsageError(`${like} is a compiled game. Name a folder.`)
  return found.path
}

/** Copies a folder, without hidden files. */
function copy(source: string, folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true })
  cpSync(source, folder, {
    recursive: true,
    filter: (file) => file === source || !/^(?:\.|node_modules$)/.test(path.basename(file)),
  })
}

/** All files of a folder, in order. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}

/** `my-game` as `My game`. */
function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
