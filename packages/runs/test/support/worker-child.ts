/** A worker in a process of its own, so that it can be killed. `processes.ts` starts it. */
import { work } from '../../src/index.js'

const [queue = '', database = '', version = '', jobs = '1'] = process.argv.slice(2)
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
process.on('disconnect', () => process.exit()) // nobody needs it any more
process.on('message', () => {}) // so that it hears of that
const say = (line: string): void => void process.send?.(line, undefined, undefined, () => {})
try {
  await work({ place: { queue, database }, version, jobs: Number(jobs), signal: stop.signal, say })
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
process.disconnect?.()
