/** The palette of a board: named colours, their shades, and a readable ink on top of them. */
import type { Scene } from '@ludoforge/look'

export interface Palette {
  readonly theme: 'light' | 'dark'
  readonly safe: boolean
  /** Resolves a name of the scene, a built-in name, `#rrggbb` or `none`. */
  of(name: string): string
  lighter(name: string, by: number): string
  darker(name: string, by: number): string
  /** Returns an ink for text on this colour: `wanted` if its contrast is enough, otherwise black or white. */
  on(name: string, wanted?: string): string
}

/** Built-in names. A scene may override them. */
const LIGHT: Readonly<Record<string, string>> = {
  table: '#e9e0cc',
  paper: '#f3ecdd',
  panel: '#fffaf0',
  ink: '#26221a',
  dim: '#6b6252',
  line: '#c2b59b',
  card: '#fffdf7',
  black: '#1b1813',
  white: '#ffffff',
  red: '#b3261e',
  glow: '#f2a900',
  ghost: '#6d3fc0',
}
const DARK: Readonly<Record<string, string>> = {
  table: '#1d1b18',
  paper: '#1d1b18',
  panel: '#2a2723',
  ink: '#f2ecdf',
  dim: '#b3a994',
  line: '#5a5244',
  card: '#f4efe2',
  glow: '#ffc53d',
  ghost: '#b794ff',
}
const UNKNOWN = '#8a8a8a'

export function paletteOf(
  scene: Pick<Scene, 'colours' | 'dark' | 'safe'>,
  theme: 'light' | 'dark',
  safe: boolean,
): Palette {
  const named: Record<string, string> = { ...LIGHT, ...scene.colours }
  if (theme === 'dark') Object.assign(named, without(DARK, scene.colours), scene.dark)
  if (safe) Object.assign(named, scene.safe)
  const of = (name: string): string =>
    name.startsWith('#') || name === 'none' ? name : (named[name] ?? UNKNOWN)
  return {
    theme,
    safe,
    of,
    lighter: (name, by) => mix(of(name), '#ffffff', by),
    darker: (name, by) => mix(of(name), '#000000', by),
    on: (name, wanted) =>
      wanted !== undefined && contrast(of(name), of(wanted)) >= MIN_CONTRAST ? of(wanted) : inkOn(of(name)),
  }
}

/** A scene's light value also wins over the built-in dark one, unless the scene has a dark value. */
function without(
  colours: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(colours).filter(([name]) => own[name] === undefined))
}

type Rgb = readonly [number, number, number]

function rgb(hex: string): Rgb {
  const digits = hex.slice(1)
  const sixDigits = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits.slice(0, 6)
  const n = Number.parseInt(sixDigits, 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

function mix(colour: string, other: string, share: number): string {
  const b = rgb(other)
  const parts = rgb(colour).map((x, i) => Math.round(x + ((b[i] ?? 0) - x) * share))
  return `#${parts.map((x) => x.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance (WCAG). */
function luminance(colour: string): number {
  const [r, g, b] = rgb(colour)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

function linear(x: number): number {
  const part = x / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The minimum contrast for large text (WCAG AA). */
const MIN_CONTRAST = 3

const DARK_INK = '#17140f'
const LIGHT_INK = '#ffffff'

export function inkOn(colour: string): string {
  return contrast(colour, DARK_INK) >= contrast(colour, LIGHT_INK) ? DARK_INK : LIGHT_INK
}
