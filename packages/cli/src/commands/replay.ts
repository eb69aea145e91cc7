import { BadTrace, readTrace, replay as replayed, ReplayMismatch, startOf } from '@ludoforge/sim'
import { Labels, Table } from '../board/index.js'
import { findGame, load, lookOf } from '../games.js'
import { logLines, outcomeLines } from '../play/log.js'
import { wrapped } from '../play/screen.js'
import type { Terminal } from '../terminal.js'
import { EXIT } from '../usage.js'

export interface ReplayOptions {
  readonly verify: boolean
  readonly step: boolean
  readonly game?: string
}

/** Plays a saved game again and checks each step against what was recorded. */
export async function replay(file: string, options: ReplayOptions, terminal: Terminal): Promise<number> {
  const trace = readTrace(file)
  for (const note of trace.notes) terminal.err(note)
  const found = findGame(options.game ?? trace.header.path)
  const game = await load(found)
  const labels = new Labels(game.def, lookOf(found).look, terminal.paint)
  const table = new Table(game, labels)
  const show = (line: string) => {
    if (!options.verify) terminal.out(line)
  }
  try {
    let state = startOf(game, trace.header)
    show(`${terminal.paint.bold(game.def.title)} · ${trace.header.scenario} · seed ${trace.header.seed}`)
    if (options.step) show(`\n${table.lines(state, null, terminal.width).join('\n')}`)
    for (const step of replayed(game, trace)) {
      state = step.state
      const { n, hash } = step.decision
      show(terminal.paint.dim(`${n}. ${hash}`))
      // Whoever has the file has the whole game: every seat's knowledge is shown.
      for (const line of logLines(everybody(step.events), labels, null)) {
        for (const part of wrapped(`  ${line}`, terminal.width)) show(part)
      }
      if (!options.step) continue
      show(`\n${table.lines(state, null, terminal.width).join('\n')}`)
      if ((await terminal.input.line('Enter for the next decision, q to end > ')) === 'q') return EXIT.ok
    }
    const outcome = game.outcome(state)
    if (outcome !== undefined) show(outcomeLines(outcome, labels).join('\n'))
    else show('The recorded game goes no further.')
    const ending = outcome === undefined ? 'not over yet' : 'played to its end'
    if (options.verify) {
      terminal.out(`${terminal.paint.green('ok')} ${trace.decisions.length} decisions reproduced, ${ending}`)
    }
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof ReplayMismatch) && !(error instanceof BadTrace)) throw error
    terminal.err(`${terminal.paint.red('FAIL')} ${file}: ${error.message}`)
    return EXIT.failed
  } finally {
    terminal.input.close()
  }
}

/** Of an event that was told in two ways, one to those who know and one to the rest, the telling one. */
function everybody(events: Parameters<typeof logLines>[0]): Parameters<typeof logLines>[0] {
  return events.filter((event, i) => !isVeiled(event, events[i - 1])).map(({ to: _to, ...event }) => event)
}

type Event = Parameters<typeof logLines>[0][number]

function isVeiled(event: Event, before: Event | undefined): boolean {
  if (event.to === undefined || before?.to === undefined || before.type !== event.type) return false
  const known = new Set(before.to)
  return !event.to.some((seat) => known.has(seat))
}
