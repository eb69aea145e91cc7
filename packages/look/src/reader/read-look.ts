/** Reads and checks `look/*.yaml`. */
import {
  type Diagnostic,
  extractBlocks,
  parseYaml,
  RecordingReporter,
  Reporter,
  type SourceFile,
  Sources,
  type YamlEntry,
  type YamlNode,
} from '@ludoforge/compiler/files'
import { type GameDef, withoutUndefined } from '@ludoforge/kernel'
import type { Style, Symbol, ValueLook } from '../scene.js'
import { readTable } from './table.js'
import { ValueIndex } from './value-index.js'
import { readCards } from './cards.js'
import { readColours } from './colours.js'
import { StyleNames } from './style-names.js'
import { type Group, type Look, PLAIN_LOOK, type PieceRule, type SpaceRule } from './look.js'
import { readMap } from './map.js'
import { readMarks } from './marks.js'
import { wordsOf } from '../kinds.js'
import { type CompileExpression, LookReader, type Names, nameSet } from './look-reader.js'

/** A look, with its diagnostics. */
export interface LookRead {
  readonly look: Look
  /** Warnings only, since a look never stops a game. Wrong parts are skipped. */
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: Sources
}

const KEYS = [
  'says',
  'short',
  'colours',
  'styles',
  'symbols',
  'spaces',
  'pieces',
  'cards',
  'back',
  'marks',
  'values',
  'seat-values',
  'variables',
  'zones',
  'in-sight',
  'highlight',
  'hide',
  'groups',
  'by-owner',
  'card-notes',
  'abbreviations',
  'sort',
  'table',
  'map',
] as const
type Key = (typeof KEYS)[number]

/** Reads the files of a look for a game. Its expressions are checked against the game's rules. */
export function readLook(
  files: readonly SourceFile[],
  def: GameDef,
  expressions: CompileExpression,
): LookRead {
  const reporter = new Reporter()
  const reader = new LookReader(reporter, def, expressions)
  const keys = keysOf(files, reader)
  const look = keys.size === 0 ? PLAIN_LOOK : lookOf(reader, keys)
  const diagnostics = reporter.diagnostics.map((diagnostic) => ({
    ...diagnostic,
    severity: 'warning' as const,
  }))
  return { look, diagnostics, sources: new Sources(files) }
}

/** Collects the keys of all files. Each may occur once. */
function keysOf(files: readonly SourceFile[], reader: LookReader): Map<Key, YamlNode> {
  const found = new Map<Key, YamlNode>()
  const known = nameSet('key of looks', KEYS)
  for (const tree of files.flatMap((file) => treesOf(file, reader.reporter))) {
    for (const { key, keySpan, value } of reader.entries(tree, 'a look')) {
      const name = KEYS.find((one) => one === key)
      if (!reader.isKnown(key, keySpan, known) || name === undefined) continue
      if (found.has(name))
        reader.error(
          'duplicate-key',
          keySpan,
          `\`${key}\` is already defined in another file. Remove one of them.`,
        )
      else found.set(name, value)
    }
  }
  return found
}

/** A file as trees, with the reports of its syntax. */
interface Parsed {
  readonly trees: readonly (YamlNode | undefined)[]
  readonly reports: RecordingReporter
}

const parsed = new WeakMap<SourceFile, Parsed>() // an edit changes one file of a look

/** Parses a file, once. */
function treesOf(file: SourceFile, reporter: Reporter): Parsed['trees'] {
  let known = parsed.get(file)
  if (known === undefined) {
    const reports = new RecordingReporter()
    const trees = extractBlocks([file], reports).map((block) => parseYaml(block, reports))
    parsed.set(file, (known = { trees, reports }))
  }
  known.reports.replay(reporter)
  return known.trees
}

