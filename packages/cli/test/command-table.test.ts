import type { Decision } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { numberQuestion } from '../src/terminal/play/menu.js'
import { COMMANDS, type CommandName, TABLE_COMMANDS } from '../src/terminal/play/command-table.js'

const DECISION: Decision = {
  seat: 'left',
  kind: 'one',
  prompt: 'choose',
  name: 'way',
  type: 'choice',
  min: 1,
  max: 1,
  optional: false,
  secret: false,
  offers: [],
  options: [],
}

const offering = (...labels: readonly string[]) =>
  numberQuestion({ ...DECISION, options: labels.map((label, i) => ({ id: `o${i + 1}`, label, count: 1 })) })
const plain = offering('Fold', 'Call 20')

describe('a command', () => {
  it.each<[string, CommandName, string]>([
    ['?', 'help', ''],
    ['help', 'help', ''],
    ['b', 'board', ''],
    ['Board', 'board', ''],
    ['l', 'log', ''],
    ['log 3', 'log', '3'],
    ['log all', 'log', 'all'],
    ['q', 'quit', ''],
    ['u', 'undo', ''],
    ['undo 2', 'undo', '2'],
    ['why Da Nang', 'why', 'Da Nang'],
    ['w 2', 'why', '2'],
    ['rule 3.2.1', 'rule', '3.2.1'],
    ['pre 2', 'preview', '2'],
    ['sh hue', 'show', 'hue'],
    ['/sav my game', 'save', 'my game'],
    ['say Well done', 'say', 'Well done'],
    ['hi', 'hint', ''],
  ])('%s is %s', (line, command, about) => {
    expect(TABLE_COMMANDS.read(line, plain)).toEqual({ command, about })
  })

  it('that is shortened too much is ambiguous', () => {
    expect(TABLE_COMMANDS.read('s', plain)).toEqual({
      problem: '"s" could be the command show, save or say.',
    })
    expect(TABLE_COMMANDS.read('h', plain)).toEqual({ problem: '"h" could be the command help or hint.' })
  })

  it('reports a missing argument', () => {
    expect(TABLE_COMMANDS.read('why', plain)).toEqual({ problem: 'Type why X.' })
    expect(TABLE_COMMANDS.read('show', plain)).toEqual({ problem: 'Type show X or show options [PART].' })
  })

  it("doesn't count where it is unavailable, and frees its prefix for others", () => {
    const usable = (word: CommandName): boolean => word !== 'save' && word !== 'say'
    expect(TABLE_COMMANDS.read('s hue', plain, usable)).toEqual({ command: 'show', about: 'hue' })
    expect(TABLE_COMMANDS.read('say x', plain, usable)).toBeUndefined()
  })

  it("is never a number or an option's name", () => {
    expect(TABLE_COMMANDS.read('2', plain)).toBeUndefined()
    expect(TABLE_COMMANDS.read('board', offering('Board', 'Log it'))).toBeUndefined()
    expect(TABLE_COMMANDS.read('no', offering('No', 'Yes'))).toBeUndefined()
    expect(TABLE_COMMANDS.read('Save the king', offering('Save the king', 'Flee'))).toBeUndefined()
  })

  it('is a whole word even if an option starts with it, and always what follows a slash', () => {
    expect(TABLE_COMMANDS.read('log', offering('Logging camp'))).toEqual({ command: 'log', about: '' })
    expect(TABLE_COMMANDS.read('/board', offering('Board', 'Log it'))).toEqual({
      command: 'board',
      about: '',
    })
    expect(TABLE_COMMANDS.read('/b', offering('Base'))).toEqual({ command: 'board', about: '' })
    expect(TABLE_COMMANDS.read('/xyz', plain)).toEqual({
      problem: 'There is no command "xyz". "?" lists them.',
    })
    expect(TABLE_COMMANDS.read('/baord', plain)).toEqual({
      problem: 'There is no command "baord". Did you mean the command "board"? "?" lists them.',
    })
  })

  it('with the prefix of an option is ambiguous', () => {
    expect(TABLE_COMMANDS.read('b', offering('Base', 'Fold'))).toEqual({
      problem: '"b" could be 1. Base or the command "board". Type more of it, or "/b" for a command.',
    })
    expect(TABLE_COMMANDS.read('ba', offering('Base', 'Fold'))).toBeUndefined()
    // A word inside a name has lower priority than the start of a command.
    expect(TABLE_COMMANDS.read('b', offering('A Base', 'Fold'))).toEqual({ command: 'board', about: '' })
  })

  it("without arguments isn't one if more follows it", () => {
    expect(TABLE_COMMANDS.read('board the ship', offering('Board the ship now', 'Fold'))).toBeUndefined()
    expect(TABLE_COMMANDS.read('yes sir', plain)).toBeUndefined()
  })
})

describe('a line', () => {
  it('is a command, an answer or an error message', () => {
    expect(TABLE_COMMANDS.readLine('b', plain)).toEqual({ command: 'board', about: '' })
    expect(TABLE_COMMANDS.readLine('call', plain)).toEqual({ choice: 'o2' })
    expect(TABLE_COMMANDS.readLine('baord', plain)).toEqual({
      problem: '"baord" is not an option. Type "why baord" for the reason. Did you mean the command "board"?',
    })
  })

  it('is a command while another player decides', () => {
    expect(TABLE_COMMANDS.readLine('say hello', undefined)).toEqual({ command: 'say', about: 'hello' })
    expect(TABLE_COMMANDS.readLine('a1', undefined)).toEqual({
      problem: 'It isn\'t your turn, and "a1" isn\'t a command. "?" lists them.',
    })
  })
})

describe('the help', () => {
  it('lists every available command, within the width', () => {
    const lines = TABLE_COMMANDS.helpLines(80)
    for (const { word, takes } of COMMANDS)
      expect(lines.some((line) => line.startsWith(`  ${word}${takes === '' ? '' : ` ${takes}`}  `))).toBe(
        true,
      )
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(TABLE_COMMANDS.helpLines(80, (word) => word !== 'say').join('\n')).not.toContain('say TEXT')
  })

  it.each<[string, readonly CommandName[]]>([
    ['with other people', ['coach']],
    ['with a coach', ['say', 'yes', 'no']],
  ])('fits on a screen of 24 lines at a table %s', (_, missing) => {
    const lines = TABLE_COMMANDS.helpLines(80, (word) => !missing.includes(word))
    expect(lines.length).toBeLessThanOrEqual(23)
  })

  it('of one command is its line', () => {
    expect(TABLE_COMMANDS.helpLines(80, undefined, 'undo')).toEqual([
      '  undo [N]             undo your last decision, or the last N',
    ])
    expect(TABLE_COMMANDS.helpLines(80, undefined, 'udno')).toEqual([
      'There is no command "udno". Did you mean the command "undo"?',
    ])
  })
})
