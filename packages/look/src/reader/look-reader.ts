/** Reads the basic parts of looks: names of the game, numbers, points, boxes, expressions. */
import {
  CompileError,
  didYouMean,
  Reader,
  type Reporter,
  capitalise,
  type Span,
  type YamlNode,
} from '@ludoforge/compiler/files'
import { type GameDef, printable } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import { kindsOf, wordsOf } from '../kinds.js'
import type { Box, Point } from '../scene.js'
import { expandExpression } from '../values.js'

/** Compiles an expression of the rules. Throws `CompileError`. */
export type CompileExpression = (text: string) => Expression

/** Names of one sort, for checks and messages. */
export interface Names {
  readonly sort: string
  readonly has: (name: string) => boolean
  readonly all: () => Iterable<string>
}

const namesOf = (sort: string, ids: Iterable<string>): Names => {
  const set = new Set(ids)
  return { sort, has: (name) => set.has(name), all: () => set }
}

/** Returns the names of a game that a look can use, by sort. */
function knownNames(def: GameDef) {
  const ids = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id)
  const zones = ids(def.zones)
  const families = def.zones.flatMap(({ family }) => family ?? [])
  const spaces = ids(def.zones.filter(({ space }) => space))
  const kinds = [...ids(def.tokens), ...ids(kindsOf(def))]
  const values = def.enums.flatMap((enumeration) => enumeration.values)
  const variables = ids(def.variables)
  const properties = ids(def.properties)
  const everything = [
    ...ids(def.seats),
    ...zones,
    ...families,
    ...kinds,
    ...values,
    ...variables,
    ...ids(def.procedures),
    ...ids(def.attributes),
    ...properties,
    ...ids(def.groups),
  ]
  return {
    spaces: namesOf('space', spaces),
    zones: namesOf('zone', [...zones, ...families]),
    oneZone: namesOf('zone', zones),
    kinds: namesOf('kind of pieces or cards', kinds),
    pieces: namesOf('kind of pieces or cards', [
      ...kinds,
      ...def.tokens.flatMap((type) => wordsOf(def, type)),
    ]),
    variables: namesOf('variable', variables),
    globals: namesOf('variable', ids(def.variables.filter(({ scope }) => scope === 'global'))),
    ofSeats: namesOf('variable of seats', ids(def.variables.filter(({ scope }) => scope === 'seat'))),
    ofSpaces: namesOf('variable of spaces', ids(def.variables.filter(({ scope }) => scope === 'zone'))),
    attributes: namesOf('attribute of spaces', ids(def.attributes)),
    properties: namesOf('property', properties),
    seats: namesOf('seat', ids(def.seats)),
    everything: namesOf('name', everything),
  }
}

export type Known = ReturnType<typeof knownNames>

export const nameSet = namesOf

export class LookReader extends Reader {
  readonly known: Known

  constructor(
    reporter: Reporter,
    readonly def: GameDef,
    private readonly expressions: CompileExpression,
  ) {
    super(reporter)
    this.known = knownNames(def)
  }

  /** Strips control characters. The compiler has reported them already. */
  override string(node: YamlNode, what: string): string | undefined {
    const text = super.string(node, what)
    return text === undefined ? undefined : printable(text)
  }

  /** Returns whether a name exists. Reports an error with the closest name if not. */
  isKnown(name: string, span: Span, names: Names): boolean {
    if (names.has(name)) return true
    const hint = didYouMean(name, names.all()) ?? (name === '' ? undefined : this.#elsewhere(name, names))
    this.error('unknown-name', span, `There is no ${names.sort} \`${name}\`.`, hint)
    return false
  }

  #elsewhere(name: string, names: Names): string | undefined {
    if (this.known.everything.has(name)) return `\`${name}\` exists in this game, but not as ${names.sort}`
    const all = [...names.all()]
    return all.length > 0 && all.length <= 12 ? `use one of: ${all.join(', ')}` : undefined
  }

  /** Reads a name or a list of names, without the unknown ones. */
  names(node: YamlNode | undefined, what: string, names: Names): string[] {
    if (node === undefined) return []
    const nodes = node.kind === 'list' ? node.items : [node]
    return this.strings(nodes, what)
      .filter(({ text, span }) => this.isKnown(text, span, names))
      .map(({ text }) => text)
  }

  name(node: YamlNode | undefined, what: string, names: Names): string | undefined {
    const text = node === undefined ? undefined : this.string(node, what)
    return node !== undefined && text !== undefined && this.isKnown(text, node.span, names) ? text : undefined
  }

