/** The lessons of a course. A lesson of several parts counts once. */
import type { GameLesson } from '@ludoforge/look'
import { coursePlaces } from '@ludoforge/play'

/** Returns the lessons of a course, each as its parts. */
export function lessonsOf(parts: readonly GameLesson[]): readonly (readonly GameLesson[])[] {
  const places = coursePlaces(parts)
  const last = places.at(-1)?.number ?? 0
  return Array.from({ length: last }, (_, i) => parts.filter((_part, n) => places[n]?.number === i + 1))
}

/** `one lesson`, `26 lessons`. */
export function lessonCountText(parts: readonly GameLesson[]): string {
  const { length } = lessonsOf(parts)
  return length === 1 ? 'one lesson' : `${length} lessons`
}
