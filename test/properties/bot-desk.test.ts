/** Whatever a bot asks its host, positions that its seat can't tell apart give the same answers. */
import { type Game, Rng, type State } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BotDecision, BotDesk } from '../../packages/agents/src/external/bot-desk.js'
import { rulebookOf } from '../../packages/agents/src/external/rulebook.js'
import { botAnswers } from '../../packages/agents/src/schemas/bot-asks.js'
import { effort, isThorough } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { runsWithin, turns } from '../support/play.js'
import { veils } from '../support/leaky-game.js'

type Answer = Readonly<Record<string, unknown>>

const hiding: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
].filter(
  ({ game: { def } }) =>
    def.zones.some(({ visible }) => visible !== 'all') ||
    def.variables.some(({ hidden }) => hidden !== undefined),
)

/** Everything a bot can ask about a decision, with the answers. */
function everythingAsked(
  about: BotDecision,
  rng: Rng,
): { readonly answers: readonly Answer[]; deep: number } {
  const desk = new BotDesk(about)
  const { game } = about
  const answers: Answer[] = []
  const ask = (name: keyof typeof botAnswers, fields: Answer = {}): Answer => {
    const answer = desk.answer({ id: answers.length, ask: name, ...fields })
    const shape = 'error' in answer ? botAnswers.refusal : botAnswers[name]
    expect(
      shape.safeParse(answer).error?.issues,
      `${name}: ${JSON.stringify(answer).slice(0, 300)}`,
    ).toBeUndefined()
    answers.push(answer)
    return answer
  }
  ask('legal')
  for (const { id: seat } of game.def.seats) ask('legal', { seat })
  ask('evaluate')
  const { values, spaces, zones, seats } = rulebookOf(game)
  const places = [...zones, ...spaces].map(({ id }) => id)
  for (const { id: value, of } of sampled(values, 12, rng))
    for (const thing of of === undefined ? [undefined] : of === 'seat' ? seats : sampled(places, 4, rng))
      ask('evaluate', { value, ...(thing === undefined ? {} : { of: thing }) })
  ask('policy')
  ask('playout', { times: 2 })
  ask('playout', { agents: 'greedy', number: 5 })
  let deep = 0
  for (const number of [0, 1]) {
    const { position: root } = ask('imagine', { number })
    if (root === undefined) continue
    const { position } = ask('fork', { position: root })
    for (let step = 0; step < 4; step += 1) {
      const { decision } = ask('legal', { position }) as {
        decision?: { seat: string; options: { id: string }[] }
      }
      ask('evaluate', { position })
      ask('policy', { position })
      const choice = decision?.options[0]?.id
      if (choice === undefined) break
      const after = ask('decide', { position, choice, seat: decision?.seat, brief: step % 2 === 0 })
      if (!('error' in after)) deep += 1
    }
    ask('playout', { position })
  }
  ask('drop', { position: 'all' })
  return { answers, deep }
}

function sampled<T>(all: readonly T[], count: number, rng: Rng): T[] {
  return Array.from({ length: Math.min(count, all.length) }, () => all[rng.below(all.length)]).filter(
    (one) => one !== undefined,
  )
}

const QUICK = new Set(['veils', 'games/texas-holdem', 'games/three-crowns', 'games/fire-in-the-lake'])

describe.each(hiding.filter(({ name }) => isThorough || QUICK.has(name)))(
  `$name${leftOut()}`,
  ({ name, game }) => {
    it('answers the same in twin positions', () => {
      let [asked, deep, refused] = [0, 0, 0]
      const property = fc.property(fc.nat(), (seed) => {
        const rng = new Rng(seed)
        let n = 0
        for (const { state } of turns(game, seed, 40)) {
          n += 1
          if (n > 1 && rng.below(4) !== 0) continue
          const [seat] = game.deciding(state)
          if (seat === undefined) continue
          const twin = determinize(game, state, seat, new Rng(rng.below(1 << 20))) // with other dice, too
          const about = (position: State): BotDecision => ({
            game,
            state: position,
            seat,
            seed: `${seed}/${n}`,
            deadline: Number.POSITIVE_INFINITY,
          })
          const before = game.hash(state)
          const sample = rng.below(1 << 20)
          const here = everythingAsked(about(state), new Rng(sample))
          const there = everythingAsked(about(twin), new Rng(sample))
          expect(there.answers).toEqual(here.answers)
          expect(game.hash(state)).toBe(before)
          asked += here.answers.length
          deep += here.deep
          refused += here.answers.filter(
            ({ error }) => (error as { code: string } | undefined)?.code === 'hidden',
          ).length
        }
      })
      fc.assert(property, effort(58, runsWithin(game, 12, isThorough ? 2 : 1)))
      expect(asked).toBeGreaterThan(50)
      expect(name === 'veils' ? refused : deep).toBeGreaterThan(0) // there a secret choice is always in progress
    })
  },
)
