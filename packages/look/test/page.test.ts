/** docs/looks.md: all its examples are read without a diagnostic, and they use every key. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileFiles, loadCompilation } from '@ludoforge/compiler'
import { describe, expect, it } from 'vitest'
import { sceneOf } from '../src/build/scene.js'
import { readLook } from '../src/reader/read-look.js'

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))
const page = readFileSync(at('../../docs/looks.md'), 'utf8')
const blocks = [...page.matchAll(/```(yaml|rules)\n([\s\S]*?)```/g)].map(([whole, , text = '']) => ({
  whole,
  text,
}))
const [first, rules, ...looks] = blocks
const game = loadCompilation(
  compileFiles([{ path: 'towns.md', text: `${first?.whole}\n\n${rules?.whole}\n` }]),
)

describe('the page about looks', () => {
  it.each(looks.map(({ text }) => [text.split('\n').slice(0, 2).join(' '), text] as const))(
    '%s',
    (_, text) => {
      const { look, diagnostics } = readLook([{ path: 'look/board.yaml', text }], game.def, (one) =>
        game.expression(one),
      )
      expect(diagnostics.map(({ message, span }) => `${span?.line}: ${message}`)).toEqual([])
      expect(sceneOf(game.def, look).table.rail.length).toBeGreaterThan(0)
    },
  )

  it('has an example of every key that the reader reads', () => {
    const sources = readdirSync(at('src/reader')).map((file) =>
      readFileSync(at(`src/reader/${file}`), 'utf8'),
    )
    const read =
      /(?:fields|row)\??\.(?:node|required|string|flag|oneOf|list|entries|int|has)(?:<\w+>)?\('([\w-]+)'/g
    const keys = new Set(sources.flatMap((text) => [...text.matchAll(read)].map(([, key = '']) => key)))
    const top =
      /const KEYS = \[([^\]]*)\]/.exec(sources.find((text) => text.includes('const KEYS')) ?? '')?.[1] ?? ''
    for (const [, key = ''] of top.matchAll(/'([\w-]+)'/g)) keys.add(key)
    expect(keys.size).toBeGreaterThan(60)
    const examples = looks.map(({ text }) => text).join('\n')
    const inExample = (key: string): boolean => new RegExp(`(?:^|[ {,])${key}:`, 'm').test(examples)
    expect([...keys].filter((key) => !inExample(key))).toEqual([])
  })
})
