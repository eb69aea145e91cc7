/** The coach of a guided game at a table: what it says and when, suggestions, warnings and looks back. */
import {
  Coach,
  type CoachMemory,
  type CoachThinker,
  guidedStart,
  localTable,
  type Table,
} from '@ludoforge/client'
import { compileFiles, compileGuides, loadCompilation, runExamples } from '@ludoforge/compiler'
import { type Choice, present, type State } from '@ludoforge/kernel'
import { LessonGame } from '@ludoforge/play'
import { judgePlayedTurn, suggestTurns, wordsOf } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'

const GAME = `
\`\`\`yaml
game: {id: mine, title: Mine}
seats: {red: {name: Red}, blue: {name: Blue}}
spaces: {pit: {}}
seat-variables: {gold: 0..99}
variables: {dust: 0..99}
\`\`\`

\`\`\`rules
play
  repeat up to 12 times, seats in turn
    do turn
    if actor is blue
      do tally
  rank seats by gold of it, "the mine is empty"

procedure turn "{actor}"
  choose "What now?"
    option dig "Dig"
      add 2 to gold of actor
    option rest "Rest"
    option scrape "Scrape"
      add 2 to gold of actor
      add 1 to dust
    option ruin "Ruin"
      add 9 to gold of actor.next
    option yield "Yield"
      actor.next wins "the other yields"

procedure tally "Tally"
  say "Counted."

value worth(seat) = gold of seat

policy eager for red, blue
  at turn
    first dig

policy slow for red, blue
  at turn
    first scrape

policy lazy for red, blue
  at turn
    first rest
\`\`\`

\`\`\`guide
First game
  given the start, seed 1, you are red
  others play by eager
  cards begin with tally
  look back after tally
  warn if gold of red >= 4
    say "Red has {gold of red} now. Look again?"
  at turn
    say "Dig, or rest."
  once gold of blue >= 2
    say "Blue digs. It wants gold."
\`\`\`
`

const SCENE = {
  names: {},
  many: {},
  short: {},
  hide: [],
  values: [],
  seatValues: [{ title: 'gold', expression: '', hide: [], signed: true }],
  spaceValues: [],
}

const game = loadCompilation(compileFiles([{ path: 'mine.md', text: GAME }], {}))
const words = wordsOf(game.def, SCENE)
const reckon = (state: State) => ({
  values: [],
  seats: { red: [game.worth(state, 'red') ?? 0], blue: [game.worth(state, 'blue') ?? 0] },
  spaces: {},
})
const context = { game, reckon, words }
const guide = present(compileGuides(game)[0], 'the game has a guide.')

interface Seated {
  readonly coach: Coach
  readonly table: Table
  readonly memory: () => CoachMemory | undefined
  readonly asked: { suggest: number; judge: number }
  /** Gives an answer if the coach allows it, and waits until it's Red's turn again. */
  readonly play: (choice: Choice) => Promise<boolean>
}

async function seated(known?: Table, memory?: CoachMemory): Promise<Seated> {
  const asked = { suggest: 0, judge: 0 }
  let stored = memory
  const thinker: CoachThinker = {
    suggest: (turn) => {
      asked.suggest += 1
      return suggestTurns(context, turn)
    },
    judge: (turn) => {
      asked.judge += 1
      return judgePlayedTurn(context, turn)
    },
  }
  const table = known ?? (await localTable({ game, reckon, ...guidedStart(guide, game.def, 'me') }))
  const coach = await Coach.open({
    table,
    guide,
    lessons: new LessonGame(game),
    words,
    thinker,
    known: new Set(),
    memory,
    save: (now) => {
      stored = now
    },
    budget: { iterations: 60 },
  })
  const isReady = (): boolean => table.asked.length > 0 || table.about.outcome !== undefined
  return {
    coach,
    table,
    asked,
    memory: () => stored,
    play: async (choice) => {
      if (!(await coach.allows('red', choice))) return false
      await table.decide('red', choice)
      while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 1))
      await coach.settled()
      return true
    },
  }
}

it('the guide is right', () => {
  expect(runExamples(game).results.flatMap(({ failure }) => failure?.message ?? [])).toEqual([])
})

