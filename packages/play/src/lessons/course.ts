/** The places in a course. A file is a lesson, and each of its blocks is a part. */
import type { Lesson } from './lesson.js'

/** Where a part is in its course. */
export interface CoursePlace {
  readonly number: number // of the lesson, from 1
  readonly part: number // from 1
  readonly parts: number // of the lesson
}

/** Returns the place of each part. The id of a part starts with the name of its file. */
export function coursePlaces(course: readonly Pick<Lesson, 'id'>[]): readonly CoursePlace[] {
  const fileOf = ({ id }: Pick<Lesson, 'id'>): string => id.split('/')[0] ?? id
  const files = [...new Set(course.map(fileOf))]
  return course.map((lesson) => {
    const file = fileOf(lesson)
    const own = course.filter((other) => fileOf(other) === file)
    return { number: files.indexOf(file) + 1, part: own.indexOf(lesson) + 1, parts: own.length }
  })
}

/** Returns a place in words: "Lesson 3", or "Lesson 3, part 2 of 4". */
export function placeText({ number, part, parts }: CoursePlace): string {
  return parts === 1 ? `Lesson ${number}` : `Lesson ${number}, part ${part} of ${parts}`
}
