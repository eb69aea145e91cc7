import type { Evaluation, TournamentResult } from '@ludoforge/sim/evaluate'
import { count } from './figures.js'
import { findings } from './findings.js'
import type { Report } from './report.js'
import { sectionsOf } from './sections.js'

/** The report of an evaluation. */
export function evaluationReport(
  result: Evaluation,
  hasScenarios: boolean,
  skill?: TournamentResult,
): Report {
  const { title, seats, statistics, scenario, seed } = result
  const agents = [...new Set(seats.map(({ agent }) => agent))]
  const who =
    agents.length === 1
      ? `every seat plays ${agents[0]}`
      : seats.map(({ name, agent }) => `${name} plays ${agent}`).join(', ')
  const failed = statistics.games - statistics.completed
  return {
    title: `${title}: ${count(statistics.completed)} games in ${statistics.seconds.toFixed(1)} s`,
    about: [
      ...(scenario === undefined || !hasScenarios ? [] : [`scenario ${scenario}`]),
      `seed ${seed}`,
      who,
      ...(failed === 0 ? [] : [`${count(failed)} more games failed`]),
    ].join('; '),
    findings: findings(result, skill),
    sections: sectionsOf(result, skill),
  }
}
