/** The look of a game's folder on disk. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  type Diagnostic,
  type LoadedGame,
  parseYaml,
  Reader,
  Reporter,
  type SourceFile,
} from '@ludoforge/compiler'
import { type LookRead, readLook } from './read.js'

/** A look is some pages; a drawn map a hundred. */
const MOST = 2_000_000
const MOST_FILES = 50

/**
 * How a game wants to be shown, by `look/*.yaml` in its folder; without a folder it has no look. `words`: what is needed
 * to tell of it in words; files that only draw are not read, which takes half the time of a drawn map.
 */
export function lookIn(
  folder: string | undefined,
  game: Pick<LoadedGame, 'def' | 'expression' | 'blocks'>,
  wanted: 'all' | 'words' = 'all',
): LookRead {
  const { files, wrong } =
    folder === undefined ? { files: [], wrong: [] } : filesOf(path.join(folder, 'look'))
  const read = readLook(
    wanted === 'all' ? files : files.filter((file) => !isDrawing(file)),
    game.def,
    (text) => game.expression(text),
  )
  const says = read.look.says === '' ? summaryOf(game.blocks) : read.look.says
  return { ...read, look: { ...read.look, says }, diagnostics: [...wrong, ...read.diagnostics] }
}

/** Whether all that a file says is a map. */
const isDrawing = ({ text }: SourceFile): boolean =>
  text.split('\n').every((line) => !/^[^\s#]/.test(line) || line.startsWith('map:'))

function filesOf(folder: string): { readonly files: SourceFile[]; readonly wrong: Diagnostic[] } {
  const files: SourceFile[] = []
  const wrong: Diagnostic[] = []
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { files, wrong }
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/i.test(name))
  for (const name of names.toSorted().slice(0, MOST_FILES)) {
    const file = path.join(folder, name)
    const info = statSync(file, { throwIfNoEntry: false })
    const at = `look/${name}`
    if (info?.isFile() === true && info.size <= MOST)
      files.push({ path: at, text: readFileSync(file, 'utf8') })
    else {
      const message = `${at} is no file of reasonable size: it is left out.`
      wrong.push({ severity: 'warning', code: 'no-file', message })
    }
  }
  return { files, wrong }
}

/** The summary that the game declares: a sentence about it. */
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
