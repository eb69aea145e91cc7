import { describe, expect, it } from 'vitest'
import { inspect } from '../scripts/guard.mjs'

// Forbidden words are split here, so that this file passes the guard.
const join = (...parts: string[]) => parts.join('')

describe('the guard', () => {
  const source = 'packages/kernel/src/layout/state.ts'

  it('passes an ordinary source file', () => {
    expect(inspect(source, 'export const seats = 4\n')).toEqual([])
  })

  it('names file and line of a word that belongs to one game', () => {
    const text = join('const a = 1\nconst po', 'kerHand = 2\n')
    expect(inspect(source, text)).toEqual([
      expect.stringMatching(/^packages\/kernel\/src\/layout\/state\.ts:2: /),
    ])
  })

  it('lets games, docs and tests use the words of a game', () => {
    expect(inspect('games/cards/1-components.md', join('A po', 'ker hand.\n'))).toEqual([])
  })

  it.each([
    join('see /wo', 'rk/main/x'),
    join('cd /ro', 'ot'),
    join('"/t', 'mp/out.json"'),
    join('file:///ho', 'me/ann/x'),
  ])('finds the machine path in %j', (line) => {
    expect(inspect('docs/guide.md', line)).toHaveLength(1)
  })

  it.each(['https://example.org/work/', 'paths at work/home', './root/x'])(
    'finds no machine path in %j',
    (line) => {
      expect(inspect('docs/guide.md', line)).toEqual([])
    },
  )

  it('finds a registry in the lock file, and accepts links between packages', () => {
    expect(inspect('package-lock.json', '"resolved": "packages/kernel",')).toEqual([])
    expect(inspect('package-lock.json', '"resolved": "https://example.org/a.tgz",')).toHaveLength(1)
    expect(inspect('README.md', join('https://regis', 'try.example.org/'))).toHaveLength(1)
  })

  it('accepts 500 lines of source and no more', () => {
    expect(inspect(source, 'x\n'.repeat(500))).toEqual([])
    expect(inspect(source, 'x\n'.repeat(501))).toHaveLength(1)
  })

  it('finds unfinished work and skipped tests', () => {
    expect(inspect('games/go/1-rules.md', join('TO', 'DO: ko'))).toHaveLength(1)
    expect(inspect('test/a.test.ts', join('it.sk', "ip('x', () => {})"))).toHaveLength(1)
    expect(inspect('test/a.test.ts', join('describe.on', "ly.each([1])('x', () => {})"))).toHaveLength(1)
  })

  it('does not mistake a scanner that skips blanks for a skipped test', () => {
    expect(inspect('packages/compiler/src/scanner.ts', join('this.sk', 'ip(blank)'))).toEqual([])
  })
})
