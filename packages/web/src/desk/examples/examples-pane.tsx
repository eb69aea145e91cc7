/** The examples of the desk: a list with those that the last edit touches first, and one of them step by step. */
import type { ExampleEntry } from '@ludoforge/desk/session'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDesk } from '../desk-state.js'
import { useGame, useGameState } from '../game/use-game.js'
import { DraftForm } from './draft-form.js'
import { ExampleDetail } from './example-detail.js'
import { ExampleList } from './example-list.js'
import './examples-pane.css'

export default function ExamplesPane(): ReactNode {
  const game = useGame()
  const examples = useGameState((state) => state.examples)
  const isDone = useGameState((state) => state.areExamplesDone)
  const selected = useGameState((state) => state.selected)
  const draft = useGameState((state) => state.draft)
  const hasBuild = useDesk((desk) => desk.build !== undefined)
  const shown = examples.find(({ id }) => id === selected)
  const path = useDesk((desk) => desk.place.path)
  const first = firstOf(examples, path)
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isDone || first === undefined) return
    const isOther = !isOpened.current && first.state === 'failed' && shown?.state !== 'failed'
    isOpened.current = true
    if (shown === undefined || isOther) void game.select(first.id)
  }, [isDone, shown, first, game])
  if (!hasBuild) return <p className="opening">Examples run as soon as the game compiles.</p>
  return (
    <div className="desk-examples">
      <ExampleList selected={selected} />
      <div className="example-side">
        {shown === undefined ? null : <ExampleDetail key={shown.id} example={shown} />}
        {examples.length === 0 && isDone && draft === undefined ? <NoExamples /> : null}
        {draft === undefined ? null : <DraftForm draft={draft} />}
      </div>
    </div>
  )
}

/**
 * The example that the pane opens with: one that fails, one that the edit touches, or any. Of these, one of the file in the
 * editor comes first, and a lesson last.
 */
function firstOf(examples: readonly ExampleEntry[], path: string): ExampleEntry | undefined {
  const rank = (one: ExampleEntry): number => (one.isLesson ? 2 : one.path === path ? 0 : 1)
  const ranked = examples.toSorted((a, b) => rank(a) - rank(b))
  return ranked.find(({ state }) => state === 'failed') ?? ranked.find(({ touched }) => touched) ?? ranked[0]
}

function NoExamples(): ReactNode {
  const game = useGame()
  return (
    <div className="no-examples">
      <h2>No examples yet</h2>
      <p>An example shows how a rule works, and fails as soon as an edit breaks it.</p>
      <button type="button" className="button main" onClick={() => void game.draft()}>
        Make one of the position at the table
      </button>
    </div>
  )
}
