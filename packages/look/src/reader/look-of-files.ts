/** Reads the look among the files of a game. */
import { type LoadedGame, parseYaml, Reader, Reporter, type SourceFile } from '@ludoforge/compiler/files'
import { type LookRead, readLook } from './read-look.js'

/** Whether a path within the folder of a game is a file of its look. */
export const isLookFile = (path: string): boolean => /^look\/[^/]+\.ya?ml$/i.test(path)

/**
 * Reads `look/*.yaml`. With `words`, it skips files that only draw a map, which halves the time for a game with a drawn
 * map.
 */
export function lookOfFiles(
  files: readonly SourceFile[],
  game: Pick<LoadedGame, 'def' | 'expression' | 'blocks'>,
  parts: 'all' | 'words' = 'all',
): LookRead {
  const own = files.filter((file) => isLookFile(file.path) && (parts === 'all' || !isDrawing(file)))
  const read = readLook(own, game.def, (text) => game.expression(text))
  const says = read.look.says === '' ? summaryOf(game.blocks) : read.look.says
  return { ...read, look: { ...read.look, says } }
}

/** Returns whether `map` is the only key of a file. */
const isDrawing = ({ text }: SourceFile): boolean =>
  text.split('\n').every((line) => !/^[^\s#]/.test(line) || line.startsWith('map:'))

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
