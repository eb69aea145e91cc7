/** Reads a game's id, title and summary without compiling any rule. */
import { readFile, stat } from 'node:fs/promises'
import { isRecord } from '@ludoforge/kernel'
import { titleCase } from './declare/context.js'
import { Reporter } from './diagnostics/index.js'
import { extractBlocks } from './folder/index.js'
import { readFolder } from './folder/read.js'
import { parseYaml, type YamlEntry } from './yaml/index.js'

/** The id, title and summary of a game, for lists of games. */
export interface GameHead {
  readonly id: string
  readonly title: string
  readonly summary: string
}

/** Reads the head of a folder or a compiled file. Returns `undefined` if it has none; compiling reports why. */
export async function headOf(path: string): Promise<GameHead | undefined> {
  const info = await stat(path).catch(() => undefined)
  if (info === undefined) return undefined
  return info.isDirectory() ? headOfFolder(path) : headOfFile(await readFile(path, 'utf8'))
}

async function headOfFolder(path: string): Promise<GameHead | undefined> {
  const silent = new Reporter()
  const files = await readFolder(path)
  const declaring = files.filter(({ text }) => /^\s*game\s*:/m.test(text))
  const entries = extractBlocks(declaring, silent)
    .filter(({ lang, text }) => lang === 'yaml' && /^\s*game\s*:/m.test(text))
    .flatMap((block) => {
      const node = parseYaml(block, silent)
      return node?.kind === 'map' ? node.entries : []
    })
    .flatMap(({ key, value }): readonly YamlEntry[] =>
      key === 'game' && value.kind === 'map' ? value.entries : [],
    )
  const text = (key: string): string => {
    const value = entries.find((entry) => entry.key === key)?.value
    return value?.kind === 'scalar' ? value.raw : ''
  }
  const id = text('id')
  return id === '' ? undefined : { id, title: text('title') || titleCase(id), summary: text('summary') }
}

function headOfFile(json: string): GameHead | undefined {
  let def: unknown
  try {
    def = JSON.parse(json)
  } catch {
    return undefined
  }
  const { id, title, summary } = isRecord(def) ? def : {}
  if (typeof id !== 'string' || typeof title !== 'string') return undefined
  return { id, title, summary: typeof summary === 'string' ? summary : '' }
}