function lookOf(reader: LookReader, keys: ReadonlyMap<Key, YamlNode>): Look {
  const { known } = reader
  const at = (key: Key): YamlNode | undefined => keys.get(key)
  const colours = readColours(reader, at('colours'))
  const symbols = readSymbols(reader, at('symbols'), new StyleNames(reader, colours, {}))
  const legend = new StyleNames(reader, colours, symbols)
  const styles = readStyles(reader, at('styles'), legend)
  legend.styles(styles)
  const values = new ValueIndex(
    reader,
    readValues(reader, at('values'), 'values'),
    readValues(reader, at('seat-values'), 'seat-values'),
  )
  const highlight = values.number(at('highlight'), '`highlight`') ?? null
  const { marks, spaceValues } = readMarks(reader, at('marks'), legend)
  const table = readTable(reader, at('table'), values, marks)
  const text = (key: Key): string => {
    const node = at(key)
    return node === undefined ? '' : (reader.string(node, `\`${key}\``) ?? '')
  }
  const byOwner = at('by-owner')
  return {
    says: text('says'),
    short: reader.texts(at('short'), '`short`', known.everything),
    colours,
    styles,
    symbols,
    spaces: readSpaces(reader, at('spaces'), legend),
    pieces: readPieces(reader, at('pieces'), legend),
    cards: readCards(reader, at('cards'), legend),
    back: readBack(reader, at('back'), legend),
    marks,
    values: values.shown,
    seatValues: values.ofSeats,
    spaceValues,
    tableValues: values.more,
    tableSeatValues: values.moreOfSeats,
    variables: reader.names(at('variables'), '`variables`', known.variables),
    zones: reader.names(at('zones'), '`zones`', known.zones),
    inSight: reader.names(at('in-sight'), '`in-sight`', inSightOf(reader, values)),
    highlight,
    hide: reader.names(at('hide'), '`hide`', known.everything),
    groups: readGroups(reader, at('groups')),
    byOwner: byOwner !== undefined && reader.flag(byOwner, '`by-owner`') === true,
    cardNotes: readNotes(reader, at('card-notes')),
    abbreviations: text('abbreviations'),
    sort: reader.names(at('sort'), '`sort`', known.properties),
    table,
    map: readMap(reader, at('map'), legend),
  }
}

/** Returns the names allowed under `in-sight`. */
function inSightOf({ known }: LookReader, { shown, ofSeats }: ValueIndex): Names {
  const titles = [...shown, ...ofSeats].map(({ title }) => title)
  return nameSet('zone, variable or value', [...known.zones.all(), ...known.variables.all(), ...titles])
}

/** Reads titles with expressions. For seats: the name of a function of a seat, or a text with `{it}` in it. */
function readValues(
  reader: LookReader,
  node: YamlNode | undefined,
  key: 'values' | 'seat-values',
): ValueLook[] {
  return reader.entries(node, `\`${key}\``).flatMap((entry) => {
    const value = readValue(reader, entry, key === 'values' ? undefined : (reader.def.seats[0]?.id ?? ''))
    return value === undefined ? [] : [value]
  })
}

function readValue(reader: LookReader, entry: YamlEntry, of: string | undefined): ValueLook | undefined {
  const { key: title, value: node } = entry
  const what = `the value \`${title}\``
  const fields = node.kind === 'map' ? reader.fields(node, what) : undefined
  const at = fields === undefined ? node : fields.required('value')
  const expression = at === undefined ? undefined : reader.string(at, what)
  const hide = reader.hidden(fields?.node('hide'), `\`hide\` of ${what}`)
  const signed = fields?.flag('signed') === true
  const says = fields?.string('says')
  const marginOf = of === undefined ? undefined : fields?.string('margin-of')
  fields?.end()
  if (at === undefined || expression === undefined || !reader.isMeant(at, expression, of)) return undefined
  return { title, expression, hide, signed, ...withoutUndefined({ says, marginOf }) }
}

function readStyles(
  reader: LookReader,
  node: YamlNode | undefined,
  legend: StyleNames,
): Record<string, Style> {
  const found: Record<string, Style> = {}
  for (const { key, value } of reader.entries(node, '`styles`'))
    found[key] = legend.style(value, `the style \`${key}\``)
  return found
}

function readSymbols(
  reader: LookReader,
  node: YamlNode | undefined,
  legend: StyleNames,
): Record<string, Symbol> {
  const found: Record<string, Symbol> = {}
  for (const { key, value } of reader.entries(node, '`symbols`')) {
    const what = `the symbol \`${key}\``
    const nodes = value.kind === 'list' ? value.items : [value]
    const paths = nodes.flatMap((item) => {
      const fields = item.kind === 'map' ? reader.fields(item, what) : undefined
      const at = fields === undefined ? item : fields.required('d')
      const d = at === undefined ? undefined : reader.string(at, what)
      const fill = legend.paint(fields?.node('fill'), `\`fill\` of ${what}`)
      const stroke = legend.paint(fields?.node('stroke'), `\`stroke\` of ${what}`)
      const width = reader.number(fields?.node('width'), `\`width\` of ${what}`)
      fields?.end()
      if (at === undefined || d === undefined) return []
      if (!/^[\sMmLlHhVvCcSsQqTtAaZz0-9eE.,+-]*$/.test(d) || !/^\s*[Mm]/.test(d)) {
        reader.error('wrong-type', at.span, `${what} must be an SVG path that starts with \`M\`.`)
        return []
      }
      return [
        {
          d,
          ...(fill === undefined ? {} : { fill }),
          ...(stroke === undefined ? {} : { stroke }),
          ...(width === undefined ? {} : { width }),
        },
      ]
    })
    if (paths.length > 0) found[key] = { paths }
  }
  return found
}

