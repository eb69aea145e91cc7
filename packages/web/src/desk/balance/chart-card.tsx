/** A chart with its title, its data as a table, and its exports. */
import { type Chart, chartJson, type ChartSize, chartSvg } from '@ludoforge/desk/report'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { downloadFile } from '../../app/download.js'
import { DataTable } from './data-table.js'
import { svgToPng } from './svg-to-png.js'
import { useBalance } from './use-balance.js'

interface ChartCardProps {
  readonly className?: string
  readonly height: number
  /** Draws the chart in this size. */
  readonly draw: (size: ChartSize) => Chart
  /** Below the chart, such as a caution. */
  readonly note?: string
}

const FIRST_WIDTH = 320 // until the card is measured

export function ChartCard({ className = '', height, draw, note }: ChartCardProps): ReactNode {
  const plot = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  const areTables = useBalance((balance) => balance.areTables)
  const [isOther, setOther] = useState(false) // unlike the other charts
  const isTable = areTables !== isOther
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (plot.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(200, Math.floor(entry.contentRect.width)))
    })
    observer.observe(plot.current)
    return () => observer.disconnect()
  }, [])
  const chart = useMemo(() => draw({ width, height }), [draw, width, height])
  const svg = useMemo(() => ({ __html: chartSvg(chart, { heading: false }) }), [chart])
  const picture = (): string => chartSvg(chart, { heading: true })
  const download = (type: string, data: BlobPart, mime: string): void =>
    downloadFile(`${chart.id}.${type}`, new Blob([data], { type: mime }))
  const toggle = (): void => setOther(!isOther)
  return (
    <figure className={`fig ${className}`} aria-label={chart.title} data-chart={chart.id}>
      <figcaption>
        <h3>{chart.title}</h3>
        <p>{chart.about}</p>
      </figcaption>
      <div className="exports" role="group" aria-label={`Export ${chart.title}`}>
        <button type="button" aria-pressed={isTable} title="All charts as tables: T" onClick={toggle}>
          Table
        </button>
        <button type="button" onClick={() => download('svg', picture(), 'image/svg+xml')}>
          SVG
        </button>
        <button
          type="button"
          onClick={() => {
            setProblem('')
            svgToPng(picture()).then(
              (png) => downloadFile(`${chart.id}.png`, png),
              () => setProblem('This browser can’t draw the picture. Export it as SVG.'),
            )
          }}
        >
          PNG
        </button>
        <button type="button" onClick={() => download('json', chartJson(chart), 'application/json')}>
          JSON
        </button>
      </div>
      {problem === '' ? null : <p role="alert">{problem}</p>}
      <div ref={plot} className="plot-room">
        {isTable ? (
          <DataTable rows={chart.rows} label={`Figures of ${chart.title}`} />
        ) : (
          <div dangerouslySetInnerHTML={svg} />
        )}
      </div>
      {note === undefined ? null : <p className="caution">{note}</p>}
    </figure>
  )
}
