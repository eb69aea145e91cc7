/** The React context of a board: the scene, its palette and the zones. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene, Style } from '@ludoforge/look'
import { createContext, type SVGAttributes, useContext } from 'react'
import type { Palette } from './colours.js'

export interface Look {
  readonly scene: Scene
  readonly palette: Palette
  /** Prefixes every SVG id, so that several boards can share a page. */
  readonly prefix: string
  readonly zones: ReadonlyMap<string, GameDef['zones'][number]>
}

const LookContext = createContext<Look | null>(null)

export const LookProvider = LookContext.Provider

export function useLook(): Look {
  const look = useContext(LookContext)
  if (look === null) throw new Error('useLook needs a LookProvider above it.')
  return look
}

/** Sets the opacity of fill and stroke separately: group opacity needs an off-screen layer, which is slow. */
export function opacityAttributes(opacity: number | undefined): SVGAttributes<SVGElement> {
  return opacity === undefined ? {} : { fillOpacity: opacity, strokeOpacity: opacity }
}

/** Returns the SVG attributes of a shape in a style. */
export function shapeAttributes(palette: Palette, style: Style | undefined): SVGAttributes<SVGElement> {
  if (style === undefined) return { fill: palette.of('panel'), stroke: palette.of('line'), strokeWidth: 1 }
  const { fill, stroke, width, dash, opacity } = style
  return {
    fill: fill === undefined ? 'none' : palette.of(fill),
    ...(stroke === undefined ? {} : { stroke: palette.of(stroke), strokeWidth: width ?? 1 }),
    ...(dash === undefined ? {} : { strokeDasharray: dash }),
    ...opacityAttributes(opacity),
    strokeLinejoin: 'round',
    strokeLinecap: dash === undefined ? 'round' : 'butt',
  }
}

/** Returns the SVG attributes of a text in a style. */
export function textAttributes(
  palette: Palette,
  style: Style | undefined,
  size?: number,
): SVGAttributes<SVGElement> {
  const font = style?.font ?? 'plain'
  return {
    fill: palette.of(style?.fill ?? 'ink'),
    fontSize: size ?? style?.size ?? 12,
    ...opacityAttributes(style?.opacity),
    ...(font === 'italic' ? { fontStyle: 'italic' } : {}),
    ...(font === 'bold' ? { fontWeight: 700 } : {}),
    ...(font === 'spaced' ? { letterSpacing: '0.2em', fontWeight: 500 } : {}),
  }
}
