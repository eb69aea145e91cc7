/** Checks what docs/command.md says about answers and commands. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Choice, Decision } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { parseAnswer } from '../src/terminal/play/parse-answer.js'
import { numberQuestion } from '../src/terminal/play/menu.js'
import { menuLines, promptText } from '../src/terminal/play/menu-lines.js'
import { COMMANDS } from '../src/terminal/play/command-table.js'
import { labelsOf } from './labels.js'

const page = readFileSync(fileURLToPath(new URL('../../../docs/command.md', import.meta.url)), 'utf8')

function section(heading: string): string {
  const [, text = ''] = page.split(`\n### ${heading}\n`)
  return text.split(/\n##+ /u)[0] ?? ''
}

/** The cells of a table's rows, without the head. */
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\| (.*) \|$/gmu)].slice(1).map(([, row = '']) => row.split(/ \| /u))

const QUESTION: Decision = {
  seat: 'left',
  kind: 'many',
  prompt: 'which pieces march?',
  name: 'movers',
  type: 'token',
  rule: '3.2',
  min: 0,
  max: 4,
  optional: false,
  secret: false,
  offers: [{ id: 'rest-now', label: 'Rest a while', window: 'pause', timing: 'before' }],
  options: [
    { id: 'troops@mill', label: 'Troops in Old Mill', count: 3 },
    { id: 'scouts@mill', label: 'Scouts in Old Mill', count: 1 },
    { id: 'troops@ford', label: 'Troops in The Ford', count: 2 },
    { id: 'wagons@harbour', label: '2 Wagons in Harbour', count: 1 },
  ],
}

describe('the page on answers', () => {
  const text = section('Answers')
  const question = numberQuestion(QUESTION)

  it('shows the question as on the screen', () => {
    const [, shown] = /```text\n(.*?)\n```/su.exec(text) ?? []
    const lines = [...menuLines(question, labelsOf([]), 80), promptText(question).trimEnd()]
    expect(shown?.split('\n')).toEqual(lines)
  })

  it.each(rows(text))('%s means %s', (typed, means = '') => {
    const name = (choice: Choice): string => {
      if (typeof choice === 'object' && 'offer' in choice) return '5'
      const ids = [choice].flat()
      const numbers = ids.map((id) => QUESTION.options.findIndex((option) => option.id === id) + 1)
      return ids.length === 0 ? 'nothing' : numbers.join(', ')
    }
    const texts = [...typed.matchAll(/`([^`]+)`/gu)].map(([, one = '']) => one)
    for (const one of [...texts, ...(typed.includes('an empty line') ? [''] : [])]) {
      const entry = parseAnswer(one, question)
      if ('choice' in entry) expect(name(entry.choice), one).toBe(means)
      else {
        expect(means, `${one}: ${entry.problem}`).toMatch(/^asks/u)
        for (const [number] of means.matchAll(/\d/gu)) expect(entry.problem).toContain(`${number}. `)
      }
    }
  })
})

it('the page on commands lists all of them, as the help does', () => {
  expect(rows(section('Commands'))).toEqual(
    COMMANDS.map(({ word, takes, help }) => [
      `\`${takes === '' ? word : `${word} ${takes}`}\``.replaceAll('|', '\\|'),
      help,
    ]),
  )
})
