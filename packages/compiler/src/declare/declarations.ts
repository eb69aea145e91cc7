import type { Block as EffectBlock, GameDef } from '@ludoforge/kernel'
import type { Block } from '../folder/index.js'
import type { Span } from '../source/index.js'
import type { YamlNode } from '../yaml/index.js'

/** Evaluation functions of a state for a seat: found by these names, or named by these keys. */
export const EVALUATION_KEYS = ['worth', 'promise'] as const
export type EvaluationKey = (typeof EVALUATION_KEYS)[number]

type Data = 'seats' | 'seatProps' | 'enums' | 'attributes' | 'zones' | 'properties' | 'tokens' | 'variables'

/** The data half of a GameDef, with the information that elaborating the rules needs. */
export interface Declarations
  extends Pick<
    GameDef,
    'id' | 'title' | Data | 'classNames' | 'tables' | 'options' | 'scenarios' | EvaluationKey | 'features'
  > {
  readonly summary?: string
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

/** A named set of kinds, as unparsed phrases of the rules notation. */
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
