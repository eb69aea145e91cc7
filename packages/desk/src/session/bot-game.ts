/** A game that bots played in a simulation, played again for the table. */
import { choiceOfPicks } from '@ludoforge/agents'
import { type Game, presentSeats } from '@ludoforge/kernel'
import { playMatch, type Seed, startOptionsOf } from '@ludoforge/sim/evaluate'
import { botOnRecord, type DecisionEntry, type StoredTable } from '@ludoforge/table'

/** A game of a simulation, up to a decision. */
export interface BotGame {
  readonly seed: Seed
  /** In seat order. */
  readonly agents: readonly string[]
  /** How many of its decisions are played. */
  readonly decisions: number
}

/** Plays a game again, with the answer after which a rule fails, and returns its record. You play all seats from there. */
export function recordOfBotGame(game: Game, { seed, agents, decisions }: BotGame): StoredTable {
  const { def, fingerprint } = game
  const setup = { maxDecisions: decisions + 1 }
  const start = startOptionsOf(game, setup, agents, seed)
  const entries: DecisionEntry[] = []
  const { failure } = playMatch(game, setup, agents, seed, {
    started() {},
    asked() {},
    decided() {},
    chose(state, seat, picks) {
      const id = def.seats[seat]?.id ?? ''
      const decision = game.decision(state, id)
      if (decision === undefined) return
      entries.push({
        kind: 'decision',
        number: entries.length + 1,
        at: Date.now(),
        seat: id,
        name: decision.name,
        choice: choiceOfPicks(decision, picks),
        hash: '', // the replay computes it
        by: botOnRecord(agents[seat] ?? 'random'),
      })
    },
  })
  const isFailing = failure !== undefined && failure.decision <= decisions
  const options = start.options ?? {}
  const scenario = def.scenarios[0]?.id
  const beginning = { seed, options, ...(scenario === undefined ? {} : { scenario }) }
  const seats = Object.fromEntries(presentSeats(def, beginning).map(({ id }) => [id, 'me']))
  return {
    game: { id: def.id, title: def.title, fingerprint },
    beginning,
    name: def.title,
    seats,
    created: Date.now(),
    entries: isFailing ? entries : entries.slice(0, decisions),
  }
}
