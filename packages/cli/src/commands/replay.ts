import { printable, type StepEvent } from '@ludoforge/kernel'
import { BadTrace, beginningOf, replay as replayed, ReplayMismatch } from '@ludoforge/play'
import { readTrace } from '@ludoforge/sim'
import { Labels, Table } from '../terminal/board/index.js'
import { findGame, load, lookOf } from '../games.js'
import { outcomeLines, TerminalLog } from '../terminal/play/log.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT } from '../usage.js'

export interface ReplayOptions {
  readonly verify: boolean
  readonly step: boolean
  readonly game?: string
}

/** Replays a saved game and checks the hash of each state against the record. */
export async function replay(file: string, options: ReplayOptions, terminal: Terminal): Promise<number> {
  const trace = readTrace(file)
  for (const note of trace.notes) terminal.err(note)
  const found = findGame(options.game ?? trace.header.path)
  const game = await load(found)
  const labels = new Labels(game.def, lookOf(found, game, 'words').look, terminal.paint)
  const table = new Table(game, labels)
  const show = (line: string) => {
    if (!options.verify) terminal.out(line)
  }
  try {
    const opening = beginningOf(game, trace.header)
    let { state } = opening
    const log = new TerminalLog(labels, null)
    show(`${terminal.paint.bold(game.def.title)} · ${trace.header.scenario} · seed ${trace.header.seed}`)
    const showEvents = (events: readonly StepEvent[]) => {
      // The file holds the whole game, so the log shows what every seat saw.
      const mark = log.mark()
      log.tell(mostDetailed(events))
      for (const line of log.digest(mark, terminal.width - 2, Number.POSITIVE_INFINITY)) show(`  ${line}`)
    }
    showEvents(opening.events)
    if (options.step) show(`\n${table.lines(state, null, terminal.width).join('\n')}`)
    for (const step of replayed(game, trace)) {
      state = step.state
      const { n, hash } = step.decision
      show(terminal.paint.dim(`${n}. ${hash}`))
      showEvents(step.events)
      if (!options.step) continue
      show(`\n${table.lines(state, null, terminal.width).join('\n')}`)
      if ((await terminal.input.line('Press Enter for the next decision, or type q to quit > ')) === 'q')
        return EXIT.ok
    }
    const outcome = game.outcome(state)
    if (outcome !== undefined) show(outcomeLines(outcome, labels).join('\n'))
    else show('The record ends here.')
    const ending = outcome === undefined ? 'not over yet' : 'played to its end'
    if (options.verify) {
      terminal.out(`${terminal.paint.green('ok')} ${trace.decisions.length} decisions reproduced, ${ending}`)
    }
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof ReplayMismatch) && !(error instanceof BadTrace)) throw error
    terminal.err(`${terminal.paint.red('FAIL')} ${printable(`${file}: ${error.message}`)}`)
    return EXIT.failed
  } finally {
    terminal.input.close()
  }
}

/** Keeps the most detailed version of each event that seats see differently. The spectators' version has the least. */
function mostDetailed(events: readonly StepEvent[]): StepEvent[] {
  return events
    .filter((event, i) => event.to?.includes(null) !== true && !isSame(event, events[i - 1]))
    .map(({ to: _to, ...event }) => event)
}

/** Compares two versions of one move: for the seats that see its origin, and for those that see its target. */
function isSame(event: StepEvent, before: StepEvent | undefined): boolean {
  if (event.type !== 'moved' || before?.type !== 'moved') return false
  if (event.to === undefined || before.to === undefined || event.to.some((seat) => before.to?.includes(seat)))
    return false
  return event.from === before.from && event.into === before.into && event.count === before.count
}
