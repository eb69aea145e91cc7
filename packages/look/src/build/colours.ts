/** The colours and styles of a scene. */
import type { GameDef } from '@ludoforge/kernel'
import { colourNamed, isHex, PALETTE } from '../reader/colours.js'
import type { Colour, Look, TerminalColour } from '../reader/look.js'
import { graphemesOf } from '../kinds.js'
import type { Scene, SeatLook, Style } from '../scene.js'

/** Default colours of seats, in this order. The first ones differ most, also for colour-blind players. */
const SEAT_COLOURS = [
  'blue',
  'red',
  'yellow',
  'green',
  'purple',
  'teal',
  'orange',
  'pink',
  'brown',
  'grey',
] as const

/** Returns all colours of a scene: the built-in ones, those of the look, and one for each seat. */
export function coloursOf(def: GameDef, look: Look): Readonly<Record<string, Colour>> {
  const found: Record<string, Colour> = { ...PALETTE, ...look.colours }
  const taken = new Set(def.seats.map(({ id }) => colourNamed(found, id)))
  const free = SEAT_COLOURS.map((name) => PALETTE[name]).filter((colour) => !taken.has(colour))
  let next = 0
  for (const { id } of def.seats) {
    if (colourNamed(found, id) !== undefined) continue
    const all = free.length > 0 ? free : [PALETTE['grey']]
    found[id] = all[next % all.length] ?? { light: '#7b7f86' }
    next += 1
  }
  for (const { id } of def.seats) found[inkOf(id)] = inkFor(found[id] ?? { light: '#7b7f86' })
  return found
}

/** The name of a seat's ink colour. It can't clash, since no id contains a space. */
const inkOf = (seat: string): string => `on ${seat}`

/** Returns a readable ink for each variant of a colour. */
const inkFor = ({ light, dark, safe }: Colour): Colour => ({
  light: inkOn(light),
  ...(dark === undefined ? {} : { dark: inkOn(dark) }),
  ...(safe === undefined ? {} : { safe: inkOn(safe) }),
})

export function palettesOf(
  colours: Readonly<Record<string, Colour>>,
): Pick<Scene, 'colours' | 'dark' | 'safe'> {
  const light: Record<string, string> = {}
  const dark: Record<string, string> = {}
  const safe: Record<string, string> = {}
  for (const [name, colour] of Object.entries(colours)) {
    light[name] = colour.light
    if (colour.dark !== undefined) dark[name] = colour.dark
    if (colour.safe !== undefined) safe[name] = colour.safe
  }
  return { colours: light, dark, safe }
}

export function seatsOf(
  def: GameDef,
  names: Readonly<Record<string, string>>,
  short: Readonly<Record<string, string>>,
): Record<string, SeatLook> {
  return Object.fromEntries(
    def.seats.map(({ id }) => [
      id,
      {
        name: names[id] ?? id,
        short: short[id] ?? initials(names[id] ?? id),
        colour: id,
        ink: inkOf(id),
      },
    ]),
  )
}

function initials(name: string): string {
  const letters = name.split(/[\s-]+/).map((word) => graphemesOf(word)[0] ?? '')
  return letters.length > 1
    ? letters.slice(0, 2).join('').toUpperCase()
    : graphemesOf(name).slice(0, 2).join('')
}

/** Returns white or black, whichever has more contrast. */
function inkOn(colour: string): string {
  const black = '#000000'
  const contrast = (a: string, b: string): number => {
    const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
    return (high + 0.05) / (low + 0.05)
  }
  return contrast(colour, '#ffffff') >= contrast(colour, black) ? '#ffffff' : black
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) || 0)

/** Returns the closest terminal colour: by hue, or by lightness for greys. */
export function terminalColour({ light, terminal }: Colour): TerminalColour {
  if (terminal !== undefined) return terminal
  const [r = 0, g = 0, b = 0] = channels(light)
  const high = Math.max(r, g, b)
  const low = Math.min(r, g, b)
  if (high - low < 40) return high > 140 ? 'white' : 'gray'
  const spread = high - low
  const hue =
    high === r ? ((g - b) / spread + 6) % 6 : high === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  const hues: readonly TerminalColour[] = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta']
  return hues[Math.round(hue) % 6] ?? 'white'
}

const BUILT_IN: Readonly<Record<string, Style>> = {
  space: { fill: 'panel', stroke: 'line', width: 2 },
  link: { stroke: 'line', width: 3, fill: 'none' },
  'space-name': { fill: 'ink', font: 'bold' },
  label: { fill: 'ink', size: 16, opacity: 0.75 },
  area: { fill: 'panel', stroke: 'line', width: 1 },
}

/** Returns the built-in styles, those of the look, and a style for each colour that is used as one. */
export function stylesOf(look: Look, used: Iterable<string>): Record<string, Style> {
  const found: Record<string, Style> = { ...BUILT_IN, ...look.styles }
  for (const name of used) {
    if (found[name] === undefined) found[name] = { fill: name, stroke: 'line', width: 2 }
  }
  return found
}

/** Resolves a colour name or `#rrggbb`. */
export function hexOf(colours: Readonly<Record<string, string>>, name: string): string {
  return isHex(name) ? name : (colours[name] ?? '#888888')
}
