/** What a module exports that is an agent: for those who write one. */
import type { Choice, Constant, Decision, Outcome, StepEvent, View } from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import type { Rules } from '../schemas/bot.js'

/** The default export of a module. `seed` is a number to draw from, another for each game and seat. */
export type MakeAgent = (wishes: {
  readonly seed: number
  readonly argument: string | undefined
}) => MadeAgent

/** One that is told names, or one that knows the kernel. */
export type MadeAgent = DecideAgent | (Omit<Agent, 'name'> & { readonly name?: string })

export interface DecideAgent {
  readonly name?: string
  /** Whether it wants to be told what happens; by default it does. */
  readonly wants?: readonly 'events'[]
  /** Answers a question: with a choice, or with a choice and why. */
  decide(asked: AskedAgent): Reply | Promise<Reply>
  /** The game is over, or is not played on. */
  end?(told: { readonly outcome: Outcome | null }): void
}

type Reply = Choice | { readonly choice: Choice; readonly why?: string }

/** What it is asked, as its seat may know it. */
export interface AskedAgent {
  readonly rules: Rules
  readonly seat: string
  readonly scenario?: string
  readonly options: Readonly<Record<string, Constant>>
  readonly decision: Decision
  readonly view: View
  readonly events: readonly StepEvent[] // since it was asked last
}
