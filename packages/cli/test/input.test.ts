/** The real input and output of the command, on streams that pose as a terminal. */
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { commandName } from '../src/terminal/command-name.js'
import { terminalOn } from '../src/terminal/terminal.js'

function screen(kind: 'terminal' | 'piped', size = { columns: 80, rows: 24 }) {
  const isTTY = kind === 'terminal'
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => stdin })
  const stdout = Object.assign(new PassThrough(), isTTY ? { isTTY, ...size } : {})
  const stderr = new PassThrough()
  let text = ''
  stdout.on('data', (data: unknown) => (text += String(data)))
  const terminal = terminalOn(
    { stdin, stdout, stderr },
    { args: [], env: {}, kind, command: 'ludoforge', onSignal: () => () => {} },
  )
  const shows = (words: string) => expect.poll(() => stripVTControlCharacters(text)).toMatch(words)
  return { terminal, stdin, stdout, text: () => stripVTControlCharacters(text), shows }
}

it('a line typed before the question is ignored, with a note', async () => {
  const { terminal, stdin, shows, text } = screen('terminal')
  stdin.write('5\n')
  const first = terminal.input.line('one > ')
  await shows('one > ')
  expect(text()).toContain('(ignored, typed before the question: 5)')
  stdin.write('7\n')
  expect(await first).toBe('7')
  // Type-ahead: a whole line, and the start of one.
  stdin.write('8\n9')
  const second = terminal.input.line('two > ')
  await shows('typed before the question: 8 | 9')
  await shows('two > ')
  stdin.write('3\n')
  expect(await second).toBe('3')
  terminal.input.close()
})

it('a pipe is a script: its lines are answers in order', async () => {
  const { terminal, stdin } = screen('piped')
  stdin.end('5\n6\n')
  expect(await terminal.input.line('')).toBe('5')
  expect(await terminal.input.line('')).toBe('6')
  expect(await terminal.input.line('')).toBeUndefined()
})

it('long output is shown screen by screen, at the current size of the window', async () => {
  const { terminal, stdin, stdout, shows, text } = screen('terminal')
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i + 1}.`)
  const paged = terminal.page(lines)
  await shows('-- more')
  expect(text()).toContain('line 23.')
  expect(text()).not.toContain('line 24.')
  stdin.write('\n')
  await shows('line 46.')
  stdin.write('q\n')
  await paged
  expect(text()).not.toContain('line 47.')
  Object.assign(stdout, { columns: 140, rows: 70 })
  expect([terminal.width, terminal.height]).toEqual([140, 70])
  await terminal.page(lines)
  expect(text()).toContain('line 60.')
  terminal.input.close()
})

it('a pipe is never paged', async () => {
  const { terminal, shows } = screen('piped')
  await terminal.page(Array.from({ length: 500 }, (_, i) => `line ${i + 1}.`))
  await shows('line 500.')
  expect([terminal.width, terminal.height]).toEqual([80, 40])
})

it('hints name the command so that it can be copied', () => {
  const started = {
    env: { PATH: '/bin:/usr/bin' },
    folder: '/srv/ann/games',
    script: '/opt/forge/bin/ludoforge.js',
    exists: (_file: string): boolean => false,
  }
  const at = (files: readonly string[], env: Record<string, string> = {}) =>
    commandName({ ...started, env: { ...started.env, ...env }, exists: (file) => files.includes(file) })
  const npm = { npm_package_name: 'ludoforge' }
  expect(at(['/usr/bin/ludoforge'])).toBe('ludoforge')
  expect(at(['/usr/bin/ludoforge'], { ...npm, npm_lifecycle_event: 'start' })).toBe('ludoforge')
  expect(at([], { ...npm, npm_lifecycle_event: 'start' })).toBe('npm start --')
  expect(at([], { ...npm, npm_lifecycle_event: 'dev' })).toBe('npm run dev --')
  expect(at([], { npm_package_name: 'mine', npm_lifecycle_event: 'start' })).toMatch(/^node /)
  const bin = '/srv/ann/node_modules/.bin'
  expect(at([`${bin}/ludoforge`], { PATH: `${bin}:/bin` })).toBe('npx ludoforge')
  expect(at([`${bin}/ludoforge`])).toBe('npx ludoforge')
  expect(at([], { npm_command: 'exec' })).toBe('npx ludoforge')
  expect(at([])).toBe('node ../../../opt/forge/bin/ludoforge.js')
})
