/** The desk without its page: what it reads from texts. */
import { Text } from '@codemirror/state'
import { changesBetween } from '@ludoforge/desk'
import { describe, expect, it } from 'vitest'
import { blockAt, blocksOf } from '../src/desk/editor/blocks.js'
import { textChange } from '../src/desk/editor/text-change.js'
import { nextProblem } from '../src/desk/files/next-problem.js'
import { changedPlaces, changeText } from '../src/desk/shell/changes.js'
import { nextStop, storedStops, storeStop } from '../src/desk/shell/layout.js'
import { examplesState, outlineOf, ruleAt } from '../src/desk/shell/outline.js'
import { matching } from '../src/desk/shell/palette.js'

const RULES = [
  '# A game',
  '## 2 Actions',
  '### 2.1 Muster',
  '```rules',
  'action muster',
  '```',
  '```example',
  'Two are mustered      # 2.1',
  '  given the start',
  'In no section         # 7',
  'Of an unnamed rule    # 2.3',
  '```',
].join('\n')

describe('blocks', () => {
  it('are found with their fences, also without an end', () => {
    const doc = Text.of(['a', '```rules', 'x', '```', '~~~yaml', 'b'])
    expect(blocksOf(doc)).toEqual([
      { from: 2, to: 4, language: 'rules' },
      { from: 5, to: 7, language: 'yaml' },
    ])
    expect(blockAt(blocksOf(doc), 3)?.language).toBe('rules')
    expect(blockAt(blocksOf(doc), 1)).toBeUndefined()
  })
})

describe('a change', () => {
  it('is the smallest replacement', () => {
    expect(textChange('repeat 2 times', 'repeat 3 times')).toEqual({ from: 7, to: 8, insert: '3' })
    expect(textChange('aaa', 'aaaa')).toEqual({ from: 3, to: 3, insert: 'a' })
    expect(textChange('same', 'same')).toBeUndefined()
  })

  it('is told in words', () => {
    expect(changeText('repeat up to 2 times', 'repeat up to 3 times')).toBe('2 → 3')
    expect(changeText('a', 'a and more')).toBe('a → a and more')
    expect(changeText('', 'x\ny\n')).toBe('+ 2 lines')
    expect(changeText('  a', ' a')).toBe('spacing')
  })

  it('is listed with its file and line', () => {
    expect(changedPlaces({ 'a.md': 'x\n2\n', 'b.md': '' }, { 'a.md': 'x\n3\n', 'c.md': '' })).toEqual([
      { path: 'a.md', line: 2, text: '2 → 3' },
      { path: 'b.md', line: 0, text: 'deleted' },
      { path: 'c.md', line: 1, text: 'new file' },
    ])
  })

  it('of files is what a storage writes', () => {
    expect(changesBetween({ a: '1', b: '2' }, { a: '1', c: '3' })).toEqual({ b: null, c: '3' })
  })
})

describe('the outline', () => {
  const outline = outlineOf({ 'rules.md': RULES, 'look/x.yaml': '# 9 no heading' })

  it('has the numbered sections with the examples of their rules', () => {
    expect(outline.map(({ number, title, examples }) => [number, title, examples.length])).toEqual([
      ['2', 'Actions', 1],
      ['2.1', 'Muster', 1],
    ])
    expect(ruleAt(outline, 'rules.md', 5)?.number).toBe('2.1')
  })

  it('counts what passed and failed', () => {
    const [, muster] = outline
    if (muster === undefined) throw new Error('no section')
    const marks = new Map([['rules.md:8', { kind: 'failed', story: [] } as const]])
    expect(examplesState(muster, marks)).toEqual({ failed: 1, passed: 0, all: 1 })
  })
})

describe('the next problem', () => {
  const at = (path: string, line: number, severity: 'error' | 'warning' = 'error') =>
    ({ path, line, column: 1, severity, message: '' }) as const

  it('is after the cursor, in the next file, or the first again', () => {
    const problems = [at('b.md', 1), at('a.md', 9), at('a.md', 3), at('a.md', 1, 'warning')]
    expect(nextProblem(problems, { path: 'a.md', line: 3 })).toEqual({ path: 'a.md', line: 9 })
    expect(nextProblem(problems, { path: 'a.md', line: 9 })).toEqual({ path: 'b.md', line: 1 })
    expect(nextProblem(problems, { path: 'b.md', line: 1 })).toEqual({ path: 'a.md', line: 3 })
    expect(nextProblem([], { path: 'a.md' })).toBeUndefined()
  })
})

describe('the stops of the pane', () => {
  it('are remembered for each tab, and survive another version', () => {
    const texts = new Map<string, string>()
    const storage = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
    }
    storeStop('table', 'half', storage)
    expect(storedStops(storage)).toEqual({
      table: 'half',
      examples: 'half',
      balance: 'full',
      rulebook: 'third',
    })
    for (const key of texts.keys()) texts.set(key, 'not JSON')
    expect(storedStops(storage).table).toBe('third')
    expect([nextStop('third'), nextStop('half'), nextStop('full')]).toEqual(['half', 'full', 'third'])
  })
})

describe('what is found', () => {
  it('contains every word, and begins with the query if it can', () => {
    const entry = (title: string) => ({ key: title, title, detail: '', run: () => {} })
    const entries = [entry('Who may muster'), entry('Muster'), entry('March')]
    expect(matching(entries, 'muster').map(({ title }) => title)).toEqual(['Muster', 'Who may muster'])
    expect(matching(entries, 'may who')).toHaveLength(1)
  })
})
