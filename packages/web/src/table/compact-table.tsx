/** A table in a pane: standing, board and question, one below the other. In a wide pane they are as on the page of a table. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { EnlargedCard, SceneProvider } from '../board/index.js'
import { useTable } from './context.js'
import { Decide, Problem } from './question/decide.js'
import { isQuestionHeld } from './store/moments.js'
import { Rail } from './rail/rail.js'
import { StandingBar } from './standing/standing-bar.js'
import { TableBoard } from './table-view.js'

const ResultPanel = lazy(async () => ({ default: (await import('./history/result.js')).ResultPanel }))

interface CompactTableProps {
  /** Over the map, in its coordinates. */
  readonly overlay?: ReactNode
  /** Below the question. */
  readonly children: ReactNode
}

/** A table for one person who plays all seats and may see everything. */
export function CompactTable({ overlay, children }: CompactTableProps): ReactNode {
  const scene = useTable((state) => state.scene)
  const zones = useTable(({ def }) => def.zones)
  const enlarged = useTable((state) => state.enlarged)
  const isOver = useTable((state) => state.about.outcome !== undefined && !isQuestionHeld(state))
  const asked = useTable(({ decision, now }) =>
    decision === undefined ? '' : `${now.number} ${decision.seat}`,
  )
  useOpenCurtain()
  return (
    <SceneProvider scene={scene} zones={zones}>
      <div className={`table-page compact${scene.map === null ? ' on-felt' : ''}`} data-asked={asked}>
        <aside className="side-panel" aria-label="The game">
          <div className="side-question" data-question="">
            <Problem />
            {isOver ? (
              <Suspense>
                <ResultPanel />
              </Suspense>
            ) : (
              <Decide />
            )}
          </div>
          {children}
        </aside>
        <div className="stage">
          <TableBoard overlay={overlay} />
        </div>
        <Rail />
        <StandingBar isPlain />
        <EnlargedCard card={enlarged} />
      </div>
    </SceneProvider>
  )
}

/** Nobody passes the device on: the next seat decides at once. */
function useOpenCurtain(): void {
  const curtain = useTable((state) => state.curtain)
  const decideFor = useTable((state) => state.decideFor)
  useEffect(() => {
    if (curtain !== undefined) decideFor(curtain)
  }, [curtain, decideFor])
}
