/** `map`: a drawn map. As in TopoJSON, a border that two spaces share is an arc, written once. A ring is a list of arcs. */
import type { YamlNode } from '@ludoforge/compiler/files'
import type { Box, Drawing, Point } from '../scene.js'
import { boxOfPoints, centreOfBox } from '../build/boxes.js'
import { centreOf, circlePath, curve, linePath, rectanglePath } from '../build/paths.js'
import type { StyleNames } from './style-names.js'
import type { DrawnSpace, MapRule, Shape } from './look.js'
import { type LookReader, nameSet } from './look-reader.js'

type Fields = ReturnType<LookReader['fields']>

interface Arc {
  readonly points: readonly Point[]
}

export function readMap(reader: LookReader, node: YamlNode | undefined, legend: StyleNames): MapRule | null {
  if (node === undefined) return null
  const fields = reader.fields(node, '`map`')
  const size = reader.size(fields.required('size'), '`size` of `map`')
  const smooth = fields.flag('smooth') === true
  const drawer = new Drawer(reader, legend, smooth, readArcs(reader, fields))
  const spaces = fields.entries('spaces').flatMap(({ key, keySpan, value }) => {
    if (!reader.isKnown(key, keySpan, reader.known.spaces)) return []
    return drawer.space(key, value) ?? []
  })
  const under = drawer.drawings(fields, 'under')
  const over = drawer.drawings(fields, 'over')
  const regions = fields.entries('regions').flatMap(({ key: title, value }) => {
    const box = reader.box(value, `the region \`${title}\``)
    return box === undefined ? [] : [{ title, box }]
  })
  fields.end()
  return size === undefined ? null : { size, spaces, under, over, regions }
}

function readArcs(reader: LookReader, fields: Fields): Map<string, Arc> {
  const arcs = new Map<string, Arc>()
  for (const { key, value } of fields.entries('arcs')) {
    const points = reader.points(value, `the arc \`${key}\``, 2)
    if (points !== undefined) arcs.set(key, { points })
  }
  return arcs
}

const SHAPE_KEYS = ['ring', 'polygon', 'circle', 'box', 'line'] as const

class Drawer {
  constructor(
    private readonly reader: LookReader,
    private readonly legend: StyleNames,
    private readonly smooth: boolean,
    private readonly arcs: ReadonlyMap<string, Arc>,
  ) {}

  space(zone: string, node: YamlNode): DrawnSpace | undefined {
    const { reader, legend } = this
    const what = `\`${zone}\``
    const fields = reader.fields(node, what)
    const shape = this.#shape(fields, what)
    const style = legend.styleName(fields.node('style'), `\`style\` of ${what}`)
    const width = reader.number(fields.node('width'), `\`width\` of ${what}`)
    const order = reader.number(fields.node('order'), `\`order\` of ${what}`)
    const pieces = reader.box(fields.node('pieces'), `\`pieces\` of ${what}`)
    const cell = reader.number(fields.node('cell'), `\`cell\` of ${what}`)
    const stack = fields.oneOf('stack', ['top', 'bottom'] as const)
    const marks = reader.box(fields.node('marks'), `\`marks\` of ${what}`)
    const badge = reader.point(fields.node('badge'), `\`badge\` of ${what}`)
    const name = this.#name(fields.node('name'), what)
    fields.end()
    if (shape === undefined) return undefined
    return {
      zone,
      shape,
      name,
      ...(style === undefined ? {} : { style }),
      ...(width === undefined ? {} : { width }),
      ...(order === undefined ? {} : { order }),
      ...(pieces === undefined ? {} : { pieces }),
      ...(cell === undefined ? {} : { cell }),
      ...(stack === undefined ? {} : { stack }),
      ...(marks === undefined ? {} : { marks }),
      ...(badge === undefined ? {} : { badge }),
    }
  }

