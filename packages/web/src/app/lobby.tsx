/** The lobby: your tables, the games, and the tables of others. */
import type { GameListing } from '@ludoforge/look'
import { type ReactNode, useEffect } from 'react'
import { listLocal } from '../local/index.js'
import { ResourceView } from './page-states.js'
import { loadGamesAndPending, pictureOf, type PendingGame, shapeOf } from './games.js'
import { useResource } from './use-resource.js'
import { loadMyTables, useMyTables } from './my-tables.js'
import { href } from './routes.js'
import { PublicTables } from './public-tables.js'
import { LocalRow, OwnRow } from './table-rows.js'
import { OpenSave } from './open-save.js'
import { base, site } from './site.js'

type Cards = readonly GameListing[]

const PREPARING_POLL_MS = 700

export function Lobby(): ReactNode {
  const [games, again] = useResource('games', loadGamesAndPending, 10)
  const isPreparing = games.is === 'there' && games.value.preparing.length > 0
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(again, PREPARING_POLL_MS)
    return () => clearInterval(timer)
  }, [isPreparing, again])
  useEffect(() => void loadMyTables(), [])
  return (
    <div className="lobby">
      <h1 className="unseen">Games and tables</h1>
      <ResourceView loaded={games} again={again}>
        {({ games: cards, preparing }) => (
          <>
            <MyTables cards={cards} />
            <section aria-labelledby="games" aria-busy={isPreparing}>
              <h2 id="games">Games</h2>
              <Tiles cards={cards} preparing={preparing} />
            </section>
            <PublicTables cards={cards} />
            <Documentation />
          </>
        )}
      </ResourceView>
    </div>
  )
}

interface TilesProps {
  readonly cards: Cards
  readonly preparing: readonly PendingGame[]
}

/** The link to a pending game works already: its page waits until the game is ready. */
function Tiles({ cards, preparing }: TilesProps): ReactNode {
  if (cards.length + preparing.length === 0) return <p className="dim">This site has no games yet.</p>
  return (
    <ul className="tiles">
      {cards.map((card) => (
        <li key={card.id}>
          <a className="tile" href={href({ at: 'new', game: card.id })}>
            <img className={shapeOf(card)} src={pictureOf(card)} alt="" />
            <span className="tile-text">
              <strong id={`title-${card.id}`}>{card.title}</strong>
              <span className="description">{card.says}</span>
              <span className="seats-line">
                {card.seats.length} {card.seats.length === 1 ? 'seat' : 'seats'}
              </span>
            </span>
          </a>
          <span className="tile-links">
            {card.lessons === undefined ? null : (
              <a href={href({ at: 'learn', game: card.id })} aria-describedby={`title-${card.id}`}>
                Learn
              </a>
            )}
            <a href={href({ at: 'rules', game: card.id, place: '' })} aria-describedby={`title-${card.id}`}>
              Rules
            </a>
            {card.puzzles === undefined ? null : (
              <a href={href({ at: 'puzzles', game: card.id })} aria-describedby={`title-${card.id}`}>
                Puzzles
              </a>
            )}
          </span>
        </li>
      ))}
      {preparing.map(({ id, title, summary }) => (
        <li key={id}>
          <a className="tile preparing" href={href({ at: 'new', game: id })}>
            <span className="tile-picture" />
            <span className="tile-text">
              <strong>{title}</strong>
              <span className="description">{summary}</span>
              <span className="seats-line">Preparing …</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function MyTables({ cards }: { readonly cards: Cards }): ReactNode {
  const { tables = [] } = useMyTables()
  const [local, again] = useResource('local', listLocal)
  const here = local.is === 'there' ? local.value : []
  return (
    <section aria-labelledby="mine">
      <div className="section-head">
        <h2 id="mine">My tables</h2>
        <OpenSave />
      </div>
      {tables.length + here.length === 0 ? (
        <p className="dim">No tables yet. Choose a game to start one. You don’t need an account.</p>
      ) : (
        <ul className="rows">
          {tables.map((own) => (
            <li key={own.table.id}>
              <OwnRow own={own} cards={cards} />
            </li>
          ))}
          {here.map((table) => (
            <li key={table.id}>
              <LocalRow table={table} cards={cards} onChange={again} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The link to the documentation, if it is served next to the page. */
function Documentation(): ReactNode {
  const [known] = useResource('site', site)
  if (known.is !== 'there' || !known.value.docs) return null
  return (
    <p>
      <a href={`${base}docs/`}>Documentation</a>
    </p>
  )
}
