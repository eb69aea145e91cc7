import { withoutUndefined } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import type { Block } from '../folder/index.js'
import { parseYaml } from '../yaml/index.js'
import { Context } from './context.js'
import { type Declarations, EVALUATION_KEYS, type EvaluationKey } from './declarations.js'
import { finishEnums, readEnums } from './enums.js'
import { warnOfClashes } from './name-warnings.js'
import { readClassNames } from './class-names.js'
import { readFeatures } from './features.js'
import { readScenarios } from './scenarios.js'
import { readPlayers } from './players.js'
import { readTeams } from './teams.js'
import { readGame, SeatReader } from './seats.js'
import { Sections } from './sections.js'
import { SpaceReader } from './spaces.js'
import { readGroups, readOptions, readTables } from './tables.js'
import { readTerms } from './terms.js'
import { readTokens } from './tokens.js'
import { hideRevealingLists, readVariables } from './variables.js'
import { readZones } from './zones.js'

/**
 * Reads everything the `yaml` blocks declare. Errors are reported and left out: the result is complete only if the
 * reporter has none. The values of `ruleKeys` become `ruleNodes`. Names come first, so that blocks can be in any order.
 */
export function declare(
  blocks: readonly Block[],
  reporter: Reporter,
  ruleKeys: ReadonlySet<string> = new Set(),
  parse: typeof parseYaml = parseYaml,
): Declarations {
  const sections = new Sections(blocks, reporter, ruleKeys, parse)
  const context = new Context(reporter)

  const game = readGame(sections, context)
  readEnums(sections, context)
  const seatReader = new SeatReader(sections, context)
  const spaceReader = new SpaceReader(sections, context)
  readZones(sections, context)

  const { seats, seatProps } = seatReader.finish()
  const attributes = spaceReader.finish()
  const { properties, tokens } = readTokens(sections, context)
  const setup = readVariables(sections, context, new Map(attributes.map(({ id, type }) => [id, type])))
  hideRevealingLists(context.variables, context.zones.values())
  const tables = [...spaceReader.lines, ...readTables(sections, context)]
  const players = readPlayers(sections, context)
  const options = [...(players === undefined ? [] : [players]), ...readOptions(sections, context)]
  const groups = readGroups(sections, context)
  const scenarios = readScenarios(sections, { context, options, properties, tokens })
  const evaluationFunctions = EVALUATION_KEYS.map((what) => [
    what,
    readEvaluationFunction(what, sections, context),
  ])
  const features = readFeatures(sections, context)
  const classNames = readClassNames(sections, context)
  const terms = readTerms(sections, context)
  warnOfClashes(context)

  return {
    ...game,
    seats,
    ...withoutUndefined({ players: players?.id, teams: readTeams(sections, context) }),
    seatProps,
    enums: finishEnums(context),
    ...withoutUndefined({ classNames }),
    attributes,
    zones: [...context.zones.values()],
    properties,
    tokens,
    variables: [...context.variables.values()],
    tables,
    options,
    setup,
    scenarios,
    groups,
    terms,
    ...withoutUndefined(Object.fromEntries(evaluationFunctions)),
    ...(features.length === 0 ? {} : { features }),
    spans: context.spans,
    ruleNodes: sections.ruleNodes,
  }
}

function readEvaluationFunction(
  what: EvaluationKey,
  sections: Sections,
  context: Context,
): string | undefined {
  const [first, second] = sections.nodes(what)
  if (second !== undefined)
    context.error('duplicate-key', second.keySpan, `\`${what}\` is declared twice. A game has only one.`)
  if (first === undefined) return undefined
  context.spans.set(what, first.value.span)
  return context.string(first.value, `\`${what}\``)
}
