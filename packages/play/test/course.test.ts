/** Lessons and their parts. */
import { coursePlaces, placeText } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'

describe('the places in a course', () => {
  const course = ['01-first', '02-second', '02-second/more', '02-second/most', 'alone'].map((id) => ({ id }))

  it('count files as lessons, and what is in a file as its parts', () => {
    expect(coursePlaces(course)).toEqual([
      { number: 1, part: 1, parts: 1 },
      { number: 2, part: 1, parts: 3 },
      { number: 2, part: 2, parts: 3 },
      { number: 2, part: 3, parts: 3 },
      { number: 3, part: 1, parts: 1 },
    ])
    expect(coursePlaces([])).toEqual([])
  })

  it('are words: the part only if there are several', () => {
    expect(coursePlaces(course).map(placeText)).toEqual([
      'Lesson 1',
      'Lesson 2, part 1 of 3',
      'Lesson 2, part 2 of 3',
      'Lesson 2, part 3 of 3',
      'Lesson 3',
    ])
  })
})
