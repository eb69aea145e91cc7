/** Over the stage: pills for the question's spaces outside the view, and the way back to the question. */
import { useSyncExternalStore } from 'react'
import type { Camera, CameraState, QuestionSpace } from './camera.js'
import { type Edge, edgeOf } from './viewport.js'

const ARROWS: Readonly<Record<Edge, string>> = { up: '↑', down: '↓', left: '←', right: '→' }
const DIRECTIONS: Readonly<Record<Edge, string>> = {
  up: 'above',
  down: 'below',
  left: 'to the left',
  right: 'to the right',
}
const EDGES: readonly Edge[] = ['up', 'left', 'right', 'down']
/** More pills at an edge are one pill with their number. */
const MOST = 4

/** Returns the spaces of the question outside the view, by edge. */
export function spacesOutside({
  stage,
  view,
  question,
}: CameraState): Readonly<Record<Edge, QuestionSpace[]>> {
  const outside: Record<Edge, QuestionSpace[]> = { up: [], down: [], left: [], right: [] }
  if (stage === null || stage.natural === null) return outside
  for (const space of question) {
    const edge = edgeOf(stage, view, space.box)
    if (edge !== undefined) outside[edge].push(space)
  }
  return outside
}

export function Outside({ camera }: { readonly camera: Camera }) {
  const state = useSyncExternalStore(camera.subscribe, camera.get)
  const outside = spacesOutside(state)
  return (
    <div className="bd-overlay">
      {EDGES.map((edge) => (
        <Pills key={edge} camera={camera} edge={edge} spaces={outside[edge]} />
      ))}
      {state.held && state.question.length > 0 ? (
        <button type="button" className="bd-back" onClick={() => camera.back()}>
          Back to the question <kbd>Space</kbd>
        </button>
      ) : null}
    </div>
  )
}

function Pills({
  camera,
  edge,
  spaces,
}: {
  readonly camera: Camera
  readonly edge: Edge
  readonly spaces: readonly QuestionSpace[]
}) {
  if (spaces.length === 0) return null
  const shown = spaces.length > MOST ? spaces.slice(0, MOST - 1) : spaces
  return (
    <div className={`bd-pills bd-pills-${edge}`}>
      {shown.map(({ zone, name, key, box }) => (
        <button
          key={zone}
          type="button"
          className="bd-pill"
          data-zone={zone}
          title={`Show ${name}`}
          onClick={() => camera.goTo(box)}
        >
          {key === undefined ? null : <span className="bd-pill-key">{key.toUpperCase()}</span>}
          <span className="bd-pill-name">{name}</span>
          <span aria-hidden="true">{ARROWS[edge]}</span>
          <span className="unseen">{DIRECTIONS[edge]}</span>
        </button>
      ))}
      {shown.length < spaces.length ? (
        <button
          type="button"
          className="bd-pill"
          title="Show the whole map"
          onClick={() => camera.toggleWhole()}
        >
          <span className="bd-pill-more">{`+${spaces.length - shown.length}`}</span>
          <span aria-hidden="true">{ARROWS[edge]}</span>
          <span className="unseen">{`more ${DIRECTIONS[edge]}: show the whole map`}</span>
        </button>
      ) : null}
    </div>
  )
}
