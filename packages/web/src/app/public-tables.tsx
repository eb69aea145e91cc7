/** The tables of others: running ones to watch, and finished ones. */
import type { GameListing } from '@ludoforge/look'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/index.js'
import { useMyTables } from './my-tables.js'
import { joinPages, loadPage, type TablePage } from './public-pages.js'
import { errorText } from './site.js'
import { WatchRow } from './table-rows.js'
import { useResource } from './use-resource.js'

interface ListProps {
  readonly cards: readonly GameListing[]
  readonly finished: boolean
}

const POLL_SECONDS = 15

export function PublicTables({ cards }: Pick<ListProps, 'cards'>): ReactNode {
  return (
    <>
      <Watch cards={cards} />
      <Finished cards={cards} />
    </>
  )
}

function Watch({ cards }: Pick<ListProps, 'cards'>): ReactNode {
  const pages = usePages(false)
  if (pages.tables.length === 0) return null
  return (
    <section aria-labelledby="watch">
      <h2 id="watch">Watch</h2>
      <TableList pages={pages} cards={cards} />
    </section>
  )
}

/** Folded, so that old games don't hide the others. */
function Finished({ cards }: Pick<ListProps, 'cards'>): ReactNode {
  const pages = usePages(true)
  if (pages.tables.length === 0) return null
  return (
    <section aria-labelledby="finished">
      <details className="finished">
        <summary>
          <h2 id="finished">Finished</h2>
        </summary>
        <TableList pages={pages} cards={cards} />
      </details>
    </section>
  )
}

interface Pages {
  readonly tables: ReturnType<typeof joinPages>
  /** Loads the next page. Undefined after the last. */
  readonly more: (() => Promise<void>) | undefined
  readonly problem: string | undefined
}

/** The first page is polled. Further pages stay as they were when they were loaded. */
function usePages(finished: boolean): Pages {
  const [first] = useResource(`listed ${finished}`, () => loadPage({ finished }), POLL_SECONDS)
  const [further, setFurther] = useState<readonly TablePage[]>([])
  const [problem, setProblem] = useState<string>()
  const { tables: own = [] } = useMyTables()
  const mine = new Set(own.map(({ table }) => table.id))
  const pages = first.is === 'there' ? [first.value, ...further] : further
  const next = pages.at(-1)?.next
  const more = async (query: NonNullable<typeof next>): Promise<void> => {
    try {
      const page = await loadPage(query)
      // A copy of the first page stays: tables that it later pushes off belong before the second.
      setFurther((known) => [...(known.length === 0 ? pages : known), page])
      setProblem(undefined)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return {
    tables: joinPages(pages).filter(({ id }) => !mine.has(id)),
    more: next === undefined ? undefined : () => more(next),
    problem,
  }
}

function TableList({
  pages: { tables, more, problem },
  cards,
}: Pick<ListProps, 'cards'> & { readonly pages: Pages }): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  const [loading, setLoading] = useState(false)
  const firstNew = useRef<number>(undefined) // the row to focus: after the last page the button is gone
  useEffect(() => {
    if (firstNew.current === undefined || tables.length <= firstNew.current) return
    list.current?.children[firstNew.current]?.querySelector('a')?.focus()
    firstNew.current = undefined
  }, [tables.length])
  const show = async (load: () => Promise<void>): Promise<void> => {
    setLoading(true)
    firstNew.current = tables.length
    await load()
    setLoading(false)
  }
  return (
    <>
      <ul className="rows" ref={list}>
        {tables.map((table) => (
          <li key={table.id}>
            <WatchRow table={table} cards={cards} />
          </li>
        ))}
      </ul>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {more === undefined ? null : (
        <Button className="more" aria-disabled={loading} onClick={() => void (loading || show(more))}>
          {loading ? 'Loading …' : 'Show more'}
        </Button>
      )}
    </>
  )
}
