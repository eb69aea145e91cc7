/** Checks whether a policy's seat may know the values that its lines use, and whether everybody may. */
import {
  type EntryDef,
  type Expr,
  type GameDef,
  type LineDef,
  questionsNamed,
  type RuleQuestion,
  type State,
} from '@ludoforge/kernel'
import {
  flowsOf,
  type ImplicitFlowAnalysis,
  type NameDomains,
  type Names,
  VisibilityAnalysis,
} from '@ludoforge/kernel/internal'

/** What a seat may know when it decides. */
export class PolicyVisibility {
  readonly #flows: ImplicitFlowAnalysis
  readonly #acting: VisibilityAnalysis
  readonly #asked: VisibilityAnalysis // when another seat may be the actor
  readonly #known = new Map<RuleQuestion, (expr: Expr) => string | undefined>()

  constructor(
    def: GameDef,
    private readonly seat: string | null, // null: an unknown seat, which sees only public information
  ) {
    this.#flows = flowsOf(def)
    this.#acting = new VisibilityAnalysis(this.#flows, { seat, acting: true })
    this.#asked = new VisibilityAnalysis(this.#flows, { seat, acting: true, actor: null })
  }

  /** Returns a function that returns why an expression is hidden from the seat at a question, or undefined if it isn't. */
  at(question: RuleQuestion): (expr: Expr) => string | undefined {
    const known = this.#known.get(question) ?? this.#at(question)
    this.#known.set(question, known)
    return known
  }

  #at({ procedure, player, as, node }: RuleQuestion): (expr: Expr) => string | undefined {
    const visibility = player === undefined && as === undefined ? this.#acting : this.#asked
    const { domains } = this.#flows
    const names = new Map(this.#flows.namesIn(procedure))
    // The deciding seat knows the options, even if it may not know how the rules found them.
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

/** Returns whether the options of a question are public. */
export function arePublic(names: Names, s: State, type: string, values: readonly number[]): boolean {
  if (type !== 'token') return true
  return values.every((token) => names.layout.zones[names.zoneOf(s, token)]?.def.visible === 'all')
}

/** Returns whether a policy line depends on hidden information. Assumes that the options are public. */
export function isSecretLine(def: GameDef, line: LineDef, entry: EntryDef): boolean {
  let secret = secretLines.get(line)
  if (secret === undefined) {
    secret = dependsOnSecrets(def, line, entry)
    secretLines.set(line, secret)
  }
  return secret
}

function dependsOnSecrets(def: GameDef, line: LineDef, entry: EntryDef): boolean {
  const flows = flowsOf(def)
  const { domains } = flows
  // The zones that limit an action become visible in the choice.
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
