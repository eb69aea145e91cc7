/** Cards: faces, backs, and their arrangement in a box. */
import type { Constant } from '@ludoforge/kernel'
import type { Box, CardLook, Scene } from '@ludoforge/look'
import { widthOf, wrapText } from '../layout/boxes.js'
import { useLook } from '../look.js'
import { SignView } from './symbols.js'

/** Width divided by height. */
export const CARD_RATIO: Readonly<Record<CardLook['shape'], number>> = {
  playing: 5 / 7,
  event: 5 / 7,
  tile: 1,
}

/** A card at 0, 0, or its back if the card is hidden. */
export function Card({ card, width, height }: { card: string | null; width: number; height: number }) {
  const { scene, palette } = useLook()
  const look = card === null ? undefined : scene.cards[card]
  if (look === undefined) return <Back width={width} height={height} />
  const background = palette.of(look.colour ?? 'card')
  const ink = look.ink === undefined ? palette.on(look.colour ?? 'card') : palette.of(look.ink)
  return (
    <g className="bd-card" aria-hidden="true">
      <BlankCard width={width} height={height} background={background} />
      {look.shape === 'event' ? (
        <EventFace look={look} width={width} height={height} ink={ink} />
      ) : (
        <PlainFace look={look} width={width} height={height} ink={ink} />
      )}
    </g>
  )
}

/** The blank card with its shadow. */
function BlankCard({ width, height, background }: { width: number; height: number; background: string }) {
  const { palette } = useLook()
  return (
    <>
      <rect
        x={width * 0.015}
        y={width * 0.025}
        width={width}
        height={height}
        rx={width * 0.07}
        fill="#000"
        fillOpacity={0.22}
      />
      <rect
        width={width}
        height={height}
        rx={width * 0.07}
        fill={background}
        stroke={palette.of('black')}
        strokeOpacity={0.55}
        strokeWidth={Math.max(0.5, width * 0.008)}
      />
    </>
  )
}

function Back({ width, height }: { width: number; height: number }) {
  const { scene, palette } = useLook()
  const { colour, sign } = scene.back
  const edge = width * 0.06
  return (
    <g className="bd-card bd-back" aria-hidden="true">
      <BlankCard width={width} height={height} background={palette.of('card')} />
      <rect
        x={edge}
        y={edge}
        width={width - 2 * edge}
        height={height - 2 * edge}
        rx={width * 0.04}
        fill={palette.of(colour)}
      />
      <rect
        x={edge * 1.7}
        y={edge * 1.7}
        width={width - 3.4 * edge}
        height={height - 3.4 * edge}
        rx={width * 0.03}
        fill="none"
        stroke={palette.lighter(colour, 0.4)}
        strokeWidth={width * 0.012}
      />
      {sign === undefined ? null : (
        <g transform={`translate(${width / 2} ${height / 2})`}>
          <SignView name={sign} size={Math.min(width, height) * 0.45} ink={palette.lighter(colour, 0.55)} />
        </g>
      )}
    </g>
  )
}

interface Face {
  readonly look: CardLook
  readonly width: number
  readonly height: number
  readonly ink: string
}

/** Bold text is wider by this factor. */
const BOLD_WIDTH = 1.1

/** A playing card or a tile: its sign in the corners and large in the middle, its text below. */
function PlainFace({ look, width, height, ink }: Face) {
  const corner = look.corner ?? look.title
  const wide = Math.max(0.5, widthOf(corner) * BOLD_WIDTH)
  const size = Math.min(width * 0.27, (width * 0.42) / wide)
  const sign = look.rows.find((row) => 'sign' in row)?.sign
  const texts = { ...look, rows: look.rows.filter((row) => !('sign' in row)) }
  const below = texts.rows.length > 0
  const middle = Math.min(width * 0.6, (width * 0.82) / wide)
  const y = height * (below ? 0.43 : 0.5)
  const index = (
    <>
      <text x={width * 0.06} y={width * 0.05 + size * 0.84} fontSize={size} fontWeight={700} fill={ink}>
        {corner}
      </text>
      {sign === undefined ? null : (
        <g transform={`translate(${width * 0.06 + size * 0.42} ${width * 0.05 + size * 1.5})`}>
          <SignView name={sign} size={size * 0.85} ink={ink} />
        </g>
      )}
    </>
  )
  return (
    <>
      {index}
      {below ? null : <g transform={`rotate(180 ${width / 2} ${height / 2})`}>{index}</g>}
      {sign === undefined ? (
        <text
          x={width / 2}
          y={y + middle * 0.36}
          fontSize={middle}
          textAnchor="middle"
          fontWeight={700}
          fill={ink}
        >
          {corner}
        </text>
      ) : (
        <g transform={`translate(${width / 2} ${y})`}>
          <SignView name={sign} size={width * 0.6} ink={ink} />
        </g>
      )}
      <Rows look={texts} box={[width * 0.08, height * 0.68, width * 0.84, height * 0.28]} ink={ink} middle />
    </>
  )
}

