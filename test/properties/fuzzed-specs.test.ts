/** For any folder, the compiler returns diagnostics: no exception, no endless loop. */
import {
  CompileError,
  compileFiles,
  diagnosticsToJson,
  loadCompilation,
  renderDiagnostics,
  runExamples,
  type SourceFile,
  Sources,
} from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { type Game, linkGame, LudoError } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longEffort } from '../support/effort.js'
import { folders, games } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { blocksOf, damaged, type Damage, SCRAPS } from '../support/markdown.js'
import { playFast } from '../support/play.js'

/** Far above any compile time, so it detects a hang, not a slow machine. */
const MOST_SECONDS = 300

const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('delete-line', 'duplicate-line', 'duplicate-block', 'truncate', 'indent'),
    at: fc.nat(),
  }),
  fc.record({
    kind: fc.constantFrom('swap-lines', 'swap-words', 'repeat-word'),
    at: fc.nat(),
    with: fc.nat(),
  }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), text: fc.constantFrom(...SCRAPS) }),
)

/** Compiles, and checks the invariants for any input. */
function survives(files: readonly SourceFile[]): void {
  const start = performance.now()
  const { def, diagnostics, sources } = compileFiles(files, { dialects: [effectTree] })
  expect((performance.now() - start) / 1000).toBeLessThan(MOST_SECONDS)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  expect(def === undefined, 'a game with mistakes is not played, one without is').toBe(errors.length > 0)
  for (const { message, hint, span } of diagnostics) {
    expect(`${message} ${hint}`).not.toMatch(/\[object|NaN|Cannot read|internal/)
    if (span === undefined) continue
    const line = sources.line(span.file, span.line)
    expect(line, `${message} ${JSON.stringify(span)} is a line of the file`).toBeDefined()
    expect(span.column, message).toBeGreaterThanOrEqual(1)
    expect(span.column, `${message} ${JSON.stringify(span)}`).toBeLessThanOrEqual((line ?? '').length + 1)
    expect(span.length, message).toBeGreaterThanOrEqual(0)
  }
  expect(renderDiagnostics(diagnostics, sources, { colour: false })).toBeTypeOf('string')
  JSON.parse(diagnosticsToJson(diagnostics))
  if (def === undefined) return
  // What compiles also links, unless it is too deep, and in play only its rules can fail.
  let game: Game
  try {
    game = linkGame(def)
  } catch (error) {
    expect(error).toMatchObject({ code: 'link-error', message: expect.stringContaining('nested too deeply') })
    return
  }
  try {
    playFast(game, 1, 200)
  } catch (error) {
    if (!(error instanceof LudoError)) throw error
  }
}

describe('a folder of anything', () => {
  const path = fc.constantFrom('a.md', 'b.yaml', 'sub/c.md')
  const lang = fc.constantFrom('yaml', 'rules', 'example', '')

  it('random text', () => {
    const text = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 }))
    const file = fc.tuple(path, lang, text).map(([at, word, inner]) => ({
      path: at,
      text: at.endsWith('.md') ? `# x\n\n\`\`\`${word}\n${inner}\n\`\`\`\n` : inner,
    }))
    const some = fc.uniqueArray(file, { maxLength: 3, selector: (one) => one.path })
    fc.assert(fc.property(some, survives), longEffort(61, 800))
  })

  it('random bytes', () => {
    const text = fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder().decode(bytes))
    const property = fc.property(path, text, (at, inner) => survives([{ path: at, text: inner }]))
    fc.assert(property, longEffort(62, 400))
  })

  it('scraps of the notation in any order', () => {
    const words = fc.array(fc.oneof(fc.constantFrom(...SCRAPS), fc.constantFrom(' ', '\n  ', '\n')), {
      maxLength: 40,
    })
    const property = fc.property(lang, words, (word, scraps) =>
      survives([{ path: 'a.md', text: `\`\`\`${word}\n${scraps.join(' ')}\n\`\`\`\n` }]),
    )
    fc.assert(property, longEffort(63, 800))
  })

  it.each([
    ['brackets in brackets', `value x = ${'('.repeat(3000)}1${')'.repeat(3000)}`],
    ['not after not', `test x = ${'not '.repeat(3000)}true`],
    ['a long sum', `value x = ${Array.from({ length: 5000 }, () => '1').join(' + ')}`],
    ['names of names', `value x = ${'owner of '.repeat(3000)}y`],
    ['dots', `value x = y${'.next'.repeat(3000)}`],
    ['conditions', `value x = ${'if true then 1 else '.repeat(2000)}0`],
    ['lists of lists', `set x = map${' where true'.repeat(3000)}`],
  ])('a tower of %s', (_, rules) => {
    survives([{ path: 'a.md', text: `\`\`\`rules\n${rules}\n\`\`\`\n` }])
    survives([{ path: 'a.md', text: `\`\`\`rules\nplay\n${rules.replaceAll(/^/gm, '  ')}\n\`\`\`\n` }])
  })

  it('a tower of blocks in blocks', () => {
    const lines = Array.from({ length: 800 }, (_, i) => `${'  '.repeat(i + 1)}if true`)
    const rules = ['play', ...lines, `${'  '.repeat(801)}draw`].join('\n')
    const yaml = '```yaml\ngame: {id: x}\nseats: [a]\n```\n'
    survives([{ path: 'a.md', text: `${yaml}\`\`\`rules\n${rules}\n\`\`\`\n` }])
  })

  it.each([
    ['lists in lists', `seats: ${'['.repeat(3000)}${']'.repeat(3000)}`],
    ['maps in maps', `seats: ${'{a: '.repeat(2000)}1${'}'.repeat(2000)}`],
    ['aliases of aliases', `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]`],
    ['a huge board', 'board: {grid: {columns: 99999, rows: 99999}}'],
    ['a huge hexagon', 'board: {hex: {radius: 99999}}'],
    ['a huge deck', 'cards: {c: {each: {a: 1..999999999, b: 1..999999999}, supply: deck}}'],
    ['a huge range', 'values: {x: 1..2000000000}\nvariables: {y: -2147483648..2147483647}'],
  ])('yaml with %s', (_, yaml) => {
    survives([{ path: 'a.yaml', text: `game: {id: x}\n${yaml}\n` }])
  })
})

