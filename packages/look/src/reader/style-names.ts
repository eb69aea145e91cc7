/** The colours, styles and symbols that a look defines, and checks of their names. */
import { didYouMean, type YamlNode } from '@ludoforge/compiler/files'
import { graphemesOf } from '../kinds.js'
import type { Style, Symbol } from '../scene.js'
import { isHex, PALETTE, unknownColour } from './colours.js'
import type { Colour } from './look.js'
import type { LookReader } from './look-reader.js'
import { SYMBOLS } from './symbols.js'

export class StyleNames {
  #styles: ReadonlySet<string> = new Set()

  constructor(
    readonly reader: LookReader,
    readonly colours: Readonly<Record<string, Colour>>,
    readonly symbols: Readonly<Record<string, Symbol>>,
  ) {}

  styles(styles: Readonly<Record<string, Style>>): void {
    this.#styles = new Set(Object.keys(styles))
  }

  isColour(name: string): boolean {
    if (isHex(name)) return true
    return Object.hasOwn(this.colours, name) || Object.hasOwn(PALETTE, name) || this.#isSeat(name)
  }

  #isSeat(name: string): boolean {
    return this.reader.known.seats.has(name)
  }

  /** Reads the name of a colour or seat, or `#rrggbb`. */
  colourName(node: YamlNode | undefined, what: string): string | undefined {
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined) return undefined
    if (this.isColour(text)) return text
    unknownColour(this.reader, node, text, this.colours)
    return undefined
  }

  /** Reads a colour, `none`, or `currentColor` (the ink of its surroundings). */
  paint(node: YamlNode | undefined, what: string): string | undefined {
    if (node?.kind === 'scalar' && (node.raw === 'none' || node.raw === 'currentColor')) return node.raw
    return this.colourName(node, what)
  }

  /** Reads the name of a style, or of a colour that serves as one. */
  styleName(node: YamlNode | undefined, what: string): string | undefined {
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined) return undefined
    if (this.#styles.has(text) || this.isColour(text)) return text
    const hint = didYouMean(text, [...this.#styles, ...Object.keys(this.colours), ...Object.keys(PALETTE)])
    const message = `There is no style or colour \`${text}\`.`
    return this.reader.error('unknown-name', node.span, message, hint)
  }

  /** Reads the name of a symbol, or up to two letters. */
  sign(node: YamlNode | undefined, what: string): string | undefined {
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined) return undefined
    if (this.#isSymbol(text) || graphemesOf(text).length <= 2) return text
    return this.#unknownSymbol(node, text)
  }

  symbol(node: YamlNode | undefined, what: string): string | undefined {
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined || this.#isSymbol(text)) return text
    return this.#unknownSymbol(node, text)
  }

  #isSymbol(name: string): boolean {
    return Object.hasOwn(this.symbols, name) || Object.hasOwn(SYMBOLS, name)
  }

  #unknownSymbol(node: YamlNode, text: string): undefined {
    const all = [...Object.keys(this.symbols), ...Object.keys(SYMBOLS)]
    const hint = didYouMean(text, all) ?? 'draw it under `symbols`'
    return this.reader.error('unknown-name', node.span, `There is no symbol \`${text}\`.`, hint)
  }

  style(node: YamlNode, what: string): Style {
    const { reader } = this
    if (node.kind !== 'map') {
      const fill = this.colourName(node, what)
      return fill === undefined ? {} : { fill }
    }
    const fields = reader.fields(node, what)
    const number = (key: string): number | undefined =>
      reader.number(fields.node(key), `\`${key}\` of ${what}`)
    const fill = this.paint(fields.node('fill'), `\`fill\` of ${what}`)
    const stroke = this.paint(fields.node('stroke'), `\`stroke\` of ${what}`)
    const width = number('width')
    const dash = fields.string('dash')
    const opacity = number('opacity')
    const pattern = this.symbol(fields.node('pattern'), `\`pattern\` of ${what}`)
    const font = fields.oneOf('font', ['plain', 'italic', 'bold', 'spaced'] as const)
    const size = number('size')
    const shadow = fields.flag('shadow')
    fields.end()
    return {
      ...(fill === undefined ? {} : { fill }),
      ...(stroke === undefined ? {} : { stroke }),
      ...(width === undefined ? {} : { width }),
      ...(dash === undefined ? {} : { dash }),
      ...(opacity === undefined ? {} : { opacity }),
      ...(pattern === undefined ? {} : { pattern }),
      ...(font === undefined ? {} : { font }),
      ...(size === undefined ? {} : { size }),
      ...(shadow === undefined ? {} : { shadow }),
    }
  }
}
