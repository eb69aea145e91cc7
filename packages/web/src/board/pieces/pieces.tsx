/** Pieces: each kind is drawn once and referenced with `<use>`. */
import type { PieceLook } from '@ludoforge/look'
import { memo, type ReactNode } from 'react'
import type { Palette } from '../colours.js'
import { useLook } from '../look.js'
import { SignView } from './symbols.js'

/** The drawings of all kinds, 24 × 24 and centred on 0, 0, for `Packable`. */
export const PieceDrawings = memo(function PieceDrawings() {
  const { scene, prefix } = useLook()
  return (
    <>
      {Object.entries(scene.pieces).map(([kind, look]) => (
        <g key={kind} id={`${prefix}piece-${kind}`}>
          <PieceDrawing look={look} />
        </g>
      ))}
      <g id={`${prefix}piece`}>
        <PieceDrawing look={UNKNOWN} />
      </g>
    </>
  )
})

const UNKNOWN: PieceLook = { shape: 'cube', colour: 'dim', sign: '?', order: 0 }

/** A piece centred on x, y. */
export function Piece({ kind, x, y, size }: { kind: string; x: number; y: number; size: number }) {
  const { scene, prefix } = useLook()
  const id = scene.pieces[kind] === undefined ? `${prefix}piece` : `${prefix}piece-${kind}`
  return <use href={`#${id}`} transform={`translate(${x} ${y}) scale(${size / 24})`} />
}

interface Faces {
  readonly face: string
  readonly top: string
  readonly side: string
  readonly edge: string
}

function facesOf(palette: Palette, { colour, edge }: PieceLook): Faces {
  return {
    face: palette.of(colour),
    top: palette.lighter(colour, 0.32),
    side: palette.darker(colour, 0.28),
    edge: edge === undefined ? palette.darker(colour, 0.55) : palette.of(edge),
  }
}

/** Textures that distinguish the seats' pieces without colour, in the order of the seats. */
const TEXTURES = [
  '',
  'M-5 5L5 -5M-6 0L0 -6M0 6L6 0',
  'M-4 -4h.01M4 -4h.01M-4 4h.01M4 4h.01M0 0h.01',
  'M-6 -3H6M-6 3H6',
  'M-5 -5L5 5M-5 5L5 -5',
  'M-3 -6V6M3 -6V6',
  'M0 -6V6M-6 0H6',
]

function Texture({ look: { owner, colour }, at }: { look: PieceLook; at: number }) {
  const { scene, palette } = useLook()
  const seat = palette.safe && owner !== undefined ? Object.keys(scene.seats).indexOf(owner) : -1
  const d = TEXTURES[seat % TEXTURES.length] ?? ''
  return d === '' ? null : (
    <path
      className="bd-texture"
      d={d}
      transform={`translate(0 ${at})`}
      fill="none"
      stroke={palette.on(colour)}
      strokeOpacity={0.6}
      strokeWidth={2}
      strokeLinecap="round"
    />
  )
}

function PieceDrawing({ look }: { look: PieceLook }) {
  const { palette } = useLook()
  const faces = facesOf(palette, look)
  const { draw, signAt, signSize } = SHAPES[look.shape]
  return (
    <g strokeLinejoin="round" stroke={faces.edge} strokeWidth={1}>
      {draw(faces)}
      {look.shape === 'figure' ? null : <Texture look={look} at={signAt} />}
      {look.sign === undefined ? null : look.shape === 'figure' ? (
        <SignView name={look.sign} size={signSize} ink={faces.face} />
      ) : (
        <g transform={`translate(0 ${signAt})`} stroke="none">
          <SignView name={look.sign} size={signSize} ink={palette.on(look.colour)} />
        </g>
      )}
    </g>
  )
}

interface Shape {
  readonly draw: (faces: Faces) => ReactNode
  readonly signAt: number
  readonly signSize: number
}

const shadow = (rx: number, y: number): ReactNode => (
  <ellipse cx={0.8} cy={y} rx={rx} ry={2.4} fill="#000" fillOpacity={0.25} stroke="none" />
)

