/**
 * The grammar of one natural language, as far as texts about rules need it: names with numbers, lists, and the few
 * sentence patterns that conditions have. Everything else says what the rules know; this interface says how.
 */

/** A countable name. */
export interface Noun {
  readonly one: string
  readonly many: string
}

/** A bound on a number, in the words of the rules. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** A sentence pattern in both polarities. */
interface Patterns {
  /** `a cube is in Hill`, `no cube is in Hill`. Without a place: `there is a cube`. */
  exists(noun: Noun, place: string | undefined, holds: boolean): string
  /**
   * `at least 3 cubes are in Hill`. If it fails and the present number is known: `1 cube is in Hill, needs 3`.
   * `holds` is false for a bound that should not hold but does.
   */
  counted(noun: Noun, place: string | undefined, bound: Bound, holds: boolean): string
  /** `Gold is at least 3`; `Gold 2, needs 3`. */
  measured(subject: string, bound: Bound, holds: boolean): string
  /** `Hill is a Town`; `Hill is a Town, needs a Field or Road`. */
  being(subject: string, is: Being, holds: boolean): string
  /** `Hill is next to Mill`, `Hill is not next to Mill`. */
  relation(subject: string, how: 'beside' | 'in' | 'among' | 'chosen', object: string, holds: boolean): string
  /** Conditions that all hold, or one of which does. Negated: `neither A nor B`. */
  joined(clauses: readonly string[], how: 'and' | 'or'): string
}

/** What a number is compared with, and what it is now. Texts, so that a bound may be a name such as `Depth`. */
export interface Bound {
  readonly op: Comparison
  readonly than: string
  /** Known only if `than` is a number. */
  readonly number?: number | undefined
  readonly now?: number | undefined
}

export interface Being {
  /** One of these would do. */
  readonly values: readonly string[]
  /** What it is instead. */
  readonly now?: string | undefined
}

/** The words of a question that its answer repeats: `place how many cubes?`, `to which hex?`. */
export interface QuestionWords {
  /** `place`. */
  readonly verb?: string | undefined
  /** `to`. */
  readonly preposition?: string | undefined
  /** What is counted: `cubes`. */
  readonly noun?: string | undefined
}

/** The grammar of one language. */
export interface Language extends Patterns {
  readonly code: string
  plural(noun: string): string
  /** `there are steps to go`, `there are no steps to go`: of a written noun phrase. */
  there(phrase: string, holds: boolean): string
  /** `a cube`, `an HQ card`. A name that brings its article keeps it. */
  withArticle(noun: string): string
  /** `1 cube`, `3 cubes`, `no cubes`. */
  count(n: number, noun: Noun): string
  /** `a, b and c`. */
  list(items: readonly string[], how?: 'and' | 'or'): string
  /** `most Gold`, `least Gold`, `fewest cubes`. */
  extreme(by: 'most' | 'least', noun: string): string
  /** `at most 3`. */
  bound(op: Comparison, than: string): string
  /** A clause about `it` as an addition to the noun it is about, one or many: `that is wet`, `where you can land`. */
  relative(clause: string): Noun
  /** The opposite of a written sentence, or undefined if its verb isn't found. Values in braces stay as they are. */
  negate(sentence: string): string | undefined
  /** The title of an action as a verb in the third person: `Marches`. */
  thirdPerson(title: string): string
  /** Finds the words of a question that its answer repeats. Empty if the question has another form. */
  questionWords(prompt: string): QuestionWords
  /** A sentence with a capital letter and a full stop. */
  sentence(text: string): string
}
