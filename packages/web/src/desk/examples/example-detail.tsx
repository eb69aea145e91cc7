/** One example: its steps, what it expects, and the board at the end or where it fails. */
import { answerText, withExpectation, withStep } from '@ludoforge/desk'
import type { ExampleEntry, ExampleView } from '@ludoforge/desk/session'
import type { Decision } from '@ludoforge/kernel'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Board, Camera, Felt, nameOf, SceneProvider } from '../../board/index.js'
import { glowOf, optionsAt } from '../../table/question/targets.js'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import { useGame, useGameState } from '../game/use-game.js'
import { exampleKey, type SinceEdit, sinceEdit } from './since-edit.js'

export function ExampleDetail({ example }: { readonly example: ExampleEntry }): ReactNode {
  const view = useGameState((state) => state.view)
  const { title, rule, line, path, failure, isLesson } = example
  const since = useSince(example)
  const open = useDesk((desk) => desk.open)
  const own = view?.id === example.id ? view : undefined
  return (
    <article className="example-detail" aria-label={title}>
      <p className="crumb">
        {rule === '' ? '' : `§ ${rule}, `}
        <button type="button" className="link" onClick={() => open({ path, line })}>
          {path}, line {line}
        </button>
      </p>
      <h2>{title}</h2>
      {isLesson ? (
        <LessonText example={example} />
      ) : own === undefined ? null : (
        <Steps view={own} path={path} />
      )}
      {failure === undefined ? null : (
        <dl className="example-versus">
          {failure.expected === undefined ? null : (
            <>
              <dt>Expected</dt>
              <dd>{failure.expected}</dd>
            </>
          )}
          <dt>{failure.actual === undefined ? 'Problem' : 'Actual'}</dt>
          <dd data-actual="">{failure.actual ?? failure.message}</dd>
          {failure.asked === undefined || failure.actual !== undefined ? null : (
            <>
              <dt>Asked</dt>
              <dd>{failure.asked}</dd>
            </>
          )}
          {since === undefined ? null : (
            <>
              <dt>Since</dt>
              <dd data-since="">
                your edit of{' '}
                <button type="button" className="link" onClick={() => open(since)}>
                  {since.path === path ? '' : `${since.path}, `}line {since.line}
                </button>
                {since.text === '' ? null : (
                  <>
                    , <code>{since.text}</code>
                  </>
                )}
              </dd>
            </>
          )}
        </dl>
      )}
      {own?.position === undefined ? null : (
        <Position example={example} position={own.position} since={since} />
      )}
    </article>
  )
}

/** The edit since which an example fails. */
function useSince(example: ExampleEntry): SinceEdit | undefined {
  const passed = useGameState((state) => state.passed)
  const files = useDesk((desk) => desk.files)
  return useMemo(() => {
    const before = passed.get(exampleKey(example))
    return example.failure === undefined || before === undefined
      ? undefined
      : sinceEdit(before, files, example)
  }, [passed, files, example])
}

/** A lesson as it is written. */
function LessonText({ example }: { readonly example: ExampleEntry }): ReactNode {
  const { path, line, end } = example
  const text = useDesk((desk) => desk.build?.files[path])
  const lines = (text ?? '').split('\n').slice(line, end)
  return (
    <pre className="lesson-text" tabIndex={0}>
      {lines.join('\n')}
    </pre>
  )
}

/** The steps as a bar: taken ones are green, the one that fails is red. */
function Steps({ view, path }: { readonly view: ExampleView; readonly path: string }): ReactNode {
  const open = useDesk((desk) => desk.open)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const failed = list.current?.querySelector<HTMLElement>('.failed')
    if (failed !== null && failed !== undefined) list.current?.scrollTo({ left: failed.offsetLeft })
  }, [view])
  return (
    <ol className="example-steps" aria-label="Steps" ref={list}>
      {view.steps.map(({ text, line, state }) => (
        <li key={line} className={state}>
          <button type="button" onClick={() => open({ path, line })}>
            <span>{text.replace(/^(?:when|then|and)\s+/, '')}</span>
            <small>line {line}</small>
          </button>
        </li>
      ))}
    </ol>
  )
}

