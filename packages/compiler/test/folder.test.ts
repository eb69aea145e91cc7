import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Reporter } from '../src/diagnostics/index.js'
import { extractBlocks, spanIn } from '../src/folder/index.js'
import { readFolder } from '../src/folder/read.js'

function blocksOf(text: string, path = 'rules.md') {
  const reporter = new Reporter()
  const blocks = extractBlocks([{ path, text }], reporter)
  return { blocks, codes: reporter.diagnostics.map(({ code }) => code), reporter }
}

describe('fenced blocks', () => {
  it('are found with their language and the line they begin on', () => {
    const { blocks } = blocksOf('# One\n\n```yaml\na: 1\nb: 2\n```\ntext\n~~~rules\nplay\n~~~\n')
    expect(blocks.map(({ lang, text, span }) => [lang, text, span.line])).toEqual([
      ['yaml', 'a: 1\nb: 2', 4],
      ['rules', 'play', 9],
    ])
  })

  it('end only at a fence of the same kind and at least the same length', () => {
    const { blocks } = blocksOf('````rules\n```\n~~~~\n`````\n')
    expect(blocks.map(({ text }) => text)).toEqual(['```\n~~~~'])
  })

  it('may have more words after the language, but the first must be it exactly', () => {
    const { blocks } = blocksOf(
      '```rules 3.2 march\na\n```\n```rulesets\nb\n```\n```\nc\n```\n```ts\nd\n```\n',
    )
    expect(blocks.map(({ text }) => text)).toEqual(['a'])
  })

  it('may be indented: the text is not, the places are', () => {
    const { blocks } = blocksOf('- item\n\n  ```yaml\n  a: 1\n    b: 2\n x: 3\n  ```\n')
    const [block] = blocks
    if (block === undefined) throw new Error('no block')
    expect(block.text).toBe('a: 1\n  b: 2\nx: 3')
    expect(spanIn(block, 2, 3, 1)).toEqual({ file: 'rules.md', line: 5, column: 5, length: 1 })
    expect(spanIn(block, 3, 1, 1)).toEqual({ file: 'rules.md', line: 6, column: 2, length: 1 })
  })

  it('may hold nothing', () => {
    expect(blocksOf('```yaml\n```').blocks.map(({ text }) => text)).toEqual([''])
  })

  it('that are never closed are an error at the opening line, and still read', () => {
    const { blocks, reporter } = blocksOf('text\n```yaml\na: 1\n')
    expect(blocks).toHaveLength(1)
    expect(reporter.diagnostics[0]).toMatchObject({ code: 'unclosed-fence', span: { line: 2, column: 1 } })
  })

  it('inside a comment of the Markdown are not there', () => {
    expect(
      blocksOf('<!--\n```yaml\na: 1\n```\n-->\n```yaml\nb: 2\n```').blocks.map(({ text }) => text),
    ).toEqual(['b: 2'])
  })

  it('with a misspelt language are warned of', () => {
    expect(blocksOf('```rule\n```').codes).toEqual(['unknown-block'])
    expect(blocksOf('```Yaml\n```').codes).toEqual(['unknown-block'])
    expect(blocksOf('```text\n```\n```js\n```').codes).toEqual([])
  })

  it('are the same whatever ends the lines', () => {
    const text = '\uFEFF# One\n```yaml\na: 1\nb: 2\n```\n'
    expect(blocksOf(text.replaceAll('\n', '\r\n')).blocks).toEqual(blocksOf(text).blocks)
  })

  it('are not code within a line', () => {
    expect(blocksOf('```yaml``` is a language\n```yaml\na: 1\n```').blocks).toHaveLength(1)
  })
})

describe('a .yaml file', () => {
  it('is one block from its first line', () => {
    const { blocks } = blocksOf('a: 1\r\nb: 2\r\n', 'map.yaml')
    expect(blocks).toMatchObject([{ lang: 'yaml', text: 'a: 1\nb: 2\n', span: { line: 1, column: 1 } }])
  })
})

describe('any text', () => {
  it('gives blocks whose lines are lines of the file', () => {
    const piece = fc.constantFrom('```', '~~~~', '```yaml', '  ```rules x', '<!--', '-->', 'a: 1', '   b', '')
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (lines) => {
        const text = lines.join('\n')
        const all = text.split(/\r\n|\n|\r/)
        for (const block of blocksOf(text).blocks) {
          const inBlock = block.text.split('\n')
          inBlock.forEach((line, index) => {
            if (block.text === '') return // an empty block has no line of its own
            const place = spanIn(block, index + 1, 1, line.length)
            expect((all[place.line - 1] ?? '').slice(place.column - 1)).toBe(line)
          })
        }
      }),
    )
  })
})

describe('a folder on disk', () => {
  it('gives Markdown and YAML, sorted, without looks, dotfiles and packages', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'ludoforge-'))
    try {
      const paths = ['b.md', 'a/z.yaml', 'a/y.yml', 'look/x.md', '.hidden.md', '.git/c.md', 'notes.txt']
      for (const path of [...paths, 'node_modules/p/readme.md']) {
        await mkdir(join(dir, path, '..'), { recursive: true })
        await writeFile(join(dir, path), path)
      }
      expect(await readFolder(dir)).toEqual(
        ['a/y.yml', 'a/z.yaml', 'b.md'].map((path) => ({ path, text: path })),
      )
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})
