/** A lesson: the table of its game, with a coach. */
import { type ReactNode, useCallback } from 'react'
import { OpeningTable } from '../../table/index.js'
import { openLesson } from '../../table/lesson/open-lesson.js'

export default function LessonPage({
  game,
  lesson,
}: {
  readonly game: string
  readonly lesson: string
}): ReactNode {
  const open = useCallback((id: string) => openLesson(game, id), [game])
  return <OpeningTable id={lesson} open={open} />
}
