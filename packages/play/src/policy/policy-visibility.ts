/** Whether a seat may know what its policy asks where the rules ask the seat, and whether everybody may. */
import {
  type EntryDef,
  type Expr,
  type GameDef,
  type LineDef,
  questionsNamed,
  type RuleQuestion,
} from '@ludoforge/kernel'
import {
  flowsOf,
  type ImplicitFlowAnalysis,
  type NameDomains,
  VisibilityAnalysis,
} from '@ludoforge/kernel/internal'

/** What a seat may know where the rules ask it. */
export class PolicyVisibility {
  readonly #flows: ImplicitFlowAnalysis
  readonly #acting: VisibilityAnalysis
  readonly #asked: VisibilityAnalysis // while another seat may be the actor

  constructor(
    def: GameDef,
    private readonly seat: string | null, // null: one of whom nothing is known, and who sees what all see
  ) {
    this.#flows = flowsOf(def)
    this.#acting = new VisibilityAnalysis(this.#flows, { seat, acting: true })
    this.#asked = new VisibilityAnalysis(this.#flows, { seat, acting: true, actor: null })
  }

  /** Tells why the seat may not know the value of an expression at a question; undefined: it may. */
  at({ procedure, player, as, node }: RuleQuestion): (expr: Expr) => string | undefined {
    const visibility = player === undefined && as === undefined ? this.#acting : this.#asked
    const { domains } = this.#flows
    const names = new Map(this.#flows.namesIn(procedure))
    // Those who are asked know the options, even where they may not know how these were found.
    const options =
      node !== null && 'bind' in node ? visibility.domainOf(node.options, names) : domains.anything
    const option = domains.clean(options)
    names.set('it', option)
    names.set('chosen', option)
    names.set('me', this.seat === null ? domains.anything : domains.seats([this.seat]))
    return (expr) => visibility.hiddenReason(expr, names)
  }
}

const secretLines = new WeakMap<LineDef, boolean>()

/**
 * Whether a line of a policy goes by something that not everybody knows. What it chooses from is in the open where this
 * is asked (`veiled` in policy.ts).
 */
export function isSecretLine(def: GameDef, line: LineDef, entry: EntryDef): boolean {
  let secret = secretLines.get(line)
  if (secret === undefined) {
    secret = goesBySecrets(def, line, entry)
    secretLines.set(line, secret)
  }
  return secret
}

function goesBySecrets(def: GameDef, line: LineDef, entry: EntryDef): boolean {
  const flows = flowsOf(def)
  const { domains } = flows
  // Where an action is allowed shows in the choice.
  const everybody = new VisibilityAnalysis(flows, { seat: null, acting: true })
  const read: (Expr | undefined)[] = [
    entry.when,
    line.when,
    line.test,
    line.amount,
    ...(line.ranks ?? []).map(({ value }) => value),
  ]
  const open = new Set(def.zones.filter(({ visible }) => visible === 'all').map(({ id }) => id))
  const named = domains.join(domains.zonesNamed(open), domains.seats(def.seats.map(({ id }) => id)))
  return questionsNamed(def, entry.at).some(({ procedure }) => {
    const names: NameDomains = new Map([
      ...entry.names.map(({ name }) => [name, named] as const),
      ...flows.namesIn(procedure),
    ])
    return read.some((expr) => expr !== undefined && everybody.hiddenReason(expr, names) !== undefined)
  })
}
