/** The details of a space: contents by owner, marks, values, attributes and neighbours. */
import type { GameDef, View } from '@ludoforge/kernel'
import type { Scene, Values } from '@ludoforge/look'
import { Card, CARD_RATIO } from '../pieces/cards.js'
import { LookProvider } from '../look.js'
import { useLookOf } from '../make-look.js'
import { marksOf } from './marks.js'
import { Piece, PieceDrawings } from '../pieces/pieces.js'
import { isHidden, kindsIn, nameOf, valueText } from '../labels.js'

export interface SpaceInfoProps {
  readonly scene: Scene
  readonly def: Pick<GameDef, 'zones' | 'variables'>
  readonly view: View
  readonly values: Values
  readonly zone: string
  /** Called when a neighbour is clicked. */
  readonly onGo?: (zone: string) => void
}

export function SpaceInfo({ scene, def, view, values, zone, onGo }: SpaceInfoProps) {
  const look = useLookOf(scene, def.zones)
  const about = look.zones.get(zone)
  const contents = view.zones[zone]
  const owners = byOwner(scene, kindsIn(scene, contents))
  const marks = marksOf(look, zone, contents, values.spaces[zone])
  const facts = [
    ...attributesOf(scene, about?.attributes ?? {}),
    ...variablesOf(scene, def, contents?.markers ?? {}),
  ]
  const numbers = scene.spaceValues.flatMap(({ title, hide, signed }, i) => {
    const value = values.spaces[zone]?.[i]
    const shown = scene.marks.some(({ of }) => 'value' in of && of.value === i)
    return value === undefined || value === null || shown || isHidden(value, hide)
      ? []
      : [[title, valueText(scene, value, signed)] as const]
  })
  return (
    <LookProvider value={look}>
      <section className="bd-info" aria-label={nameOf(scene, zone)}>
        <svg width="0" height="0" aria-hidden="true">
          <defs>
            <PieceDrawings />
          </defs>
        </svg>
        <h3>{nameOf(scene, zone)}</h3>
        {marks.length === 0 ? null : (
          <ul className="bd-info-marks" aria-label="Marks">
            {marks.map(({ look: { title }, title: text, colour, ink }) => (
              <li key={title} style={{ background: look.palette.of(colour), color: look.palette.of(ink) }}>
                {text}
              </li>
            ))}
          </ul>
        )}
        {owners.map(([owner, kinds]) => (
          <div key={owner} className="bd-info-owner">
            <h4>{owner === '' ? 'Pieces' : nameOf(scene, owner)}</h4>
            <ul>
              {kinds.map(([kind, count]) => (
                <li key={kind}>
                  <svg width="22" height="22" viewBox="-12 -12 24 24" aria-hidden="true">
                    <Piece kind={kind} x={0} y={0} size={23} />
                  </svg>
                  {`${count} ${nameOf(scene, kind)}`}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {contents?.cards?.map((card) => (
          <Picture key={card} scene={scene} card={card} />
        ))}
        {owners.length === 0 && (contents?.cards?.length ?? 0) === 0 ? (
          <p className="bd-info-none">
            {contents === undefined || contents.size === 0 ? 'Empty.' : `${contents.size} hidden.`}
          </p>
        ) : null}
        {facts.length + numbers.length === 0 ? null : (
          <dl>
            {[...numbers, ...facts].map(([title, text]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {about === undefined || about.adjacent.length === 0 ? null : (
          <nav aria-label="Neighbours">
            <h4>Neighbours</h4>
            <ul className="bd-info-neighbours">
              {about.adjacent.map((id) => (
                <li key={id}>
                  {onGo === undefined ? (
                    nameOf(scene, id)
                  ) : (
                    <button type="button" onClick={() => onGo(id)}>
                      {nameOf(scene, id)}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
      </section>
    </LookProvider>
  )
}

/** A large picture of a card. */
export function CardPicture({ scene, card }: { scene: Scene; card: string }) {
  const look = useLookOf(scene, NO_ZONES)
  return (
    <LookProvider value={look}>
      <Picture scene={scene} card={card} />
    </LookProvider>
  )
}

const NO_ZONES: GameDef['zones'] = []
const CARD_WIDTH = 100

function Picture({ scene, card }: { scene: Scene; card: string }) {
  const height = CARD_WIDTH / CARD_RATIO[scene.cards[card]?.shape ?? 'playing']
  return (
    <svg
      className="bd-picture"
      viewBox={`-1 -1 ${CARD_WIDTH + 4} ${height + 5}`}
      role="img"
      aria-label={spokenCard(scene, card)}
    >
      <Card card={card} width={CARD_WIDTH} height={height} />
    </svg>
  )
}

function spokenCard(scene: Scene, card: string): string {
  const rows = scene.cards[card]?.rows ?? []
  const texts = rows.flatMap((row) =>
    'text' in row ? [row.text] : 'seats' in row ? row.seats.map((seat) => nameOf(scene, seat)) : [],
  )
  return [nameOf(scene, card), ...texts].join('. ')
}

type Kinds = readonly (readonly [string, number])[]

/** Groups kinds by owner, in the order of the look. Unowned kinds are under ''. */
function byOwner(scene: Scene, kinds: Kinds): [string, Kinds][] {
  const owners = new Map<string, (readonly [string, number])[]>()
  for (const entry of kinds) {
    const owner = scene.pieces[entry[0]]?.owner ?? ''
    owners.set(owner, [...(owners.get(owner) ?? []), entry])
  }
  return [...owners]
}

type Facts = (readonly [string, string])[]

/** Returns the attributes that no mark shows. */
function attributesOf(scene: Scene, attributes: GameDef['zones'][number]['attributes']): Facts {
  return Object.entries(attributes).flatMap(([id, value]): Facts => {
    const marked = scene.marks.some(({ of }) => 'attribute' in of && of.attribute === id)
    if (marked || value === null || value === false || (Array.isArray(value) && value.length === 0)) return []
    return [[nameOf(scene, id), valueText(scene, value)]]
  })
}

/** Returns the space's variables that no mark shows, that differ from their start value and outlast an action. */
function variablesOf(
  scene: Scene,
  { variables }: Pick<GameDef, 'variables'>,
  markers: View['zones'][string]['markers'],
): Facts {
  return variables.flatMap(({ id, scope, start, during }): Facts => {
    const value = markers[id]
    const marked = scene.marks.some(({ of }) => 'variable' in of && of.variable === id)
    if (
      scope !== 'zone' ||
      during !== undefined ||
      marked ||
      value === undefined ||
      value === null ||
      value === start
    )
      return []
    return [[nameOf(scene, id), valueText(scene, value)]]
  })
}
