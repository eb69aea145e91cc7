/** Lessons in the terminal: the list, a lesson by answers and by commands, and the progress. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gamesFolder } from '@ludoforge/games'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { run } from '../src/program.js'
import { LESSON_WORDS } from '../src/terminal/lessons/lesson-commands.js'
import { textTerminal } from './terminal.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-lessons-'))
  vi.stubEnv('LUDOFORGE_DATA', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function lessons(lines: readonly string[] | null, ...args: readonly string[]) {
  const terminal = textTerminal(lines)
  const code = await run(['lessons', ...args], terminal)
  return { code, text: terminal.text(), errors: terminal.errors.join('\n') }
}

const WHOLE = ['next', 'c1', 'c1', 'b1', 'c2']

describe('the list', () => {
  it('has a tick for each finished lesson, and says what is next', async () => {
    expect((await lessons(null, 'tic-tac-toe')).text).toBe(
      'Tic-tac-toe: 2 lessons\n    1  Two threats at once\n    2  The right reply\n\nStart with: ludoforge lessons tic-tac-toe 1',
    )
    await lessons(['next', 'c1', 'leave'], 'tic-tac-toe', '1')
    expect((await lessons(null, 'tic-tac-toe')).text).toContain('  … 1  Two threats at once  (step 2)')
    await lessons(WHOLE, 'tic-tac-toe', '1')
    expect((await lessons(null, 'tic-tac-toe')).text).toContain(
      '  ✓ 1  Two threats at once\n    2  The right reply',
    )
    await lessons(['next', 'b2', 'next', 'b1'], 'tic-tac-toe', '2')
    expect((await lessons(null, 'tic-tac-toe')).text).toBe(
      'Tic-tac-toe: 2 lessons\n  ✓ 1  Two threats at once\n  ✓ 2  The right reply\n\nYou have finished all of them.',
    )
  })

  it('is shown in place of a lesson if nobody can type', async () => {
    expect((await lessons(null, 'tic-tac-toe', '1')).text).toContain('2 lessons')
  })

  it.each(['3', '0', 'one'])('has no lesson %s', async (number) => {
    expect(await lessons([], 'tic-tac-toe', number)).toMatchObject({
      code: 2,
      errors: expect.stringContaining(
        `There is no lesson ${number}: Tic-tac-toe has lessons 1 to 2.`,
      ) as string,
    })
  })

  it('have parts where a file has several, and are played by lesson and part', async () => {
    const { text } = await lessons(null, 'hearts')
    expect(text).toMatch(/^Hearts: 2 lessons in 3 parts\n {4}1 {4}Ducking\n/)
    expect(text).toContain('    2.1  The moon\n    2.2  Stop it\n')
    const second = await lessons(['leave'], 'hearts', '2.2')
    expect(second.text).toContain('Lesson 2 of 2, part 2 of 2: Stop it')
    expect(second.text).toContain('Continue with: ludoforge lessons hearts 2.2')
    expect((await lessons(['leave'], 'hearts', '2')).text).toContain('part 1 of 2: The moon')
    expect(await lessons([], 'hearts', '2.3')).toMatchObject({ code: 2 })
  })

  it('of a game without lessons is an error', async () => {
    const game = path.join(folder, 'copy')
    cpSync(path.join(gamesFolder, 'tic-tac-toe'), game, { recursive: true })
    rmSync(path.join(game, 'lessons'), { recursive: true })
    expect(await lessons(null, game)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('has no lessons yet') as string,
    })
  })
})

describe('a lesson', () => {
  it('shows the coach, what to look at, and the question', async () => {
    const { text } = await lessons([''], 'tic-tac-toe', '1')
    expect(text).toContain('Lesson 1 of 2: Two threats at once             step 1 of 4   (next, back, leave)')
    expect(text).toContain('  You are Cross. Three marks in a line win. You begin in a corner.')
    expect(text).toMatch(/Look at a3: 1 O\./)
  })

  it('goes on after the right answers, up to its close', async () => {
    const { code, text } = await lessons([...WHOLE, 'next'], 'tic-tac-toe', '1')
    expect(code).toBe(0)
    expect(text).toContain('A block that also makes two threats wins.')
    expect(text).toContain('Lesson 2 of 2: The right reply')
    const last = await lessons(['next', 'b2', 'next', 'b1', 'next'], 'tic-tac-toe', '2')
    expect(last.text).toContain('That was the last lesson.')
  })

  it('comments on mistakes, offers a hint after two, and explains what is illegal', async () => {
    const { text } = await lessons(['next', 'b2', 'a2', 'hint', 'hint', 'c1', 'a2', 'b2'], 'tic-tac-toe', '1')
    expect(text).toContain('  B2 is taken. Nought needs an empty cell. Try again.')
    expect(text).toContain('  A2 is on no line with two noughts. Try again.\n  Type "hint" for a hint.')
    expect(text).toContain('  Follow the line from A3 through B2.')
    expect(text).toContain('  That was the last hint. Type "show me".')
    expect(text).toContain('  Then Nought marks C1 and wins. Block it. Try again.')
    expect(text).toContain('  A piece is in B2.')
  })

  it('is done for you by "show me"', async () => {
    const { text } = await lessons(['next', 'show me', 'show me', 'show me', 'show me'], 'tic-tac-toe', '1')
    expect(text).toContain('A block that also makes two threats wins.')
  })

  it('goes back, and repeats the card', async () => {
    const { text } = await lessons(['next', 'back', 'back', 'card'], 'tic-tac-toe', '1')
    expect(text.match(/You begin in a corner/g)).toHaveLength(3)
    expect(text).toContain('  This is the start of the lesson.')
  })

  it('starts again after its end', async () => {
    const { text } = await lessons([...WHOLE, 'again'], 'tic-tac-toe', '1')
    expect(text.match(/You begin in a corner/g)).toHaveLength(2)
  })

  it('continues where the learner left', async () => {
    const first = await lessons(['next', 'c1', 'leave'], 'tic-tac-toe', '1')
    expect(first.text).toContain('Continue with: ludoforge lessons tic-tac-toe 1')
    const second = await lessons(['c1'], 'tic-tac-toe', '1')
    expect(second.text).toContain('step 2 of 4')
    expect(second.text).not.toContain('step 1 of 4')
    expect(second.text).toContain('You blocked, and you did more')
  })

  it('shows the board, a space, the rules, reasons and help', async () => {
    const { text } = await lessons(
      ['next', 'c1', 'board', 'show b2', 'rule 1', 'why b2', '?', 'next', 'hint'],
      'tic-tac-toe',
      '1',
    )
    expect(text).toContain('neighbours: ')
    expect(text).toContain('show me')
    expect(text).toContain('First do what the coach asks for.')
  })

  it('refuses what is neither a name nor a command', async () => {
    const { text } = await lessons(['hello', 'next', 'hello'], 'tic-tac-toe', '1')
    expect(text).toContain('Nothing is asked here, and "hello" isn\'t a command.')
    expect(text).toContain('Nothing here is called "hello".')
  })
})

it('says what an answer would do that the lesson has no line for', async () => {
  const game = path.join(folder, 'copy')
  cpSync(path.join(gamesFolder, 'tic-tac-toe'), game, { recursive: true })
  const lines = ['The centre', '  given the start, you are cross', '  you choose b2', '  close "Done."']
  writeFileSync(path.join(game, 'lessons', '02-the-centre.md'), ['```lesson', ...lines, '```', ''].join('\n'))
  const { text } = await lessons(['a1', 'b2'], game, '2')
  expect(text).toContain(
    "  A1: that's legal. 1 X placed in A1. But this lesson wants something else.\n  Try again.",
  )
  expect(text).toContain('Done.')
})

it('says that a file with progress is damaged', async () => {
  await lessons(['leave'], 'tic-tac-toe', '1')
  const [file = ''] = readdirSync(path.join(folder, 'lessons'))
  const place = path.join(folder, 'lessons', file)
  expect(readFileSync(place, 'utf8')).toContain('01-two-threats')
  writeFileSync(place, '{')
  expect(await lessons(null, 'tic-tac-toe')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('it is damaged. Delete it.') as string,
  })
})

it('the page on the command lists the commands of lessons', () => {
  const page = readFileSync(new URL('../../../docs/command.md', import.meta.url), 'utf8')
  for (const { word, takes, help } of LESSON_WORDS)
    expect(page.replaceAll('\\|', '|')).toContain(
      `| \`${takes === '' ? word : `${word} ${takes}`}\` | ${help} |`,
    )
})