  /** Reads the position of the name. `none` hides it. */
  #name(node: YamlNode | undefined, of: string): DrawnSpace['name'] {
    const { reader, legend } = this
    if (node === undefined) return {}
    const what = `the name of ${of}`
    if (node.kind === 'scalar' && node.raw === 'none') return { hidden: true }
    if (node.kind === 'list') {
      const at = reader.point(node, what)
      return at === undefined ? {} : { at }
    }
    const fields = reader.fields(node, what)
    const lines = fields.list('lines')?.items
    const at = reader.point(fields.node('at'), `\`at\` of ${what}`)
    const size = reader.number(fields.node('size'), `\`size\` of ${what}`)
    const style = legend.styleName(fields.node('style'), `\`style\` of ${what}`)
    const plate = reader.box(fields.node('plate'), `\`plate\` of ${what}`)
    fields.end()
    return {
      ...(lines === undefined ? {} : { lines: reader.strings(lines, what).map(({ text }) => text) }),
      ...(at === undefined ? {} : { at }),
      ...(size === undefined ? {} : { size }),
      ...(style === undefined ? {} : { style }),
      ...(plate === undefined ? {} : { plate }),
    }
  }

  #shape(fields: Fields, what: string): Shape | undefined {
    const { reader } = this
    const form = SHAPE_KEYS.find((key) => fields.has(key))
    const node = form === undefined ? undefined : fields.node(form)
    if (form === undefined || node === undefined) {
      if (!fields.broken)
        reader.error(
          'missing-key',
          fields.span,
          `${what} has no shape. Add one of: ${SHAPE_KEYS.join(', ')}.`,
        )
      return undefined
    }
    const smooth = fields.flag('smooth') ?? this.smooth
    if (form === 'circle') return this.#circle(node, what)
    if (form === 'box') {
      const box = reader.box(node, `\`box\` of ${what}`)
      return box && { path: rectanglePath(box), box, middle: centreOfBox(box), open: false, kind: form }
    }
    if (form === 'ring' || (form === 'line' && isListOfNames(node)))
      return this.#along(node, what, form, smooth)
    const points = reader.points(node, `\`${form}\` of ${what}`, form === 'line' ? 2 : 3)
    if (points === undefined) return undefined
    const open = form === 'line'
    return shapeOf(linePath(points, smooth, !open), points, open, form)
  }

  #circle(node: YamlNode, what: string): Shape | undefined {
    const [x, y, r] = (node.kind === 'list' ? node.items : []).map((item) => this.reader.number(item, what))
    if (x === undefined || y === undefined || r === undefined || r <= 0)
      return this.reader.error('wrong-type', node.span, `\`circle\` of ${what} must be \`[x, y, radius]\`.`)
    const box: Box = [x - r, y - r, 2 * r, 2 * r]
    return { path: circlePath(x, y, r), box, middle: [x, y], open: false, kind: 'circle' }
  }

  /** Joins arcs to a ring or line. `-name` reverses an arc. Each arc is smoothed separately, so that borders match. */
  #along(node: YamlNode, what: string, form: 'ring' | 'line', smooth: boolean): Shape | undefined {
    const { reader } = this
    const names = nameSet('arc', this.arcs.keys())
    const items = node.kind === 'list' ? node.items : [node]
    const points: Point[] = []
    let path = ''
    let end: Point | undefined
    for (const { text, span } of reader.strings(items, `\`${form}\` of ${what}`)) {
      const back = text.startsWith('-') && !names.has(text)
      const name = back ? text.slice(1) : text
      if (!reader.isKnown(name, span, names)) return undefined
      const arc = this.arcs.get(name)?.points ?? []
      const run = back ? arc.toReversed() : arc
      const [start] = run
      if (start === undefined) return undefined
      if (end !== undefined && (Math.abs(end[0] - start[0]) > 0.5 || Math.abs(end[1] - start[1]) > 0.5))
        reader.error(
          'broken-ring',
          span,
          `The arc \`${text}\` begins at ${start.join(', ')}, but the arc before it ends at ${end.join(', ')}.`,
          'reverse it with `-`, or reorder the arcs',
        )
      path += curve(run, smooth, end === undefined)
      points.push(...run)
      end = run.at(-1)
    }
    if (points.length < 2)
      return reader.error('out-of-range', node.span, `\`${form}\` of ${what} names no arcs.`)
    return shapeOf(form === 'ring' ? `${path}Z` : path, points, form === 'line', form)
  }

  drawings(fields: Fields, key: 'under' | 'over'): Drawing[] {
    return (fields.list(key)?.items ?? []).flatMap((node) => this.#drawing(node, key) ?? [])
  }

  #drawing(node: YamlNode, key: string): Drawing | undefined {
    const { reader, legend } = this
    const what = `something drawn ${key} the spaces`
    const fields = reader.fields(node, what)
    const style = legend.styleName(fields.required('style'), `\`style\` of ${what}`)
    let drawing: Drawing | undefined
    if (fields.has('text')) {
      const text = fields.string('text')
      const alongAt = fields.has('line') || fields.has('ring') ? this.#shape(fields, what) : undefined
      const at = reader.point(fields.node('at'), `\`at\` of ${what}`) ?? alongAt?.middle
      const angle = reader.number(fields.node('angle'), `\`angle\` of ${what}`)
      const spacing = reader.number(fields.node('spacing'), `\`spacing\` of ${what}`)
      const anchor = fields.oneOf('anchor', ['start', 'middle', 'end'] as const)
      if (at === undefined)
        reader.error('missing-key', node.span, `${what} is a text, so it needs the key \`at\`.`)
      else if (text !== undefined && style !== undefined)
        drawing = {
          text,
          at,
          style,
          ...(angle === undefined ? {} : { angle }),
          ...(spacing === undefined ? {} : { spacing }),
          ...(anchor === undefined ? {} : { anchor }),
          ...(alongAt === undefined ? {} : { along: alongAt.path }),
        }
    } else if (fields.has('symbol')) {
      const symbol = legend.symbol(fields.node('symbol'), `\`symbol\` of ${what}`)
      const at = (fields.list('at')?.items ?? []).flatMap((item) => {
        const [x, y, scale = 1] = (item.kind === 'list' ? item.items : []).map((part) =>
          reader.number(part, `a position of ${what}`),
        )
        if (x === undefined || y === undefined) {
          reader.error('wrong-type', item.span, `A position of ${what} must be \`[x, y, scale]\`.`)
          return []
        }
        return [[x, y, scale] as const]
      })
      if (symbol !== undefined && style !== undefined) drawing = { symbol, at, style }
    } else {
      const shape = this.#shape(fields, what)
      if (shape !== undefined && style !== undefined) drawing = { path: shape.path, style }
    }
    fields.end()
    return drawing
  }
}

const isListOfNames = (node: YamlNode): boolean =>
  node.kind === 'scalar' || (node.kind === 'list' && node.items.every((item) => item.kind === 'scalar'))

function shapeOf(path: string, points: readonly Point[], open: boolean, kind: Shape['kind']): Shape {
  const middle = open ? (points[Math.floor(points.length / 2)] ?? [0, 0]) : centreOf(points)
  return { path, box: boxOfPoints(points), middle, open, kind }
}
