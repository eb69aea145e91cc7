/** A chart with its title, its data as a table, and its exports. */
import { type Chart, chartJson, type ChartSize, chartSvg } from '@ludoforge/desk/report'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { DataTable } from './data-table.js'
import { ExportButtons } from './export-buttons.js'
import { useBalance } from './use-balance.js'

interface ChartCardProps {
  readonly className?: string
  /** The least height of the chart. It fills its card. */
  readonly height: number
  /** Draws the chart in this size. */
  readonly draw: (size: ChartSize) => Chart
  /** Below the chart, such as a caution. */
  readonly note?: string
}

const FIRST_WIDTH = 320 // until the card is measured
const LEAST_WIDTH = 200

export function ChartCard({ className = '', height, draw, note }: ChartCardProps): ReactNode {
  const plot = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<ChartSize>({ width: FIRST_WIDTH, height })
  const areTables = useBalance((balance) => balance.areTables)
  const [isOther, setOther] = useState(false) // unlike the other charts
  const isTable = areTables !== isOther
  useEffect(() => {
    if (plot.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { width, height: room } = entry.contentRect
      setSize({ width: Math.max(LEAST_WIDTH, Math.floor(width)), height: Math.floor(room) })
    })
    observer.observe(plot.current)
    return () => observer.disconnect()
  }, [])
  const chart = useMemo(() => draw({ ...size, height: Math.max(height, size.height) }), [draw, size, height])
  const svg = useMemo(() => ({ __html: chartSvg(chart, { heading: false }) }), [chart])
  const picture = (): string => chartSvg(chart, { heading: true })
  const toggle = (): void => setOther(!isOther)
  return (
    <figure className={`fig ${className}`} aria-label={chart.title} data-chart={chart.id}>
      <figcaption>
        <h3>{chart.title}</h3>
        <p>{chart.about}</p>
      </figcaption>
      <ExportButtons title={chart.title} file={chart.id} svg={picture} json={() => chartJson(chart)}>
        <button type="button" aria-pressed={isTable} title="All charts as tables: T" onClick={toggle}>
          Table
        </button>
      </ExportButtons>
      <div ref={plot} className="plot-room" style={{ minHeight: height }}>
        {isTable ? (
          <DataTable rows={chart.rows} label={`Figures of ${chart.title}`} />
        ) : (
          <div className="plot-fill" dangerouslySetInnerHTML={svg} />
        )}
      </div>
      {note === undefined ? null : <p className="caution">{note}</p>}
    </figure>
  )
}
