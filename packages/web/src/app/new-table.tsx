/** The form for a new table: scenario, game options, players, and where to store it. */
import type { SeatChange } from '@ludoforge/table'
import type { Constant } from '@ludoforge/kernel'
import type { GameListing } from '@ludoforge/look'
import { type ReactNode, useState } from 'react'
import { createLocal } from '../local/index.js'
import { Button, Choices, Switch, TextField } from '../ui/index.js'
import { ResourceView } from './page-states.js'
import { loadGame, pictureOf, shapeOf } from './games.js'
import { Invitation } from './invitation.js'
import { storeKey, usePerson } from './seat-keys.js'
import { useResource } from './use-resource.js'
import { NameField } from './name-field.js'
import { OptionField } from './option-field.js'
import { go, href } from './routes.js'
import { seatsListedByBots, SeatField, PlayersNote, type Player, defaultPlayers } from './player-field.js'
import { call, errorText, site } from './site.js'

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
}

function NewTable({ card, server }: NewTableProps): ReactNode {
  const [draft, setDraft] = useState<Draft>(() => ({
    place: server ? 'server' : 'here',
    scenario: card.scenarios[0]?.id,
    options: {},
    sitters: defaultPlayers(card),
    name: '',
    listed: false,
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
        go({ at: 'local', id: await createLocal(card, localSetup(draft)) })
        return
      }
      const { table, key } = await call('makeTable', { body: tableRequest(card, draft) })
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
          <a href={href({ at: 'book', fingerprint: card.fingerprint, rule: '' })}>Read the rules</a>
        </div>
      </header>
      <div className="new-table-columns">
        <section className="panel stack" aria-labelledby="seats">
          <h2 id="seats">Players</h2>
          {card.seats.map((seat) => (
            <SeatField
              key={seat.id}
              seat={seat}
              agents={card.agents}
              sitter={draft.sitters[seat.id] ?? 'me'}
              open={draft.place === 'server'}
              onChange={(sitter) => set({ sitters: { ...draft.sitters, [seat.id]: sitter } })}
            />
          ))}
          <PlayersNote sitters={Object.values(draft.sitters)} agents={card.agents} />
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
          {card.options.map((option) => (
            <OptionField
              key={option.id}
              option={option}
              value={
                draft.options[option.id] ??
                seatsListedByBots(option.id, card, draft.sitters) ??
                option.initial
              }
              onChange={(value) => set({ options: { ...draft.options, [option.id]: value } })}
            />
          ))}
          <TextField
            title="Table name"
            value={draft.name}
            placeholder={card.title}
            maxLength={80}
            onChange={(name) => set({ name })}
          />
          {draft.place === 'server' ? (
            <Switch
              title="Public table"
              description="The lobby lists it, and anyone can watch."
              on={draft.listed}
              onChange={(listed) => set({ listed })}
            />
          ) : null}
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

function tableRequest(card: GameListing, { scenario, options, sitters, name, listed }: Draft) {
  const seats: Record<string, SeatChange> = Object.fromEntries(
    Object.entries(sitters).filter(([, sitter]) => sitter !== 'open'),
  )
  return {
    game: card.id,
    you: usePerson.getState().name,
    options,
    seats,
    listed,
    ...(scenario === undefined ? {} : { scenario }),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
  }
}

function localSetup({ scenario, options, sitters, name }: Draft) {
  const seats = Object.fromEntries(
    Object.entries(sitters).map(([seat, sitter]) => [seat, typeof sitter === 'string' ? 'me' : sitter.bot]),
  )
  return { options, seats, name: name.trim(), ...(scenario === undefined ? {} : { scenario }) }
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
