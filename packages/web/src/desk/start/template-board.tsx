/** A template as a board: the table at its start, in small. */
import type { StartBoard } from '@ludoforge/desk/session'
import { type ReactNode, useRef, useState } from 'react'
import { Board, Camera, Felt, SceneProvider } from '../../board/index.js'
import { useSize } from '../../board/screen.js'

/** The widths at which tables are drawn before they are made smaller: cards keep their places, and a map is shown whole. */
const FELT_WIDTH = 620
const MAP_WIDTH = 320

export default function TemplateBoard({ board }: { readonly board: StartBoard }): ReactNode {
  const { scene, zones, view, values } = board
  const frame = useRef<HTMLDivElement>(null)
  const [width, height] = useSize(frame)
  const [camera] = useState(() => new Camera({ whole: true }))
  const hasMap = scene.map !== null
  const scale = Math.min(1, width / (hasMap ? MAP_WIDTH : FELT_WIDTH))
  const Stage = hasMap ? Board : Felt
  return (
    <div className="template-frame" ref={frame}>
      {width === 0 ? null : (
        <div
          className="template-table"
          style={{ width: width / scale, height: height / scale, transform: `scale(${scale})` }}
        >
          <SceneProvider scene={scene} zones={zones}>
            <Stage scene={scene} def={{ zones }} view={view} values={values} speed={0} camera={camera} />
          </SceneProvider>
        </div>
      )}
    </div>
  )
}
