/** How many answers and clicks a person gives in ten typical turns. */
import { describe, expect, it } from 'vitest'
import { clicksFor } from './support/clicks.js'
import { playTurn, TURNS } from './support/typical-turns.js'

/** The answers of a turn one by one, by the rules as they were before answers ahead. The goal is half of them. */
const BEFORE: readonly number[] = [22, 21, 22, 18, 17, 22, 14, 18, 13, 11]

/** The answers of each turn. Lower a number when a change of the rules needs fewer. */
const NOW: readonly number[] = [13, 12, 15, 13, 12, 11, 8, 8, 8, 6]

/** The clicks of each turn on the page. */
const CLICKS: readonly number[] = [23, 25, 22, 22, 19, 19, 15, 14, 12, 18]

describe('typical turns', () => {
  it.each(TURNS.map(({ title }, i) => [title, i] as const))('%s', (_title, i) => {
    const { answers, wrong } = playTurn(i, 'ahead')
    expect(wrong).toEqual([])
    expect(answers.length, answers.join('\n')).toBe(NOW[i])
  })

  it.each(TURNS.map(({ title }, i) => [title, i] as const))('%s: the same one by one', (_title, i) => {
    const { answers, wrong } = playTurn(i, 'singly')
    expect(wrong).toEqual([])
    expect(answers.length, answers.join('\n')).toBeLessThanOrEqual(BEFORE[i] ?? 0)
  })

  it('take a click for each thing that is chosen, and few more', () => {
    const clicks = TURNS.map((_, i) =>
      playTurn(i, 'ahead').given.reduce((sum, one) => sum + clicksFor(one), 0),
    )
    expect(clicks).toEqual(CLICKS)
  })

  it('take about half the answers', () => {
    const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0)
    expect(sum(NOW) / sum(BEFORE)).toBeLessThan(0.6)
  })
})
