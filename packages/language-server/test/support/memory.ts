/** A workspace in memory, and a project with the files of a small game. */
import { readFileSync } from 'node:fs'
import { Project } from '../../src/project.js'
import type { FolderEntry, Workspace } from '../../src/workspace.js'

/** Files by URI. */
export function memoryWorkspace(files: ReadonlyMap<string, string>): Workspace {
  return {
    list: (folder) => {
      const names = new Map<string, FolderEntry>()
      for (const uri of files.keys()) {
        if (!uri.startsWith(`${folder}/`)) continue
        const [name = '', ...rest] = uri.slice(folder.length + 1).split('/')
        names.set(name, { name: decodeURIComponent(name), isFolder: rest.length > 0 })
      }
      return Promise.resolve(names.size === 0 ? undefined : [...names.values()])
    },
    read: (file) => Promise.resolve(files.get(file)),
  }
}

export const FOLDER = 'memory:/games/raid'

/** A game with data, rules, examples and a policy. */
export const RULES = readFileSync(new URL('../raid/rules.md', import.meta.url), 'utf8')

/** A project with these files. */
export function projectOf(files: Readonly<Record<string, string>> = { 'rules.md': RULES }): Project {
  const project = new Project(FOLDER)
  for (const [path, text] of Object.entries(files)) project.change(path, text)
  return project
}

/** The position of the nth occurrence of a text. */
export function positionOf(text: string, part: string, nth = 1): { line: number; character: number } {
  let at = -1
  for (let i = 0; i < nth; i += 1) at = text.indexOf(part, at + 1)
  if (at < 0) throw new Error(`There is no "${part}".`)
  const before = text.slice(0, at).split('\n')
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
}
