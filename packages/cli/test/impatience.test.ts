/** Ctrl-C while a bot thinks. */
import { expect, it } from 'vitest'
import { Status } from '../src/terminal/play/status.js'
import { run } from '../src/program.js'
import { tableOf } from './positions.js'
import { textTerminal, typedTerminal } from './terminal.js'

const LONG = 'search:3600s'

/** A terminal with a Ctrl-C, and with what stands in its last line while somebody waits. */
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

it('makes a bot answer at once: what it has found counts, its progress goes off the screen, and the game goes on', async () => {
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

it('leaves where nobody thinks', async () => {
  const terminal = impatient(typedTerminal())
  const playing = run(
    ['play', 'reversi', '--seed', '3', '--no-save', '--seat', 'black=human', '--seat', `white=${LONG}`],
    terminal,
  )
  await until(() => terminal.text().includes('Black'))
  terminal.interrupt()
  expect(await playing).toBe(0)
})

it('is for the bot from the first moment on, though a short thought is not shown', async () => {
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
