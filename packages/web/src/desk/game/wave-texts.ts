/** The lines of the wave about the table and the examples. */
import type { ExampleEntry, ReplayNote } from '@ludoforge/desk/session'
import type { WaveResult } from '../desk-state.js'
import type { TableNote } from './messages.js'

const duration = (ms: number): string =>
  ms < 1 ? '1 ms' : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

/** What an edit did to the table. Without a change, the files don't compile. */
export function tableResult(
  change: TableNote['change'] | undefined,
  note: ReplayNote | undefined,
  ms: number,
): WaveResult {
  if (change === undefined)
    return note === undefined
      ? { state: 'none', text: '', detail: '' }
      : { state: 'old', text: 'Table: the last good version', detail: '' }
  const detail = duration(ms)
  if (change === 'look') return { state: 'changed', text: 'Table has the new look', detail }
  if (note === undefined || change === 'none') return { state: 'good', text: 'Table unchanged', detail }
  if (note.all === 0) return { state: 'good', text: 'Table at its start', detail }
  return note.stopped === ''
    ? { state: 'good', text: `Table replayed, turn ${note.turn}`, detail }
    : { state: 'changed', text: `Table replayed to turn ${note.turn}`, detail }
}

/** What the examples show. */
export function examplesResult(entries: readonly ExampleEntry[], isDone: boolean, ms: number): WaveResult {
  const all = entries.length
  const failed = entries.filter(({ state }) => state === 'failed').length
  const waiting = entries.filter(({ state }) => state === 'waiting').length
  const detail = isDone ? duration(ms) : `${all - waiting} of ${all}`
  if (all === 0) return { state: 'none', text: 'No examples yet', detail: '' }
  if (failed > 0)
    return { state: 'bad', text: `${failed} of ${all} examples ${failed === 1 ? 'fails' : 'fail'}`, detail }
  if (waiting > 0) return { state: 'old', text: `${all - waiting} of ${all} examples pass`, detail }
  return { state: 'good', text: all === 1 ? 'The example passes' : `All ${all} examples pass`, detail }
}
