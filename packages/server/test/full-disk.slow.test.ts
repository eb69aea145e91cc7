/** A full disk, simulated by a limit on the file size of the server's process (RLIMIT_FSIZE), which is raised later. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { remoteTable } from '@ludoforge/client'
import { Refusal } from '@ludoforge/table'
import { Rng } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawChoice } from '../../../test/support/play.js'
import { ServerProcess } from './support/server-process.js'
import { TestSocket, makeTable, rest } from './support/server.js'

const GAME = 'outposts'
const LONG = 'reversi'
// Needs no privileges. The system sends SIGXFSZ, which ends the process unless it is ignored.
const BOUNDED = 'trap "" XFSZ && ulimit -S -f 7000 && exec "$0" "$@"'

describe('a full disk', () => {
  let folder: string
  let server: ServerProcess
  let data: string
  let games: string[]
  const problems: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-full-'))
    data = path.join(folder, 'data')
    games = [GAME, LONG].map((name) => `games/${name}`)
    server = await ServerProcess.start(
      { data, games },
      {
        within: ['sh', '-c', BOUNDED],
        hear: (message) => {
          if (message.type === 'said') problems.push(message.line)
        },
      },
    )
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it('refuses requests, loses no acknowledged decision, and recovers without a restart', async () => {
    const seats = { red: 'me', blue: 'me' }
    const { table, key } = await makeTable(server.address, { game: GAME, you: 'Ann', seats })
    const at = { table: table.id, key, WebSocket }
    const slow = { bot: 'search:2s' } // they must not finish before the disk is full
    const two = { black: slow, white: slow }
    const bots = await makeTable(server.address, { game: LONG, you: 'Ann', seats: two })
    const spectator = await TestSocket.at(server.address, bots.table.id) // bots alone play only while somebody watches
    const ann = await remoteTable({ url: server.address, ...at })
    const rng = new Rng(1)
    const said: string[] = []
    const decide = async (): Promise<void> => {
      const [decision] = ann.asked
      if (decision === undefined) throw new Error('nobody is asked')
      await ann.decide(decision.seat, drawChoice(decision, rng))
    }
    let decisions = 0
    const refusal = await until(async (n) => {
      const text = `${n} ${'x'.repeat(1900)}`
      await ann.chat(text)
      said.push(text)
      if (n % 20 !== 0) return
      await decide()
      decisions += 1
    })
    expect(refusal).toMatchObject({ code: 'full' })
    expect(refusal.message).toContain("The server's disk is full")
    // No write succeeds; spectators can still watch.
    await expect(makeTable(server.address, { game: GAME, you: 'Bob' })).rejects.toThrow()
    expect((await rest(server.address, 'look', { id: table.id, key })).status).toBe(200)
    expect(said.length).toBeGreaterThan(100)
    const before = ann.number
    await expect.poll(() => problems.join('\n'), { timeout: 20_000 }).toMatch(/Bots stopped at table .*disk/)
    const byBots = async (): Promise<number> =>
      (await rest(server.address, 'table', { id: bots.table.id })).body.number
    const stands = await byBots()

    const { status, error } = spawnSync('prlimit', [
      '--fsize=unlimited:unlimited',
      '--pid',
      String(server.pid),
    ])
    expect(error ?? status, 'prlimit of util-linux gives the process room again').toBe(0)
    await ann.chat('there is room again')
    await decide()
    decisions += 1
    expect(ann.number).toBe(before + 2)
    await makeTable(server.address, { game: GAME, you: 'Bob' })
    await expect.poll(byBots, { timeout: 20_000 }).toBeGreaterThan(stands)
    spectator.close()
    ann.close()

    await server.restart({ data, games: [] })
    const again = await remoteTable({ url: server.address, ...at })
    expect(again.number).toBe(before + 2)
    expect(again.view('red')).toEqual(ann.view('red'))
    again.close()
    const line = await TestSocket.at(server.address, table.id, key, 0)
    await line.until((message) => message.type === 'step' && message.number === before + 2)
    const { happenings } = line
    line.close()
    const texts = happenings.flatMap((message) => (message.type === 'chat' ? [message.text] : []))
    expect(texts).toEqual([...said, 'there is room again'])
    expect(happenings.filter(({ type }) => type === 'step')).toHaveLength(decisions)
    expect(decisions).toBeGreaterThan(5)
  })
})

/** Decides until a request is refused. */
async function until(work: (n: number) => Promise<void>): Promise<Refusal> {
  for (let n = 1; n < 100_000; n += 1)
    try {
      await work(n)
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  throw new Error('the disk is never full')
}
