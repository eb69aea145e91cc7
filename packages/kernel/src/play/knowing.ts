/** Whether a seat may know what its policy asks, where the rules ask the seat. */
import type { Expr, GameDef } from '../def/index.js'
import type { RuleQuestion } from '../def/questions.js'
import { type Range, type Ranges, Sight } from '../sight/sight.js'
import { rangesOf } from './explain/secrets.js'

const NO_NAMES: Ranges = new Map()

/** What a seat may know where the rules ask it. */
export class Knowing {
  readonly #names: ReadonlyMap<string, Ranges>
  readonly #acting: Sight
  readonly #asked: Sight // while another seat may be the actor

  constructor(
    def: GameDef,
    private readonly seat: string | null, // null: one of whom nothing is known, and who sees what all see
  ) {
    this.#names = rangesOf(def, seat)
    this.#acting = new Sight(def, { seat, acting: true })
    this.#asked = new Sight(def, { seat, acting: true, actor: null })
  }

  /** Tells why the seat may not know the value of an expression at a question; undefined: it may. */
  at({ procedure, player, as, node }: RuleQuestion): (expr: Expr) => string | undefined {
    const sight = player === undefined && as === undefined ? this.#acting : this.#asked
    const names = new Map(this.#names.get(procedure) ?? NO_NAMES)
    // Those who are asked know the options, even where they may not know how these were found.
    const range = node !== null && 'bind' in node ? sight.known(node.options, names) : {}
    const option: Range = range.secret === true ? {} : range
    names.set('it', option)
    names.set('chosen', option)
    names.set('me', this.seat === null ? {} : { seats: new Set([this.seat]) })
    return (expr) => sight.refusal(expr, names)
  }
}
