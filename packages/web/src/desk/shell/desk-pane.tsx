/** The pane: a tab each for the table, the examples, the balance and the rulebook. */
import { lazy, type ReactNode, Suspense } from 'react'
import { Boundary } from '../../app/page-states.js'
import { type DeskTab, TABS, useDesk } from '../desk-state.js'
import { altKey } from '../editor/platform.js'
import { useGameState } from '../game/use-game.js'

const TablePane = lazy(() => import('../table/table-pane.js'))
const ExamplesPane = lazy(() => import('../examples/examples-pane.js'))
const BalancePane = lazy(() => import('../balance/balance-pane.js'))
const RulebookPane = lazy(() => import('../rulebook/rulebook-pane.js'))

const PANES = {
  table: TablePane,
  examples: ExamplesPane,
  balance: BalancePane,
  rulebook: RulebookPane,
} as const
const TITLES: Readonly<Record<DeskTab, string>> = {
  table: 'Table',
  examples: 'Examples',
  balance: 'Balance',
  rulebook: 'Rulebook',
}
const STOP_TITLES = { third: 'a third', half: 'half', full: 'all' } as const

export function DeskPane(): ReactNode {
  const tab = useDesk((desk) => desk.tab)
  const stop = useDesk((desk) => desk.stop)
  const show = useDesk((desk) => desk.show)
  const setStop = useDesk((desk) => desk.setStop)
  const failing = useGameState(({ examples }) => examples.filter(({ state }) => state === 'failed').length)
  const Pane = PANES[tab]
  return (
    <section className="desk-pane" aria-label={TITLES[tab]}>
      <div className="pane-head">
        <div role="tablist" aria-label="Panes">
          {TABS.map((one, i) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`tab-${one}`}
              aria-selected={one === tab}
              aria-controls="pane-page"
              aria-keyshortcuts={`Alt+${i + 1}`}
              title={`${altKey}${i + 1}`}
              tabIndex={one === tab ? 0 : -1}
              onClick={() => show(one)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
                const next = step === undefined ? undefined : TABS[(i + step + TABS.length) % TABS.length]
                if (next === undefined) return
                event.preventDefault()
                show(next)
                document.getElementById(`tab-${next}`)?.focus()
              }}
            >
              {TITLES[one]}
              {one === 'examples' && failing > 0 ? (
                <span className="count" role="img" aria-label={`${failing} failing`}>
                  {failing}
                </span>
              ) : null}
            </button>
          ))}
        </div>
        <div className="stops" role="group" aria-label="Width of the pane">
          {(['third', 'half', 'full'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-label={`${STOP_TITLES[one]} of the desk`}
              aria-pressed={one === stop}
              onClick={() => setStop(one)}
            >
              <i className={`stop-${one}`} />
            </button>
          ))}
        </div>
      </div>
      <div className="pane-page" role="tabpanel" id="pane-page" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
        <Boundary key={tab}>
          <Suspense fallback={<p className="opening">Loading …</p>}>
            <Pane />
          </Suspense>
        </Boundary>
      </div>
    </section>
  )
}
