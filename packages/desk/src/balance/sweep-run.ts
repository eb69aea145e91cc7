/** Plays the game with each value of a number, on the same seeds. */
import { numberAt, withNumber } from '../report/sweep-numbers.js'
import type { RunTools } from './balance-jobs.js'
import type { SweepRequest, SweepResult } from './messages.js'

export async function runSweep(request: SweepRequest, tools: RunTools): Promise<void> {
  const { id, files, name, place, values, players, seed, games } = request
  const { pool, series, versions, signal, post } = tools
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  const played: SweepResult['values'][number][] = []
  const result = (isDone: boolean): SweepResult => ({
    id,
    name,
    now: numberAt(sources, place),
    values: [...played],
    isDone,
  })
  for (const value of values) {
    const edited = withNumber(sources, place, value).map((file) => [file.path, file.text] as const)
    const one = series.open(versions.compile(Object.fromEntries(edited)), players, seed, games)
    await pool.play(one.series, { from: one.series.done, to: games }, signal, () => true)
    if (signal.aborted) return series.forget(one)
    played.push({ value, result: one.series.summary(0) })
    post({ sweep: result(played.length === values.length) })
  }
}
