/** A guided game in the terminal: the list, the coach's lines and commands, the warning, and leaving. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gamesFolder } from '@ludoforge/games'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

let folder: string
let game: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-guided-'))
  vi.stubEnv('LUDOFORGE_DATA', folder)
  game = path.join(folder, 'marks')
  cpSync(path.join(gamesFolder, 'tic-tac-toe'), game, { recursive: true })
  writeFileSync(path.join(game, 'lessons', 'guide.md'), GUIDE)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const GUIDE = `\`\`\`guide
First game as Nought
  given the start, seed 1, you are nought
  others play by careful
  cards begin with aside
  at play.cell
    say "Mark a cell. You need three in a line."
  once count(marks in map) >= 3
    say "Three marks are there."
\`\`\`

\`\`\`rules
procedure aside "Aside"
  say "Unused."
\`\`\`
`

async function lessons(lines: readonly string[] | null, ...args: readonly string[]) {
  const terminal = textTerminal(lines)
  const code = await run(['lessons', game, ...args], terminal)
  return { code, text: terminal.text(), errors: terminal.errors.join('\n') }
}

describe('a guided game', () => {
  it('is listed below the lessons', async () => {
    const { text } = await lessons(null)
    expect(text).toContain('Guided games\n    Nought: First game as Nought')
    expect(text).toContain('guide nought)')
  })

  it('needs a seat that has a guide', async () => {
    expect(await lessons([], 'guide')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Name your seat in the guided game: nought.') as string,
    })
    expect(await lessons([], 'guide', 'cross')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('There is no guided game as cross.') as string,
    })
    expect(await lessons([], '1', 'nought')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('A lesson takes no seat.') as string,
    })
  })

  it('shows what the coach says above the question, suggests with a reason, and keeps quiet', async () => {
    const { code, text } = await lessons(
      ['coach', 'coach more', 'coach quiet', 'coach loud', 'quit'],
      'guide',
      'Nought',
    )
    expect(code).toBe(0)
    expect(text).toMatch(
      /Coach, card 1 {2}\(coach, coach quiet\)\n {2}Mark a cell\. You need three in a line\.\n {2}The coach has a suggestion: type "coach"\.\n\nNought: Mark an empty cell/,
    )
    expect(text).toMatch(/Nought plays \w\d: .+\.\n {2}Answers: \w\d\./)
    expect(text).toContain('  Nothing more for now.')
    expect(text).toContain('  The coach keeps quiet. Type "coach more" to hear it again.')
    expect(text).toContain('coach takes "more", "quiet" or nothing, not "loud".')
    expect(text).toMatch(/Continue with: ludoforge lessons .*marks guide nought/)
  })

  it('warns before a turn that loses, plays it if it is given again, and forgets a finished game', async () => {
    // Cross begins in the middle. On an edge Nought loses by force.
    const { text } = await lessons(['b1', 'b1', 'quit'], 'guide', 'nought')
    expect(text).toMatch(/By search, this gives away the game\. Better: .+ Look\s+again\?\s+Give the same/s)
    expect(text).toContain('1 O placed in B1')
    expect(readdirSync(path.join(folder, 'lessons'))).toHaveLength(2)
    const next = await lessons(
      ['coach quiet', 'a1', 'a2', 'a3', 'b3', 'c1', 'c2', 'c3', 'b1'],
      'guide',
      'nought',
    )
    expect(next.text).toContain('Three marks are there.')
    expect(next.text).not.toContain('Mark a cell. You need three in a line.')
    expect(next.text).toMatch(/wins/)
    expect(existsSync(path.join(folder, 'lessons', 'tic-tac-toe-nought.save'))).toBe(false)
    expect((await lessons(null)).text).toContain('    Nought: First game as Nought')
  })

  it('has no commands of the coach at other tables', async () => {
    const terminal = textTerminal(['coach', 'quit'])
    await run(['play', game, '--seed', '1'], terminal)
    expect(terminal.text()).not.toContain('Coach')
    expect(terminal.text() + terminal.errors.join('\n')).toMatch(/"coach" is not an option/)
  })
})