describe('the coach', () => {
  it('says each thing when it first happens, and counts the cards', async () => {
    const { coach, play } = await seated()
    expect(coach.note).toMatchObject({ card: 1, said: { text: 'Dig, or rest.' } })
    await play('rest')
    expect(coach.note).toMatchObject({ card: 2, said: { text: 'Blue digs. It wants gold.' } })
    await play('rest')
    expect(coach.note).toMatchObject({ card: 3, said: undefined })
  })

  it('keeps quiet if asked, and speaks again', async () => {
    const { coach, play, asked } = await seated()
    coach.setTalk('quiet')
    expect(coach.note).toMatchObject({ talk: 'quiet', said: undefined, lookBack: [] })
    const thought = asked.suggest
    await play('ruin')
    expect(coach.note).toMatchObject({ said: undefined, lookBack: [], suggests: 'asked', hasMore: true })
    expect(asked).toEqual({ suggest: thought, judge: 0 })
    coach.more()
    expect(coach.note).toMatchObject({ talk: 'normal', said: { text: 'Blue digs. It wants gold.' } })
  })

  it('goes on where it was, and takes an undo into account', async () => {
    const { coach, table, memory, play } = await seated()
    await play('rest')
    coach.close()
    const again = await seated(table, JSON.parse(JSON.stringify(memory())) as CoachMemory)
    // What was said at this decision is shown again, and nothing else.
    expect(again.coach.note).toMatchObject({ card: 2, said: { text: 'Blue digs. It wants gold.' } })
    await table.undo()
    await again.coach.settled()
    expect(again.coach.note).toMatchObject({ card: 1, said: undefined })
  })
})

describe('a suggestion', () => {
  it('is the turn that a search prefers, with what it changes', async () => {
    const { coach } = await seated()
    expect(coach.note).toMatchObject({ suggests: 'offered', suggestion: undefined })
    await coach.suggest()
    expect(coach.note.suggestion).toEqual({
      turns: [
        {
          choices: ['dig'],
          text: 'Red digs',
          answers: ['Dig'],
          reasons: ['Red gold 0 → 2'],
        },
      ],
    })
  })

  it('is offered at every second turn, and made at each if asked', async () => {
    const { coach, play } = await seated()
    await play('rest')
    expect(coach.note.suggests).toBe('asked')
    await coach.suggest()
    expect(coach.note.suggestion).toMatchObject({ turns: [{ text: 'Red digs' }] })
    await play('rest')
    expect(coach.note.suggests).toBe('offered')
  })

  it('adds the turn of the policy only if that is about as good', async () => {
    const request = { position: game.save(game.start({ seed: 1 })), seat: 'red', budget: { iterations: 60 } }
    const texts = async (policy: string) =>
      (await suggestTurns(context, { ...request, policy }))?.turns.map(({ text }) => text)
    expect(await texts('eager')).toEqual(['Red digs'])
    expect(await texts('slow')).toEqual(['Red digs', 'Red scrapes'])
    expect(await texts('lazy')).toEqual(['Red digs'])
  })
})

describe('a warning', () => {
  it('comes before a turn that gives much away, once, and is no veto', async () => {
    const { coach, play } = await seated()
    expect(await play('ruin')).toBe(false)
    expect(coach.note.warning?.text).toMatch(
      /^By search, this gives away about \d+ of gold\. Better: Red digs\. Look again\?$/,
    )
    coach.lookAgain()
    expect(coach.note.warning).toBeUndefined()
    expect(await play('ruin')).toBe(true)
    // The next turn gets a warning of its own.
    expect(await play('ruin')).toBe(false)
  })

  it('comes before a turn by which another seat wins', async () => {
    const { coach, play } = await seated()
    expect(await play('yield')).toBe(false)
    expect(coach.note.warning?.text).toBe('After this, Blue wins. Look again?')
  })

  it('comes before a turn after which a condition of the guide holds', async () => {
    const { coach, play } = await seated()
    expect(await play('dig')).toBe(true)
    expect(await play('dig')).toBe(false)
    expect(coach.note.warning?.text).toBe('Red has 4 now. Look again?')
  })

  it("doesn't come before a good turn", async () => {
    const { coach, play } = await seated()
    expect(await play('dig')).toBe(true)
    expect(coach.note.warning).toBeUndefined()
  })
})

describe('a look back', () => {
  it('says what was gained, what it cost and what to try, and goes with the next answer', async () => {
    const { coach, play } = await seated()
    expect(coach.note.lookBack).toEqual([])
    await play('rest')
    expect(coach.note.lookBack).toEqual([
      'Gained: nothing raised your gold.',
      'Cost: nothing lowered your gold.',
      expect.stringMatching(
        /^To try: Red digs, in place of Red rests on card 1 \(about \d+ better by search\)\.$/,
      ),
    ])
    await play('dig')
    expect(coach.note.lookBack).toEqual([
      'Gained: Red digs (gold +2).',
      'Cost: nothing lowered your gold.',
      'To try: the same again. By search, your turn gave nothing away.',
    ])
  })
})
