/** The rail: what lies beside the board. Cards to read, turn order, cards in force, values. Empty things take no room. */
import type { Constant } from '@ludoforge/kernel'
import type { Item, RailItem } from '@ludoforge/look'
import type { ReactNode } from 'react'
import {
  CardChip,
  CardDrawing,
  CardFace,
  isHidden,
  nameOf,
  PieceIcon,
  SeatDisc,
  shortOf,
  type Target,
  valueText,
} from '../../board/index.js'
import { useTable } from '../context.js'
import { type RunningPhases, useCardStatus, usePhases } from './phases.js'

/** The rail with everything that has content. `minimap`: what is at its end, such as a small map. */
export function Rail({ minimap }: { readonly minimap?: ReactNode }): ReactNode {
  const items = useTable((state) => state.scene.table.rail)
  const phases = usePhases()
  const replaced = new Set(phases.map(({ insteadOf }) => insteadOf))
  const pointTarget = useTable((state) => state.pointTarget)
  return (
    <aside
      className="rail"
      aria-label="Cards and values"
      onPointerOver={({ target }) => pointTarget(cardAt(target))}
      onPointerLeave={() => pointTarget(null)}
      onFocus={({ target }) => pointTarget(cardAt(target))}
    >
      {items.map((item, i) =>
        item.kind === 'phases' ? (
          <PhaseList key={i} running={phases.find(({ procedure }) => procedure === item.procedure)} />
        ) : item.kind === 'zone' && replaced.has(item.zone) ? null : (
          <Part key={i} item={item} />
        ),
      )}
      {minimap}
    </aside>
  )
}

/** Returns the card that an element belongs to, which stands for the option that names it. */
function cardAt(target: EventTarget): Target | null {
  const card = target instanceof Element ? target.closest('[data-card]')?.getAttribute('data-card') : null
  return typeof card === 'string' ? { kind: 'card', id: card, zone: null } : null
}

function Part({ item }: { readonly item: Exclude<RailItem, { readonly kind: 'phases' }> }): ReactNode {
  switch (item.kind) {
    case 'zone':
      return <ZonePart item={item} />
    case 'cards':
      return <CardsPart title={item.title} value={item.value} />
    case 'slots':
      return <SlotsPart item={item} />
    case 'values':
      return <ValuesPart items={item.items} />
  }
}

function ZonePart({ item }: { readonly item: Extract<RailItem, { readonly kind: 'zone' }> }): ReactNode {
  const contents = useTable((state) => state.shown.view.zones[item.zone])
  const status = useCardStatus()
  const { show, title } = item
  if (contents === undefined || contents.size === 0) return null
  const cards = contents.cards
  if (show === 'pieces')
    return (
      <section className="rail-part">
        <h2>{title}</h2>
        <ul className="rail-pieces">
          {Object.entries(contents.pieces ?? {}).map(([kind, count]) => (
            <li key={kind}>
              <PieceIcon kind={kind} size={22} />
              {count}
            </li>
          ))}
        </ul>
      </section>
    )
  if (cards === undefined || show === 'pile')
    return (
      <section className="rail-part rail-pile">
        <CardDrawing card={cards?.[0] ?? null} width={52} />
        <p>
          {title} <b>{contents.size}</b>
        </p>
      </section>
    )
  if (show === 'small') return <Chips title={title} cards={cards} />
  const size = show === 'full' ? 'full' : 'half'
  return (
    <section className={`rail-part rail-card ${size}`} aria-label={title}>
      {cards.map((card) => (
        <CardFace key={card} card={card} size={size} {...(size === 'full' ? { status } : {})} />
      ))}
    </section>
  )
}

function Chips({ title, cards }: { readonly title: string; readonly cards: readonly string[] }): ReactNode {
  if (cards.length === 0) return null
  return (
    <section className="rail-part">
      <h2>{title}</h2>
      <ul className="rail-chips">
        {cards.map((card) => (
          <li key={card}>
            <CardChip card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CardsPart({ title, value }: { readonly title: string; readonly value: number }): ReactNode {
  const cards = useTable((state) => state.shown.values.values[value] ?? null)
  return <Chips title={title} cards={namesIn(cards).map((card) => card.replace(/@[^@]*$/, ''))} />
}

/** Returns the names in a value that is one or a list. */
function namesIn(value: Constant): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
}

/** Slots as lines: who is in them, and what they are. */
function SlotsPart({ item }: { readonly item: Extract<RailItem, { readonly kind: 'slots' }> }): ReactNode {
  const scene = useTable((state) => state.scene)
  const values = useTable((state) => state.shown.values.values)
  const deciding = useTable((state) => state.shown.view.deciding)
  const lines = item.slots
    .map(({ title, value }) => ({ title, seats: namesIn(values[value] ?? null) }))
    .filter(({ seats }) => seats.length > 0)
  if (lines.length === 0) return null
  return (
    <section className="rail-part" aria-label={item.title}>
      <ul className="rail-slots">
        {lines.map(({ title, seats }) => (
          <li key={title}>
            <span
              className="discs"
              role="img"
              aria-label={seats.map((seat) => nameOf(scene, seat)).join(', ')}
            >
              {seats.map((seat) => (
                <SeatDisc key={seat} seat={seat} state={deciding.includes(seat) ? 'now' : ''} />
              ))}
            </span>
            <span className={seats.some((seat) => deciding.includes(seat)) ? 'now' : ''}>{title}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ValuesPart({ items }: { readonly items: readonly Item[] }): ReactNode {
  const scene = useTable((state) => state.scene)
  const { values } = useTable((state) => state.shown.values)
  const variables = useTable((state) => state.shown.view.variables)
  const then = useTable(({ foreseen, stepping }) =>
    stepping === undefined ? foreseen?.ghost.variables : undefined,
  )
  const shown = items.flatMap((item): (readonly [string, string])[] => {
    if ('value' in item) {
      const look = scene.values[item.value]
      const value = values[item.value] ?? null
      if (look === undefined || value === null || isHidden(value, look.hide)) return []
      return [[look.title, value === true ? '' : valueText(scene, value, look.signed)]]
    }
    const value = variables[item.variable] ?? null
    if (value === null || value === false) return []
    const [now, next] = [valueText(scene, value), valueText(scene, then?.[item.variable] ?? value)]
    return [[shortOf(scene, item.variable), now === next ? now : `${now} → ${next}`]]
  })
  if (shown.length === 0) return null
  return (
    <dl className="rail-part rail-values">
      {shown.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function PhaseList({ running }: { readonly running: RunningPhases | undefined }): ReactNode {
  if (running === undefined) return null
  return (
    <section className="rail-part phases card-face" aria-label={running.title}>
      <header>
        <h3>{running.title}</h3>
      </header>
      <ol>
        {running.phases.map(({ title, state, result }, i) => (
          <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
            <i aria-hidden="true">{state === 'done' ? '✓' : i + 1}</i>
            <b>{title}</b>
            {state === 'next' || result === '' ? null : <small>{result}</small>}
          </li>
        ))}
      </ol>
    </section>
  )
}
