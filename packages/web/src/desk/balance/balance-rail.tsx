/** Who plays, how many games, and what to compare with. */
import { count } from '@ludoforge/desk/report'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { downloadFile } from '../../app/download.js'
import { Button, Select } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import { modKey } from '../editor/platform.js'
import { BeforeChoice } from './before-choice.js'
import { shownLineup, waitingAgents } from './balance-state.js'
import { reportFile } from './report-file.js'
import { useBalance } from './use-balance.js'

const DEFAULT_PLAYER = ''
const MORE = 10
const MAX_GAMES = 100_000

export function BalanceRail(): ReactNode {
  const view = useBalance((balance) => balance.view)
  const settings = (
    <>
      <Players />
      <Games />
      {view === 'sweep' ? null : <BeforeChoice />}
      <OtherPlayers />
      <div className="rail-foot">
        <ExportReport />
        <QueueHint />
        <p className="dim">Whiskers are 95 % intervals, Wilson’s for shares.</p>
      </div>
    </>
  )
  return (
    <aside className="balance-rail" aria-label="What to play">
      <ViewChoice />
      {useOnePage() ? (
        <details className="rail-fold">
          <summary>
            Players and games
            <RailSummary />
          </summary>
          <div>{settings}</div>
        </details>
      ) : (
        settings
      )}
    </aside>
  )
}

/** Whether the editor and the pane are two pages, as on a phone. The breakpoint is the one of the styles. */
function useOnePage(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(ONE_PAGE)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(ONE_PAGE).matches,
  )
}

const ONE_PAGE = '(max-width: 759px)'

/** Who played how many games. */
function RailSummary(): ReactNode {
  const main = useBalance((balance) => balance.result?.main)
  if (main === undefined) return null
  const { statistics } = main.evaluation
  return (
    <small className="dim">
      {main.players}, {count(statistics.games)} games{main.state === 'asks' ? ', paused' : ''}
    </small>
  )
}

const VIEWS = [
  ['balance', 'Balance'],
  ['compare', 'Compare'],
  ['sweep', 'Sweep'],
] as const