/** A card with a title, a number and lines of text. */
function EventFace({ look, width, height, ink }: Face) {
  const { palette } = useLook()
  const pad = width * 0.06
  const title = width * 0.085
  const room = width - 2 * pad - (look.corner === undefined ? 0 : width * 0.2)
  const lines = wrapText(look.title, room, title * BOLD_WIDTH, 2)
  const head = pad + lines.length * title * 1.12 + pad * 0.6
  return (
    <>
      <path
        d={`M0 ${head}V${width * 0.07}Q0 0 ${width * 0.07} 0H${width * 0.93}Q${width} 0 ${width} ${width * 0.07}V${head}Z`}
        fill={ink}
        fillOpacity={0.1}
      />
      {lines.map((line, i) => (
        <text
          key={line}
          x={pad}
          y={pad + title * (0.85 + i * 1.12)}
          fontSize={title}
          fontWeight={700}
          fill={ink}
        >
          {line}
        </text>
      ))}
      {look.corner === undefined ? null : (
        <g transform={`translate(${width - pad - width * 0.06} ${pad + width * 0.045})`}>
          <circle r={width * 0.085} fill={palette.of('black')} />
          <g>
            <SignView name={look.corner} size={width * 0.11} ink={palette.of('white')} />
          </g>
        </g>
      )}
      <Rows
        look={look}
        box={[pad, head + pad * 0.7, width - 2 * pad, height - head - pad * 1.2]}
        ink={ink}
        middle={false}
      />
    </>
  )
}

/** Font sizes of rows relative to the card's width. Events have much text, playing cards little. */
const FONT_SIZES = {
  event: { small: 0.063, normal: 0.078, large: 0.106 },
  playing: { small: 0.12, normal: 0.16, large: 0.24 },
  tile: { small: 0.1, normal: 0.13, large: 0.2 },
} as const

/** Rows from top to bottom, scaled down if they don't fit. */
function Rows({
  look,
  box: [x, y, w, h],
  ink,
  middle,
}: {
  look: CardLook
  box: Box
  ink: string
  middle: boolean
}) {
  const { scene, palette } = useLook()
  let scale = 1
  let layout = layoutRows(look, w, scale)
  while (layout.height > h && scale > 0.6) {
    scale *= 0.93
    layout = layoutRows(look, w, scale)
  }
  const top = middle ? y + Math.max(0, (h - layout.height) / 2) : y
  return layout.rows.map(({ row, at, high, size, lines }, i) => {
    if (at + high > h + 0.5) return null
    if ('seats' in row) {
      const each = Math.min(high * 0.86, (w / Math.max(1, row.seats.length)) * 0.9)
      return (
        <g key={i} transform={`translate(${x} ${top + at + high / 2})`}>
          {row.seats.map((seat, n) => (
            <g key={n} transform={`translate(${each * 0.5 + n * each * 1.12} 0)`}>
              <circle
                r={each / 2}
                fill={palette.of(scene.seats[seat]?.colour ?? 'dim')}
                stroke={palette.darker(scene.seats[seat]?.colour ?? 'dim', 0.4)}
                strokeWidth={each * 0.05}
              />
              <SignView
                name={scene.seats[seat]?.short ?? seat}
                size={each * 0.68}
                ink={palette.of(scene.seats[seat]?.ink ?? 'white')}
              />
            </g>
          ))}
        </g>
      )
    }
    if ('sign' in row)
      return (
        <g key={i} transform={`translate(${x + w / 2} ${top + at + high / 2})`}>
          <SignView name={row.sign} size={high * 0.9} ink={ink} />
        </g>
      )
    return lines.map((line, n) => (
      <text
        key={`${i} ${line}`}
        x={middle ? x + w / 2 : x}
        textAnchor={middle ? 'middle' : 'start'}
        y={top + at + size * (0.9 + n * 1.2)}
        fontSize={size}
        fill={ink}
        fillOpacity={row.style === 'dim' ? 0.75 : 1}
        fontStyle={row.style === 'italic' ? 'italic' : 'normal'}
        fontWeight={row.size === 'large' ? 700 : 400}
      >
        {line}
      </text>
    ))
  })
}

