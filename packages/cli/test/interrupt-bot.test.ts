/** Ctrl-C while a bot is thinking. */
import { expect, it } from 'vitest'
import { Status } from '../src/terminal/play/status.js'
import { run } from '../src/program.js'
import { tableOf } from './positions.js'
import { textTerminal, typedTerminal } from './terminal.js'

const LONG = 'search:3600s'

/** A terminal with Ctrl-C and a status line. */
function impatient<T extends ReturnType<typeof textTerminal>>(terminal: T) {
  const statuses: string[] = []
  const callbacks = new Set<() => void>()
  return {
    ...terminal,
    statuses,
    status: (text: string) => void statuses.push(text),
    onInterrupt(callback: () => void) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
    interrupt: () => callbacks.forEach((callback) => callback()),
  }
}

const until = (test: () => boolean) => expect.poll(test, { interval: 5 }).toBe(true)

it('makes a bot answer at once with its best result so far, clears its progress, and the game continues', async () => {
  const terminal = impatient(typedTerminal())
  const playing = run(
    ['play', 'reversi', '--seed', '3', '--no-save', '--seat', `black=${LONG}`, '--seat', 'white=human'],
    terminal,
  )
  await until(() => terminal.statuses.length > 0)
  expect(terminal.statuses[0]).toMatch(/^Black is thinking… \d+ %$/)
  terminal.interrupt()
  await terminal.type('log all', 'or a name')
  expect(terminal.statuses.at(-1)).toBe('')
  await terminal.type('/quit', 'or a name')
  expect(await playing).toBe(0)
  expect(terminal.text()).toMatch(/Black chooses [A-H][1-8]|Black.*->/)
})

it('leaves the game if no bot is thinking', async () => {
  const terminal = impatient(typedTerminal())
  const playing = run(
    ['play', 'reversi', '--seed', '3', '--no-save', '--seat', 'black=human', '--seat', `white=${LONG}`],
    terminal,
  )
  await until(() => terminal.text().includes('Black'))
  terminal.interrupt()
  expect(await playing).toBe(0)
})

it("is for the bot from the start, although short thinking isn't shown", async () => {
  const { labels } = await tableOf('reversi')
  const terminal = impatient(textTerminal())
  const status = new Status(terminal, labels)
  expect(status.isThinking).toBe(false)
  status.thinks({ type: 'thinking', seat: 'black', done: 0.1 })
  expect(status.isThinking).toBe(true)
  expect(terminal.statuses).toEqual([])
  status.end()
  expect(status.isThinking).toBe(false)
})
