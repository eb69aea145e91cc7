/** Facts above actions and numbers: how often an action is taken, and a sweep of a number. */
import type { BalanceResult } from '@ludoforge/desk/balance'
import { count, decimal, declaredLines, type NumberPlace } from '@ludoforge/desk/report'
import type { Evaluation } from '@ludoforge/sim/evaluate'
import type { DeskState, LensFact } from '../desk-state.js'

/** Returns the facts above each action and each number, by `path:line`. */
export function balanceLenses(
  result: BalanceResult,
  files: DeskState['files'],
  sweep: (place: NumberPlace) => void,
): ReadonlyMap<string, readonly LensFact[]> {
  const { evaluation } = result.main
  const before = result.compared[0]?.before
  const facts = declaredLines(files).map(({ path, line, action, number }) => {
    const sweeps: LensFact[] =
      number === undefined ? [] : [{ text: `Sweep ${number.now}`, press: () => sweep(number) }]
    const used = action === undefined ? [] : actionFacts(`action ${action}`, evaluation, before)
    return [`${path}:${line}`, [...used, ...sweeps]] as const
  })
  return new Map(facts.filter(([, texts]) => texts.length > 0))
}

function actionFacts(key: string, now: Evaluation, before: Evaluation | undefined): string[] {
  const use = useOf(key, now)
  const old = before === undefined ? undefined : useOf(key, before)
  const was = (text: string | undefined, nowText: string): string =>
    text === undefined || text === nowText ? '' : `, was ${text}`
  if (use === undefined) {
    const { games } = now.statistics
    return games === 0 ? [] : [`never possible in ${count(games)} games${was(old?.times, '')}`]
  }
  return [
    `taken ${use.times} times a game${was(old?.times, use.times)}`,
    `in ${use.share} of its chances${was(old?.share, use.share)}`,
  ]
}

/** How often an action is taken in a game, and as a share of the decisions at which it is possible. */
function useOf(key: string, { options, statistics }: Evaluation) {
  const all = options.find((option) => option.key === key)?.all
  if (all === undefined || all.possible === 0) return undefined
  return {
    times: decimal(all.taken / Math.max(1, statistics.completed)),
    share: `${Math.round(100 * all.rate.value)} %`,
  }
}
