/** Saved games and the processes that play them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTrace } from '@ludoforge/sim'
import { afterAll, expect, it } from 'vitest'
import { COMMAND } from './support/run/command.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-saves-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GAME = path.join(root, 'games', 'tic-tac-toe')

function play(args: readonly string[], input: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'play', ...args], {
    cwd: root,
    input,
    encoding: 'utf8',
  })
  return { status, out: stdout, err: stderr }
}

/** Waits until a running game has printed this. */
function heard(child: ChildProcess, words: RegExp): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      text += String(data)
      if (words.test(text)) resolve()
    })
    child.on('exit', () => reject(new Error(`It ended without saying ${words}: ${text}`)))
  })
}

it('a save in use is locked; after its process ends, the next can use it', async () => {
  const file = path.join(folder, 'shared')
  const first = spawn(process.execPath, [COMMAND, 'play', GAME, '--seed', '3', '--save', file], { cwd: root })
  first.stdin.write('5\n')
  await heard(first, /9\. C3[\s\S]*7\. C3/) // the first question, and the one after the answer
  const before = readFileSync(file)
  const second = play(['--resume', file], '1\n')
  expect(second.status).toBe(1)
  expect(second.err).toMatch(/is in use by process \d+\. End that game first/)
  expect(readFileSync(file).equals(before)).toBe(true)

  first.removeAllListeners('exit')
  const gone = new Promise((resolve) => first.on('exit', resolve))
  first.kill('SIGKILL')
  await gone
  expect(existsSync(`${file}.lock`)).toBe(true)
  const third = play(['--resume', file], '1\nq\n')
  expect(third.err).toMatch(/was left open by process \d+, which has ended\. This process resumes it/)
  expect(third.status).toBe(0)
  expect(readTrace(file).decisions.length).toBeGreaterThan(1)
  expect(existsSync(`${file}.lock`)).toBe(false)
})

it('a full disk ends the game with a message, and keeps what was saved', () => {
  const file = path.join(folder, 'full')
  const command = [COMMAND, 'play', GAME, '--seed', '3', '--save', file].map((arg) => `'${arg}'`).join(' ')
  // A file-size limit of 1 KB acts like a full disk.
  const script = `trap '' XFSZ; ulimit -f 1; exec '${process.execPath}' ${command}`
  const input = Array.from({ length: 40 }, () => '5\nundo\n').join('')
  const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: root, input, encoding: 'utf8' })
  expect(stderr).toMatch(/^error: Cannot write .*full: no space is left \(EFBIG\)\. Everything saved before/)
  expect(stderr).not.toMatch(/bug in ludoforge|at .*\.[jt]s:/)
  expect(status).toBe(1)
  expect(readTrace(file).notes.length).toBeLessThanOrEqual(1)
})

it("a device isn't a saved game", () => {
  const file = path.join(folder, 'endless')
  symlinkSync('/dev/zero', file)
  const { status, err } = play(['--resume', file], '')
  expect(err).toMatch(/is a device or a pipe, not a saved game/)
  expect(status).toBe(1)
})
