import type { Book } from '@ludoforge/look'
import { expect, it } from 'vitest'
import { run } from '../src/program.js'
import { ruleLines, ruleRequest } from '../src/terminal/play/rule-lines.js'
import { makePaint } from '../src/terminal/terminal.js'
import { textTerminal } from './terminal.js'

const book: Book = {
  files: [
    {
      path: 'rules.md',
      title: '1 Crossing',
      markdown: [
        '# 1 Crossing',
        '',
        'Everybody crosses the **river**.',
        '',
        '## 1.1 Boats',
        '',
        'A boat carries four.',
        '',
        '```yaml',
        'pieces: {}',
        '```',
        '',
        '```rules',
        'action row "Row" # 1.2',
        '  finish',
        '```',
        '',
        '```example',
        'One',
        '  then true',
        '```',
        '',
        '```text',
        'a drawing',
        '```',
        '',
        '## 2 How to win',
        '',
        'Cross the river first.',
      ].join('\n'),
      data: [
        {
          line: 9,
          tables: [
            {
              title: 'Pieces',
              columns: ['Name', 'Count'],
              rows: [
                ['Boat', '3'],
                ['Raft', ''],
              ],
              isFolded: false,
            },
            { title: 'Variables', columns: [], rows: [['Fog', 'no']], isFolded: true },
          ],
        },
      ],
    },
  ],
  start: [
    { path: 'rules.md', line: 27 },
    { path: 'rules.md', line: 5 },
  ],
  terms: [{ name: 'Boat', means: 'what you cross in', at: { path: 'rules.md', line: 5 } }],
}
const shown = (argument: string): string[] =>
  ruleLines(book, ruleRequest(argument), { paint: makePaint(false), width: 60 })

const BOATS = [
  '1.1 Boats',
  '',
  'A boat carries four.',
  '',
  'Pieces',
  '  Boat: count 3',
  '  Raft',
  '[Variables (1)]',
  '',
]

it('shows prose and tables, and folds code unless asked for it', () => {
  expect(shown('1.1')).toEqual([
    ...BOATS,
    '[How it runs (2 lines)]',
    '',
    '[1 example]',
    '',
    '  a drawing',
    '',
    'How it runs: rule 1.1 code',
  ])
  expect(shown('1.1 code')).toEqual([
    ...BOATS,
    '  action row "Row" # 1.2',
    '    finish',
    '',
    '  One',
    '    then true',
    '',
    '  a drawing',
  ])
  expect(shown('§ 1.2')[0]).toBe('Rule 1.2 is in this section.')
  expect(shown('7')).toEqual(['The rulebook has no rule 7.'])
})

it('opens at its start without an argument', () => {
  expect(shown('').slice(0, 5)).toEqual(['2 How to win', '', 'Cross the river first.', '', '1.1 Boats'])
})

it('searches words, by the same rules as the page', () => {
  expect(shown('how do I win')).toEqual(['2 How to win', '', 'Cross the river first.'])
  expect(shown('boat')).toEqual([
    '1 Crossing > 1.1 Boats',
    '  A boat carries four.',
    'Glossary > 1.1 Boats > Boat (rule 1.1)',
    '  what you cross in',
    '1 Crossing > Pieces (rule 1.1)',
    '  Boat · 3',
  ])
  expect(shown('zeppelin')).toEqual(['The rulebook has nothing about "zeppelin".'])
})

it('is a command of its own', async () => {
  const terminal = textTerminal([])
  expect(await run(['rules', 'outposts', 'how', 'do', 'I', 'win'], terminal)).toBe(0)
  expect(await run(['rules', 'outposts', '4', '--code'], terminal)).toBe(0)
  expect(await run(['rules', 'outposts'], terminal)).toBe(0)
  const text = terminal.text()
  expect(text).toContain("Take the other's harbour")
  expect(text).toContain('procedure desertion')
  expect(text).toMatch(/How to win[^]*2 Turns/)
})

it('shows below a block of rules what follows an announced one', () => {
  const [file] = book.files
  const follows = [{ line: 13, text: 'Then 4.1 Spy.' }]
  const announced: Book = { ...book, files: file === undefined ? [] : [{ ...file, follows }] }
  const lines = ruleLines(announced, ruleRequest('1.1'), { paint: makePaint(false), width: 80 })
  expect(lines[lines.findIndex((line) => line.startsWith('[How it runs')) + 1]).toBe('Then 4.1 Spy.')
})
