/** Compiling with a cache: after any edit the result is that of a compilation from scratch. */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFiles, readFolder, type SourceFile } from '../src/index.js'
import { CompileCache, compileInSteps } from '../src/editing/index.js'

const OUTPOSTS = fileURLToPath(new URL('../../../games/outposts', import.meta.url))

const withoutTypes = ({ diagnostics, def }: ReturnType<typeof compileFiles>): string =>
  JSON.stringify({ diagnostics, def })

/** Deletes some characters of a file and inserts others. */
function edit(
  files: readonly SourceFile[],
  file: number,
  at: number,
  cut: number,
  text: string,
): SourceFile[] {
  return files.map((one, i) => {
    if (i !== file % files.length) return one
    const from = at % (one.text.length + 1)
    return { path: one.path, text: one.text.slice(0, from) + text + one.text.slice(from + cut) }
  })
}

const edits = fc.array(
  fc.record({
    file: fc.nat({ max: 5 }),
    at: fc.nat({ max: 40_000 }),
    cut: fc.nat({ max: 3 }),
    text: fc.constantFrom('', 'x', ' ', '\n', '#', '"', '```\n', '(', 'soldier ', '😀', '  each it in map\n'),
  }),
  { minLength: 1, maxLength: 4 },
)

describe('a compilation with a cache', () => {
  it('is that of a compilation without one, whatever was typed', async () => {
    const files = await readFolder(OUTPOSTS)
    fc.assert(
      fc.property(edits, (all) => {
        const cache = new CompileCache()
        let now: SourceFile[] = files
        for (const { file, at, cut, text } of [{ file: 0, at: 0, cut: 0, text: '' }, ...all]) {
          now = edit(now, file, at, cut, text)
          expect(withoutTypes(compileFiles(now, {}, cache))).toBe(withoutTypes(compileFiles(now)))
        }
      }),
      { numRuns: 25, seed: 7 },
    )
  })

  it('compiles no rule again if only prose changed', async () => {
    const files = await readFolder(OUTPOSTS)
    const cache = new CompileCache()
    const first = compileFiles(files, {}, cache)
    const prose = edit(
      files,
      files.findIndex(({ path }) => path === 'rules.md'),
      12,
      0,
      ' Really.',
    )
    const second = compileFiles(prose, {}, cache)
    expect(second.def).toBe(first.def)
    expect(second.blocks.every((block) => first.blocks.includes(block))).toBe(true)
  })

  it('yields the errors of rules first', async () => {
    const files = await readFolder(OUTPOSTS)
    const broken = files.map(({ path, text }) => ({
      path,
      text: text.replace('perform action', 'perform acton'),
    }))
    const steps = compileInSteps(broken, {}, new CompileCache())
    const first = steps.next()
    expect(first.done).toBe(false)
    expect(first.value.diagnostics.map(({ code }) => code)).toContain('unknown-name')
    const last = steps.next()
    expect(last.done).toBe(true)
    expect(last.value.diagnostics).toEqual(first.value.diagnostics)
  })
})
