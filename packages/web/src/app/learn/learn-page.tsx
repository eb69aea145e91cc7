/** The lessons of a game: what they are about, how long they take, and which of them are finished. */
import type { GameLesson, GameListing } from '@ludoforge/look'
import type { CoursePlace } from '@ludoforge/play'
import { type ReactNode, useEffect } from 'react'
import { loadGame, pictureOf, shapeOf } from '../games.js'
import { ResourceView } from '../page-states.js'
import { href } from '../routes.js'
import { useResource } from '../use-resource.js'
import { lessonsOf } from './course.js'
import { GuideList } from './guide-list.js'
import { type LessonProgress, syncProgress, useGameProgress } from './progress.js'

export function LearnPage({ game }: { readonly game: string }): ReactNode {
  const [loaded, again] = useResource(game, () => loadGame(game))
  useEffect(() => void syncProgress(), [])
  return (
    <div className="page">
      <ResourceView loaded={loaded} again={again}>
        {(card) => <Course card={card} />}
      </ResourceView>
    </div>
  )
}

function Course({ card }: { readonly card: GameListing }): ReactNode {
  const progress = useGameProgress(card.id)
  const { lessons = [] } = card
  const next = nextLesson(lessons, progress)
  const course = lessonsOf(lessons)
  const isDone = ({ id }: GameLesson): boolean => progress[id]?.done === true
  const finished = course.filter((parts) => parts.every(isDone)).length
  const isStarted = next !== undefined && progress[next.id]?.position !== undefined
  return (
    <div className="learn">
      <header className="game-head">
        <img className={shapeOf(card)} src={pictureOf(card)} alt="" />
        <div>
          <h1>Learn {card.title}</h1>
          <p>
            {lessons.length === 0
              ? 'This game has no lessons yet.'
              : `${finished} of ${course.length} ${course.length === 1 ? 'lesson' : 'lessons'} finished. You play on the real board, and a coach helps.`}
          </p>
          <p className="row">
            {next === undefined ? null : (
              <a className="button main" href={href({ at: 'learn', game: card.id, lesson: next.id })}>
                {isStarted || lessons.some(isDone) ? `Continue: ${next.title}` : 'Start the first lesson'}
              </a>
            )}
            <a href={href({ at: 'new', game: card.id })}>Play</a>
            <a href={href({ at: 'rules', game: card.id, place: '' })}>Rules</a>
          </p>
        </div>
      </header>
      <GuideList card={card} />
      <ol className="lessons">
        {course.map((parts, i) => (
          <li key={parts[0]?.id}>
            {parts.map((part, n) => (
              <PartRow
                key={part.id}
                card={card}
                lesson={part}
                place={{ number: i + 1, part: n + 1, parts: parts.length }}
                progress={progress[part.id]}
              />
            ))}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The lesson to go on with: one that was left, or the first that isn't finished. */
export function nextLesson(
  lessons: readonly GameLesson[],
  progress: Readonly<Record<string, LessonProgress>>,
): GameLesson | undefined {
  const left = lessons.findLast(({ id }) => progress[id]?.position !== undefined)
  return left ?? lessons.find(({ id }) => progress[id]?.done !== true)
}

interface RowProps {
  readonly card: GameListing
  readonly lesson: GameLesson
  readonly place: CoursePlace
  readonly progress: LessonProgress | undefined
}

/** A part of a lesson. The first one has the number of the lesson. */
function PartRow({ card, lesson, place, progress }: RowProps): ReactNode {
  const { id, title, seat, minutes, tasks } = lesson
  const { number, part, parts } = place
  const name = card.seats.find((one) => one.id === seat)?.name ?? seat
  const { done = false, position } = progress ?? {}
  const about = [
    ...(parts === 1 ? [] : [`part ${part} of ${parts}`]),
    name,
    `about ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`,
    ...(done
      ? ['finished']
      : position === undefined
        ? []
        : [`left after ${position.done.length} of ${tasks} tasks`]),
  ]
  const state = done ? ' finished' : position === undefined ? '' : ' begun'
  return (
    <a
      className={`lesson-row${part > 1 ? ' later' : ''}${state}`}
      href={href({ at: 'learn', game: card.id, lesson: id })}
    >
      <span className="lesson-number" aria-hidden="true">
        {done ? '✓' : part === 1 ? number : ''}
      </span>
      <span className="lesson-title">{title}</span>
      <span className="lesson-about">{about.join(', ')}</span>
    </a>
  )
}