  number(node: YamlNode | undefined, what: string): number | undefined {
    if (node === undefined) return undefined
    if (node.kind === 'scalar' && typeof node.value === 'number' && Number.isFinite(node.value))
      return node.value
    return this.error('wrong-type', node.span, `${capitalise(what)} must be a number.`)
  }

  #numbers(node: YamlNode, what: string, count: number, form: string): number[] | undefined {
    const items = node.kind === 'list' ? node.items : []
    const numbers = items.flatMap((item) =>
      item.kind === 'scalar' && typeof item.value === 'number' && Number.isFinite(item.value)
        ? [item.value]
        : [],
    )
    if (numbers.length === count && items.length === count) return numbers
    return this.error('wrong-type', node.span, `${capitalise(what)} must be ${form}.`)
  }

  point(node: YamlNode | undefined, what: string): Point | undefined {
    const found = node === undefined ? undefined : this.#numbers(node, what, 2, 'a point, `[x, y]`')
    return found === undefined ? undefined : [found[0] ?? 0, found[1] ?? 0]
  }

  size(node: YamlNode | undefined, what: string): readonly [number, number] | undefined {
    const found = node === undefined ? undefined : this.#numbers(node, what, 2, '`[width, height]`')
    if (node === undefined || found === undefined) return undefined
    const [width = 0, height = 0] = found
    if (width > 0 && height > 0) return [width, height]
    return this.error('out-of-range', node.span, `${capitalise(what)} must have a positive width and height.`)
  }

  box(node: YamlNode | undefined, what: string): Box | undefined {
    const form = 'a box, `[x, y, width, height]`'
    const found = node === undefined ? undefined : this.#numbers(node, what, 4, form)
    if (node === undefined || found === undefined) return undefined
    const [x = 0, y = 0, width = 0, height = 0] = found
    if (width > 0 && height > 0) return [x, y, width, height]
    return this.error('out-of-range', node.span, `${capitalise(what)} must have a positive width and height.`)
  }

  points(node: YamlNode, what: string, least: number): Point[] | undefined {
    const list = this.list(node, what)
    if (list === undefined) return undefined
    const points = list.items.flatMap((item) => {
      const point = this.point(item, `a point of ${what}`)
      return point === undefined ? [] : [point]
    })
    if (points.length >= least) return points
    if (points.length < list.items.length) return undefined // reported already
    return this.error('out-of-range', node.span, `${capitalise(what)} must have at least ${least} points.`)
  }

  /** Reads a map from names to texts. */
  texts(node: YamlNode | undefined, what: string, names: Names): Record<string, string> {
    const found: Record<string, string> = {}
    for (const { key, keySpan, value } of this.entries(node, what)) {
      const text = this.string(value, `\`${key}\` of ${what}`)
      if (this.isKnown(key, keySpan, names) && text !== undefined) found[key] = text
    }
    return found
  }

  /** Reads the values to hide: a list, or one value. */
  hidden(node: YamlNode | undefined, what: string): string[] {
    if (node === undefined) return []
    const nodes = node.kind === 'list' ? node.items : [node]
    return this.strings(nodes, what).map(({ text }) => text)
  }

  /** Returns the possible values of an attribute, variable or property, if its type has named values. */
  valuesOf(
    all: readonly { readonly id: string; readonly type: string }[],
    id: string,
  ): readonly string[] | undefined {
    const type = all.find((item) => item.id === id)?.type
    if (type === 'flag') return ['true', 'false']
    if (type === 'seat') return [...this.def.seats.map((seat) => seat.id), 'none']
    return this.def.enums.find((enumeration) => `enum:${enumeration.id}` === type)?.values
  }

  /** Returns whether a text is a valid expression of the rules. Reports its error at its location. */
  isMeant(node: YamlNode, shown: string, of?: string): boolean {
    const expression = of === undefined ? shown : expandExpression(shown, of)
    try {
      this.expressions(expression)
      return true
    } catch (error) {
      if (!(error instanceof CompileError)) throw error
      const [first] = error.diagnostics
      const message = `\`${shown}\` isn't an expression of this game: ${first?.message ?? 'it has no meaning.'}`
      this.error(
        first?.code ?? 'syntax',
        placeIn(node, shown === expression ? first?.span : undefined),
        message,
        first?.hint,
      )
      return false
    }
  }
}

/** Maps a location in a one-line expression to the YAML file. */
function placeIn(node: YamlNode, inside: Span | undefined): Span {
  const { span } = node
  const raw = node.kind === 'scalar' ? node.raw : ''
  const quotes = span.length - raw.length
  if (inside === undefined || inside.line !== 1 || (quotes !== 0 && quotes !== 2)) return span
  if (inside.column + inside.length - 1 > raw.length) return span
  return { ...span, column: span.column + quotes / 2 + inside.column - 1, length: inside.length }
}
