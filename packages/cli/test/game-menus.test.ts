/** All questions of the installed games fit on the screen, and every shown option can be typed. */
import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { loadGame } from '@ludoforge/compiler'
import type { Decision, Game } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { Labels, widthOf } from '../src/terminal/board/index.js'
import { findGame, knownGames, lookOf } from '../src/games.js'
import { parseAnswer } from '../src/terminal/play/parse-answer.js'
import {
  type ShownQuestion,
  isAmount,
  Menu,
  numberedLabel,
  choosableItems,
} from '../src/terminal/play/menu.js'
import { menuLines, promptText } from '../src/terminal/play/menu-lines.js'
import { makePaint } from '../src/terminal/terminal.js'
import { isThorough } from '../../../test/support/effort.js'

const DECISIONS = isThorough ? 240 : 80

/** The questions of random games of every scenario, numbered as in a game. */
function* questions(game: Game, perScenario: number): Generator<ShownQuestion> {
  const scenarios = game.def.scenarios.length === 0 ? [undefined] : game.def.scenarios.map(({ id }) => id)
  for (const scenario of scenarios) {
    let left = perScenario
    for (let seed = 1; left > 0 && seed < 30; seed += 1) {
      const agent = makeAgent('random', seed)
      const menu = new Menu()
      let state = game.start({ seed, ...(scenario === undefined ? {} : { scenario }) })
      let before: Decision | undefined
      let turn = 0
      for (; left > 0; left -= 1) {
        const decision = game.decision(state)
        if (decision === undefined) break
        if (before?.seat !== decision.seat) turn += 1
        before = decision
        yield menu.number(decision, String(turn))
        const seat = game.def.seats.findIndex(({ id }) => id === decision.seat)
        state = game.decide(state, choiceOfPicks(decision, agent.choose(game, state, seat)), decision.seat)
      }
    }
  }
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ')

const SIZES = [
  [80, 16],
  [140, 36],
  [40, 14],
] as const

describe.each(knownGames().map((name) => [name, findGame(name)] as const))('%s', (_, at) => {
  it('fits its questions on the screen; each option is shown, or counted if there is little room', async () => {
    const game = await loadGame(at.path)
    const labels = new Labels(game.def, lookOf(at, game).look, makePaint(false))
    for (const asked of questions(game, DECISIONS))
      for (const [width, height] of SIZES) {
        const lines = menuLines(asked, labels, width, height)
        const text = lines.join('\n')
        expect(lines.filter((line) => widthOf(line) > width)).toEqual([])
        expect(lines.length, text).toBeLessThanOrEqual(height)
        expect(promptText(asked).length).toBeLessThanOrEqual(60)
        // With little room, a long name may be cut.
        const there = plain(text)
        const shown = choosableItems(asked).filter((item) => {
          const name = isAmount(asked.decision) ? item.label : numberedLabel(item)
          return there.includes(width >= 80 ? name : name.slice(0, 24))
        })
        const counted = Number(/… and (\d+) more/u.exec(text)?.[1] ?? 0)
        expect(shown.length + counted, text).toBe(choosableItems(asked).length)
        if (width >= 80) expect(counted, text).toBe(0)
      }
  })

  it('finds each option by its number and its name', async () => {
    const game = await loadGame(at.path)
    for (const asked of questions(game, DECISIONS / 3))
      for (const { number, label, id, offer } of choosableItems(asked)) {
        const { kind, min, max } = asked.decision
        const choice = offer === undefined ? (kind === 'many' ? [id] : id) : { offer: id }
        if (offer === undefined && kind === 'many' && min > 1) {
          // One pick may be too few: refused at once by number, and on answering by name.
          const bound = min === max ? 'exactly' : 'at least'
          const few = { problem: expect.stringContaining(`Choose ${bound} ${min}, not 1`) as string }
          expect(parseAnswer(`#${number}`, asked)).toEqual(few)
          expect(parseAnswer(label, asked)).toEqual({ choice })
          continue
        }
        expect(parseAnswer(`#${number}`, asked)).toEqual({ choice })
        expect(parseAnswer(label, asked)).toEqual({ choice })
        const byNumber = parseAnswer(String(number), asked)
        if (isAmount(asked.decision)) expect(byNumber).not.toEqual({ choice: { offer: id } })
        else if ('problem' in byNumber) expect(byNumber.problem).toContain(`#${number}`)
        else expect(byNumber).toEqual({ choice })
      }
  })
})
