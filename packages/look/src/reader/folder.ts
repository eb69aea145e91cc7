/** Reads the look of a game's folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  type Diagnostic,
  type LoadedGame,
  parseYaml,
  Reader,
  Reporter,
  type SourceFile,
} from '@ludoforge/compiler/files'
import { type LookRead, readLook } from './read-look.js'

/** The maximum size of a file. A drawn map has about a hundred pages. */
const MAX_BYTES = 2_000_000
const MAX_FILES = 50

/**
 * Reads `look/*.yaml` of a game's folder. Without a folder there is no look. With `words`, it skips files that only draw a
 * map, which halves the time for a game with a drawn map.
 */
export function lookIn(
  folder: string | undefined,
  game: Pick<LoadedGame, 'def' | 'expression' | 'blocks'>,
  parts: 'all' | 'words' = 'all',
): LookRead {
  const { files, diagnostics } =
    folder === undefined ? { files: [], diagnostics: [] } : filesOf(path.join(folder, 'look'))
  const read = readLook(
    parts === 'all' ? files : files.filter((file) => !isDrawing(file)),
    game.def,
    (text) => game.expression(text),
  )
  const says = read.look.says === '' ? summaryOf(game.blocks) : read.look.says
  return { ...read, look: { ...read.look, says }, diagnostics: [...diagnostics, ...read.diagnostics] }
}

/** Returns whether `map` is the only key of a file. */
const isDrawing = ({ text }: SourceFile): boolean =>
  text.split('\n').every((line) => !/^[^\s#]/.test(line) || line.startsWith('map:'))

function filesOf(folder: string): { readonly files: SourceFile[]; readonly diagnostics: Diagnostic[] } {
  const files: SourceFile[] = []
  const diagnostics: Diagnostic[] = []
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { files, diagnostics }
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/i.test(name))
  for (const name of names.toSorted().slice(0, MAX_FILES)) {
    const file = path.join(folder, name)
    const info = statSync(file, { throwIfNoEntry: false })
    const at = `look/${name}`
    if (info?.isFile() === true && info.size <= MAX_BYTES)
      files.push({ path: at, text: readFileSync(file, 'utf8') })
    else {
      const message = `${at} is skipped: it isn't a file, or it is larger than ${MAX_BYTES / 1e6} MB.`
      diagnostics.push({ severity: 'warning', code: 'no-file', message })
    }
  }
  return { files, diagnostics }
}

/** Returns the summary that the game declares, or an empty string. */
function summaryOf(blocks: LoadedGame['blocks']): string {
  const reader = new Reader(new Reporter())
  for (const block of blocks) {
    if (block.lang !== 'yaml' || !/^game:/m.test(block.text)) continue
    const game = reader.entries(parseYaml(block, reader.reporter), '').find(({ key }) => key === 'game')
    const summary = reader.entries(game?.value, '').find(({ key }) => key === 'summary')
    if (summary !== undefined) return reader.string(summary.value, '') ?? ''
  }
  return ''
}
