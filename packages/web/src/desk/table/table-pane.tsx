/** The table of the desk: the game as the last good version of the files has it. */
import { type ReactNode, useEffect, useState } from 'react'
import { CompactTable } from '../../table/compact-table.js'
import { TableProvider, useTable } from '../../table/context.js'
import { handleKey } from '../../table/keys.js'
import type { TableStore } from '../../table/store/state.js'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import type { OpenTable } from '../game/game-state.js'
import { useGame, useGameState } from '../game/use-game.js'
import { MapHandles, useMapHandles } from './map-handles.js'
import './table-pane.css'

export default function TablePane(): ReactNode {
  const table = useGameState((state) => state.table)
  const trouble = useGameState((state) => state.trouble)
  return (
    <div className="desk-table">
      {trouble === '' ? null : (
        <p className="desk-strip bad" role="alert">
          {trouble}
        </p>
      )}
      <Strip />
      {table === undefined ? (
        <NoTable />
      ) : (
        <TableProvider value={table.store}>
          <DeskTable table={table} />
          <FollowReading />
        </TableProvider>
      )}
    </div>
  )
}

function DeskTable({ table }: { readonly table: OpenTable }): ReactNode {
  const { handles, groups, group, setGroup } = useMapHandles()
  return (
    <CompactTable overlay={handles.length === 0 ? undefined : <MapHandles handles={handles} />}>
      <TableActions table={table} />
      {groups.length === 0 ? null : (
        <label className="desk-map-edit">
          Drag on the map
          <select value={group} onChange={(event) => setGroup(event.target.value)}>
            <option value="">nothing</option>
            {groups.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
    </CompactTable>
  )
}

/** How far the game was replayed, or how old the version is. */
function Strip(): ReactNode {
  const table = useGameState((state) => state.table)
  const problems = useGameState((state) => state.problems)
  const open = useDesk((state) => state.open)
  if (table === undefined) return null
  const first = problems?.find(({ severity }) => severity === 'error')
  if (first !== undefined)
    return (
      <div className="desk-strip" role="status">
        <p>
          This is the version of <Age />. Now {first.path} has an error in line {first.line}.
        </p>
        <Button onClick={() => open({ path: first.path, line: first.line })}>Show the error</Button>
      </div>
    )
  const { replayed, all, stopped } = table.note
  if (stopped === '') return null
  return (
    <div className="desk-strip" role="status">
      <p>
        Replayed{' '}
        <b>
          {replayed} of {all}
        </b>{' '}
        decisions. {stopped}
      </p>
      <TableProvider value={table.store}>
        <BotsButton table={table}>Let bots continue</BotsButton>
      </TableProvider>
    </div>
  )
}

const MINUTE_MS = 60_000

/** How long ago the last version compiled. */
function Age(): ReactNode {
  const builtAt = useGameState((state) => state.builtAt)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [builtAt])
  const minutes = Math.floor((now - builtAt) / MINUTE_MS)
  return minutes < 1 ? 'a moment ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
}

/** Before the first version that compiles. */
function NoTable(): ReactNode {
  const problems = useGameState((state) => state.problems)
  const open = useDesk((state) => state.open)
  const first = problems?.find(({ severity }) => severity === 'error')
  if (first === undefined)
    return (
      <p className="opening" role="status">
        Setting up the table …
      </p>
    )
  return (
    <div className="desk-no-table" role="status">
      <h2>No board yet</h2>
      <p>
        {first.path}, line {first.line}: {first.message}
      </p>
      <Button look="main" onClick={() => open({ path: first.path, line: first.line })}>
        Show the error
      </Button>
    </div>
  )
}

/** The rule numbers of the question open the editor at the rule. */
function FollowReading(): null {
  const reading = useTable((state) => state.reading)
  const open = useDesk((state) => state.open)
  useEffect(() => {
    const [, path, line] = /^(.*):(\d+)$/.exec(reading?.place ?? '') ?? []
    if (path !== undefined) open({ path, line: Number(line) })
  }, [reading, open])
  return null
}

const isPlayedByBots = ({ about }: TableStore): boolean =>
  about.outcome === undefined && about.seats.every(({ kind }) => kind === 'bot')

/** Lets bots play all seats, or takes the seats back. */
function useBots({ agents }: OpenTable): { readonly isPlaying: boolean; readonly toggle: () => void } {
  const isPlaying = useTable(isPlayedByBots)
  const table = useTable((state) => state.table)
  const attempt = useTable((state) => state.attempt)
  const toggle = (): void => {
    void attempt(async () => {
      for (const [seat, bot] of Object.entries(agents))
        if (table.about.seats.some((other) => other.seat === seat))
          await table.give(seat, isPlaying ? 'me' : { bot })
    })
  }
  return { isPlaying, toggle }
}

interface BotsProps {
  readonly table: OpenTable
  readonly children: ReactNode
}

function BotsButton({ table, children }: BotsProps): ReactNode {
  const { isPlaying, toggle } = useBots(table)
  const isOver = useTable(({ about }) => about.outcome !== undefined)
  return (
    <Button disabled={isOver} onClick={toggle} aria-keyshortcuts="b">
      {isPlaying ? 'Stop the bots' : children}
    </Button>
  )
}

/** What the designer can do with the position, with keys. */
function TableActions({ table }: { readonly table: OpenTable }): ReactNode {
  const game = useGame()
  const show = useDesk((state) => state.show)
  const horizon = useTable((state) => state.horizon)
  const undo = useTable((state) => state.undo)
  const { toggle } = useBots(table)
  const makeExample = (): void => {
    void game.draft()
    show('examples')
  }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event)) return
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'e') makeExample()
      else if (key === 'b') toggle()
      else if (key === 'u') undo()
      else if (!PLAYING_KEYS.test(event.key) || !handleKey(event, table.store.getState())) return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
  return (
    <div className="desk-table-actions">
      <Button onClick={makeExample} aria-keyshortcuts="e">
        Make an example <kbd aria-hidden="true">E</kbd>
      </Button>
      <BotsButton table={table}>
        Bots play <kbd aria-hidden="true">B</kbd>
      </BotsButton>
      <Button disabled={horizon.ask === null} onClick={() => undo()} aria-keyshortcuts="u">
        Undo <kbd aria-hidden="true">U</kbd>
      </Button>
      <Button look="quiet" onClick={() => game.restart({ seed: 1 + Math.floor(Math.random() * 999) })}>
        New game
      </Button>
    </div>
  )
}

/** The keys of the table that answer its question. Others belong to the desk. */
const PLAYING_KEYS = /^(?:[0-9]|Enter|ArrowUp|ArrowDown|n|w|m|\+|-)$/i

/** The editor is in a shadow tree, so the target of the event doesn't tell. */
const isTyping = (event: KeyboardEvent): boolean =>
  event
    .composedPath()
    .some(
      (target) =>
        target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]'),
    )
