/** The values of a look by title or expression, as other keys name them. */
import type { YamlNode } from '@ludoforge/compiler/files'
import type { ValueLook } from '../scene.js'
import type { Item } from '../table.js'
import type { LookReader } from './look-reader.js'

/** The values of a look, by title, and those that the table adds as expressions. */
export class ValueIndex {
  readonly more: ValueLook[] = []
  readonly moreOfSeats: ValueLook[] = []

  constructor(
    readonly reader: LookReader,
    readonly shown: readonly ValueLook[],
    readonly ofSeats: readonly ValueLook[],
  ) {}

  /** Returns the index of a value, by title or by expression. */
  number(node: YamlNode | undefined, what: string): number | undefined {
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined) return undefined
    return this.#indexOf(this.shown, this.more, node, text, undefined)
  }

  /** Reads a value by its title, a global variable, or an expression. */
  item(node: YamlNode | undefined, what: string): Item | undefined {
    const isTitle = (name: string): boolean => this.shown.some(({ title }) => title === name)
    if (node?.kind === 'scalar' && !isTitle(node.raw) && this.reader.known.globals.has(node.raw))
      return { variable: node.raw }
    const value = this.number(node, what)
    return value === undefined ? undefined : { value }
  }

  /** Reads a value of seats by its title, a variable of seats, or an expression. */
  seatItem(node: YamlNode | undefined, what: string): Item | undefined {
    const isTitle = (name: string): boolean => this.ofSeats.some(({ title }) => title === name)
    if (node?.kind === 'scalar' && !isTitle(node.raw) && this.reader.known.ofSeats.has(node.raw))
      return { variable: node.raw }
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined) return undefined
    const seat = this.reader.def.seats[0]?.id ?? ''
    const value = this.#indexOf(this.ofSeats, this.moreOfSeats, node, text, seat)
    return value === undefined ? undefined : { value }
  }

  #indexOf(
    shown: readonly ValueLook[],
    more: ValueLook[],
    node: YamlNode,
    text: string,
    of: string | undefined,
  ): number | undefined {
    const byTitle = shown.findIndex(({ title }) => title === text)
    if (byTitle >= 0) return byTitle
    const byExpression = more.findIndex(({ expression }) => expression === text)
    if (byExpression >= 0) return shown.length + byExpression
    if (!this.reader.isMeant(node, text, of)) return undefined
    more.push({ title: text, expression: text, hide: [], signed: false })
    return shown.length + more.length - 1
  }
}
