/** Guides: what their tests report, and when the coach speaks. */
import { readFileSync } from 'node:fs'
import { type Guide, type GuideMemory, GuideSession, LessonGame } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { runExamples } from '../src/examples/index.js'
import { compileGuides } from '../src/lessons/compile-lessons.js'
import { loadSmall } from './small-game.js'

const RULES = `
play
  repeat up to 10 times, seats in turn
    do turn
  red wins

procedure turn "A turn"
  choose "What now?"
    option dig "Dig"
      perform digging
    option rest "Rest"
    option eat "Eat"
      do feast
    option walk "Walk"
      do walking

procedure walking
  choose spot from map "Where to?"
  choose "How?"
    option fast "Fast"
    option slow "Slow"

action digging "Digging"
  add 2 to gold

procedure feast "A feast"
  add 1 to gold

policy eager for red, blue
  at turn
    first dig
`

const HEAD = '  given the start, you are red\n  others play by eager\n  cards begin with turn\n'

const fenced = (text: string): string => `\`\`\`guide\n${text}\n\`\`\`\n`
const loaded = (lines: string, more = '') => loadSmall(RULES, fenced(`A game\n${HEAD}${lines}\n${more}`))

/** What fails, with the line below the head. */
function failures(lines: string, more = ''): readonly string[] {
  const { results, diagnostics } = runExamples(loaded(lines, more))
  return [
    ...diagnostics.map(({ message }) => message),
    ...results.flatMap(({ failure }) =>
      failure === undefined
        ? []
        : [
            [failure.message, failure.expected, failure.actual]
              .filter((part) => part !== undefined)
              .join(' / '),
          ],
    ),
  ]
}

function sessionOf(lines: string, known: readonly string[] = [], head = HEAD) {
  const game = loadSmall(RULES, fenced(`A game\n${head}${lines}\n`))
  const [guide] = compileGuides(game)
  if (guide === undefined) throw new Error('The block has a guide.')
  const data = JSON.parse(JSON.stringify(guide)) as Guide
  const session = new GuideSession(new LessonGame(game), data, new Set(known))
  let state = game.start({ seed: 1 })
  session.hear(state, [])
  return {
    session,
    said: () => session.say(state)?.text,
    memory: () => JSON.parse(JSON.stringify(session.memory)) as GuideMemory,
    again: (memory: GuideMemory) => new GuideSession(new LessonGame(game), data, new Set(known), memory),
    state: () => state,
    play: (choice: string): void => {
      const step = game.step(state, choice)
      state = step.state
      session.hear(state, step.events)
    },
  }
}

describe('the test of a guide', () => {
  it('passes if all moments happen, and enough is shown', () => {
    expect(
      failures(`  shows 1 of digging in 4 cards
  you act on card 3
  let wealth = gold + 1
  at turn, weight 2
    say "Dig, or rest.", pointing at the question
  once gold >= 4
    say "There are {wealth}.", pointing at gold
  after digging
    teaches Gold
    say "Somebody digs."`),
    ).toEqual([])
  })

  it('passes for the example of the reference', () => {
    const page = readFileSync(new URL('../../../docs/language/16-lessons.md', import.meta.url), 'utf8')
    const [, example = ''] = /```text\n(First game as Red\n.*?)\n```/s.exec(page) ?? []
    const { results, diagnostics } = runExamples(loadSmall(RULES, fenced(example)))
    expect(diagnostics).toEqual([])
    expect(results.map(({ title, failure }) => [title, failure])).toEqual([
      ['First game as Red', undefined],
      ['Shared', undefined],
    ])
  })

  it.each([
    ['  once gold > 90\n    say "Rich."', 'This moment never happens in the guided game.'],
    ['  shows 2 of digging in 3 cards', 'The guided game shows too little. / 2 of them / 1: digging'],
    ['  you act on card 4', "red doesn't act on card 4."],
    ['  look back after feast', "The guided game never ends feast, so the coach can't look back."],
    [
      '  warn if gold >= 0\n    say "Gold."',
      'This warning holds at the start, so it says nothing about a turn.',
    ],
  ])('fails: %s', (lines, message) => {
    expect(failures(lines)).toEqual([message])
  })

  it.each([
    ['  at nowhere\n    say "x"', 'nowhere'],
    ['  after jumping\n    say "x"', 'jumping'],
    ['  at turn', 'The coach says nothing here.'],
    ['  say "x"', 'No line of a guide starts with `say` here.'],
    ['  at turn\n    say "x"\n    say "y"', 'Below a moment there is one `say`, and `teaches`.'],
    ['  shows many of digging in 3 cards', 'Expected a number.'],
    ['  look back after supper', 'supper'],
    ['  look after turn', 'back'],
    ['  warn if gold > 90', 'Below `warn if` there is one `say`.'],
    ['  warn if gold > 90\n    teaches Gold', 'Below `warn if` there is one `say`.'],
    ['  warn if gold > 90\n    say "x", pointing at gold', 'A warning points at nothing.'],
    ['  warn if silver > 90\n    say "x"', 'silver'],
  ])('reports errors: %s', (lines, message) => {
    expect(failures(lines).join('\n')).toContain(message)
  })

  it('needs cards', () => {
    const { results } = runExamples(loadSmall(RULES, fenced('A game\n  given the start, you are red')))
    expect(results[0]?.failure?.message).toContain('This guide has no cards.')
  })

  it('lets guides share moments, each of which happens in one of them', () => {
    const moment = '  after digging\n    say "Dug."'
    expect(failures('', `Shared\n${moment}`)).toEqual([])
    expect(failures('', 'Shared\n  once gold > 90\n    say "Rich."')).toEqual([
      'This moment never happens in a guided game.',
    ])
  })
})