const polygon = (sides: number, radius: number, y: number, turn: number): string =>
  `M${Array.from({ length: sides }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / sides
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`
  }).join('L')}Z`

const star = (outer: number, inner: number, y: number): string =>
  `M${Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner
    const angle = (i * Math.PI) / 5 - Math.PI / 2
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`
  }).join('L')}Z`

/** A thick tile seen from above: the face, and a darker copy below it. */
function thick(d: (y: number) => string, { face, side }: Faces, thickness: number): ReactNode {
  return (
    <>
      {shadow(9.5, 9.5)}
      <path d={d(thickness / 2)} fill={side} />
      <path d={d(-thickness / 2)} fill={face} />
    </>
  )
}

const SHAPES: Readonly<Record<PieceLook['shape'], Shape>> = {
  cube: {
    signAt: 2,
    signSize: 11,
    draw: ({ face, top, side }) => (
      <>
        <path d="M-8 10.6H9.5L11.5 8V9L9.8 11.2H-7Z" fill="#000" fillOpacity={0.25} stroke="none" />
        <path d="M-10.2 -5.4H6V10.4H-10.2Z" fill={face} />
        <path d="M-10.2 -5.4L-5.4 -10.2H10.4L6 -5.4Z" fill={top} />
        <path d="M6 -5.4L10.4 -10.2V5.6L6 10.4Z" fill={side} />
      </>
    ),
  },
  cylinder: {
    signAt: -2.6,
    signSize: 11.5,
    draw: ({ face, top, side }) => (
      <>
        {shadow(9.6, 9)}
        <path d="M-9.8 -3V4.2A9.8 6.6 0 0 0 9.8 4.2V-3Z" fill={side} />
        <path d="M-9.8 -3V4.2A9.8 6.6 0 0 0 -2.4 10.5V3.4Z" fill={face} stroke="none" />
        <ellipse cy={-3} rx={9.8} ry={6.9} fill={face} />
        <path
          d="M-7.6 -4A7.6 5 0 0 1 4 -8.1"
          fill="none"
          stroke={top}
          strokeWidth={1.6}
          strokeLinecap="round"
        />
      </>
    ),
  },
  octagon: {
    signAt: -1.2,
    signSize: 12,
    draw: (faces) => (
      <>
        {thick((y) => polygon(8, 10.4, y, Math.PI / 8), faces, 3.4)}
        <path
          d="M-7.6 -5L-3.6 -9.2H2.5"
          fill="none"
          stroke={faces.top}
          strokeWidth={1.5}
          strokeLinecap="round"
        />
      </>
    ),
  },
  disc: {
    signAt: -1,
    signSize: 12,
    draw: ({ face, top, side }) => (
      <>
        {shadow(10.6, 10)}
        <circle cy={1.4} r={10.6} fill={side} />
        <circle cy={-1} r={10.6} fill={face} />
        <circle cy={-1} r={7.6} fill="none" stroke={top} strokeWidth={1.4} />
      </>
    ),
  },
  pawn: {
    signAt: 4,
    signSize: 9,
    draw: ({ face, top }) => (
      <>
        {shadow(8, 10.4)}
        <path d="M-7.5 10.5C-7.5 4 -3.6 3 -3 -1.5H3C3.6 3 7.5 4 7.5 10.5Z" fill={face} />
        <circle cy={-5.6} r={5.4} fill={face} />
        <circle cx={-1.7} cy={-7.4} r={1.7} fill={top} stroke="none" />
      </>
    ),
  },
  hex: {
    signAt: -1.2,
    signSize: 12,
    draw: (faces) => thick((y) => polygon(6, 10.8, y, Math.PI / 6), faces, 3),
  },
  square: {
    signAt: -1,
    signSize: 13,
    draw: (faces) => (
      <>
        {thick((y) => `M-9.6 ${y - 8.6}H9.6V${y + 8.6}H-9.6Z`, faces, 2.6)}
        <path d="M-8 7V-8.3H8.4" fill="none" stroke={faces.top} strokeWidth={1.3} />
      </>
    ),
  },
  star: {
    signAt: 0,
    signSize: 8,
    draw: (faces) => thick((y) => star(11, 5.2, y), faces, 2.6),
  },
  ring: {
    signAt: -0.6,
    signSize: 9,
    draw: ({ face, top, edge }) => (
      <>
        {shadow(10, 9.6)}
        <circle cy={-0.6} r={8.2} fill="none" stroke={edge} strokeWidth={6} />
        <circle cy={-0.6} r={8.2} fill="none" stroke={face} strokeWidth={4.4} />
        <path
          d="M-7.4 -3.6A8.2 8.2 0 0 1 2 -8.6"
          fill="none"
          stroke={top}
          strokeWidth={1.4}
          strokeLinecap="round"
        />
      </>
    ),
  },
  flat: {
    signAt: 0,
    signSize: 15,
    draw: ({ face }) => <rect x={-10.5} y={-10.5} width={21} height={21} rx={3.5} fill={face} />,
  },
  figure: { signAt: 0, signSize: 23, draw: () => shadow(8, 10) },
}
