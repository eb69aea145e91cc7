/** An external agent failed to answer: it crashed, timed out or gave an illegal answer. The rules are not at fault. */
export class AgentFailed extends Error {
  override readonly name = 'AgentFailed'
}
