import { describe, expect, it } from 'vitest'
import { isInLines } from '../src/index.js'
import { recordOfBotGame } from '../src/session/bot-game.js'
import { findQuestion } from '../src/session/index.js'
import { gameOf } from '../../../test/support/games.js'
import { projectFiles } from './project-files.js'

const game = await gameOf('outposts')
const FILES = projectFiles('outposts')

/** The line of a text in the rules, from 1. */
function lineOf(text: string): number {
  const line = (FILES['rules.md'] ?? '').split('\n').findIndex((one) => one.includes(text)) + 1
  if (line === 0) throw new Error(`The rules have no ${text}.`)
  return line
}

describe('finding a question of a rule', () => {
  it('plays a game up to the question of a line', () => {
    const line = lineOf('choose hex from neighbors of origin')
    const lines = { path: 'rules.md', from: line, to: line, line }
    const found = findQuestion(game, lines)
    if (found === undefined) throw new Error('Bots never march.')
    const { entries, beginning } = recordOfBotGame(game, found)
    expect(entries).toHaveLength(found.decisions)
    let state = game.start(beginning)
    for (const entry of entries)
      if (entry.kind === 'decision') state = game.decide(state, entry.choice, entry.seat)
    expect(isInLines(lines, game.decision(state)?.place)).toBe(true)
  })

  it('takes another question of the rule if its line asks nothing', () => {
    const line = lineOf('choose hex from neighbors of origin')
    expect(findQuestion(game, { path: 'rules.md', from: line, to: line, line: line + 2 })).toEqual(
      findQuestion(game, { path: 'rules.md', from: line, to: line, line }),
    )
  })

  it('finds nothing in lines without a question', () => {
    expect(findQuestion(game, { path: 'rules.md', from: 1, to: 3, line: 1 })).toBeUndefined()
  })
})

it('knows places in lines', () => {
  const lines = { path: 'rules.md', from: 3, to: 9, line: 4 }
  expect(isInLines(lines, 'rules.md:3')).toBe(true)
  expect(isInLines(lines, 'rules.md:10')).toBe(false)
  expect(isInLines(lines, 'other.md:3')).toBe(false)
  expect(isInLines(lines, undefined)).toBe(false)
})