interface LaidRow {
  readonly row: CardLook['rows'][number]
  readonly at: number
  readonly high: number
  readonly size: number
  readonly lines: readonly string[]
}

function layoutRows(look: CardLook, width: number, scale: number): { rows: LaidRow[]; height: number } {
  const gap = width * 0.035 * scale
  let at = 0
  const rows = look.rows.map((row): LaidRow => {
    const text = 'text' in row
    const size = width * scale * FONT_SIZES[look.shape][text ? (row.size ?? 'normal') : 'normal']
    const lines = text ? wrapText(row.text, width, size) : []
    const high = text ? lines.length * size * 1.2 : width * scale * ('seats' in row ? 0.2 : 0.45)
    const layout = { row, at, high, size, lines }
    at += high + gap
    return layout
  })
  return { rows, height: Math.max(0, at - gap) }
}

/** Returns the aspect ratio of the first visible card, otherwise of any card of the game. */
export function ratioIn(scene: Scene, cards: readonly string[] | undefined): number {
  const look =
    cards?.map((card) => scene.cards[card]).find((card) => card !== undefined) ??
    Object.values(scene.cards)[0]
  return CARD_RATIO[look?.shape ?? 'playing']
}

/** The box of a card and its rotation. */
export interface CardPosition {
  readonly box: Box
  readonly angle: number
}

/** The part of a card's width that stays visible next to its neighbour, if there is room. */
const MIN_VISIBLE = 0.34

/** Returns the cards that a value names. It drops the zone of `kind@zone`. */
export function cardsOf(value: Constant): string[] {
  const ids = Array.isArray(value) ? value : [value]
  return ids.flatMap((id) => (typeof id === 'string' ? [id.replace(/@[^@]*$/, '')] : []))
}

/** Arranges `count` cards in a box side by side, overlapping if there is no room. A fan is also rotated. */
export function arrangeCards(
  count: number,
  [x, y, w, h]: Box,
  show: 'row' | 'fan' | 'pile' | 'table',
  ratio: number,
): CardPosition[] {
  if (count === 0) return []
  if (show === 'pile') {
    const top = oneCard([x, y, w, h], ratio)
    const thick = Math.min(count - 1, 4)
    return Array.from({ length: count }, (_, i) => {
      const under = Math.min(i, thick)
      return {
        box: [top[0] + under * top[2] * 0.015, top[1] - under * top[2] * 0.02, top[2], top[3]],
        angle: 0,
      }
    })
  }
  if (show === 'table') return gridOf(count, [x, y, w, h], ratio)
  const fan = show === 'fan'
  const natural = Math.min(h * (fan ? 0.88 : 1) * ratio, w)
  const width = Math.max(natural * 0.6, Math.min(natural, w / (1 + (count - 1) * MIN_VISIBLE)))
  const height = width / ratio
  const step = count === 1 ? 0 : Math.min(width * 1.06, (w - width) / (count - 1))
  const left = x + (w - width - step * (count - 1)) / 2
  const spread = fan ? Math.min(4, 24 / count) : 0
  return Array.from({ length: count }, (_, i) => {
    const off = i - (count - 1) / 2
    const dip = fan ? (off * off * h * 0.1) / Math.max(4, (count * count) / 4) : 0
    return {
      box: [left + i * step, y + (fan ? (h * 0.94 - height) / 2 : (h - height) / 2) + dip, width, height],
      angle: off * spread,
    }
  })
}

const oneCard = ([x, y, w, h]: Box, ratio: number): Box => {
  const width = Math.min(w, h * ratio) * 0.94
  const height = width / ratio
  return [x + (w - width) / 2, y + (h - height) / 2, width, height]
}

/** Arranges cards in the grid that makes them largest. */
function gridOf(count: number, [x, y, w, h]: Box, ratio: number): CardPosition[] {
  let best = { across: 1, width: 0 }
  for (let across = 1; across <= count; across++) {
    const down = Math.ceil(count / across)
    const width = Math.min(w / across, (h / down) * ratio)
    if (width > best.width) best = { across, width }
  }
  const { across, width } = best
  const height = width / ratio
  const down = Math.ceil(count / across)
  const top = y + (h - down * height) / 2
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / across)
    const inRow = Math.min(across, count - row * across)
    const left = x + (w - inRow * width) / 2
    return {
      box: [
        left + (i % across) * width + width * 0.03,
        top + row * height + height * 0.03,
        width * 0.94,
        height * 0.94,
      ],
      angle: 0,
    }
  })
}
