import type { Block as EffectBlock, GameDef } from '@ludoforge/kernel'
import type { Block } from '../folder/index.js'
import type { Span } from '../source/index.js'
import type { YamlNode } from '../yaml/index.js'

/** Functions that tell agents what a position is to a seat: found by their name, or named by a declaration. */
export const EVALUATION_KEYS = ['worth', 'promise'] as const
export type EvaluationKey = (typeof EVALUATION_KEYS)[number]

type Data = 'seats' | 'seatProps' | 'enums' | 'attributes' | 'zones' | 'properties' | 'tokens' | 'variables'

/** The data half of a GameDef, and what the half made of rules needs to know about it. */
export interface Declarations
  extends Pick<
    GameDef,
    'id' | 'title' | Data | 'classNames' | 'tables' | 'options' | 'scenarios' | EvaluationKey | 'features'
  > {
  readonly summary?: string
  /** For the beginning of GameDef.setup: seat variables that start differently from seat to seat. */
  readonly setup: EffectBlock
  readonly groups: readonly GroupPhrases[]
  /**
   * Where each name was declared: `seat:ID`, `enum:ID`, `attribute:ID`, `seat-property:ID`, `zone:ID`
   * (`zone:hand:ID` too), `family:ID`, `property:ID`, `token:ID`, `variable:ID`, `table:ID`, `option:ID`,
   * `scenario:ID`, `group:ID`, `feature:ID`, `class-name:NAME`, and `worth` and `promise`.
   */
  readonly spans: ReadonlyMap<string, Span>
  readonly ruleNodes: readonly RuleNode[]
}

/** A named set of kinds, in phrases of the rules notation that nobody has read yet. */
interface GroupPhrases {
  readonly id: string
  readonly phrases: readonly { readonly text: string; readonly span: Span }[]
}

/** A top-level key whose content is rules in a dialect. */
export interface RuleNode {
  readonly key: string
  readonly node: YamlNode
  readonly block: Block
}
