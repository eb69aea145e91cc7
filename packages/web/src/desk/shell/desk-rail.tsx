/** The rail: files, rules by number with their examples, and what changed. */
import { type ReactNode, useMemo, useState } from 'react'
import { type Place, useDesk } from '../desk-state.js'
import { NewFileForm } from '../files/new-file-form.js'
import { changedPlaces } from './changes.js'
import { examplesState, type OutlineRule, outlineOf, ruleAt } from './outline.js'

/** A rulebook with more rules than this is searched, not listed in full. */
const MAX_CHANGES = 30

export function DeskRail({ onGo }: { readonly onGo: () => void }): ReactNode {
  const open = useDesk((desk) => desk.open)
  const go = (place: Place): void => {
    open(place)
    onGo()
  }
  return (
    <nav className="desk-rail" aria-label="Files and rules">
      <FileList go={go} />
      <RuleList go={go} />
      <ChangeList go={go} />
      <Legend />
    </nav>
  )
}

interface ListProps {
  readonly go: (place: Place) => void
}

function FileList({ go }: ListProps): ReactNode {
  const files = useDesk((desk) => desk.files)
  const before = useDesk((desk) => desk.before.files)
  const problems = useDesk((desk) => desk.problems)
  const current = useDesk((desk) => desk.place.path)
  const isReadOnly = useDesk((desk) => desk.isReadOnly)
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-labelledby="rail-files">
      <h2 id="rail-files">
        Files
        {isReadOnly ? null : (
          <button type="button" className="add" aria-label="New file" onClick={() => setAdding(!isAdding)}>
            +
          </button>
        )}
      </h2>
      {isAdding ? (
        <NewFileForm
          onDone={(path) => {
            setAdding(false)
            if (path !== undefined) go({ path })
          }}
        />
      ) : null}
      <ul>
        {Object.keys(files)
          .toSorted(byFolder)
          .map((path) => {
            const errors = problems.filter((one) => one.path === path && one.severity === 'error').length
            return (
              <li key={path}>
                <button
                  type="button"
                  className="rail-row"
                  aria-current={path === current ? 'true' : undefined}
                  onClick={() => go({ path })}
                >
                  <span className="name">{path}</span>
                  <span className="side">
                    {errors > 0 ? (
                      <span
                        className="sign error"
                        role="img"
                        aria-label={errors === 1 ? '1 error' : `${errors} errors`}
                      >
                        !
                      </span>
                    ) : null}
                    {files[path] === before[path] ? null : (
                      <span className="dot" role="img" aria-label="changed" />
                    )}
                  </span>
                </button>
              </li>
            )
          })}
      </ul>
    </section>
  )
}

/** Files before folders. */
function byFolder(a: string, b: string): number {
  const [inA, inB] = [a.includes('/'), b.includes('/')]
  return inA === inB ? (a < b ? -1 : 1) : inA ? 1 : -1
}

function RuleList({ go }: ListProps): ReactNode {
  const files = useDesk((desk) => desk.files)
  const marks = useDesk((desk) => desk.marks['examples'])
  const path = useDesk((desk) => desk.place.path)
  const cursor = useDesk((desk) => desk.cursor)
  const outline = useMemo(() => outlineOf(files), [files])
  const current = ruleAt(outline, path, cursor)
  if (outline.length === 0) return null
  return (
    <section aria-labelledby="rail-rules">
      <h2 id="rail-rules">
        Rules <span>examples</span>
      </h2>
      <ul>
        {outline.map((rule) => {
          const isInner = rule.number.includes('.')
          return (
            <li key={`${rule.path}:${rule.line}`}>
              <button
                type="button"
                className={`rail-row ${isInner ? 'inner' : ''}`}
                aria-current={rule === current ? 'true' : undefined}
                onClick={() => go({ path: rule.path, line: rule.line })}
              >
                <span className="number">{rule.number}</span>
                <span className="name">{rule.title}</span>
                <ExampleCount rule={rule} state={examplesState(rule, marks)} />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ExampleCount({
  rule,
  state: { failed, passed, all },
}: {
  readonly rule: OutlineRule
  readonly state: ReturnType<typeof examplesState>
}): ReactNode {
  if (rule.examples.length === 0) return null
  return (
    <span className="side">
      {failed > 0 ? `${all - failed} of ${all}` : all}
      {failed > 0 ? (
        <span className="sign failed" role="img" aria-label="examples, some fail">
          ✕
        </span>
      ) : passed === all ? (
        <span className="sign passed" role="img" aria-label="examples pass">
          ✓
        </span>
      ) : null}
    </span>
  )
}

function ChangeList({ go }: ListProps): ReactNode {
  const files = useDesk((desk) => desk.files)
  const before = useDesk((desk) => desk.before)
  const places = useMemo(() => changedPlaces(before.files, files), [before, files])
  if (places.length === 0) return null
  return (
    <section aria-labelledby="rail-changes">
      <h2 id="rail-changes">
        Changes since {before.name === 'before my edits' ? 'you opened it' : before.name}
      </h2>
      <ul>
        {places.slice(0, MAX_CHANGES).map(({ path, line, text }) => (
          <li key={`${path}:${line}`}>
            <button
              type="button"
              className="rail-row"
              disabled={line === 0}
              onClick={() => go({ path, line })}
            >
              <span className="number">{line === 0 ? '' : line}</span>
              <span className="name">{text}</span>
              <span className="side">{path.split('/').at(-1)}</span>
            </button>
          </li>
        ))}
      </ul>
      {places.length > MAX_CHANGES ? <p className="dim">and {places.length - MAX_CHANGES} more</p> : null}
    </section>
  )
}

/** What the colours of the gutter mean, as soon as there are some. */
function Legend(): ReactNode {
  const hasBars = useDesk((desk) =>
    Object.values(desk.marks).some((marks) =>
      [...marks.values()].some(({ kind }) => kind === 'ran' || kind === 'never'),
    ),
  )
  if (!hasBars) return null
  return (
    <p className="legend">
      <span>
        <i className="bar-ran" /> ran
      </span>
      <span>
        <i className="bar-never" /> never ran, or never failed
      </span>
    </p>
  )
}
