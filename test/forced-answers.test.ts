/** Forced answers reveal no hidden information to other seats. */
import type { State, Step } from '@ludoforge/kernel'
import { eventsVisibleTo } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { gameFrom } from './support/games.js'

const YAML = `game: {id: hush}
seats: [ann, ben, cid]
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
cards:
  sun: {suit: gold, count: 6, supply: deck}
  moon: {suit: silver, count: 6, supply: deck}
seat-variables:
  omen: {range: 0..9, hidden: owner}
  score: 0..99`

/** Ann answers, then ben is asked by the rules; \`secret\` is what only ben knows. */
function steps(question: string, secret: string): Step[] {
  const rules = `play
  as ann
    do begin
  draw

procedure begin
  choose number from 1..2 "Begin"
  do answer
  choose number from 1..3 "End"

procedure answer
  ${question.split('\n').join('\n  ')}`
  const text = `# Hush\n\n\`\`\`yaml\n${YAML}\n\`\`\`\n\n\`\`\`rules\n${rules}\n\`\`\`\n`
  const game = gameFrom(text, 'hush.md')
  let state: State = game.apply(game.start(), secret)
  const made: Step[] = []
  for (let n = 0; n < 2; n += 1) {
    const decision = game.decision(state)
    if (decision === undefined) break
    const choice = decision.kind === 'number' ? 1 : (decision.options[0]?.id ?? [])
    made.push(game.step(state, choice))
    state = made.at(-1)?.state ?? state
  }
  return made
}

/** The events for cid, step by step, and the undo horizon. */
function told(question: string, secret: string): unknown {
  return steps(question, secret).map(({ events, horizon }) => [eventsVisibleTo(events, 'cid'), horizon])
}

describe("others can't see whether a seat had a choice", () => {
  const dealt = (cards: string): string => `${cards}\ndraw 2 cards from deck to hand of ann`
  it.each([
    ['a hidden variable leaves one option', 'choose x from [ann, ben] where it != ann or ben.omen > 3, by ben', 'set ben.omen to 9', 'set ben.omen to 0'],
    ['a hidden variable leaves one alternative', 'choose by ben\n  option stay\n  option go if ben.omen > 3\n    add 1 to ben.score', 'set ben.omen to 9', 'set ben.omen to 0'],
    ['a hidden variable leaves nothing to decline', 'choose x from seats where ben.omen > 3, or none, by ben', 'set ben.omen to 9', 'set ben.omen to 0'],
    ['a hidden card leaves one alternative', 'choose by ben\n  option stay\n  option go if some(gold cards in hand of ben)', dealt('move 1 sun in deck to hand of ben'), dealt('move 1 moon in deck to hand of ben')],
    ['a hidden card leaves nothing to take', 'choose up to 1 x from gold cards in hand of ben, by ben', dealt('move 1 sun in deck to hand of ben'), dealt('move 1 moon in deck to hand of ben')],
  ])('%s', (_, question, one, other) => {
    const [here, there] = [told(question, one), told(question, other)].map((all) => JSON.stringify(all))
    expect(here).toContain('"seat":"ben"')
    // Ben's answer may differ, but not the fact that he answered.
    const shape = (text: string | undefined): string =>
      String(text).replaceAll(/"choice":("[^"]*"|\[[^\]]*\])/g, '').replaceAll(/"label":"[^"]*",?/g, '')
    expect(shape(there)).toBe(shape(here))
    expect(here).not.toContain('forced')
  }) // biome-ignore format: one line each

  it('unless nothing is hidden', () => {
    const question = 'choose by ben\n  option stay\n  option go if some(gold cards in hand of ben)'
    expect(JSON.stringify(told(question, 'set ben.score to 1'))).toContain('"forced":true')
  })

  it('an answer that depends on hidden information is asked for even after it is gone', () => {
    const question = 'let rich = some(gold cards in hand of ben)\nmove cards in hand of ben to deck\nchoose by ben\n  option stay\n  option go if rich'
    for (const card of ['sun', 'moon'])
      expect(JSON.stringify(told(question, `move 1 ${card} in deck to hand of ben`))).not.toContain('forced')
  }) // biome-ignore format: one line
})
