/** The bots that people may name over the network. */
import { outsideSpec } from '@ludoforge/agents/node'
import { checkAgentSpec, Refusal } from '@ludoforge/table'

/** Throws a Refusal if this is no bot. Nobody on the network names a file or a command. */
export function checkNamedAgent(spec: string): void {
  if (isFile(spec)) throw new Refusal('bad-message', 'A bot is called by its name.')
  checkAgentSpec(spec)
}

function isFile(spec: string): boolean {
  try {
    return outsideSpec(spec) !== undefined
  } catch {
    return true // it cannot even be read
  }
}
