/** The log digest for a seat: random games of every game, at every width and height. */
import { stripVTControlCharacters } from 'node:util'
import { type Game, Rng, type StepEvent } from '@ludoforge/kernel'
import { isVisibleTo } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { Labels } from '../../packages/cli/src/terminal/board/index.js'
import { findGame, load, lookOf } from '../../packages/cli/src/games.js'
import { TerminalLog } from '../../packages/cli/src/terminal/play/log.js'
import { makePaint } from '../../packages/cli/src/terminal/terminal.js'
import { gameNames } from '@ludoforge/games'
import { beginning, drawChoice } from '../support/play.js'
import { isThorough } from '../support/effort.js'

const STEPS = isThorough ? 160 : 60

/** The events of a random game, step by step. */
function played(game: Game, seed: number): readonly (readonly StepEvent[])[] {
  const rng = new Rng(seed)
  const { state: first, events } = game.begin(beginning(game, seed))
  const steps = [events]
  let state = first
  for (let n = 0; n < STEPS; n += 1) {
    const decision = game.decision(state)
    if (decision === undefined) break
    const step = game.step(state, drawChoice(decision, rng), decision.seat)
    steps.push(step.events)
    state = step.state
  }
  return steps
}

const MORE = /^… (\d+) more lines? \(type log\)$/

describe.each(gameNames())('the log of %s', (name) => {
  it('fits every width and height, folds correctly, and reveals nothing hidden', async () => {
    const found = findGame(name)
    const game = await load(found)
    const { look } = lookOf(found, game, 'words')
    for (const seed of [1, 2]) {
      const rng = new Rng(seed)
      const steps = played(game, seed)
      for (const seat of [...game.def.seats.map(({ id }) => id).slice(0, 3), null]) {
        const labels = new Labels(game.def, look, makePaint(seed === 2))
        const [story, told] = [new TerminalLog(labels, seat), new TerminalLog(labels, seat)]
        for (const [number, events] of steps.entries()) {
          story.tell(events)
          told.tell(events.filter((event) => isVisibleTo(event, seat)).map(({ to: _to, ...event }) => event))
          if (rng.below(8) > 0 && number < steps.length - 1) continue
          const since = number - 1 - rng.below(30)
          const width = 40 + rng.below(110)
          const height = 4 + rng.below(rng.below(2) === 0 ? 6 : 40)
          const lines = story.digest(since, width, height).map((line) => stripVTControlCharacters(line))
          const place = `${name}, seed ${seed}, ${seat}, step ${number} since ${since}, ${width} x ${height}`
          expect(lines.length, place).toBeLessThanOrEqual(height)
          for (const line of lines)
            expect(Array.from(line).length, `${place}: ${line}`).toBeLessThanOrEqual(width)
          expect(told.digest(since, width, height).map((line) => stripVTControlCharacters(line))).toEqual(
            lines,
          )
          const folded = Number(MORE.exec(lines.at(-1) ?? '')?.[1] ?? 0)
          const whole = story.digest(since, width, 1000)
          expect(MORE.test(stripVTControlCharacters(whole.at(-1) ?? '')), place).toBe(false)
          const less = story.digest(since, width, 4).at(-1) ?? ''
          const most = Number(MORE.exec(stripVTControlCharacters(less))?.[1] ?? 0)
          expect(most, place).toBeGreaterThanOrEqual(folded)
          if (whole.length > 0) expect(lines.length, place).toBeGreaterThan(0)
        }
        expect(story.turns('all', 80)).toEqual(told.turns('all', 80))
        for (const line of story.turns('all', 60))
          expect(Array.from(stripVTControlCharacters(line)).length).toBeLessThanOrEqual(60)
      }
    }
  })
})
