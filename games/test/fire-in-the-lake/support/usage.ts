/** Random games of Fire in the Lake, watched at every decision, and how often each action was taken in them. */
import type { LoadedGame } from '@ludoforge/compiler'
import { Rng } from '@ludoforge/kernel'
import { itemAt } from '../../../../test/support/items.js'
import { broken } from './game.js'
import { drawChoice } from '../../../../test/support/play.js'

export interface Usage {
  /** How often each operation and special activity was taken. */
  readonly taken: ReadonlyMap<string, number>
  readonly games: number
  readonly decisions: number
  /** What did not hold, and where. */
  readonly broken: readonly string[]
}

/** The operations and special activities of the game, in the order of the rulebook. */
export function actionsOf(game: LoadedGame, tag: 'operation' | 'activity'): string[] {
  return game.def.procedures.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id)
}

export function watch(game: LoadedGame, scenario: string, games: number): Usage {
  const taken = new Map(
    [...actionsOf(game, 'operation'), ...actionsOf(game, 'activity')].map((id) => [id, 0]),
  )
  const wrong: string[] = []
  let decisions = 0
  for (let seed = 0; seed < games; seed += 1) {
    const rng = new Rng(`usage ${scenario} ${seed}`)
    let state = game.start({ scenario, seed })
    for (;;) {
      for (const what of broken(game, state))
        wrong.push(`${scenario}, seed ${seed}, decision ${decisions}: ${what}`)
      const decision = game.decision(state)
      if (decision === undefined) break
      decisions += 1
      const { state: after, events } = game.step(state, drawChoice(decision, rng))
      state = after
      for (const event of events)
        if (event.type === 'began' && taken.has(event.action))
          taken.set(event.action, (taken.get(event.action) ?? 0) + 1)
    }
    if (game.outcome(state)?.winners.length !== 1) wrong.push(`${scenario}, seed ${seed}: no winner`)
  }
  return { taken, games, decisions, broken: wrong }
}

/** Those that nobody took. */
export function unused(usages: readonly Usage[]): string[] {
  const first = itemAt(usages, 0)
  return [...first.taken.keys()].filter((id) => usages.every(({ taken }) => taken.get(id) === 0))
}

/** A table of the numbers: an action a line, a column for each scenario. */
export function report(usages: ReadonlyMap<string, Usage>): string {
  const all = [...usages.values()]
  const line = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(14) + cells.map((cell) => String(cell).padStart(10)).join('')
  return [
    line('', [...usages.keys()]),
    line(
      'games',
      all.map(({ games }) => games),
    ),
    line(
      'decisions',
      all.map(({ decisions }) => decisions),
    ),
    ...[...itemAt(all, 0).taken.keys()].map((id) =>
      line(
        id,
        all.map(({ taken }) => taken.get(id) ?? 0),
      ),
    ),
  ].join('\n')
}
