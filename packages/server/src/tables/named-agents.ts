/** Checks the agents that clients name, and bounds their budgets. */
import { budgetOf } from '@ludoforge/agents'
import { parseExternalSpec } from '@ludoforge/agents/node'
import { checkAgentSpec, Refusal } from '@ludoforge/table'

/** The largest budget of a bot for one turn: iterations, or milliseconds. */
export interface BotLimit {
  readonly iterations: number
  readonly ms: number
}

/** The largest budget without `--bot-limit`. */
export const DEFAULT_BOT_LIMIT: BotLimit = { iterations: 10_000, ms: 10_000 }

/** Throws a `Refusal` if `spec` isn't an agent, or has too large a budget. Clients must never name a file or a command. */
export function checkNamedAgent(spec: string, limit = DEFAULT_BOT_LIMIT): void {
  if (isFile(spec)) throw new Refusal('bad-message', 'Name a bot of this server, not a file or a command.')
  checkAgentSpec(spec)
  if (isAbove(spec, limit))
    throw new Refusal(
      'bad-message',
      `The budget of ${spec} is too large. The limit of this server is ${limit.iterations} iterations or ${limit.ms / 1000} s.`,
    )
}

/** Returns the agent, or one with the largest budget if its own is larger: the limit may be newer than the table. */
export function withinLimit(spec: string, limit: BotLimit): string {
  if (!isAbove(spec, limit)) return spec
  return budgetOf(spec)?.iterations === undefined ? `search:${limit.ms}ms` : `search:${limit.iterations}`
}

function isAbove(spec: string, limit: BotLimit): boolean {
  const { iterations = 0, ms = 0, parts = 1 } = budgetOf(spec) ?? {}
  return iterations * parts > limit.iterations || ms * parts > limit.ms
}

function isFile(spec: string): boolean {
  try {
    return parseExternalSpec(spec) !== undefined
  } catch {
    return true // a malformed external spec
  }
}
