/** The messages between the page and the worker in which a coach thinks. */
import type { JudgeRequest, Suggestion, TurnRequest, TurnVerdict } from '@ludoforge/table'

/** A request to think about a turn. */
export type CoachAsk =
  | { readonly id: number; readonly ask: 'suggest'; readonly turn: TurnRequest }
  | { readonly id: number; readonly ask: 'judge'; readonly turn: JudgeRequest }

/** The result with the same id, or a problem. */
export type CoachAnswer =
  | { readonly id: number; readonly result: Suggestion | TurnVerdict | undefined }
  | { readonly id: number; readonly problem: string }
