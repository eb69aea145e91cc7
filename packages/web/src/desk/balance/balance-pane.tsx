/** Balance: what many games show about the rules, and what an edit changes. */
import { type ReactNode, useEffect } from 'react'
import { BalanceCharts } from './balance-charts.js'
import { BalanceRail } from './balance-rail.js'
import './balance.css'
import './compare.css'
import { CompareView } from './compare-view.js'
import { FailingGames } from './failing-games.js'
import { SweepView } from './sweep-view.js'
import { useBalance, useColours } from './use-balance.js'

export default function BalancePane(): ReactNode {
  const isOld = useBalance((balance) => balance.isOld)
  const problem = useBalance((balance) => balance.problem)
  const view = useBalance((balance) => balance.view)
  useTableKey()
  return (
    <div className={`balance ${isOld ? 'old' : ''}`}>
      <BalanceRail />
      <div className="balance-page">
        {problem === undefined || view === 'sweep' ? null : (
          <p className="fig" role="alert">
            {problem} The figures are of the last rules that could be played.
          </p>
        )}
        <View />
      </div>
    </div>
  )
}

/** T shows the figures of all charts as tables, and the charts again. */
function useTableKey(): void {
  const toggle = useBalance((balance) => balance.toggleTables)
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      const isTyping =
        target instanceof Element && target.closest('.desk-editor, input, select, dialog') !== null
      if (key.toLowerCase() === 't' && !ctrlKey && !metaKey && !altKey && !isTyping) toggle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])
}

function View(): ReactNode {
  const view = useBalance((balance) => balance.view)
  const result = useBalance((balance) => balance.result)
  const colours = useColours()
  if (view === 'sweep') return <SweepView />
  if (result === undefined) return <p className="opening">The first games are being played …</p>
  const { main } = result
  const isRandom = result.agents.every(
    (agent) => agent === 'random' || agent === 'greedy' || agent === 'easy',
  )
  return (
    <>
      <FailingGames lineup={main} />
      {view === 'compare' ? (
        <CompareView result={result} colours={colours} />
      ) : main.evaluation.statistics.completed === 0 ? null : (
        <BalanceCharts result={result} colours={colours} />
      )}
      {isRandom ? (
        <p className="dim">
          Your rules have no bot. {main.players} can’t show how people who know the game play it: write a
          policy to see more.
        </p>
      ) : null}
    </>
  )
}
