/** The report as a page of its own: the same as `ludoforge evaluate --report` and `ludoforge compare --report` write. */
import type { BalanceResult, LineupResult } from '@ludoforge/desk/balance'
import { comparisonReport, evaluationReport, reportPage } from '@ludoforge/desk/report'
import type { BalanceView } from './balance-state.js'

export function reportFile(
  result: BalanceResult,
  view: BalanceView,
  shown: LineupResult,
  before: string,
): { readonly name: string; readonly html: string } {
  const { main, skill, compared, seats, hasScenarios } = result
  const { game, title, seed } = main.evaluation
  const [own] = compared
  if (view !== 'compare' || own === undefined)
    return {
      name: `${game}-balance.html`,
      html: reportPage(evaluationReport(shown.evaluation, hasScenarios, skill)),
    }
  const seatName = (id: string) => seats.find((seat) => seat.id === id)?.name ?? id
  const about = `same seeds (${seed}) and players (${own.players}) on both sides`
  const report = comparisonReport(own.comparison, `${title}: ${before} → now`, seatName, about)
  return { name: `${game}-compare.html`, html: reportPage(report) }
}
