/** Symbols by name, with letters as a fallback, and patterns made of symbols. */
import type { Style, Symbol } from '@ludoforge/look'
import { memo } from 'react'
import { widthOf } from '../layout/boxes.js'
import { opacityAttributes, useLook } from '../look.js'

/** A symbol of the scene, or one or two letters, `size` wide and centred on 0, 0. Paths without a colour take `ink`. */
export function SignView({ name, size, ink }: { name: string; size: number; ink: string }) {
  const { scene } = useLook()
  const symbol = scene.symbols[name]
  if (symbol !== undefined)
    return (
      <g transform={`scale(${size / 24})`}>
        <SymbolPaths symbol={symbol} ink={ink} />
      </g>
    )
  const wide = widthOf(name)
  const font = Math.min(size * 0.95, (size * 1.1) / Math.max(0.4, wide))
  return (
    <text className="bd-sign" y={font * 0.35} fontSize={font} fill={ink}>
      {name}
    </text>
  )
}

export function SymbolPaths({ symbol, ink }: { symbol: Symbol; ink: string }) {
  const { palette } = useLook()
  const paint = (colour: string): string => (colour === 'currentColor' ? ink : palette.of(colour))
  return symbol.paths.map(({ d, fill, stroke, width }, i) => (
    <path
      key={i}
      d={d}
      fill={fill === undefined ? (stroke === undefined ? ink : 'none') : paint(fill)}
      {...(stroke === undefined ? {} : { stroke: paint(stroke), strokeWidth: width ?? 1.5 })}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ))
}

/** The positions and scales of a pattern's symbols in its tile, irregular so that it doesn't look like a grid. */
const SCATTER: readonly (readonly [number, number, number])[] = [
  [14, 13, 0.52],
  [52, 24, 0.62],
  [30, 44, 0.46],
  [66, 57, 0.56],
  [10, 66, 0.6],
]
const TILE = 76

/** The SVG patterns of the styles that have one. */
export const Patterns = memo(function Patterns() {
  const { scene, palette, prefix } = useLook()
  return Object.entries(scene.styles).map(([id, style]) => {
    const symbol = style.pattern === undefined ? undefined : scene.symbols[style.pattern]
    if (symbol === undefined) return null
    return (
      <pattern
        key={id}
        id={`${prefix}pattern-${id}`}
        width={TILE}
        height={TILE}
        patternUnits="userSpaceOnUse"
      >
        {SCATTER.map(([x, y, scale]) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${scale})`} {...opacityAttributes(0.3)}>
            <SymbolPaths symbol={symbol} ink={palette.darker(style.fill ?? 'line', 0.45)} />
          </g>
        ))}
      </pattern>
    )
  })
})

export function patternOf(
  prefix: string,
  styles: Readonly<Record<string, Style>>,
  id: string,
): string | null {
  return styles[id]?.pattern === undefined ? null : `url(#${prefix}pattern-${id})`
}
