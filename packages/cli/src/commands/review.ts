/** `review`: the graph of a saved game, and the turns where a player gave away most. */
import {
  type PlayedTurn,
  playTurn,
  type ReviewedTurn,
  reviewTurn,
  type TurnStep,
  turnsIn,
  worstTurns,
} from '@ludoforge/agents'
import { type GameDef, printable, type State } from '@ludoforge/kernel'
import { beginningOf } from '@ludoforge/play'
import { readTrace } from '@ludoforge/sim'
import { choiceLabel, HUMAN, standingValue } from '@ludoforge/table'
import { findGame, load, lookOf } from '../games.js'
import { readCount } from '../settings.js'
import { Labels, Table } from '../terminal/board/index.js'
import { wrapLine } from '../terminal/play/wrap.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface ReviewOptions {
  readonly seat?: string
  readonly iterations: string
  readonly count: string
  readonly game?: string
  readonly json: boolean
}

const SEED = 'review'
const BARS = '▁▂▃▄▅▆▇█'

/** Reviews a saved game and prints what it finds. */
export async function review(file: string, options: ReviewOptions, terminal: Terminal): Promise<number> {
  const { header, decisions } = readTrace(file)
  const found = findGame(options.game ?? header.path)
  const game = await load(found)
  const { def } = game
  const seats = reviewedSeats(def, header.seats, options.seat)
  const iterations = readCount('--iterations', options.iterations, 1, 1e6)
  const labels = new Labels(def, lookOf(found, game, 'words').look, terminal.paint)
  const { state } = beginningOf(game, header)
  const turns = turnsIn(game, state, decisions)
  const own = turns.filter(({ seat }) => seats.includes(def.seats[seat]?.id ?? ''))
  const stop = new AbortController()
  const silence = terminal.onInterrupt(() => stop.abort())
  const reviewed: ReviewedTurn[] = []
  try {
    for (const [i, turn] of own.entries()) {
      if (stop.signal.aborted) break
      const result = await reviewTurn(
        game,
        turn,
        { iterations, seed: SEED },
        {
          stopped: () => stop.signal.aborted,
          progress: (spent) =>
            terminal.status(
              `turn ${i + 1} of ${own.length} · ${Math.round((100 * (i + spent)) / own.length)} %`,
            ),
        },
      )
      if (result !== undefined) reviewed.push(result)
    }
  } finally {
    silence()
    terminal.status('')
  }
  const worst = worstTurns(reviewed, readCount('--count', options.count, 1, 1000))
  if (options.json)
    terminal.out(
      JSON.stringify(
        worst.map((turn) => plainTurn(def, turn)),
        null,
        2,
      ),
    )
  else {
    const graph = graphLines(new Table(game, labels), turns, terminal.width)
    const lines = worst.flatMap((turn) => turnLines(def, turn, turns.indexOf(turn.turn) + 1, terminal.width))
    if (lines.length === 0) lines.push('No turn gave away much.')
    terminal.out([...graph, ...(graph.length === 0 ? [] : ['']), ...lines].join('\n'))
  }
  return stop.signal.aborted ? EXIT.interrupted : EXIT.ok
}

/** The seats to review: the named one, those of people, or all. */
function reviewedSeats(
  def: GameDef,
  players: Readonly<Record<string, string>>,
  given: string | undefined,
): readonly string[] {
  const all = def.seats.map(({ id }) => id)
  if (given !== undefined) {
    if (!all.includes(given))
      throw new UsageError(`There is no seat "${printable(given)}". The seats are: ${all.join(', ')}.`)
    return [given]
  }
  const people = all.filter((seat) => players[seat] === HUMAN)
  return people.length === 0 ? all : people
}

/** How each seat stands before each turn and at the end: a heading, and a row of bars for each seat. */
function graphLines(table: Table, turns: readonly PlayedTurn[], width: number): string[] {
  const { game, labels, reckon } = table
  const { def } = game
  const index = standingValue(labels.words)
  const standing = (at: State, seat: string): number | undefined => {
    const value = reckon(at, seat).seats[seat]?.[index] ?? game.worth(at, seat)
    return typeof value === 'number' ? value : undefined
  }
  const last = turns.at(-1)
  const end =
    last === undefined ? [] : [playTurn(game, last.state, def.seats[last.seat]?.id ?? '', last.choices).state]
  const positions = [...turns.map(({ state }) => state), ...end]
  const wide = Math.max(...def.seats.map(({ name }) => name.length))
  const rows = def.seats.flatMap(({ id, name }) => {
    const values = positions.flatMap((state) => standing(state, id) ?? [])
    return values.length < 2 ? [] : [`${name.padEnd(wide)} ${sparkline(values, width - wide - 16)}`]
  })
  const title = labels.words.reckoned.seatValues[index]?.title ?? 'standing'
  const heading = `${title.slice(0, 1).toUpperCase()}${title.slice(1)} over ${turns.length === 1 ? '1 turn' : `${turns.length} turns`}`
  return rows.length === 0 ? [] : [heading, ...rows]
}

/** Values as a row of bars, with the first and the last as numbers. */
function sparkline(values: readonly number[], width: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const length = Math.max(1, Math.min(width, values.length))
  const bars = Array.from({ length }, (_, i) => {
    const value = values[Math.floor((i * values.length) / length)] ?? low
    return BARS[Math.round(((value - low) / Math.max(1, high - low)) * (BARS.length - 1))]
  })
  return `${bars.join('')} ${values[0] ?? ''} to ${values.at(-1) ?? ''}`
}

/** A turn in words: the labels of its answers. */
function turnText(def: GameDef, steps: readonly TurnStep[]): string {
  return steps.map(({ decision, choice }) => choiceLabel(def, decision, choice)).join(', ')
}

function turnLines(
  def: GameDef,
  { turn, played, best, loss }: ReviewedTurn,
  number: number,
  width: number,
): string[] {
  const seat = def.seats[turn.seat]?.name ?? ''
  return [
    `Turn ${number}, ${seat}: gave away ${Math.round(loss)} points (expected score ${Math.round(played.score)} % instead of ${Math.round(best.score)} %)`,
    `  played: ${turnText(def, played.steps)}`,
    `  better: ${turnText(def, best.steps)}`,
  ].flatMap((line) => wrapLine(line, width))
}

function plainTurn({ seats }: GameDef, { turn, played, best, loss }: ReviewedTurn) {
  const choices = (steps: readonly TurnStep[]) => steps.map(({ choice }) => choice)
  return {
    seat: seats[turn.seat]?.id,
    decision: turn.first,
    loss,
    played: { score: played.score, choices: choices(played.steps) },
    best: { score: best.score, choices: choices(best.steps) },
  }
}
