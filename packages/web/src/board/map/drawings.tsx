/** The static drawings under and over the spaces of a map. */
import type { Drawing } from '@ludoforge/look'
import { memo } from 'react'
import { MIN_TEXT_PX } from '../layout/sizes.js'
import { textAttributes, shapeAttributes, opacityAttributes, useLook } from '../look.js'
import { patternOf, SymbolPaths } from '../pieces/symbols.js'
import { useScale } from './scale.js'

export const Drawings = memo(function Drawings({
  drawings,
  layer,
}: {
  drawings: readonly Drawing[]
  layer: string
}) {
  return (
    <g className={`bd-${layer}`} aria-hidden="true" pointerEvents="none">
      {drawings.map((drawing, i) => (
        <DrawingView key={i} drawing={drawing} id={`${layer}-${i}`} />
      ))}
    </g>
  )
})

function DrawingView({ drawing, id }: { drawing: Drawing; id: string }) {
  const { scene, palette, prefix } = useLook()
  const style = scene.styles[drawing.style]
  if ('path' in drawing) {
    const pattern = patternOf(prefix, scene.styles, drawing.style)
    return (
      <>
        <path d={drawing.path} {...shapeAttributes(palette, style)} />
        {pattern === null ? null : <path d={drawing.path} fill={pattern} />}
      </>
    )
  }
  if ('symbol' in drawing) {
    const symbol = scene.symbols[drawing.symbol]
    if (symbol === undefined) return null
    return (
      <g {...opacityAttributes(style?.opacity)}>
        {drawing.at.map(([x, y, scale], i) => (
          <g key={i} transform={`translate(${x} ${y}) scale(${scale})`}>
            <SymbolPaths symbol={symbol} ink={palette.of(style?.fill ?? 'ink')} />
          </g>
        ))}
      </g>
    )
  }
  return <Print drawing={drawing} id={id} />
}

type Printed = Extract<Drawing, { readonly text: string }>

/** A text of the drawing. It is left out where it would be too small to read. */
function Print({ drawing, id }: { drawing: Printed; id: string }) {
  const { scene, palette, prefix } = useLook()
  const scale = useScale()
  const style = scene.styles[drawing.style]
  if ((style?.size ?? 12) * scale < MIN_TEXT_PX) return null
  const { text, at, angle, spacing, anchor = 'middle', along } = drawing
  const letters = {
    ...textAttributes(palette, style),
    textAnchor: anchor,
    ...(spacing === undefined ? {} : { letterSpacing: spacing }),
    className: 'bd-text',
  }
  if (along !== undefined) {
    const offset = anchor === 'start' ? '0%' : anchor === 'end' ? '100%' : '50%'
    return (
      <>
        <path id={`${prefix}along-${id}`} d={along} fill="none" />
        <text {...letters}>
          <textPath href={`#${prefix}along-${id}`} startOffset={offset}>
            {text}
          </textPath>
        </text>
      </>
    )
  }
  const [x, y] = at
  return (
    <text
      {...letters}
      transform={`translate(${x} ${y})${angle === undefined ? '' : ` rotate(${angle})`}`}
      dy="0.35em"
    >
      {text}
    </text>
  )
}
