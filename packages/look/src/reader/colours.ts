/** Named colours: the built-in palette, and those of a look. */
import { didYouMean, type YamlNode } from '@ludoforge/compiler/files'
import { type Colour, TERMINAL_COLOURS, type TerminalColour } from './look.js'
import type { LookReader } from './look-reader.js'

/** The built-in palette: light, dark, and safe for colour-blind players (after Okabe and Ito). */
export const PALETTE: Readonly<Record<string, Colour>> = {
  red: { light: '#c0392b', dark: '#e0604f', safe: '#d55e00', terminal: 'red' },
  orange: { light: '#d9772b', dark: '#e8924e', safe: '#e69f00', terminal: 'yellow' },
  yellow: { light: '#e3b62f', dark: '#e8c455', safe: '#f0e442', terminal: 'yellow' },
  green: { light: '#3f8f4f', dark: '#5bb06c', safe: '#009e73', terminal: 'green' },
  teal: { light: '#2a9d9a', dark: '#48bdb9', safe: '#56b4e9', terminal: 'cyan' },
  blue: { light: '#2f6fb7', dark: '#5b97db', safe: '#0072b2', terminal: 'blue' },
  purple: { light: '#8155a6', dark: '#a67fcb', safe: '#cc79a7', terminal: 'magenta' },
  pink: { light: '#d16f97', dark: '#e08bb0', safe: '#cc79a7', terminal: 'magenta' },
  brown: { light: '#8a5a33', dark: '#b07d52', safe: '#7a4a1e', terminal: 'yellow' },
  olive: { light: '#6b7a35', dark: '#95a556', safe: '#6b7a35', terminal: 'green' },
  grey: { light: '#7b7f86', dark: '#9aa0a8', terminal: 'gray' },
  black: { light: '#26262b', dark: '#16161a', terminal: 'gray' },
  white: { light: '#fbfaf6', dark: '#e9e6dd', terminal: 'white' },
  ink: { light: '#2b2620', dark: '#ece6d8' },
  paper: { light: '#f6f1e4', dark: '#2a2722' },
  panel: { light: '#fbf7ec', dark: '#33302a' },
  line: { light: '#a99a7c', dark: '#6d6555' },
  table: { light: '#ded4bd', dark: '#1f1d19' },
  felt: { light: '#2f7d58', dark: '#1f5a3f' },
  land: { light: '#e6dfb6', dark: '#4c4a34' },
  sand: { light: '#efe2bd', dark: '#5a5138' },
  hill: { light: '#c9a873', dark: '#6e5837' },
  forest: { light: '#a5bf85', dark: '#41562f' },
  water: { light: '#a9cbd6', dark: '#2c4a57' },
  wood: { light: '#c79a5f', dark: '#6b4d2b' },
  walnut: { light: '#a9764a', dark: '#5a3d24' },
  ivory: { light: '#f4e8cf', dark: '#b9ab8c' },
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

export const isHex = (text: string): boolean => HEX.test(text)

/** Reads the colours of a look. A colour may be an alias of another. */
export function readColours(reader: LookReader, node: YamlNode | undefined): Record<string, Colour> {
  const found: Record<string, Colour> = {}
  const entries = reader.entries(node, '`colours`')
  const aliases: { readonly key: string; readonly to: string; readonly node: YamlNode }[] = []
  for (const { key, value } of entries) {
    if (value.kind !== 'map') {
      const text = reader.string(value, `the colour \`${key}\``)
      if (text === undefined) continue
      if (HEX.test(text)) found[key] = { light: expandHex(text) }
      else aliases.push({ key, to: text, node: value })
      continue
    }
    const fields = reader.fields(value, `the colour \`${key}\``)
    const light = colourIn(reader, fields.required('light'))
    const dark = colourIn(reader, fields.node('dark'))
    const safe = colourIn(reader, fields.node('safe'))
    const terminal = fields.oneOf<TerminalColour>('terminal', TERMINAL_COLOURS)
    fields.end()
    if (light === undefined) continue
    found[key] = {
      light,
      ...(dark === undefined ? {} : { dark }),
      ...(safe === undefined ? {} : { safe }),
      ...(terminal === undefined ? {} : { terminal }),
    }
  }
  // Resolves aliases in rounds, since they may refer to later names. Cycles stay unresolved.
  for (let round = 0; round < entries.length && aliases.length > 0; round += 1) {
    for (const alias of aliases.slice()) {
      const target =
        colourNamed(found, alias.to) ??
        (alias.to === alias.key || !aliases.some(({ key }) => key === alias.to)
          ? colourNamed(PALETTE, alias.to)
          : undefined)
      if (target === undefined) continue
      found[alias.key] = target
      aliases.splice(aliases.indexOf(alias), 1)
    }
  }
  for (const { to, node: at } of aliases) unknownColour(reader, at, to, found)
  return found
}

/** Returns a colour by name. Safe for names such as `constructor`. */
export const colourNamed = (colours: Readonly<Record<string, Colour>>, name: string): Colour | undefined =>
  Object.hasOwn(colours, name) ? colours[name] : undefined

function colourIn(reader: LookReader, node: YamlNode | undefined): string | undefined {
  const text = node === undefined ? undefined : reader.string(node, 'a colour')
  if (node === undefined || text === undefined) return undefined
  if (HEX.test(text)) return expandHex(text)
  const known = colourNamed(PALETTE, text)
  if (known !== undefined) return known.light
  unknownColour(reader, node, text, {})
  return undefined
}

export function unknownColour(
  reader: LookReader,
  node: YamlNode,
  text: string,
  colours: Readonly<Record<string, Colour>>,
): void {
  const hint =
    didYouMean(text, [...Object.keys(colours), ...Object.keys(PALETTE)]) ??
    'write `#rrggbb`, a name under `colours`, or a built-in name'
  reader.error('unknown-name', node.span, `There is no colour \`${text}\`.`, hint)
}

/** Expands `#abc` to `#aabbcc`. */
function expandHex(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === 7 ? lower : lower.replaceAll(/[0-9a-f]/g, '$&$&')
}
