/** The log of recorded games for one seat, on a small screen. */
import { readFileSync } from 'node:fs'
import { gameNames } from '@ludoforge/games'
import { Rng, type StepEvent } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { describe, expect, it } from 'vitest'
import { Labels, Table } from '../packages/cli/src/terminal/board/index.js'
import { findGame, load, lookOf } from '../packages/cli/src/games.js'
import { TerminalLog } from '../packages/cli/src/terminal/play/log.js'
import { makePaint } from '../packages/cli/src/terminal/terminal.js'
import { fileOf, type Golden, scenariosOf } from './golden/golden.js'

interface Told {
  readonly events: readonly StepEvent[] // since the seat's last decision
  readonly digest: (width: number, height: number) => readonly string[]
}

/** The log of a seat at each of its decisions and at the end, with the computed values. */
async function* told(name: string, wanted?: string): AsyncGenerator<Told> {
  const found = findGame(name)
  const game = await load(found)
  const labels = new Labels(game.def, lookOf(found, game, 'words').look, makePaint(false))
  const table = new Table(game, labels)
  for (const scenario of wanted === undefined ? scenariosOf(game) : [wanted]) {
    const { seed, steps } = JSON.parse(readFileSync(fileOf(name, scenario), 'utf8')) as Golden
    const me = game.def.seats[0]?.id ?? ''
    const story = new TerminalLog(labels, me)
    const opening = game.begin({ scenario, seed })
    let { state } = opening
    story.tell(opening.events)
    const values = (): Values | undefined => (wanted === undefined ? undefined : table.seen(state, me).values)
    let [mark, events, before] = [story.mark(), [] as StepEvent[], values()]
    const now = (): Told => {
      const [since, after] = [mark, values()]
      const standing = before && after && { before, after }
      return { events, digest: (width, height) => story.digest(since, width, height, standing) }
    }
    for (const [seat, , choice] of steps.flatMap(({ made }) => made)) {
      if (seat === me && events.length > 0) {
        yield now()
        ;[mark, events, before] = [story.mark(), [], values()]
      }
      const step = game.step(state, choice, seat)
      state = step.state
      story.tell(step.events)
      events = [...events, ...step.events]
    }
    yield now()
  }
}

const flat = (lines: readonly string[]): string => lines.join(' ').replaceAll(/\s+/g, ' ')

describe.each(gameNames())('a recorded game of %s', (name) => {
  it('ends with the result, even on the smallest screen, and shows everything if there is room', async () => {
    const rng = new Rng(name)
    let said = 0
    for await (const { events, digest } of told(name)) {
      const texts = events.flatMap((event) =>
        event.type === 'said' && event.to === undefined ? [event.text.replaceAll(/\s+/g, ' ')] : [],
      )
      const last = texts.at(-1)
      if (last === undefined || (said > 20 && rng.below(6) > 0)) continue
      const isOver = events.some(({ type }) => type === 'over')
      const small = flat(digest(80, isOver ? 8 : 6))
      expect(small, small).toContain(last.slice(0, 40))
      const large = flat(digest(120, 400))
      for (const text of texts) expect(large).toContain(text)
      said += 1
    }
    expect(said === 0).toBe(
      ['connect-four', 'liars-dice', 'outposts', 'reversi', 'tic-tac-toe'].includes(name),
    )
  })
})

describe('the log at 80 columns', () => {
  it('shows the winner of the hand under its heading, and the stacks', async () => {
    const found: string[] = []
    for await (const { digest } of told('texas-holdem', 'heads-up')) found.push(digest(80, 10).join('\n'))
    expect(found).toMatchInlineSnapshot(`
      [
        "Hand 1: Boris calls 10
      Now pot 30 → 40; Boris: stack 1490 → 1480; Boris: bet 10 → 20",
        "Hand 1
        Ada chooses All in: 1480 more, 1500 in all; Boris folds
        The pots: Ada wins 40
      Hand 2
        button Boris → Ada
        The deal
          Q♠ and 4♣ dealt to Ada
          2 cards are dealt
      Now pot 40 → 30; to call 10; stack: Ada 1480 → 1510, Boris 1480 → 1460; Ada:
          bet 20 → 10",
        "Hand 2
        Ada folds
        The pots: Boris wins 20
      Hand 3
        The deal · 3♦ and Q♦ dealt to Ada
        Boris chooses All in: 1480 more, 1490 in all
      Now pot 30 → 1510; to call 10 → 1470; stack: Ada 1510 → 1490, Boris 1460 →
          0; bet: Ada 10 → 20, Boris 20 → 1490",
        "Hand 3
        The flop: 3♥ and 2♣ shown by Boris; 10♦, 10♥ and 4♠ dealt to Board
        The turn: 7♠ dealt to Board
        The river: K♥ dealt to Board
        The pots · Ada wins 2980 with pair: Q♦, 10♦, 10♥, 7♠ and K♥
      Boris is out in place 2
      Ada wins: Ada has all the chips
      Now pot 1510 → 0; to call 1470 → 0; you hold high card → none; Ada: stack
          1490 → 3000; bet: Ada 20 → 0, Boris 1490 → 0
      … 2 more lines (type log)",
      ]
    `)
  })

  it('shows the simultaneous bids and the winner', async () => {
    for await (const { digest } of told('goofspiel', 'three')) {
      expect(digest(80, 10)).toMatchInlineSnapshot(`
        [
          "Red chooses Red 9; Green chooses Green 12; Blue chooses Blue 13",
          "Blue takes prizes worth 5 · Prize 2 dealt to On offer",
          "Now points on offer 5 → 2; Blue: points 5; Red, Green, Blue: cards 13 → 12",
        ]
      `)
      break
    }
  })
})