describe.each(folders)('$name, damaged', ({ files }) => {
  const size = files.reduce((sum, { text }) => sum + text.length, 0)
  const numRuns = Math.max(8, Math.min(110, Math.floor(1_200_000 / size)))

  it('gives diagnostics with locations inside its files, or a game that links', () => {
    const damages = fc.array(fc.tuple(fc.nat(), anyDamage), { minLength: 1, maxLength: 5 })
    const property = fc.property(damages, (list) => {
      const changed = files.map((file) => ({ ...file }))
      for (const [at, act] of list) {
        const file = itemAt(changed, at % changed.length)
        file.text = damaged(file.text, [act])
      }
      survives(changed)
    })
    fc.assert(property, longEffort(64, numRuns))
  })

  it('without one of its files, or with one twice', () => {
    const property = fc.property(fc.nat(), fc.boolean(), (at, twice) => {
      const one = itemAt(files, at % files.length)
      survives(
        twice ? [...files, { ...one, path: `again/${one.path}` }] : files.filter((file) => file !== one),
      )
    })
    fc.assert(property, longEffort(65, Math.min(4, files.length + 1)))
  })
})

describe.each(games)('$name, its examples damaged', ({ files, compilation }) => {
  const loaded = loadCompilation(compilation)
  const examples = files
    .flatMap(({ text }) => blocksOf(text))
    .filter((block) => block.startsWith('```example'))
  const some = fc.constantFrom(...(examples.length === 0 ? ['```example\n```'] : examples))

  it('run, fail or are refused with a place inside the file', () => {
    const property = fc.property(some, fc.array(anyDamage, { minLength: 1, maxLength: 3 }), (block, acts) => {
      const file = { path: 'damaged.md', text: damaged(block, acts) }
      const { results, diagnostics } = runExamples(loaded, [file])
      const sources = new Sources([file])
      const spans = [...diagnostics.map(({ span }) => span), ...results.map(({ failure }) => failure?.span)]
      for (const span of spans)
        if (span !== undefined) expect(sources.line(span.file, span.line), JSON.stringify(span)).toBeDefined()
    })
    fc.assert(property, longEffort(66, 150))
  })

  it('expressions are evaluated or refused', () => {
    const state = loaded.start({ seed: 1 })
    const met = examples.flatMap((block) => block.match(/[\w-]+|[^\s\w]/g) ?? ['1'])
    const words = fc.nat(met.length - 1).map((i) => met[i] ?? '1')
    const text = fc.array(fc.oneof(words, fc.constantFrom(...SCRAPS)), { maxLength: 8 })
    const property = fc.property(text, (parts) => {
      try {
        loaded.evaluate(state, parts.join(' '))
      } catch (error) {
        if (!(error instanceof CompileError) && !(error instanceof LudoError)) throw error
      }
    })
    fc.assert(property, longEffort(67, 300))
  })
})
