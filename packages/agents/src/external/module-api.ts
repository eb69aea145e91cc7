/** The types for authors of agent modules: what a module exports and what its agent receives. */
import type { Choice, Constant, Decision, Outcome, StepEvent, View } from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import type { Rulebook } from '../schemas/rulebook.js'

/** The default export of a module. `seed` seeds its random numbers and differs for each game and seat. */
export type MakeAgent = (context: {
  readonly seed: number
  readonly argument: string | undefined
}) => ModuleAgent

/** An agent that answers by names (`decide`), or one that uses the kernel (`choose`). */
export type ModuleAgent = DecideAgent | (Omit<Agent, 'name'> & { readonly name?: string })

export interface DecideAgent {
  readonly name?: string
  /** `[]` turns off `events`; by default they are collected. */
  readonly wants?: readonly 'events'[]
  /** Answers a decision with a choice, or with a choice and a reason. */
  decide(asked: DecisionContext): Reply | Promise<Reply>
  /** Ends a game that is over or abandoned. */
  end?(result: { readonly outcome: Outcome | null }): void
}

type Reply = Choice | { readonly choice: Choice; readonly why?: string }

/** A decision and its context, as the seat may know them. */
export interface DecisionContext {
  readonly rules: Rulebook
  readonly seat: string
  readonly scenario?: string
  readonly options: Readonly<Record<string, Constant>>
  readonly decision: Decision
  readonly view: View
  readonly events: readonly StepEvent[] // since its last decision
}
