/** The server that the browser tests share: the built command, with the page and games that are compiled once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from '../../../scripts/build.mjs'
import { COMMAND } from './command.js'

/** Its games. A test that changes the list of games, or counts tables, starts a server of its own. */
const SERVED_GAMES = [
  'fire-in-the-lake',
  'tic-tac-toe',
  'outposts',
  'texas-holdem',
  'three-crowns',
  'connect-four',
  'reversi',
  'goofspiel',
  'landfall',
  'chess',
]

/** Starts it, and waits until its games are compiled. */
export async function startServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const page = await build(['page'])
  if (page.code !== 0) throw new Error(`Can't build the page: ${page.output}`)
  const data = mkdtempSync(path.join(tmpdir(), 'ludoforge-shared-'))
  const options = ['--port', '0', '--host', '127.0.0.1', '--data', data, '--log', 'off', '--no-limits']
  const child = spawn(process.execPath, [COMMAND, 'serve', ...SERVED_GAMES, ...options], {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let problems = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problems += text
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (/^Games: /m.test(printed)) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`The shared server ended: ${printed}${problems}`)))
  })
  const url = /running at (\S+)/.exec(printed)?.[1]
  if (url === undefined) throw new Error(`The shared server has no address: ${printed}`)
  return {
    url,
    async stop() {
      child.kill()
      await ended
      rmSync(data, { recursive: true, force: true })
      if (problems !== '') throw new Error(`The shared server reported: ${problems}`)
    },
  }
}
