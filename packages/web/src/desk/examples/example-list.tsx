/** The list of examples, and what they cover. */
import type { ExampleEntry } from '@ludoforge/desk/session'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import type { MutantsNote } from '../game/messages.js'
import { useGame, useGameState } from '../game/use-game.js'
import { outlineOf, sectionOf } from '../shell/outline.js'

const LESSONS = 'Lessons'

/** Groups examples by rule number, in the order of the rulebook. */
function byRule(entries: readonly ExampleEntry[]): readonly (readonly [string, readonly ExampleEntry[]])[] {
  const groups = new Map<string, ExampleEntry[]>()
  for (const entry of entries) {
    const group = entry.isLesson ? LESSONS : entry.rule
    const known = groups.get(group)
    if (known === undefined) groups.set(group, [entry])
    else known.push(entry)
  }
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
}

export function ExampleList({ selected }: { readonly selected: string | undefined }): ReactNode {
  const examples = useGameState((state) => state.examples)
  const isDone = useGameState((state) => state.areExamplesDone)
  const title = useRuleTitles()
  const touched = examples.filter((one) => one.touched)
  const others = examples.filter((one) => !one.touched)
  return (
    <nav className={`example-list${isDone ? '' : ' old'}`} aria-label="Examples">
      {touched.length === 0 ? null : (
        <section aria-label="Touched by your edit">
          <h3>Touched by your edit</h3>
          {byRule(touched).map(([rule, entries]) => (
            <RuleGroup key={rule} title={title(rule)} entries={entries} selected={selected} isOpen />
          ))}
        </section>
      )}
      <section aria-label={touched.length === 0 ? 'All examples' : 'The others'}>
        <h3>{touched.length === 0 ? 'All examples' : 'The others'}</h3>
        {byRule(others).map(([rule, entries]) => (
          <RuleGroup key={rule} title={title(rule)} entries={entries} selected={selected} />
        ))}
      </section>
      <Coverage />
      <Mutants />
    </nav>
  )
}

/** Returns the titles of rules by number, with that of their section: `3.1 Muster`. */
function useRuleTitles(): (rule: string) => string {
  const files = useDesk((desk) => desk.build?.files)
  const titles = useMemo(
    () => new Map(outlineOf(files ?? {}).map(({ number, title }) => [number, title])),
    [files],
  )
  return (rule) => {
    if (rule === '') return 'Without a rule number'
    if (rule === LESSONS) return rule
    const section = sectionOf(rule, new Set(titles.keys()))
    return section === undefined ? `Rule ${rule}` : `${rule} ${titles.get(section)}`
  }
}

interface RuleGroupProps {
  readonly title: string
  readonly entries: readonly ExampleEntry[]
  readonly selected: string | undefined
  readonly isOpen?: boolean
}

/** The examples of one rule. A group with a failure is open. */
function RuleGroup({ title, entries, selected, isOpen = false }: RuleGroupProps): ReactNode {
  const [isPressed, setPressed] = useState(false)
  const failed = entries.filter(({ state }) => state === 'failed').length
  const hasSelected = entries.some(({ id }) => id === selected)
  const open = isOpen || isPressed || failed > 0 || hasSelected
  return (
    <div className="rule-group">
      <button
        type="button"
        className="group-head"
        aria-expanded={open}
        onClick={() => setPressed(!isPressed)}
      >
        <Sign
          state={
            failed > 0 ? 'failed' : entries.every(({ state }) => state === 'passed') ? 'passed' : 'waiting'
          }
        />
        <span>{title}</span>
        <span className="count">
          {failed > 0 ? `${entries.length - failed} of ${entries.length}` : entries.length}
        </span>
      </button>
      {open ? (
        <ul>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} isSelected={entry.id === selected} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Row({
  entry,
  isSelected,
}: {
  readonly entry: ExampleEntry
  readonly isSelected: boolean
}): ReactNode {
  const game = useGame()
  const open = useDesk((desk) => desk.open)
  const { id, title, state, path, line } = entry
  return (
    <li>
      <button
        type="button"
        className={`example-row ${state}`}
        aria-current={isSelected}
        data-example={title}
        data-state={state}
        onClick={() => {
          void game.select(id)
          open({ path, line: entry.failure?.line ?? line })
        }}
      >
        <Sign state={state} />
        {title}
      </button>
    </li>
  )
}

const SIGNS = { passed: ['✓', 'Passes'], failed: ['✕', 'Fails'], waiting: ['·', 'Not run yet'] } as const

/** Passed is round, failed is square. */
function Sign({ state }: { readonly state: ExampleEntry['state'] }): ReactNode {
  const [sign, text] = SIGNS[state]
  return (
    <span className={`example-sign ${state}`} role="img" aria-label={text}>
      {sign}
    </span>
  )
}

function Coverage(): ReactNode {
  const coverage = useGameState((state) => state.coverage)
  const open = useDesk((desk) => desk.open)
  if (coverage === undefined) return null
  const { covered, all, missed } = coverage
  const [first] = missed
  return (
    <section className="example-sum" aria-label="Coverage">
      <h3>
        Coverage{' '}
        <span className="count" data-coverage="">
          {covered} of {all}
        </span>
      </h3>
      {first === undefined ? (
        <p>Every statement, branch and requirement runs in an example.</p>
      ) : (
        <>
          <p>
            {missed.length === 1 ? 'One point isn’t' : `${missed.length} points aren’t`} covered. The gutter
            marks them.
          </p>
          <Button look="quiet" onClick={() => open({ path: first.path, line: first.line })}>
            Show the first
          </Button>
        </>
      )}
    </section>
  )
}

function Mutants(): ReactNode {
  const game = useGame()
  const mutants = useGameState((state) => state.mutants)
  const isRunning = mutants?.state === 'running'
  return (
    <section className="example-sum" aria-label="Mutants">
      <h3>
        Mutants noticed{' '}
        {mutants === undefined || mutants.done === 0 ? null : (
          <span className="count" data-mutants="">
            {mutants.noticed} of {mutants.done}
          </span>
        )}
      </h3>
      <p>{mutantsText(mutants)}</p>
      <Button look="quiet" onClick={() => game.testMutants(!isRunning)}>
        {isRunning ? 'Stop' : mutants === undefined ? 'Test the mutants' : 'Test them again'}
      </Button>
    </section>
  )
}

function mutantsText(mutants: MutantsNote | undefined): string {
  if (mutants === undefined)
    return 'A mutant is a small change of the rules. A good example fails when it is made.'
  const { done, all, survivors, state, why } = mutants
  if (state === 'impossible') return why
  if (state === 'running') return `Testing ${done} of ${all} …`
  const found =
    survivors.length === 0
      ? 'Examples notice all of them.'
      : `No example notices ${survivors.length} changes. The gutter marks them.`
  return state === 'stopped' ? `Stopped after ${done} of ${all}. ${found}` : found
}
