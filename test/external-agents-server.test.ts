import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { remoteTable } from '@ludoforge/client'
import { WebSocket } from 'ws'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { expectNone, running } from './support/bots/processes.js'
import { bad } from './support/bots/python.js'
import { COMMAND } from './support/run/command.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-serve-bots-'))
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The command; what it says is collected. */
function ludoforge(...args: readonly string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said.text += data.toString()
    })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code))
  })
  return { child, said, ended }
}

describe('a server', () => {
  async function served(mode: string, mark: string) {
    const data = path.join(folder, mark)
    const bot = `mine=${bad(mode, '-', mark)}`
    const server = ludoforge(
      'serve',
      'tic-tac-toe',
      '--port',
      '0',
      '--data',
      data,
      '--bot',
      bot,
      '--no-colour',
    )
    await expect.poll(() => server.said.text).toContain('Games: tic-tac-toe')
    const url = /running at (\S+)/.exec(server.said.text)?.[1] ?? ''
    const make = (nought: string) =>
      fetch(`${url}/api/tables`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          game: 'tic-tac-toe',
          you: 'Ann',
          listed: true,
          seats: { cross: { bot: 'mine' }, nought: { bot: nought } },
        }),
      })
    /** The state of the table for a spectator. */
    const look = async (made: Response): Promise<string> => {
      const { table, key } = (await made.json()) as { table: { id: string }; key: string }
      const { id } = table
      // Bots alone play only while somebody watches.
      const watching = await remoteTable({ url, table: id, key, WebSocket })
      await expect.poll(async () => (await fetch(`${url}/api/tables/${id}`)).text()).toContain('"winners"')
      watching.close()
      return (await fetch(`${url}/api/tables/${id}/news`)).text()
    }
    return { ...server, url, make, look }
  }

  test('offers bots by name, and takes no file or command from the network', async () => {
    const mark = `serve-${process.pid}-a`
    const { url, make, look, child, ended } = await served('good', mark)
    const [card] = (await (await fetch(`${url}/games/index.json`)).json()) as { agents: { spec: string }[] }[]
    expect(card?.agents.map(({ spec }) => spec)).toContain('mine')
    const files = [bad('good').slice(0, 90), 'cmd:ls', 'cmd:"', './x.mjs', '/etc/x.mjs', 'x.js:a']
    for (const spec of files) {
      const refused = await make(spec)
      expect([spec, refused.status, await refused.text()]).toEqual([
        spec,
        400,
        expect.stringContaining('Name a bot of this server, not a file or a command.'),
      ])
    }
    expect(await (await make('theirs')).text()).toContain('There is no agent')
    await look(await make('mine'))
    expect(running(mark).length).toBeGreaterThan(1)
    child.kill('SIGTERM')
    await ended
    await expectNone(mark)
  })

  test('plays at random for a failing bot, and leaves no process when it is killed', async () => {
    const mark = `serve-${process.pid}-b`
    const { make, look, said, child, ended } = await served('exits', mark)
    await look(await make('random'))
    expect(said.text).toContain('mine, asked to decide "cell" for cross, exited with code 3.')
    child.kill('SIGKILL')
    await ended
    await expectNone(mark)
  })
})

describe('the command', () => {
  test("shows a program's standard error, and its failures with the command to replay the game", async () => {
    const spec = bad('chatters')
    const good = ludoforge('sim', 'tic-tac-toe', '--games', '2', '--jobs', '1', '--agents', `${spec},random`)
    expect(await good.ended).toBe(0)
    expect(good.said.text).toContain(`${spec}: warming up`)
    const worse = `mine=${bad('late')}`
    const how = ['--games', '1', '--seed', '5', '--agents', 'mine', '--bot', worse, '--bot-time', '300ms']
    const late = ludoforge('sim', 'tic-tac-toe', ...how, '--no-colour')
    expect(await late.ended).toBe(1)
    expect(late.said.text).toContain(
      'error in game 0 after 0 decisions: mine, asked to decide "cell" for cross, did not answer within 0.3 s.',
    )
    expect(late.said.text).toContain(`--bot '${worse}' --bot-time 300ms --games 1 --seed 5 --agents mine`)
  })

  test.each([
    ['interrupted', 'SIGINT'],
    ['killed', 'SIGKILL'],
  ] as const)('that is %s leaves no program behind', async (_, signal) => {
    const mark = `sim-${process.pid}-${signal}`
    const { child, ended } = ludoforge(
      'sim',
      'tic-tac-toe',
      '--jobs',
      '2',
      '--agents',
      bad('late', '-', mark),
    )
    // Two programs; the command's own arguments have the mark as well.
    await expect.poll(() => running(mark).length).toBe(3)
    child.kill(signal)
    await ended
    await expectNone(mark)
  })

  test('needs a name for bots that remote workers play', async () => {
    const { ended, said } = ludoforge(
      'sim',
      'tic-tac-toe',
      '--queue',
      'postgres://nowhere',
      '--agents',
      bad('good'),
    )
    expect(await ended).toBe(2)
    expect(said.text).toContain('needs a name that every worker knows. Pass --bot NAME=')
  })
})
