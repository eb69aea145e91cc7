/** Messages and exit codes when a player leaves or a script ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-leaving-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function play(lines: readonly string[] | null, ...args: readonly string[]) {
  const terminal = textTerminal(lines)
  return { code: await run(['play', ...args], terminal), text: terminal.text(), errors: terminal.errors }
}

it('the command to start the same game has its scenario, seats and options', async () => {
  const args = ['goofspiel', '--scenario', 'two', '--seat', 'red=random', '--seat', 'green=human']
  const { code, text } = await play(['3', 'quit'], ...args, '--seed', 'a b')
  expect(code).toBe(0)
  expect(text).toContain(
    "To save it next time, start with: ludoforge play goofspiel --scenario two --seat red=random --seat green=human --seed 'a b' --save FILE",
  )
})

it('so have the hints without any input', async () => {
  const { text } = await play(null, 'goofspiel', '--scenario', 'two', '--seat', 'green=human')
  expect(text).toContain('  ludoforge play goofspiel --scenario two --seat green=human\n')
  expect(text).toContain('  ludoforge sim goofspiel --scenario two --games 1000')
})

describe('a script', () => {
  it('fails if a line was refused, and names the first', async () => {
    const { code, errors } = await play(['b2', 'nonsense', 'b2', 'why b2'], 'tic-tac-toe', '--seed', '3')
    expect(code).toBe(1)
    expect(errors.join('\n')).toContain('Refused 2 lines of the input. Line 2: "nonsense" is not an option.')
  })

  it('succeeds if all lines were accepted, even before the game is over', async () => {
    expect(await play(['b2', 'why b2', 'show b2'], 'tic-tac-toe', '--seed', '3')).toMatchObject({
      code: 0,
      errors: [],
    })
  })

  it("doesn't include typed lines, which were refused on the screen", async () => {
    const plain = textTerminal(['nonsense', 'quit'])
    const terminal = { ...plain, input: { ...plain.input, kind: 'terminal' as const } }
    expect(await run(['play', 'tic-tac-toe', '--seed', '3', '--no-save'], terminal)).toBe(0)
  })
})

it('a resumed game shows undos as before', async () => {
  const file = path.join(folder, 'undone.save')
  await play(['b2', 'undo', 'a1', 'quit'], 'tic-tac-toe', '--seed', '3', '--save', file)
  const { text } = await play(['log all', 'quit'], '--resume', file)
  expect(text).toContain('You undid the decisions from here on, after others had answered.')
  expect(text).not.toMatch(/\bme\b/)
})