describe('the coach', () => {
  const THREE = `  at turn
    say "What to do."
  once gold >= 2, weight 5
    say "First gold."
  after digging
    teaches Gold, Digging
    say "Somebody digs. Gold comes up."`

  it('says each thing once, at most one per decision', () => {
    const { said } = sessionOf(THREE)
    expect(said()).toBe('What to do.')
    expect(said()).toBeUndefined()
  })

  it('says what weighs most first, and the rest at later decisions', () => {
    const { said, play } = sessionOf(THREE)
    said()
    play('dig')
    expect(said()).toBeUndefined() // Blue decides
    play('dig')
    expect(said()).toBe('First gold.')
    play('rest')
    play('dig')
    expect(said()).toBe('Somebody digs. Gold comes up.')
  })

  it('drops what has waited too long, unless it happens again', () => {
    const { said, play, session } = sessionOf(THREE)
    session.talk = 'quiet'
    for (const choice of ['dig', 'rest', 'rest', 'rest']) play(choice)
    session.talk = 'more'
    expect([said(), said()]).toEqual(['What to do.', undefined])
    play('rest')
    play('dig')
    expect([said(), said()]).toEqual(['Somebody digs. Gold comes up.', undefined])
  })

  it('says at most two things per card', () => {
    const seasons = `${HEAD.replace('begin with turn', 'begin with feast')}  once gold >= 2
    say "One."
  once gold >= 4
    say "Two."
  once gold >= 6
    say "Three."`
    const { said, play } = sessionOf(seasons, [], '')
    const heard: (string | undefined)[] = []
    for (const choice of ['dig', 'rest', 'dig', 'rest', 'dig', 'rest', 'rest', 'eat']) {
      play(choice)
      heard.push(said())
    }
    expect(heard.filter((text) => text !== undefined)).toEqual(['One.', 'Two.', 'Three.'])
    expect(heard.indexOf('Three.')).toBe(7) // on the next card
  })

  it('remembers what it said, what waits and how quiet it is', () => {
    const { said, play, session, memory, again, state } = sessionOf(THREE)
    said()
    play('dig')
    play('rest')
    session.talk = 'more'
    const other = again(memory())
    expect(other).toMatchObject({ card: 3, talk: 'more', hasMore: true })
    expect([other.say(state())?.text, other.say(state())?.text, other.say(state())]).toEqual([
      'First gold.',
      'Somebody digs. Gold comes up.',
      undefined,
    ])
    expect(other.again(state())?.text).toBe('Somebody digs. Gold comes up.')
  })

  it('goes back with an undo, and repeats nothing', () => {
    const { said, play, session, state } = sessionOf(THREE)
    said()
    const before = state()
    play('rest')
    play('rest')
    expect(session.card).toBe(3)
    session.undo(before, 1, 3)
    expect(session.card).toBe(1)
    expect(session.cardAt(3)).toBe(1)
    expect(session.say(before)).toBeUndefined()
  })

  it('says everything that waits if asked for more', () => {
    const { said, play, session } = sessionOf(THREE)
    play('dig')
    play('rest')
    session.talk = 'more'
    expect([said(), said(), said(), said()]).toEqual([
      'First gold.',
      'What to do.',
      'Somebody digs. Gold comes up.',
      undefined,
    ])
  })

  it('explains a question while it is open, even after two others on a card, and not later', () => {
    const { said, play } = sessionOf(`  once gold >= 0, weight 5
    say "A purse."
  once gold >= 0, weight 3
    say "An empty one."
  at walking.spot
    say "Choose a place."
  at walking
    say "Fast is good."`)
    expect(said()).toBe('A purse.')
    play('walk')
    expect(said()).toBe('An empty one.')
    play('ford')
    expect(said()).toBe('Fast is good.')
    play('fast')
    play('rest')
    expect(said()).toBeUndefined()
  })

  it('explains what the learner does, even after two others on a card, and what others do later', () => {
    const purses = `${HEAD.replace('begin with turn', 'begin with feast')}  once gold >= 0, weight 5
    say "A purse."
  once gold >= 0, weight 3
    say "An empty one."
  after digging
    say "Gold comes up."`
    const heard = (own: string, other: string): readonly (string | undefined)[] => {
      const { said, play, memory, again, state } = sessionOf(purses, [], '')
      const first = said()
      play('rest')
      play('rest')
      const second = said()
      play(own)
      play(other)
      return [first, second, again(memory()).say(state())?.text]
    }
    expect(heard('dig', 'rest')).toEqual(['A purse.', 'An empty one.', 'Gold comes up.'])
    expect(heard('rest', 'dig')).toEqual(['A purse.', 'An empty one.', undefined])
  })

  it('says the last sentence of what lessons have taught', () => {
    const { said, play, session } = sessionOf(THREE, ['Gold', 'Digging'])
    play('dig')
    play('rest')
    session.talk = 'more'
    expect([said(), said(), said()]).toEqual(['First gold.', 'What to do.', 'Gold comes up.'])
  })
})
