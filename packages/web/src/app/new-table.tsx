/** The form for a new table: scenario, game options, players, and where to store it. */
import type { SeatChange } from '@ludoforge/table'
import type { Constant } from '@ludoforge/kernel'
import type { GameListing } from '@ludoforge/look'
import { type ReactNode, useState } from 'react'
import { createLocal } from '../local/index.js'
import { Button, Choices, Switch, TextField } from '../ui/index.js'
import { type ClockChoice, ClockField, clockRuleOf, NO_CLOCK } from './clock-field.js'
import { ResourceView } from './page-states.js'
import { loadGame, pictureOf, shapeOf } from './games.js'
import { Invitation } from './invitation.js'
import { lessonCountText } from './learn/course.js'
import { storeKey, usePerson } from './seat-keys.js'
import { useResource } from './use-resource.js'
import { NameField } from './name-field.js'
import { OptionField } from './option-field.js'
import { go, href } from './routes.js'
import {
  defaultPlayers,
  type Player,
  PlayersNote,
  SeatField,
  seatsListedByBots,
  withoutBotLists,
} from './player-field.js'
import { call, errorText, site } from './site.js'
import { suggestedName } from './suggested-name.js'

export function NewTablePage({ game }: { readonly game: string }): ReactNode {
  const load = async () => ({ card: await loadGame(game), server: (await site()).server })
  const [loaded, again] = useResource(game, load)
  return (
    <div className="page">
      <ResourceView loaded={loaded} again={again}>
        {({ card, server }) => <NewTable key={card.id} card={card} server={server} />}
      </ResourceView>
    </div>
  )
}

const ABSENCES = [
  [600, '10 minutes'],
  [3600, '1 hour'],
  [86_400, '1 day'],
  [3 * 86_400, '3 days'],
] as const

interface NewTableProps {
  readonly card: GameListing
  readonly server: boolean
}

interface Draft {
  readonly place: 'server' | 'here'
  readonly scenario: string | undefined
  /** Changed options only. The others keep the defaults of the game and its bots. */
  readonly options: Readonly<Record<string, Constant>>
  readonly sitters: Readonly<Record<string, Player>>
  readonly name: string
  readonly listed: boolean
  readonly clock: ClockChoice
  /** Seconds. */
  readonly absence: number
}

