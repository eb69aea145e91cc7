/** The things that a lesson points at. */
import { itemOf, type State } from '@ludoforge/kernel'
import type { Pointer } from './lesson.js'
import type { LessonGame } from './lesson-game.js'

/** A thing to highlight. A token is a kind and a place (`troops+active@hill`); a zone is a space or a pile. */
export type Thing =
  | { readonly type: 'question' }
  | { readonly type: 'zone' | 'token' | 'seat' | 'option'; readonly id: string }
  | { readonly type: 'variable'; readonly id: string; readonly of?: string }

/** Returns what a pointer points at in this position, each thing once. Empty if nothing is there. */
export function thingsAt(lessons: LessonGame, state: State, pointer: Pointer, you: string): readonly Thing[] {
  const { game, links } = lessons
  switch (pointer.at) {
    case 'question':
      return game.decision(state, you) === undefined ? [] : [{ type: 'question' }]
    case 'option': {
      const decision = game.decision(state, you)
      const id = decision === undefined ? undefined : lessons.offered(state, decision, pointer.pick)
      return id === undefined ? [] : [{ type: 'option', id }]
    }
    case 'variable': {
      const { variable, of } = pointer
      if (of === undefined) return [{ type: 'variable', id: variable }]
      return links.names(state, of, you).map((owner) => ({ type: 'variable', id: variable, of: owner }))
    }
    case 'things': {
      const type = itemOf(pointer.expression.type)
      const ids = [...new Set(links.names(state, pointer.expression, you))].filter((id) => id !== 'none')
      return ids.flatMap((id) =>
        type === 'zone' || type === 'token' || type === 'seat' ? [{ type, id }] : [],
      )
    }
  }
}

/** Whether a seat sees a thing: its pile is open to the seat, or its variable is. */
export function isSeen({ game }: LessonGame, state: State, thing: Thing, you: string): boolean {
  const view = game.view(state, you)
  switch (thing.type) {
    case 'token': {
      const at = thing.id.lastIndexOf('@')
      const { pieces, cards } = view.zones[thing.id.slice(at + 1)] ?? {}
      const kind = thing.id.slice(0, at)
      return (pieces?.[kind] ?? 0) > 0 || cards?.includes(kind) === true
    }
    case 'variable': {
      const { id, of } = thing
      const values = of === undefined ? view.variables : (view.seats[of] ?? view.zones[of]?.markers ?? {})
      return Object.hasOwn(values, id)
    }
    case 'question':
    case 'zone':
    case 'seat':
    case 'option':
      return true
  }
}
