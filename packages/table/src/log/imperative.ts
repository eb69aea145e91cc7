/** Recognizes options in the imperative, such as `Raise to 40`, so that the log can tell who did it. */

/** Verbs that options of games begin with. Other words may be nouns, so that the log says who chose them. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'accept add ask attack bet bid block bluff build buy call cancel change check claim concede continue defend ' +
    'degrade deliver deny discard double draw drop end exchange fold give guess hire hold improve keep leave load ' +
    'lower move muster offer open pass pay place play pull put raise recruit redouble refuse remove replace reserve ' +
    'resign rest return reveal roll sail sell send shift show skip stay stop take trade turn use wait withdraw'
  ).split(' '),
)

/** An option in two: its verb, and what follows it. */
export interface Imperative {
  readonly verb: string
  /** With the space before it. Empty if there is nothing. */
  readonly rest: string
}

/** Returns the parts of an option in the imperative. Undefined if it has another form, or speaks to the player. */
export function imperative(label: string): Imperative | undefined {
  const [, first = '', rest = ''] = /^([A-Z][a-z]+)((?: .*)?)$/.exec(label) ?? []
  const verb = first.toLowerCase()
  return VERBS.has(verb) && !/\byou(?:r|rs)?\b/i.test(rest) ? { verb, rest } : undefined
}
