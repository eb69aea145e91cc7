/** What every part of a board needs to know: the scene, its colours, what the rules say of spaces. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene, Style } from '@ludoforge/look'
import { createContext, type SVGAttributes, useContext } from 'react'
import type { Palette } from './colours.js'

export interface Look {
  readonly scene: Scene
  readonly palette: Palette
  /** In front of every id of the drawing, so that several boards may stand in a page. */
  readonly prefix: string
  /** The size of small letters in this layout. */
  readonly unit: number
  readonly zones: ReadonlyMap<string, GameDef['zones'][number]>
}

const LookContext = createContext<Look | null>(null)

export const LookProvider = LookContext.Provider

export function useLook(): Look {
  const look = useContext(LookContext)
  if (look === null) throw new Error('Parts of a board are drawn inside of it.')
  return look
}

/** Of fill and stroke, each for itself: a group that is seen through as a whole would be drawn apart, which is slow. */
export function seenThrough(opacity: number | undefined): SVGAttributes<SVGElement> {
  return opacity === undefined ? {} : { fillOpacity: opacity, strokeOpacity: opacity }
}

/** The attributes that draw an area or a line in a style. */
export function painted(palette: Palette, style: Style | undefined): SVGAttributes<SVGElement> {
  if (style === undefined) return { fill: palette.of('panel'), stroke: palette.of('line'), strokeWidth: 1 }
  const { fill, stroke, width, dash, opacity } = style
  return {
    fill: fill === undefined ? 'none' : palette.of(fill),
    ...(stroke === undefined ? {} : { stroke: palette.of(stroke), strokeWidth: width ?? 1 }),
    ...(dash === undefined ? {} : { strokeDasharray: dash }),
    ...seenThrough(opacity),
    strokeLinejoin: 'round',
    strokeLinecap: dash === undefined ? 'round' : 'butt',
  }
}

/** The attributes of a text in a style. */
export function lettered(
  palette: Palette,
  style: Style | undefined,
  size?: number,
): SVGAttributes<SVGElement> {
  const font = style?.font ?? 'plain'
  return {
    fill: palette.of(style?.fill ?? 'ink'),
    fontSize: size ?? style?.size ?? 12,
    ...seenThrough(style?.opacity),
    ...(font === 'italic' ? { fontStyle: 'italic' } : {}),
    ...(font === 'bold' ? { fontWeight: 700 } : {}),
    ...(font === 'spaced' ? { letterSpacing: '0.2em', fontWeight: 500 } : {}),
  }
}
