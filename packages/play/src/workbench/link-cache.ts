/** Links expressions, texts and blocks on first use. */
import {
  type Block,
  type Game,
  itemOf,
  type ParameterDef,
  type Slot,
  type State,
  type Text,
} from '@ludoforge/kernel'
import { linkedGame } from '../linked-game.js'
import type { Expression } from './values.js'
import { linkBlock, type LinkedBlock, linkExpr, type LinkedExpression, showValue } from './workbench.js'

/** A name that an expression may use, and its value. */
export interface Argument extends ParameterDef {
  readonly value: Slot
}

/** The linked expressions and blocks of one game, by the object that holds them. */
export class LinkCache {
  readonly #expressions = new WeakMap<object, LinkedExpression>()
  readonly #blocks = new WeakMap<Block, LinkedBlock>()

  constructor(readonly game: Game) {}

  /** Returns the value of an expression. Default actor: that of the state. */
  value(state: State, expression: Expression, actor?: string, args: readonly Argument[] = []): Slot {
    const { expr, type } = expression
    let linked = this.#expressions.get(expression)
    if (linked === undefined)
      this.#expressions.set(expression, (linked = linkExpr(this.game, expr, type, args)))
    return linked(state, actor, ...args.map(({ value }) => value))
  }

  /** Returns the value of an expression by name, or the values of a list. */
  names(state: State, expression: Expression, actor?: string): readonly string[] {
    const value = this.value(state, expression, actor)
    const item = itemOf(expression.type)
    return (typeof value === 'number' ? [value] : value).map((v) => showValue(this.game, state, item, v))
  }

  /** Fills in the values of a text, with the names that players read. */
  text(state: State, text: Text, actor?: string, args: readonly Argument[] = []): string {
    const { names } = linkedGame(this.game).linked.machine
    return text
      .map((part) => {
        if (typeof part === 'string') return part
        const value = this.value(state, this.#shown(part), actor, args)
        if (part.one === undefined) return names.label(state, part.type, value)
        return `${String(value)} ${value === 1 ? part.one : (part.many ?? part.one)}`
      })
      .join('')
  }

  readonly #parts = new WeakMap<object, Expression>()

  /** The value in a text as an expression, the same object each time. */
  #shown(part: Exclude<Text[number], string>): Expression {
    let shown = this.#parts.get(part)
    if (shown === undefined) this.#parts.set(part, (shown = { expr: part.show, type: part.type }))
    return shown
  }

  block(effects: Block, name: string): LinkedBlock {
    let linked = this.#blocks.get(effects)
    if (linked === undefined) this.#blocks.set(effects, (linked = linkBlock(this.game, effects, { name })))
    return linked
  }
}
