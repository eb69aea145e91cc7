/** The words of the notation by their position, for completion and highlighting. */
import { EXAMPLE_HEADS } from '../examples/parse.js'
import { BUILTIN_FUNCTIONS, POLICY_FUNCTIONS } from '../elaborate/expressions/calls.js'
import { BUILTIN_WORDS } from '../elaborate/symbols.js'
import { TYPE_NAMES } from '../elaborate/types.js'
import { GUIDE_HEADS } from '../lessons/parse-guides.js'
import { LESSON_HEADS } from '../lessons/lines.js'
import { DECLARATION_HEADS } from '../parser/declarations.js'
import { POLICY_LINES } from '../parser/policies.js'
import { ENGINE_NAMES, RESERVED_WORDS } from '../parser/reserved-words.js'
import { STATEMENT_WORDS } from '../parser/statements.js'

/** Words of clauses that aren't reserved, because only their position makes them special. */
const CLAUSE_WORDS: readonly string[] = (
  'all announced any before after during each exactly finish fixed for least most number offers once option ' +
  'or requires secretly step steps stop tagged turn verb win wins loses'
).split(' ')

/** Words of the steps of examples, lessons and guides. */
const STEP_WORDS: readonly string[] = (
  'an empty board the start scenario seed players player option act are asked chooses choose cannot decides does ' +
  'everybody game goes had has have is nobody not nothing offered on only over plays pointing reach find told ' +
  'throughout win won would you more illegal skipping answers this turn card weight others begin'
).split(' ')

/** The words of the notation. */
export const VOCABULARY = {
  /** They begin a declaration at the margin. */
  declarations: DECLARATION_HEADS,
  /** They begin a statement. */
  statements: STATEMENT_WORDS,
  /** They begin a line of a policy. */
  policyLines: POLICY_LINES,
  /** They begin a step of an example. */
  exampleSteps: EXAMPLE_HEADS,
  /** They begin an entry of a lesson. */
  lessonEntries: LESSON_HEADS,
  /** They begin a line of a guide. */
  guideLines: GUIDE_HEADS,
  /** They can't be names. Without those that only the programming language reserves. */
  reserved: RESERVED_WORDS.filter((word) => !ENGINE_NAMES.includes(word)),
  clauses: CLAUSE_WORDS,
  steps: STEP_WORDS,
  types: TYPE_NAMES,
  functions: BUILTIN_FUNCTIONS,
  policyFunctions: POLICY_FUNCTIONS,
  /** Words with a predefined value, such as `actor`. */
  words: BUILTIN_WORDS,
} as const
