import type { Block as EffectBlock, GameDef } from '@ludoforge/kernel'
import type { Block } from '../folder/index.js'
import type { Span } from '../source/index.js'
import type { YamlNode } from '../yaml/index.js'
import type { Named } from './names.js'

/** Evaluation functions of a state for a seat: found by these names, or named by these keys. */
export const EVALUATION_KEYS = ['worth', 'promise'] as const
export type EvaluationKey = (typeof EVALUATION_KEYS)[number]

type Data = 'seats' | 'seatProps' | 'enums' | 'attributes' | 'zones' | 'properties' | 'tokens' | 'variables'

/** The data half of a GameDef, with the information that elaborating the rules needs. */
export interface Declarations
  extends Pick<
    GameDef,
    | 'id'
    | 'title'
    | 'players'
    | 'teams'
    | Data
    | 'classNames'
    | 'tables'
    | 'options'
    | 'scenarios'
    | EvaluationKey
    | 'features'
  > {
  readonly summary?: string
  /** The sections at which the rulebook opens. */
  readonly start?: readonly NamedSection[]
  /** The words of the glossary. They aren't part of the GameDef. */
  readonly terms?: readonly TermDeclaration[]
  /** Goes first in `GameDef.setup`: seat variables whose start depends on the seat. */
  readonly setup: EffectBlock
  readonly groups: readonly GroupPhrases[]
  /**
   * Where each name was declared: `seat:ID`, `enum:ID`, `attribute:ID`, `seat-property:ID`, `zone:ID`
   * (also `zone:hand:ID`), `family:ID`, `property:ID`, `token:ID`, `variable:ID`, `table:ID`, `option:ID`,
   * `scenario:ID`, `group:ID`, `feature:ID`, `class-name:NAME`, and `worth` and `promise`.
   */
  readonly spans: ReadonlyMap<string, Span>
  readonly ruleNodes: readonly RuleNode[]
}

/** A section of the rulebook, by its number or title. */
export interface NamedSection {
  readonly text: string
  readonly span: Span
}

/** A word of the glossary. Without `means` it only adds search words to the section of its rule. */
export interface TermDeclaration {
  readonly name: string
  readonly means?: string
  /** Other words for it. */
  readonly also: readonly { readonly text: string; readonly span: Span }[]
  readonly rule?: NamedSection
  readonly span: Span
}

/** A named set of kinds, as unparsed phrases of the rules notation. */
interface GroupPhrases extends Named {
  readonly id: string
  readonly phrases: readonly { readonly text: string; readonly span: Span }[]
}

/** A top-level key whose content is rules in a dialect. */
export interface RuleNode {
  readonly key: string
  readonly node: YamlNode
  readonly block: Block
}
