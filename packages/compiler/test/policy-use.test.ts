/** Which entries of policies are never used, and which questions have none. */
import { describe, expect, it } from 'vitest'
import { unansweredQuestions } from '../src/index.js'
import { compileSmall } from './small-game.js'

const RULES = `
play
  as red
    do turn
  choose start from map, by blue
  red wins
procedure turn                              # 2.1
  choose "What now?"
    option work
      perform work
    option rest
      add 1 to gold
  choose space from map, or none, offering extras
  window extras after
action work by red or blue
  choose place from map, or none            # 2.2
action sing by blue
  choose song from map, or none
window extras
  offers extra from [sing] where legal(it)
  perform extra
`
const compiled = (policies: string) => compileSmall(`${RULES}\n${policies}`)
const warnings = (policies: string) =>
  compiled(policies).diagnostics.flatMap(({ code, message, span }) =>
    code === 'unused' && !message.startsWith('No rule uses') ? [`${span?.line}: ${message}`] : [],
  )
const open = (policies: string, name?: string) =>
  unansweredQuestions(compiled(policies).def!, name)
    .map(({ policy, question, seats, rule }) => `${policy} ${question} ${rule ?? '-'} ${seats.join(' ')}`)
    .toSorted()
/** Where the policies of a test begin. */
const START = 28 + RULES.split('\n').length - 1

describe('an entry is never used', () => {
  it('if one before it answers without a condition', () => {
    const twice = (first: string) => `policy calm for red
  at turn.space${first}
    prefer mill
  at turn.space
    prefer ford`
    expect(warnings(twice(' if gold > 1'))).toEqual([])
    expect(warnings(twice(''))).toEqual([
      `${START + 4}: This entry is never used, because an entry before it has no condition.`,
    ])
  })

  it('unless it is for other seats, or for other questions too', () => {
    expect(warnings(`policy calm for red, blue
  at work.place, play.start
    prefer mill
policy calm for red
  at work.place
    prefer ford`)).toEqual([])
    expect(warnings(`policy calm for red
  at work.place
    prefer mill
  at work.place, turn.space
    prefer ford`)).toEqual([])
  }) // biome-ignore format: short

  it('if its seats are never asked', () => {
    expect(warnings('policy calm for red\n  at sing.song\n    prefer mill')).toEqual([`${START + 2}: The rules never ask red this question.`])
    expect(warnings('policy calm for red\n  at play.start\n    prefer mill')).toEqual([`${START + 2}: The rules never ask red this question.`])
    expect(warnings('policy calm for red, blue\n  at sing.song, play.start\n    prefer mill')).toEqual([])
  }) // biome-ignore format: short
})

describe('questions without an entry', () => {
  it('are listed for the seats that can be asked', () => {
    expect(open('policy calm for red, blue\n  at turn\n    first rest')).toEqual([
      'calm work.place 2.2 red',
      'calm turn.space 2.1 red',
      'calm extras - red',
      'calm play.start - blue',
    ].toSorted())
  }) // biome-ignore format: short

  it('do not count those that the fallback answers', () => {
    const two = `policy calm for red, else wild
  at turn
    first rest
policy wild for red
  at work.place, turn.space
    prefer mill`
    expect(open(two, 'calm')).toEqual(['calm extras - red'])
    expect(open(two, 'wild')).toEqual(['wild extras - red', 'wild turn.work 2.1 red'])
  })
})
