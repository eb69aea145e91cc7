import type { RunProgress } from '@ludoforge/runs'
import type { PoolProgress } from '@ludoforge/sim'
import type { Terminal } from '../../terminal/terminal.js'
import { UsageError } from '../../usage.js'

/** The progress of a series, on this machine or on a queue. */
type Progress = PoolProgress & Partial<RunProgress>

const EVERY_MS = 1000
const BAR_WIDTH = 30

/** Returns a function that shows progress: a status line, or with `json` a JSON line every second. */
export function progressReporter(how: string | undefined, terminal: Terminal): (progress: Progress) => void {
  if (how === undefined) return (progress) => terminal.status(progressBar(progress))
  if (how !== 'json') throw new UsageError(`--progress takes json, not "${how}".`)
  let next = 0
  return (progress) => {
    const now = performance.now()
    if (now < next && progress.done < progress.games) return
    next = now + EVERY_MS
    terminal.err(JSON.stringify(measured(progress)))
  }
}

export function progressBar(progress: Progress): string {
  const { done, games, errors, workers, gamesPerSecond, secondsLeft } = measured(progress)
  const filled = Math.round((BAR_WIDTH * done) / games)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
  const left = secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`
  const who = workers === undefined ? '' : `, ${workers} ${workers === 1 ? 'worker' : 'workers'}`
  const wrong = errors === 0 ? '' : `, ${errors} errors`
  return `${bar} ${done}/${games} games, ${gamesPerSecond} games/s${who}${left}${wrong}`
}

function measured(progress: Progress) {
  const { done, games, seconds } = progress
  const { gamesPerSecond: speed = done / Math.max(seconds, 0.001) } = progress
  const { secondsLeft = done === 0 ? null : (games - done) / speed } = progress
  return {
    ...progress,
    seconds: tenths(seconds),
    gamesPerSecond: tenths(speed),
    secondsLeft: secondsLeft === null ? null : tenths(secondsLeft),
  }
}

const tenths = (value: number): number => Math.round(10 * value) / 10