/** Reads styles by `all`, attribute values or space. Several styles make a chequered board. */
function readSpaces(reader: LookReader, node: YamlNode | undefined, legend: StyleNames): SpaceRule[] {
  const { attributes, spaces } = reader.known
  const names = nameSet('space or attribute', ['all', ...attributes.all(), ...spaces.all()])
  const stylesOf = (value: YamlNode, what: string): string[] =>
    (value.kind === 'list' ? value.items : [value]).flatMap((item) => legend.styleName(item, what) ?? [])
  return reader.entries(node, '`spaces`').flatMap(({ key, keySpan, value }): SpaceRule[] => {
    if (!reader.isKnown(key, keySpan, names)) return []
    if (key === 'all') return [{ all: true, styles: stylesOf(value, 'the style of all spaces') }]
    if (value.kind !== 'map' || !attributes.has(key)) {
      if (reader.isKnown(key, keySpan, spaces))
        return [{ space: key, styles: stylesOf(value, `the style of \`${key}\``) }]
      return []
    }
    const values = reader.valuesOf(reader.def.attributes, key)
    return value.entries.flatMap((entry) =>
      values !== undefined &&
      !reader.isKnown(entry.key, entry.keySpan, nameSet(`value of \`${key}\``, values))
        ? []
        : [
            {
              attribute: key,
              value: entry.key,
              styles: stylesOf(entry.value, `the style of \`${entry.key}\``),
            },
          ],
    )
  })
}

const SHAPES = [
  'cube',
  'cylinder',
  'octagon',
  'disc',
  'pawn',
  'hex',
  'square',
  'star',
  'ring',
  'flat',
  'figure',
] as const

function readPieces(
  reader: LookReader,
  node: YamlNode | undefined,
  legend: StyleNames,
): Record<string, PieceRule> {
  const found: Record<string, PieceRule> = {}
  const words = new Map<string, PieceRule>() // rules for words that cover several types
  const add = (key: string, rule: PieceRule): void => {
    if (reader.known.kinds.has(key)) found[key] = rule
    else words.set(key, rule)
  }
  for (const { key, keySpan, value } of reader.entries(node, '`pieces`')) {
    if (!reader.isKnown(key, keySpan, reader.known.pieces)) continue
    const what = `the piece \`${key}\``
    if (value.kind !== 'map') {
      const shape = reader.oneOf(value, `the shape of ${what}`, SHAPES)
      if (shape !== undefined) add(key, { shape })
      continue
    }
    const fields = reader.fields(value, what)
    const shape = fields.oneOf('shape', SHAPES)
    const colour = legend.colourName(fields.node('colour'), `\`colour\` of ${what}`)
    const edge = legend.colourName(fields.node('edge'), `\`edge\` of ${what}`)
    const sign = legend.sign(fields.node('sign'), `\`sign\` of ${what}`)
    const size = reader.number(fields.node('size'), `\`size\` of ${what}`)
    fields.end()
    add(key, {
      ...(shape === undefined ? {} : { shape }),
      ...(colour === undefined ? {} : { colour }),
      ...(edge === undefined ? {} : { edge }),
      ...(sign === undefined ? {} : { sign }),
      ...(size === undefined ? {} : { size }),
    })
  }
  for (const type of words.size === 0 ? [] : reader.def.tokens)
    for (const word of wordsOf(reader.def, type)) {
      const rule = words.get(word)
      if (rule !== undefined) found[type.id] = { ...rule, ...found[type.id] }
    }
  return found
}

function readBack(reader: LookReader, node: YamlNode | undefined, legend: StyleNames): Look['back'] {
  if (node === undefined) return {}
  const fields = reader.fields(node, '`back`')
  const colour = legend.colourName(fields.node('colour'), '`colour` of `back`')
  const sign = legend.sign(fields.node('sign'), '`sign` of `back`')
  fields.end()
  return { ...(colour === undefined ? {} : { colour }), ...(sign === undefined ? {} : { sign }) }
}

function readGroups(reader: LookReader, node: YamlNode | undefined): Group[] {
  return reader.entries(node, '`groups`').map(({ key: title, value }) => {
    const what = `the group \`${title}\``
    const fields = value.kind === 'map' ? reader.fields(value, what) : undefined
    const spaces = reader.names(
      fields === undefined ? value : fields.required('spaces'),
      what,
      reader.known.spaces,
    )
    const empty = fields?.oneOf('empty', ['named', 'counted'] as const) ?? 'named'
    fields?.end()
    return { title, spaces, empty }
  })
}

function readNotes(reader: LookReader, node: YamlNode | undefined): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { key, keySpan, value } of reader.entries(node, '`card-notes`')) {
    if (!reader.isKnown(key, keySpan, reader.known.zones)) continue
    found[key] = reader.names(value, `\`card-notes\` of \`${key}\``, reader.known.properties)
  }
  return found
}
