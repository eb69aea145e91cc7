/** Checks the agents that clients name. */
import { parseExternalSpec } from '@ludoforge/agents/node'
import { checkAgentSpec, Refusal } from '@ludoforge/table'

/** Throws a `Refusal` if `spec` isn't an agent. Clients must never name a file or a command. */
export function checkNamedAgent(spec: string): void {
  if (isFile(spec)) throw new Refusal('bad-message', 'Name a bot of this server, not a file or a command.')
  checkAgentSpec(spec)
}

function isFile(spec: string): boolean {
  try {
    return parseExternalSpec(spec) !== undefined
  } catch {
    return true // a malformed external spec
  }
}
