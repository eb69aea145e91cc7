/** Editing lines of real games: a compilation with a cache is that of a compilation from scratch, and reuses the rest. */
import { readdirSync } from 'node:fs'
import { effectTree } from '@ludoforge/effect-tree'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longEffort } from '../../../test/support/effort.js'
import { compileFiles, readFolder, type SourceFile } from '../src/index.js'
import { CompileCache } from '../src/editing/index.js'

const GAMES = fileURLToPath(new URL('../../../games', import.meta.url))
const LARGE = 'fire-in-the-lake'
const OPTIONS = { dialects: [effectTree] }

const folders = readdirSync(GAMES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['test', 'node_modules'].includes(entry.name))
  .map(({ name }) => name)
const small = folders.filter((name) => name !== LARGE)

const result = ({ diagnostics, def }: ReturnType<typeof compileFiles>): string =>
  JSON.stringify({ diagnostics, def })

const HOW = ['delete', 'double', 'swap', 'number', 'word', 'blank', 'comment', 'back'] as const

interface Edit {
  readonly how: (typeof HOW)[number]
  readonly line: number
  readonly other: number
}

const edits = (maxLength: number): fc.Arbitrary<Edit[]> =>
  fc.array(fc.record({ how: fc.constantFrom(...HOW), line: fc.nat(), other: fc.nat() }), {
    minLength: 2,
    maxLength,
  })

/** The numbers of the lines inside of blocks that are compiled, by file. */
function linesOf(files: readonly SourceFile[]): { readonly file: number; readonly line: number }[] {
  return files.flatMap(({ path, text }, file) => {
    let inside = path.endsWith('.yaml')
    return text.split('\n').flatMap((content, line) => {
      if (content.startsWith('```')) inside = /^```(?:yaml|rules)$/.test(content)
      return inside && !content.startsWith('```') && content.trim() !== '' ? [{ file, line }] : []
    })
  })
}

/** Edits a line of the rules or the data. `back`: as the files were at first. */
function edited(
  files: readonly SourceFile[],
  first: readonly SourceFile[],
  { how, line, other }: Edit,
): readonly SourceFile[] {
  if (how === 'back') return first
  const all = linesOf(files)
  const at = all[line % all.length]
  const file = files[at?.file ?? -1]
  if (at === undefined || file === undefined) return files
  const lines = file.text.split('\n')
  const own = lines[at.line] ?? ''
  const words = file.text.match(/[a-z][a-z-]+/gi) ?? []
  const changed: Readonly<Record<Exclude<Edit['how'], 'back'>, () => readonly string[]>> = {
    delete: () => [],
    double: () => [own, own],
    swap: () => [lines[at.line + 1] ?? '', own],
    number: () => [own.replace(/\d+/, (number) => String(Number(number) + 1 + (other % 3)))],
    word: () => {
      const here = own.match(/[a-z][a-z-]+/gi) ?? []
      return [own.replace(here[other % here.length] ?? '', words[other % words.length] ?? '')]
    },
    blank: () => ['', own],
    comment: () => [`${own} # 9.9`],
  }
  lines.splice(at.line, how === 'swap' ? 2 : 1, ...changed[how]())
  return files.map((one) => (one === file ? { path: one.path, text: lines.join('\n') } : one))
}

/** Compiles after each edit, with and without a cache. */
function follow(files: readonly SourceFile[], all: readonly Edit[], cache = new CompileCache()): void {
  compileFiles(files, OPTIONS, cache)
  let now = files
  for (const one of all) {
    now = edited(now, files, one)
    expect(result(compileFiles(now, OPTIONS, cache))).toBe(result(compileFiles(now, OPTIONS)))
  }
}

describe('a compilation with a cache', () => {
  it.each(small)('is that of a compilation without one, whichever lines of %s change', async (name) => {
    const files = await readFolder(`${GAMES}/${name}`)
    fc.assert(
      fc.property(edits(6), (all) => follow(files, all)),
      longEffort(11, 24),
    )
  })

  it('is that of a compilation without one, whichever lines of a large game change', async () => {
    const files = await readFolder(`${GAMES}/${LARGE}`)
    const cache = new CompileCache() // one for all: later edits meet more of what was kept
    fc.assert(
      fc.property(edits(4), (all) => follow(files, all, cache)),
      longEffort(5, 10),
    )
  })

  it('keeps the rules that an edit does not concern', async () => {
    const files = await readFolder(`${GAMES}/outposts`)
    const cache = new CompileCache()
    const first = compileFiles(files, OPTIONS, cache).def
    const shorter = files.map(({ path, text }) => ({
      path,
      text: text.replace('up to 24 times', 'up to 23 times'),
    }))
    const second = compileFiles(shorter, OPTIONS, cache).def
    const changed = second?.procedures.filter((procedure) => first?.procedures.includes(procedure) === false)
    expect(changed?.map(({ id }) => id)).toEqual(['play'])
    expect(second?.functions.every((f) => first?.functions.includes(f))).toBe(true)
  })

  it('lowers a rule again if the type of another one changes', () => {
    const game = (amount: string): SourceFile[] => [
      {
        path: 'game.md',
        text: ['```yaml', 'game: {id: tiny, title: Tiny}', 'seats: {red: Red}', '```', '```rules']
          .concat([
            `value amount = ${amount}`,
            'test is-more = amount > 2',
            'play',
            '  if is-more',
            '    draw',
            '```',
          ])
          .join('\n'),
      },
    ]
    const cache = new CompileCache()
    expect(compileFiles(game('1'), {}, cache).def).toBeDefined()
    const wrong = compileFiles(game('seats'), {}, cache)
    expect(wrong.diagnostics.map(({ code }) => code)).toContain('wrong-type')
    expect(result(wrong)).toBe(result(compileFiles(game('seats'))))
    expect(result(compileFiles(game('3'), {}, cache))).toBe(result(compileFiles(game('3'))))
  })
})
