/** What a game is called, read without compiling a rule. */
import { readFile, stat } from 'node:fs/promises'
import { isRecord } from '@ludoforge/kernel'
import { titleCase } from './declare/context.js'
import { Reporter } from './diagnostics/index.js'
import { extractBlocks, readFolder } from './folder/index.js'
import { parseYaml, type YamlEntry } from './yaml/index.js'

/** The name of a game, as a list shows it. */
export interface GameHead {
  readonly id: string
  readonly title: string
  readonly summary: string
}

/** Returns what the folder or the compiled file calls its game; `undefined` if it doesn't say. Compiling tells why. */
export async function headOf(place: string): Promise<GameHead | undefined> {
  const info = await stat(place).catch(() => undefined)
  if (info === undefined) return undefined
  return info.isDirectory() ? headOfFolder(place) : headOfFile(await readFile(place, 'utf8'))
}

async function headOfFolder(place: string): Promise<GameHead | undefined> {
  const silent = new Reporter()
  const files = await readFolder(place)
  const declaring = files.filter(({ text }) => /^\s*game\s*:/m.test(text))
  const said = extractBlocks(declaring, silent)
    .filter(({ lang, text }) => lang === 'yaml' && /^\s*game\s*:/m.test(text))
    .flatMap((block) => {
      const node = parseYaml(block, silent)
      return node?.kind === 'map' ? node.entries : []
    })
    .flatMap(({ key, value }): readonly YamlEntry[] =>
      key === 'game' && value.kind === 'map' ? value.entries : [],
    )
  const text = (key: string): string => {
    const value = said.find((entry) => entry.key === key)?.value
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
