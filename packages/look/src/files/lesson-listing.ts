/** The lobby's listing of a lesson. */
import type { Text } from '@ludoforge/kernel'
import type { Lesson } from '@ludoforge/play'
import type { GameLesson } from '../listing.js'

const WORDS_PER_MINUTE = 150
const MINUTES_PER_TASK = 0.5

/** Returns what the lobby shows of a lesson. */
export function lessonListing({ id, title, seat, steps }: Lesson): GameLesson {
  const tasks = steps.filter(({ step }) => step === 'task').length
  const words = steps.flatMap((step) =>
    step.step === 'say' || step.step === 'close' ? wordsOf(step.text) : [],
  )
  const minutes = Math.max(1, Math.round(words.length / WORDS_PER_MINUTE + tasks * MINUTES_PER_TASK))
  return { id, title, seat, tasks, minutes }
}

function wordsOf(text: Text): readonly string[] {
  const written = typeof text === 'string' ? [text] : text.filter((part) => typeof part === 'string')
  return written.flatMap((part) => part.split(/\s+/).filter((word) => word !== ''))
}
