/** An agent from outside did not do what it is asked for: its own fault, not that of the rules. */
export class AgentFailed extends Error {
  override readonly name = 'AgentFailed'
}
