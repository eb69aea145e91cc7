/** A worker in its own process, so that a test can kill it. `processes.ts` starts it. */
import { runWorker } from '../../src/index.js'

const [queue = '', database = '', version = '', jobs = '1'] = process.argv.slice(2)
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
process.on('disconnect', () => process.exit()) // the test has ended
process.on('message', () => {}) // keeps the IPC channel open, so that `disconnect` arrives
const say = (line: string): void => void process.send?.(line, undefined, undefined, () => {})
try {
  await runWorker({ place: { queue, database }, version, jobs: Number(jobs), signal: stop.signal, say })
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
process.disconnect?.()