interface PositionProps {
  readonly example: ExampleEntry
  readonly position: NonNullable<ExampleView['position']>
  readonly since: SinceEdit | undefined
}

function Position({ example, position, since }: PositionProps): ReactNode {
  const game = useGame()
  const build = useDesk((desk) => desk.build)
  const files = useDesk((desk) => desk.files)
  const edit = useDesk((desk) => desk.edit)
  const show = useDesk((desk) => desk.show)
  const { view, values, decision, saved } = position
  const [camera] = useState(() => new Camera({ whole: true }))
  const glow = useMemo(() => glowOf(decision, [], new Set()), [decision])
  const text = files[example.path]
  const failing = example.failure?.line
  const choose = (option: number | undefined): void => {
    if (example.isLesson) return
    const id = option === undefined ? undefined : decision?.options[option]?.id
    if (decision === undefined || id === undefined || text === undefined) return
    const step = `${decision.seat} ${answerText(decision, decision.kind === 'many' ? [id] : id)}`
    edit({ [example.path]: withStep(text, example, failing, step) })
  }
  const playFromHere = (): void => {
    if (saved === undefined) return
    game.restart({ position: saved })
    show('table')
  }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.composedPath().some((at) => at instanceof HTMLElement && at.isContentEditable)) return
      if (event.target instanceof HTMLInputElement) return
      playFromHere()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
  if (build === undefined) return null
  const { scene, def } = build
  const Stage = scene.map === null ? Felt : Board
  return (
    <div className="example-position">
      <SceneProvider scene={scene} zones={def.zones}>
        <div className="example-board">
          <Stage
            scene={scene}
            def={def}
            view={view}
            values={values}
            glow={glow}
            speed={0}
            camera={camera}
            onPick={(target) =>
              decision === undefined
                ? undefined
                : choose(optionsAt(decision, target, (id) => nameOf(scene, id))[0])
            }
          />
        </div>
      </SceneProvider>
      <div className="example-options">
        {example.isLesson ? (
          <p>The position at the start of the lesson.</p>
        ) : decision === undefined ? (
          <p>Nothing is asked here.</p>
        ) : (
          <Options decision={decision} name={nameOf(scene, decision.seat)} choose={choose} />
        )}
        {failing === undefined || decision === undefined || text === undefined || example.isLesson ? null : (
          <Button
            onClick={() =>
              edit({
                [example.path]: withExpectation(text, failing, `${decision.seat} is asked ${decision.name}`),
              })
            }
          >
            Expect the question
          </Button>
        )}
        {since === undefined ? null : (
          <Button onClick={() => edit({ [since.path]: since.undone })}>Undo line {since.line}</Button>
        )}
        <Button
          disabled={saved === undefined}
          aria-keyshortcuts="p"
          title={saved === undefined ? 'This position isn’t part of a game that can go on.' : undefined}
          onClick={playFromHere}
        >
          Play from here <kbd aria-hidden="true">P</kbd>
        </Button>
      </div>
    </div>
  )
}

interface OptionsProps {
  readonly decision: Decision
  readonly name: string
  readonly choose: (option: number) => void
}

/** The most options that are listed. */
const MAX_LISTED = 12

function Options({ decision, name, choose }: OptionsProps): ReactNode {
  const { options, prompt, seat } = decision
  const [first] = options
  return (
    <>
      <p className="asked">
        <b>{name} is asked:</b> {prompt}
      </p>
      {options.slice(0, MAX_LISTED).map(({ id, label }, i) => (
        <button key={id} type="button" className="option" data-extend={id} onClick={() => choose(i)}>
          {label}
        </button>
      ))}
      {options.length > MAX_LISTED ? <p>and {options.length - MAX_LISTED} more on the board</p> : null}
      {first === undefined ? null : (
        <p className="dim">
          Press one to add{' '}
          <code>
            {seat} {answerText(decision, decision.kind === 'many' ? [first.id] : first.id)}
          </code>{' '}
          to the example.
        </p>
      )}
    </>
  )
}
