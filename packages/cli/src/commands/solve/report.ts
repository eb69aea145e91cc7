import type { SolvedPolicy } from '@ludoforge/agents'
import type { Game } from '@ludoforge/kernel'
import type { Payoff } from '@ludoforge/solve'
import { count } from '@ludoforge/desk/report'

/** What `solve` found: a value, a policy, or the exploitability of an agent. */
export type SolveReport = ValueReport | PolicyReport

interface ValueReport {
  readonly method: string
  readonly value: number
  readonly payoff: Payoff
  readonly positions: number
  readonly seconds: number
  readonly best: string | null
  readonly policy?: undefined
}

interface PolicyReport {
  readonly method?: string
  readonly agent?: string
  readonly samples?: number | null // null: the policy is known exactly
  readonly iterations?: number
  readonly payoff: Payoff
  readonly seconds: number
  readonly sets: number
  readonly nodes?: number
  readonly value?: number
  readonly responses?: readonly [number, number]
  readonly exploitability?: number
  readonly policy?: SolvedPolicy
}

/** A proven value, in words. */
export function valueLines(
  game: Game,
  { method, value, payoff, positions, seconds, best }: ValueReport,
): string[] {
  const [first = '', second = ''] = seatNames(game)
  const words =
    payoff === 'score'
      ? `${first} scores ${amount(value)} more than the average, with best play of both`
      : `${value > 0 ? `${first} wins` : value < 0 ? `${second} wins` : 'a draw'}, with best play of both`
  return [
    `${game.def.title}: ${method}, ${count(positions)} positions in ${seconds.toFixed(1)} s`,
    method === 'minimax' ? `proven: ${words}` : `${first} expects ${amount(value)}`,
    ...(best === null ? [] : [`best first answer: ${best}`]),
  ]
}

/** A policy or an agent: its value and how far it is from an equilibrium. */
export function policyLines(game: Game, report: PolicyReport): string[] {
  const { value, responses, exploitability } = report
  const [first, second] = seatNames(game)
  const size = report.nodes === undefined ? '' : `${count(report.nodes)} positions, `
  const exact =
    value === undefined || responses === undefined || exploitability === undefined
      ? ['exploitability: not computed, the game tree is too large']
      : [
          `value: ${first} ${amount(value)}, ${second} ${amount(-value)}`,
          `best responses: ${first} ${amount(responses[0])}, ${second} ${amount(responses[1])}`,
          `exploitability: ${amount(exploitability)}`,
        ]
  return [titleOf(game, report), `${size}${count(report.sets)} information states`, ...exact]
}

function titleOf(game: Game, { agent, samples, method, iterations = 0, seconds }: PolicyReport): string {
  const time = `${seconds.toFixed(1)} s`
  if (agent === undefined)
    return `${game.def.title}: ${method ?? ''}, ${count(iterations)} iterations in ${time}`
  const how =
    typeof samples === 'number' ? `sampled ${count(samples)} times in each information state` : 'exact'
  return `${game.def.title}: the agent ${agent}, ${how}, in ${time}`
}

const amount = (value: number): string => (Math.abs(value) < 5e-7 ? '0' : value.toPrecision(4))

const seatNames = ({ def }: Game): string[] => def.seats.map(({ id, name }) => name ?? id)
