/** Recorded games: random play of every game and scenario, kept as text so that a change of rules is seen in a diff. */
import { fileURLToPath } from 'node:url'
import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import type { Choice, Game, Outcome } from '@ludoforge/kernel'

const GAMES = fileURLToPath(new URL('../../games/', import.meta.url))
const SEED = 'golden'
/** A game is cut off after so many decisions. */
const LONGEST = 1000
/** A hash stands after so many decisions, and after the last one. */
const STRIDE = 20

type Decided = readonly [seat: string, name: string, choice: Choice]

export interface Golden {
  readonly game: string
  readonly scenario: string
  readonly seed: string
  readonly start: string // hash
  readonly steps: readonly { readonly made: readonly Decided[]; readonly hash: string }[]
  readonly outcome: Outcome | null // null: cut off
}

export { gameNames } from '@ludoforge/games'
export const folderOf = (name: string): string => `${GAMES}${name}`
export const scenariosOf = ({ def }: Game): readonly string[] => def.scenarios.map(({ id }) => id)
export const fileOf = (name: string, scenario: string): string =>
  fileURLToPath(new URL(`./${name}.${scenario}.json`, import.meta.url))

export function record(name: string, game: Game, scenario: string): Golden {
  const agent = makeAgent('random', SEED)
  let state = game.start({ scenario, seed: SEED })
  const start = game.hash(state)
  const steps: { made: Decided[]; hash: string }[] = []
  for (let n = 0; n < LONGEST && game.outcome(state) === undefined; n++) {
    const decision = game.decision(state)
    const [seat] = game.deciding(state)
    if (decision === undefined || seat === undefined) throw new Error(`${name}: nothing is asked.`)
    const choice = choiceOfPicks(decision, agent.choose(game, state, seat))
    state = game.decide(state, choice, decision.seat)
    if (n % STRIDE === 0) steps.push({ made: [], hash: '' })
    const last = steps.at(-1)
    last?.made.push([decision.seat, decision.name, choice])
    if (last !== undefined) last.hash = game.hash(state)
  }
  return { game: name, scenario, seed: SEED, start, steps, outcome: game.outcome(state) ?? null }
}

/** What differs from the record: nothing, or the first thing, in a sentence. */
export function difference(
  game: Game,
  { scenario, seed, start, steps, outcome }: Golden,
): string | undefined {
  let state = game.start({ scenario, seed })
  if (game.hash(state) !== start) return 'It begins with another position.'
  let n = 0
  for (const { made, hash } of steps) {
    for (const [seat, name, choice] of made) {
      n++
      const words = `Decision ${n}, ${seat} chooses ${JSON.stringify(choice)}`
      const decision = game.decision(state, seat)
      if (decision?.name !== name)
        return `${words}: ${seat} is asked ${decision?.name ?? 'nothing'}, not ${name}.`
      try {
        state = game.decide(state, choice, seat)
      } catch (error) {
        return `${words}: ${error instanceof Error ? error.message : String(error)}`
      }
    }
    if (game.hash(state) !== hash) return `The position after decision ${n} is another one.`
  }
  const ended = game.outcome(state) ?? null
  return JSON.stringify(ended) === JSON.stringify(outcome)
    ? undefined
    : `It ends with ${JSON.stringify(ended)}, not with ${JSON.stringify(outcome)}.`
}

/** As it is kept: a line for each stretch of decisions. */
export function written({ steps, ...rest }: Golden): string {
  const { outcome, ...head } = rest
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`)
  const fields = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  )
  return `{\n${fields.join(',\n')},\n  "steps": [\n${lines.join(',\n')}\n  ],\n  "outcome": ${JSON.stringify(outcome)}\n}\n`
}
