/** Exports a chart as SVG, PNG and JSON. */
import { type ReactNode, useState } from 'react'
import { downloadFile } from '../../app/download.js'
import { svgToPng } from './svg-to-png.js'

interface ExportButtonsProps {
  readonly title: string
  /** The name of the files, without their ending. */
  readonly file: string
  readonly svg: () => string
  readonly json: () => string
  /** Further buttons, before the exports. */
  readonly children?: ReactNode
}

export function ExportButtons({ title, file, svg, json, children }: ExportButtonsProps): ReactNode {
  const [problem, setProblem] = useState('')
  const download = (type: string, data: string, mime: string): void =>
    downloadFile(`${file}.${type}`, new Blob([data], { type: mime }))
  return (
    <>
      <div className="exports" role="group" aria-label={`Export ${title}`}>
        {children}
        <button type="button" onClick={() => download('svg', svg(), 'image/svg+xml')}>
          SVG
        </button>
        <button
          type="button"
          onClick={() => {
            setProblem('')
            svgToPng(svg()).then(
              (png) => downloadFile(`${file}.png`, png),
              () => setProblem('This browser can’t draw the picture. Export it as SVG.'),
            )
          }}
        >
          PNG
        </button>
        <button type="button" onClick={() => download('json', json(), 'application/json')}>
          JSON
        </button>
      </div>
      {problem === '' ? null : <p role="alert">{problem}</p>}
    </>
  )
}
