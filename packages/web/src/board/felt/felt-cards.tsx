/** Cards on a felt: a sorted hand, a row, or a pile with its number. */
import type { ZoneView } from '@ludoforge/kernel'
import type { CSSProperties, ReactNode } from 'react'
import type { Values } from '@ludoforge/look'
import { isHidden, nameOf, valueText } from '../labels.js'
import { useLook } from '../look.js'
import { CardDrawing } from '../pieces/card-face.js'
import type { Glow } from '../types.js'
import { byPlaceInHand, isSortedHand } from './hand-order.js'

/** The size at which cards are drawn. The styles scale them. */
const WIDTH = 92

interface FeltCardsProps {
  readonly zone: string
  readonly contents: ZoneView
  readonly glow: Glow
  readonly place: 'middle' | 'front' | 'seat' | 'own'
  readonly hidden: boolean
  /** The seat that the zone belongs to. */
  readonly owner: string | undefined
  readonly values: Values
}

/** The cards of a zone. */
export function FeltCards(props: FeltCardsProps): ReactNode {
  const { zone, contents, glow, place, hidden, owner, values } = props
  const { scene } = useLook()
  const known = contents.cards
  const captions = scene.table.felt?.captions[zone] ?? []
  const isSorted =
    place === 'middle' ? scene.table.felt?.sorted.includes(zone) === true : isSortedHand(scene, zone)
  if (hidden && known === undefined)
    return contents.size === 0 ? null : (
      <div className="felt-pile" data-flip-zone={zone}>
        <CardDrawing card={null} width={WIDTH} />
        <span className="pile-count">{contents.size}</span>
      </div>
    )
  const cards: readonly (string | null)[] =
    known === undefined
      ? Array.from({ length: contents.size }, () => null)
      : isSorted
        ? known.toSorted(byPlaceInHand(scene))
        : known
  return (
    <div
      className={`felt-cards ${place}${known === undefined ? ' backs' : ''}${captions.length > 0 ? ' captioned' : ''}${cards.length > 2 && place !== 'middle' ? ' fan' : ''}`}
      data-flip-zone={zone}
      style={{ '--count': cards.length } as CSSProperties}
    >
      {cards.map((card, i) => {
        const glowing = card === null ? undefined : (glow.cards?.[`${card}@${zone}`] ?? glow.cards?.[card])
        const style = { '--at': i - (cards.length - 1) / 2 } as CSSProperties
        const common = {
          className: `felt-card${glowing === undefined ? '' : glowing.picked > 0 ? ' lit picked' : ' lit'}`,
          style,
          'data-kind': 'card',
          'data-id': card ?? '',
          'data-zone': zone,
          'data-flip': card ?? `${zone} ${i}`,
        }
        return (
          <span
            key={card === null ? i : `${card} ${cards.slice(0, i).filter((one) => one === card).length}`}
            {...common}
          >
            <CardDrawing card={card} width={WIDTH} />
            {captions.length === 0 ? null : <Caption {...{ captions, owner, values }} at={i} />}
            {glowing === undefined || card === null ? null : (
              <button
                type="button"
                className="felt-take"
                aria-pressed={glowing.picked > 0}
                aria-label={`${nameOf(scene, card)}, ${glowing.picked > 0 ? 'chosen' : 'can be chosen'}`}
              />
            )}
          </span>
        )
      })}
    </div>
  )
}

interface CaptionProps {
  readonly captions: readonly number[] // indexes in `seatValues`
  readonly owner: string | undefined
  readonly values: Values
  readonly at: number // the position of the card
}

/** What everybody knows about the card at a position: a value with a colour of its own colours the caption. */
function Caption({ captions, owner, values, at }: CaptionProps): ReactNode {
  const { scene, palette } = useLook()
  const items = captions.flatMap((index) => {
    const list = owner === undefined ? undefined : values.seats[owner]?.[index]
    const value = Array.isArray(list) ? (list[at] ?? null) : null
    const look = scene.seatValues[index]
    return value === null || look === undefined || isHidden(value, look.hide) ? [] : [value]
  })
  const colour = items.find((item) => typeof item === 'string' && scene.colours[item] !== undefined)
  const texts = items.map(
    (item) => (typeof item === 'string' ? scene.short[item] : undefined) ?? valueText(scene, item),
  )
  return (
    <span
      className={`felt-caption${items.length === 0 ? ' empty' : ''}`}
      {...(typeof colour === 'string'
        ? { style: { background: palette.of(colour), color: palette.on(colour) } }
        : {})}
      title={items.map((item) => valueText(scene, item)).join(' ')}
    >
      {texts.join(' ')}
    </span>
  )
}