function NewTable({ card, server }: NewTableProps): ReactNode {
  const [draft, setDraft] = useState<Draft>(() => ({
    place: server ? 'server' : 'here',
    scenario: card.scenarios[0]?.id,
    options: {},
    sitters: defaultPlayers(card),
    name: '',
    listed: false,
    clock: NO_CLOCK,
    absence: 600,
  }))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [created, setCreated] = useState<CreatedTable>()
  const set = (some: Partial<Draft>): void => setDraft((old) => ({ ...old, ...some }))

  const create = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      if (draft.place === 'here') {
        const sitters = sittersOf(card, draft)
        go({ at: 'local', id: await createLocal(card, localSetup(card, { ...draft, sitters })) })
        return
      }
      const { table, key } = await call('makeTable', {
        body: tableRequest(card, { ...draft, sitters: sittersOf(card, draft) }),
      })
      storeKey(table.id, key)
      const open = table.seats.filter(({ kind }) => kind === 'open').map(({ seat }) => seat)
      if (open.length === 0) go({ at: 'table', id: table.id })
      else setCreated({ id: table.id, key, open })
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }

  if (created !== undefined) return <CreatedPage card={card} created={created} />
  return (
    <form
      className="new-table"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <header className="game-head">
        <img className={shapeOf(card)} src={pictureOf(card)} alt="" />
        <div>
          <h1>{card.title}</h1>
          <p>{card.says}</p>
          <p className="row">
            {card.lessons === undefined ? null : (
              <a href={href({ at: 'learn', game: card.id })}>Learn it in {lessonCountText(card.lessons)}</a>
            )}
            <a href={href({ at: 'rules', game: card.id, place: '' })}>Read the rules</a>
          </p>
        </div>
      </header>
      <div className="new-table-columns">
        <section className="panel stack" aria-labelledby="seats">
          <h2 id="seats">Players</h2>
          <PlayersOption card={card} draft={draft} set={set} />
          {seatsOf(card, draft).map((seat) => (
            <SeatField
              key={seat.id}
              seat={seat}
              agents={card.agents}
              sitter={draft.sitters[seat.id] ?? 'me'}
              open={draft.place === 'server'}
              onChange={(sitter) =>
                set({
                  sitters: { ...draft.sitters, [seat.id]: sitter },
                  options: withoutBotLists(draft.options, card),
                })
              }
            />
          ))}
          <PlayersNote sitters={Object.values(sittersOf(card, draft))} agents={card.agents} />
          {server ? (
            <Choices
              title="Stored"
              description={
                draft.place === 'server'
                  ? 'Others can join and watch.'
                  : 'Only you have this table. You can play offline.'
              }
              value={draft.place}
              options={[
                ['server', 'On the server'],
                ['here', 'In this browser'],
              ]}
              onChange={(place) => set({ place, sitters: withoutOpenSeats(draft.sitters, place, card) })}
            />
          ) : null}
          {draft.place === 'server' ? <NameField /> : null}
        </section>
        <section className="panel stack" aria-labelledby="what">
          <h2 id="what">Setup</h2>
          <Scenarios card={card} value={draft.scenario} onChange={(scenario) => set({ scenario })} />
          <TextField
            title="Table name"
            value={draft.name}
            placeholder={suggestedName(card, draft.scenario)}
            maxLength={80}
            onChange={(name) => set({ name })}
          />
          <MoreOptions card={card} draft={draft} set={set} />
        </section>
      </div>
      {problem === undefined ? null : (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <footer className="actions">
        <Button look="main" submit disabled={busy}>
          {busy ? 'Starting …' : 'Start'}
        </Button>
      </footer>
    </form>
  )
}

/** Returns the seats that take part: in a game for N players, the first N. */
function seatsOf(
  card: GameListing,
  { scenario, options }: Pick<Draft, 'scenario' | 'options'>,
): GameListing['seats'] {
  if (card.players === undefined) return card.seats
  const usual = card.options.find(({ id }) => id === card.players)?.initial
  const count = options[card.players] ?? card.scenarios.find(({ id }) => id === scenario)?.players ?? usual
  return typeof count === 'number' ? card.seats.slice(0, count) : card.seats
}

/** Returns who sits in the seats that take part. */
function sittersOf(card: GameListing, draft: Draft): Draft['sitters'] {
  const present = new Set(seatsOf(card, draft).map(({ id }) => id))
  return Object.fromEntries(Object.entries(draft.sitters).filter(([seat]) => present.has(seat)))
}

interface MoreOptionsProps {
  readonly card: GameListing
  readonly draft: Draft
  readonly set: (some: Partial<Draft>) => void
}

/** The number of players, in a game that has one. */
function PlayersOption({ card, draft, set }: MoreOptionsProps): ReactNode {
  const option = card.options.find(({ id }) => id === card.players)
  if (option === undefined) return null
  return (
    <OptionField
      option={option}
      value={draft.options[option.id] ?? seatsOf(card, draft).length}
      onChange={(value) => set({ options: { ...draft.options, [option.id]: value } })}
    />
  )
}

/** The options that most tables leave as they are: of the game, and of a table on a server. */
function MoreOptions({ card, draft, set }: MoreOptionsProps): ReactNode {
  const isOnServer = draft.place === 'server'
  const folded = card.options.filter(({ id }) => id !== card.players)
  if (folded.length === 0 && !isOnServer) return null
  return (
    <details className="more-options">
      <summary>More options</summary>
      <div className="stack">
        {folded.map((option) => (
          <OptionField
            key={option.id}
            option={option}
            value={
              draft.options[option.id] ?? seatsListedByBots(option.id, card, draft.sitters) ?? option.initial
            }
            onChange={(value) => set({ options: { ...draft.options, [option.id]: value } })}
          />
        ))}
        {isOnServer ? (
          <>
            <ClockField value={draft.clock} onChange={(clock) => set({ clock })} />
            <Choices
              title="Absent players"
              description="After this time, you may let somebody else or a bot play for a player who is away. Before, the player must agree."
              value={draft.absence}
              options={ABSENCES}
              onChange={(absence) => set({ absence })}
            />
            <Switch
              title="Public table"
              description="The lobby lists it, and anyone can watch."
              on={draft.listed}
              onChange={(listed) => set({ listed })}
            />
          </>
        ) : null}
      </div>
    </details>
  )
}

interface ScenariosProps {
  readonly card: GameListing
  readonly value: string | undefined
  readonly onChange: (id: string) => void
}

function Scenarios({ card, value, onChange }: ScenariosProps): ReactNode {
  if (card.scenarios.length < 2) return null
  return (
    <fieldset className="field">
      <legend>Scenario</legend>
      <div className="cards-to-choose">
        {card.scenarios.map(({ id, title, says }) => (
          <label key={id}>
            <input type="radio" name="scenario" checked={id === value} onChange={() => onChange(id)} />
            <span>
              <strong>{title}</strong>
              {says === undefined ? null : <span className="description">{says}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Replaces open seats by the defaults: you can't invite anybody to a table in this browser. */
function withoutOpenSeats(
  sitters: Draft['sitters'],
  place: Draft['place'],
  card: GameListing,
): Draft['sitters'] {
  if (place === 'server') return sitters
  const usual = defaultPlayers(card)
  return Object.fromEntries(
    Object.entries(sitters).map(([seat, sitter]) => [
      seat,
      sitter === 'open' ? (usual[seat] ?? 'me') : sitter,
    ]),
  )
}

function tableRequest(card: GameListing, draft: Draft) {
  const { scenario, options, sitters, name, listed, absence } = draft
  const clock = clockRuleOf(draft.clock)
  const seats: Record<string, SeatChange> = Object.fromEntries(
    Object.entries(sitters).filter(([, sitter]) => sitter !== 'open'),
  )
  return {
    game: card.id,
    you: usePerson.getState().name,
    options,
    seats,
    listed,
    ...(clock === undefined ? {} : { clock }),
    absence,
    ...(scenario === undefined ? {} : { scenario }),
    name: name.trim() === '' ? suggestedName(card, scenario) : name.trim(),
  }
}

function localSetup(card: GameListing, { scenario, options, sitters, name: typed }: Draft) {
  const name = typed.trim() === '' ? suggestedName(card, scenario) : typed.trim()
  const seats = Object.fromEntries(
    Object.entries(sitters).map(([seat, sitter]) => [seat, typeof sitter === 'string' ? 'me' : sitter.bot]),
  )
  return { options, seats, name, ...(scenario === undefined ? {} : { scenario }) }
}

interface CreatedTable {
  readonly id: string
  readonly key: string
  readonly open: readonly string[]
}

function CreatedPage({
  card,
  created,
}: {
  readonly card: GameListing
  readonly created: CreatedTable
}): ReactNode {
  return (
    <div className="narrow">
      <h1>The table is ready</h1>
      <Invitation
        table={created.id}
        open={created.open.map((id) => card.seats.find((seat) => seat.id === id) ?? { id, name: id })}
      />
      <p>
        <a className="button main" href={href({ at: 'table', id: created.id })}>
          Go to the table
        </a>
      </p>
    </div>
  )
}
