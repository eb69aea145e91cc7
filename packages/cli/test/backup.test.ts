/** `ludoforge backup` and `ludoforge restore`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serve } from '@ludoforge/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

describe('backup and restore', () => {
  let folder: string
  const at = (name: string): string => path.join(folder, name)
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-backup-'))
    const server = await serve({ port: 0, host: '127.0.0.1', data: at('data'), games: [], version: 'test' })
    await server.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const command = async (...args: readonly string[]) => {
    const terminal = textTerminal()
    const code = await run([...args], terminal)
    return { code, said: [...terminal.written, ...terminal.errors].join('\n') }
  }

  it('write a file and read it into a new folder', async () => {
    const made = await command('backup', at('one.backup'), '--data', at('data'))
    expect([made.code, made.said]).toEqual([0, expect.stringContaining('0 tables, 1 row.') as string])
    const again = await command('restore', at('one.backup'), '--data', at('new'))
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('Restored to') as string])
  })

  it.each([
    ['a folder without a store', ['backup', 'x.backup', '--data', 'typo'], 'There is no store in'],
    ['a file that exists', ['backup', 'one.backup', '--data', 'data'], 'already exists'],
    ['a file that doesn’t exist', ['restore', 'none.backup', '--data', 'other'], 'There is no file'],
    ['a store with data', ['restore', 'one.backup', '--data', 'data'], 'has data already'],
  ])('refuse %s', async (_, [what = '', file = '', flag = '', data = ''], problem) => {
    const { code, said } = await command(what, at(file), flag, at(data))
    expect([code, said]).toEqual([1, expect.stringContaining(problem) as string])
  })
})

it.each([
  ['--log', 'xml', '--log takes json, text or off'],
  ['--metrics-port', 'many', '--metrics-port takes a whole number'],
])('serve %s %s is a usage error', async (flag, value, problem) => {
  const terminal = textTerminal()
  expect(await run(['serve', 'tic-tac-toe', '--port', '0', flag, value], terminal)).toBe(2)
  expect(terminal.errors.join('\n')).toContain(problem)
})
