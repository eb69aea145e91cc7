/** The lobby's thumbnail of a game: `look/picture.svg`, or generated from its scene. */
import type { SourceFile } from '@ludoforge/compiler/files'
import { hexOf } from '../build/colours.js'
import { round } from '../build/boxes.js'
import { rectanglePath } from '../build/paths.js'
import type { Drawing, MapScene, Scene } from '../scene.js'

/** The file with a game's own thumbnail. */
export const PICTURE_FILE = 'look/picture.svg'
/** The maximum size of that file. A larger one is ignored. */
export const MAX_PICTURE_BYTES = 200_000
const SIZE = [240, 150] as const

export function thumbnailOf(files: readonly SourceFile[], scene: Scene): string {
  const text = files.find(({ path }) => path === PICTURE_FILE)?.text ?? ''
  const drawn = text.length > MAX_PICTURE_BYTES ? undefined : sanitizeSvg(text)
  if (drawn !== undefined) return drawn
  return scene.map === null ? tablePicture(scene) : mapPicture(scene, scene.map)
}

const SHAPES = new Set(['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
const NUMBERS = /^[-+0-9.,\seE%]*$/
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  d: /^[-+0-9.,\seEMmLlHhVvCcSsQqTtAaZz]*$/,
  points: NUMBERS,
  transform: /^(?:\s*(?:translate|scale|rotate|matrix|skewX|skewY)\([-+0-9.,\seE]*\))*\s*$/,
  fill: /^(?:#[0-9a-fA-F]{3,8}|none|[a-zA-Z]{1,20})$/,
  stroke: /^(?:#[0-9a-fA-F]{3,8}|none|[a-zA-Z]{1,20})$/,
  'stroke-linecap': /^[a-z]+$/,
  'stroke-linejoin': /^[a-z]+$/,
  'fill-rule': /^[a-z]+$/,
}
for (const name of ['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height'])
  Object.assign(ATTRIBUTES, { [name]: NUMBERS })
for (const name of ['opacity', 'fill-opacity', 'stroke-opacity', 'stroke-width', 'stroke-dasharray'])
  Object.assign(ATTRIBUTES, { [name]: NUMBERS })

/**
 * Sanitizes an SVG with an allowlist: rebuilds it from its basic shapes and their numbers and colours. Returns `undefined` if
 * it isn't an SVG.
 */
export function sanitizeSvg(text: string): string | undefined {
  const viewBox = /<svg\b[^>]*\bviewBox\s*=\s*"([-+0-9.,\seE]+)"/.exec(text)?.[1]
  if (viewBox === undefined) return undefined
  const parts: string[] = []
  let open = 0
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '')
  for (const [, closing, name = '', inside = ''] of plain.matchAll(/<(\/?)([a-zA-Z]+)((?:\s[^<>]*)?)>/g)) {
    if (!SHAPES.has(name)) continue
    if (closing === '/') {
      if (name === 'g' && open > 0) {
        parts.push('</g>')
        open -= 1
      }
      continue
    }
    const kept = [...inside.matchAll(/\s([a-zA-Z][\w-]*)\s*=\s*"([^"<>&]*)"/g)].flatMap(
      ([, key = '', value = '']) =>
        Object.hasOwn(ATTRIBUTES, key) && ATTRIBUTES[key]?.test(value) === true ? [` ${key}="${value}"`] : [],
    )
    const selfClosing = name !== 'g' || inside.trimEnd().endsWith('/')
    parts.push(`<${name}${kept.join('')}${selfClosing ? '/' : ''}>`)
    if (!selfClosing) open += 1
  }
  return `${head(viewBox.trim())}${parts.join('')}${'</g>'.repeat(open)}</svg>`
}

const head = (viewBox: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">`

/** The maximum length of a generated thumbnail, in characters. */
const MAX_LENGTH = 30_000

/** Draws the map in thumbnail size, without details smaller than a line. */
function mapPicture(scene: Scene, map: MapScene): string {
  const scale = Math.min(SIZE[0] / map.size[0], (2 * SIZE[1]) / map.size[1])
  const [width, height] = map.size.map((length) => round(length * scale))
  const small = (d: string): string => simplifyPath(d, scale)
  const areas = [...map.under, ...map.over].flatMap((drawing: Drawing) =>
    'path' in drawing && isFilled(scene, drawing.style)
      ? [styled(scene, small(drawing.path), drawing.style, scale)]
      : [],
  )
  const spaces = map.spaces.map(({ path: d, style, line }) => styled(scene, small(d), style, scale, line))
  const picture = (ground: readonly string[]): string =>
    [head(`0 0 ${width} ${height}`), ...ground, ...spaces, somePieces(scene, map, scale), '</svg>'].join('')
  const fitting = areas.filter((_, i) => picture(areas.slice(0, i + 1)).length <= MAX_LENGTH)
  return picture(fitting)
}

const isFilled = (scene: Scene, style: string): boolean => (scene.styles[style]?.fill ?? 'none') !== 'none'

/** Scales a path and simplifies it: straight lines only, and no points closer than a minimum distance. */
export function simplifyPath(d: string, scale: number): string {
  const minDistance = 2.6
  let out = ''
  let [x, y] = [Number.NaN, Number.NaN]
  for (const [, letter = '', rest = ''] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    if (letter === 'Z') {
      out += 'Z'
      continue
    }
    const numbers = rest
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const [toX, toY] =
      letter === 'H'
        ? [(numbers[0] ?? 0) * scale, y]
        : letter === 'V'
          ? [x, (numbers[0] ?? 0) * scale]
          : endPoint(numbers, scale)
    if (letter !== 'M' && letter !== 'A' && Math.hypot(toX - x, toY - y) < minDistance) continue
    ;[x, y] = [toX, toY]
    if (letter === 'A') {
      const [rx = 0, ry = 0, ...flags] = numbers
      out += `A${round(rx * scale)} ${round(ry * scale)} ${flags.slice(0, 3).join(' ')} ${round(x)} ${round(y)}`
    } else out += `${letter === 'M' ? 'M' : 'L'}${round(x)} ${round(y)}`
  }
  return out
}

const endPoint = (numbers: readonly number[], scale: number): [number, number] => [
  (numbers.at(-2) ?? 0) * scale,
  (numbers.at(-1) ?? 0) * scale,
]

/** Draws discs in the seats' colours on some spaces, so that the map looks played. */
function somePieces(scene: Scene, { spaces }: MapScene, scale: number): string {
  const seats = Object.values(scene.seats)
  const open = spaces.filter(({ line }) => line === undefined)
  if (open.length > 100 || Object.keys(scene.pieces).length === 0) return ''
  return open
    .filter((_, i) => i % 3 === 1 || i % 7 === 2)
    .map(({ pieces: [x, y, width, height], cell }, i) => {
      const colour = hexOf(scene.colours, seats[i % Math.max(1, seats.length)]?.colour ?? 'grey')
      const r = round((Math.min(cell, width, height) * scale) / 2.2)
      const [cx, cy] = [round((x + width / 2) * scale), round((y + height / 2) * scale)]
      return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${colour}" stroke="#1d1a16" stroke-width="${round(r / 8)}"/>`
    })
    .join('')
}

function styled(scene: Scene, d: string, name: string, scale: number, line?: number): string {
  const { fill, stroke, width } = scene.styles[name] ?? {}
  const hex = (colour: string | undefined, fallback: string): string =>
    colour === undefined || colour === 'none' ? fallback : hexOf(scene.colours, colour)
  const paint =
    line === undefined
      ? `fill="${hex(fill, 'none')}" stroke="${hex(stroke, 'none')}" stroke-width="${round((width ?? 1) * scale)}"`
      : `fill="none" stroke="${hex(stroke ?? fill, '#888888')}" stroke-width="${round(line * scale)}"`
  return `<path d="${d}" ${paint}/>`
}

/** Draws a fan of cards in the seats' colours, for games without a map. */
function tablePicture(scene: Scene): string {
  const [width, height] = SIZE
  const seats = Object.values(scene.seats).slice(0, 6)
  const count = Math.max(3, seats.length)
  const felt = `<path d="${rectanglePath([0, 0, width, height])}" fill="${hexOf(scene.colours, 'felt')}"/>`
  const cards = Array.from({ length: count }, (_, i) => {
    const angle = round((i - (count - 1) / 2) * 12)
    const colour = hexOf(scene.colours, seats[i % Math.max(1, seats.length)]?.colour ?? 'blue')
    return (
      `<g transform="translate(${width / 2} ${height + 30}) rotate(${angle}) translate(-26 -136)">` +
      `<rect width="52" height="74" rx="6" fill="#fbfaf6" stroke="#1d1a16" stroke-width="1.5"/>` +
      `<rect x="6" y="6" width="40" height="62" rx="4" fill="${colour}"/></g>`
    )
  })
  return `${head(`0 0 ${width} ${height}`)}${felt}${cards.join('')}</svg>`
}