function ViewChoice(): ReactNode {
  const view = useBalance((balance) => balance.view)
  const setView = useBalance((balance) => balance.setView)
  return (
    <div className="views" role="group" aria-label="View">
      {VIEWS.map(([one, title]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          title={one === 'compare' ? `Compare with before: ${modKey}B` : undefined}
          onClick={() => setView(one)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

function Players(): ReactNode {
  const result = useBalance((balance) => balance.result)
  const settings = useBalance((balance) => balance.settings)
  const setSettings = useBalance((balance) => balance.setSettings)
  if (result === undefined) return null
  const { seats, agents, main } = result
  const own = main.evaluation.seats
  const options = agents.map((agent) => [agent, agent] as const)
  return (
    <section aria-label="Players">
      <h2>Players</h2>
      {seats.map(({ id, name }, i) => (
        <Select
          key={id}
          title={name}
          value={settings.players[i] ?? DEFAULT_PLAYER}
          groups={[{ options: [[DEFAULT_PLAYER, `default (${own[i]?.agent ?? ''})`], ...options] }]}
          onChange={(agent) => {
            const players = seats.map((_, seat) =>
              seat === i ? agent : (settings.players[seat] ?? DEFAULT_PLAYER),
            )
            const chosen = players.map((player, seat) =>
              player === DEFAULT_PLAYER ? (own[seat]?.agent ?? 'random') : player,
            )
            setSettings({ players: players.every((player) => player === DEFAULT_PLAYER) ? [] : chosen })
          }}
        />
      ))}
    </section>
  )
}

const SENTENCES = {
  running: 'playing …',
  precise: 'done: every share is known to ±2 points',
  complete: 'done',
  asks: 'paused after the first games: this game is slow',
} as const

function Games(): ReactNode {
  const result = useBalance((balance) => balance.result)
  const isOld = useBalance((balance) => balance.isOld)
  const { games, seed } = useBalance((balance) => balance.settings)
  const setSettings = useBalance((balance) => balance.setSettings)
  const resume = useBalance((balance) => balance.continue)
  const [own] = result?.compared ?? []
  const done = result?.main.evaluation.statistics.games ?? 0
  const state = result?.main.state ?? 'running'
  return (
    <section aria-label="Games">
      <h2>Games</h2>
      <p className="row">
        <b>{own === undefined ? count(done) : `${count(own.comparison.pairs)} pairs`}</b>
        <label>
          seeds from{' '}
          <input
            type="number"
            className="seed"
            value={seed}
            min={0}
            max={999_999}
            onChange={(event) => {
              const next = event.target.valueAsNumber
              if (Number.isInteger(next) && next >= 0) setSettings({ seed: next })
            }}
          />
        </label>
      </p>
      <progress max={games} value={state === 'precise' ? games : done} aria-label="Games played" />
      <p className="dim" data-balance={isOld ? 'old' : result?.isDone === true ? 'done' : 'running'}>
        {result === undefined || isOld
          ? 'waiting …'
          : `${SENTENCES[state]} · ${result.seconds.toFixed(1)} s, ${result.workers} ${result.workers === 1 ? 'worker' : 'workers'}${state === 'running' || result.isDone ? '' : ' · the others play …'}`}
      </p>
      {state === 'asks' ? (
        <Button onClick={resume}>Continue to {count(games)}</Button>
      ) : (
        <Button
          disabled={games * MORE > MAX_GAMES}
          onClick={() => setSettings({ games: Math.min(MAX_GAMES, games * MORE) })}
        >
          Play {MORE} times as many
        </Button>
      )}
    </section>
  )
}

/** All lineups, and the agents that haven't played yet. Pressing a lineup shows its charts. */
function OtherPlayers(): ReactNode {
  const result = useBalance((balance) => balance.result)
  const shown = useBalance((balance) => balance.shown)
  const show = useBalance((balance) => balance.show)
  if (result === undefined) return null
  const { main, others, isDone } = result
  const current = shownLineup(result, shown)
  const waiting = waitingAgents(result).filter((agent) => agent !== main.players)
  const lineups = [main, ...others.filter(({ players }) => !waiting.includes(players))]
  return (
    <section aria-label="Other players">
      <h2>{others.length + waiting.length === 0 ? 'Who played' : 'Other players'}</h2>
      <ul>
        {lineups.map((lineup) => (
          <li key={lineup.players}>
            <button
              type="button"
              className="rail-row"
              aria-current={lineup === current ? 'true' : undefined}
              onClick={() => show(lineup === main ? undefined : lineup.players)}
            >
              <span className="name">{lineup.players}</span>
              <span className="side">{count(lineup.evaluation.statistics.completed)}</span>
            </button>
          </li>
        ))}
        {waiting.map((agent) => (
          <li key={agent} className="rail-row waiting">
            <span className="name">{agent}</span>
            <span className="side">{isDone ? 'not played' : 'waiting …'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ExportReport(): ReactNode {
  const result = useBalance((balance) => balance.result)
  const view = useBalance((balance) => balance.view)
  const shown = useBalance((balance) => balance.shown)
  const before = useDesk((desk) => desk.before.name)
  return (
    <Button
      disabled={result === undefined}
      onClick={() => {
        if (result === undefined) return
        const { name, html } = reportFile(result, view, shownLineup(result, shown), before)
        downloadFile(name, new Blob([html], { type: 'text/html' }))
      }}
    >
      Export the report
    </Button>
  )
}

/** A million games go to the queue. */
function QueueHint(): ReactNode {
  const result = useBalance((balance) => balance.result)
  const { seed } = useBalance((balance) => balance.settings)
  const [isCopied, setCopied] = useState(false)
  if (result === undefined) return null
  const agents = result.main.evaluation.seats.map(({ agent }) => agent).join(',')
  const command = `ludoforge sim ${result.main.evaluation.game} --games 1000000 --agents ${agents} --seed ${seed} --queue`
  return (
    <details>
      <summary>A million games</summary>
      <p>Workers on several machines play them from a queue, in the database of DATABASE_URL:</p>
      <code className="command">{command}</code>
      <Button
        onClick={() => {
          navigator.clipboard.writeText(command).then(
            () => setCopied(true),
            () => setCopied(false), // the text can be selected
          )
        }}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </details>
  )
}
