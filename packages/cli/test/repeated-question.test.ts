/** On a small screen, the output of a command stays in view above the repeated question. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

const SPACES = Array.from(
  { length: 60 },
  (_, i) => `  place-${i + 1}: {name: The Long Name of Place ${i + 1}}`,
)

const GAME = `# Places

## 1 Visits

Somebody visits a place.

\`\`\`yaml
game: {id: places, title: Places}
seats: {red: Red}
seat-variables: {coins: 0..9}
spaces:
${SPACES.join('\n')}
pieces: {meeple: {count: 3, supply: box}}
cards:
  omens: {supply: deck, of: {comet: {name: The Comet}, moon: {name: The Moon}}}
zones:
  box: {holds: pieces}
  deck: {holds: cards}
  in-force: {holds: pieces, name: Events in force}
\`\`\`

\`\`\`rules
value worth(seat) = seat.coins
play
  each i in 1..2
    as red
      choose
        option visit "Visit a place"
          choose space from map "Where to?"
          place meeple in space
          add 1 to red.coins
        option event "Event: the comet" if red.coins > 0
          add 2 to red.coins
        option rest "Rest"
          add 0 to red.coins
  red wins
\`\`\`
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-in-view-'))
  writeFileSync(path.join(folder, 'places.md'), GAME)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HEIGHT = 24

/** The output after each line of input, on a screen of 24 lines. */
async function answersTo(...commands: readonly string[]): Promise<{ code: number; answers: string[][] }> {
  const plain = textTerminal([])
  const waiting = [...commands]
  const answers: string[][] = []
  const terminal = {
    ...plain,
    height: HEIGHT,
    input: {
      ...plain.input,
      line: async () => {
        answers.push(plain.written.splice(0).flatMap((text) => text.split('\n')))
        return waiting.shift()
      },
    },
  }
  const code = await run(['play', folder, '--seed', '1'], terminal)
  return { code, answers: answers.slice(1) } // the first line is read before the game starts
}

it('hint, show, why, preview and rule stay readable above a full-screen question', async () => {
  const commands = ['visit', 'hint random', 'show place-7', 'why 3', 'preview 4', 'rule 1', 'quit']
  const { code, answers } = await answersTo(...commands)
  expect(code).toBe(0)
  const [first = [], ...told] = answers
  const question = first.slice(first.indexOf('Red: Where to?'))
  expect(question.length).toBeLessThan(HEIGHT)
  expect(question.length).toBeGreaterThan(HEIGHT - 4) // it fills the screen
  expect(told.map((lines) => lines[0])).toEqual([
    expect.stringContaining('The bot random would choose'),
    expect.stringContaining('Place 7'),
    expect.stringContaining('can be chosen now'),
    expect.stringContaining('This would happen'),
    '1 Visits',
  ])
  for (const lines of told) {
    expect(lines.length, lines.join('\n')).toBeLessThan(HEIGHT) // one line is left for the prompt
    expect(lines.join('\n')).toContain('Red: Where to?')
  }
})

it('below a long answer, the question is shown without options', async () => {
  const { answers } = await answersTo('visit', 'help', 'quit')
  const [, help = []] = answers
  expect(help.length).toBeGreaterThan(HEIGHT - 4)
  expect(help.filter((line) => /^ +\d+\. The Long/.test(line))).toEqual([])
})

it("an option that isn't offered is found by its name", async () => {
  const { answers } = await answersTo('board', 'why event', 'why Event', 'quit')
  const why = expect.stringMatching(/^Event: the comet: Red coins 0, needs 1/)
  expect(answers.slice(1).map(([first]) => first)).toEqual([why, why])
})

it('a card is shown by its name', async () => {
  const { code, answers } = await answersTo('board', 'show comet', 'show The Moon', 'show the m', 'quit')
  expect(code).toBe(0)
  expect(answers.slice(1).map(([first]) => first)).toEqual(['The Comet', 'The Moon', 'The Moon'])
})
