/** A page with only a board, for tests and benchmarks: it shows positions of a real game. */
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { StepEvent, View } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import {
  Board,
  type BoardProps,
  Camera,
  Felt,
  Minimap,
  SceneProvider,
  SpaceInfo,
  type Target,
} from '../../src/board/index.js'

interface Position {
  readonly view: View
  readonly values: Values
  readonly events: readonly StepEvent[]
}

interface Film {
  readonly scene: BoardProps['scene']
  readonly def: Parameters<typeof SpaceInfo>[0]['def']
  readonly positions: readonly Position[]
}

/** The interface for tests. */
interface Stage {
  film: Film
  at: number
  props: Partial<BoardProps>
  camera: Camera
  /** The targets that were picked, pointed at and asked about, in order. A drag has two. */
  heard: {
    readonly what: 'pick' | 'point' | 'ask' | 'drag'
    readonly target: Target | null
    readonly to?: Target
  }[]
  info: string | null
  show(at: number): void
  set(props: Partial<BoardProps>): void
  /** Shows a position. Resolves after the paint, with its time in milliseconds. */
  painted(at: number): Promise<number>
}

declare global {
  interface Window {
    stage: Stage
  }
}

const film = (await (await fetch('./film.json')).json()) as Film
const listeners = new Set<() => void>()
let version = 0
const changed = (): void => {
  version += 1
  for (const listener of listeners) listener()
}

window.stage = {
  film,
  at: 0,
  camera: new Camera(),
  props: { speed: 0 },
  heard: [],
  info: null,
  show(at) {
    this.at = at
    changed()
  },
  set(props) {
    this.props = { ...this.props, ...props }
    changed()
  },
  painted(at) {
    return new Promise((resolve) => {
      const from = performance.now()
      this.show(at)
      // A task queued in the frame runs after its paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - from), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    })
  },
}

const hear =
  (what: 'pick' | 'point' | 'ask') =>
  (target: Target | null): void => {
    window.stage.heard.push({ what, target })
    if (what === 'point' && target?.zone !== undefined && target.zone !== null) {
      window.stage.info = target.zone
      changed()
    }
  }
const hearing = {
  onPick: hear('pick'),
  onPoint: hear('point'),
  onAsk: hear('ask'),
  onDrag: (target: Target, to: Target): void => {
    window.stage.heard.push({ what: 'drag', target, to })
  },
}

function Stage() {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => version,
  )
  const { at, props, info, camera } = window.stage
  const { scene, def, positions } = film
  const position = positions[at]
  if (position === undefined) throw new Error(`There is no position ${at}.`)
  const { view, values, events } = position
  const Shown = scene.map === null ? Felt : Board
  return (
    <SceneProvider scene={scene} zones={def.zones}>
      <div className="board-page">
        <div className="page-board">
          <Shown
            scene={scene}
            def={def}
            view={view}
            values={values}
            steps={events}
            camera={camera}
            {...hearing}
            {...props}
          />
        </div>
        <aside>
          <Minimap camera={camera} scene={scene} def={def} view={view} values={values} />
          {info === null ? null : (
            <SpaceInfo
              scene={scene}
              def={def}
              view={view}
              values={values}
              zone={info}
              onGo={(zone) => hear('point')({ kind: 'space', id: zone, zone })}
            />
          )}
        </aside>
      </div>
    </SceneProvider>
  )
}

createRoot(document.querySelector('#page') ?? document.body).render(<Stage />)
