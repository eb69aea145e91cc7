/** Games of simulations at the table of a desk. */
import { simulate } from '@ludoforge/sim'
import { describe, expect, it } from 'vitest'
import { DeskSession, finish } from '../src/session/index.js'

/** A seat with five coins has to choose a seat with more than 50, and there is none. */
const DEAD_END = `# Purse

\`\`\`yaml
game: {id: purse, title: Purse}
seats: {rich: Rich, poor: Poor}
seat-variables: {coins: {range: 0..99, start: 0}}
\`\`\`

\`\`\`rules
play
  repeat up to 6 times, seats in turn
    choose "What do you do?"
      option take "Take two coins"
        add 2 to coins of actor
      option wait "Wait"
        add 1 to coins of actor
    if coins of actor >= 5
      choose rival from seats where coins of it > 50 "Who pays?"
      add 1 to coins of rival
  rank seats by coins of it, "all turns are over"
\`\`\`
`

describe('a game that fails in a simulation', () => {
  it('is played again at the table, up to the answer after which a rule fails', async () => {
    const session = new DeskSession()
    const result = finish(session.update({ 'rules.md': DEAD_END }, 1))
    if (!('version' in result)) throw new Error(JSON.stringify(result.problems))
    const { version } = result
    const agents = ['random', 'random']
    const { errors } = await simulate({ game: version.game, agents, games: 20, seed: 1, jobs: 1 })
    const failed = errors[0]
    if (failed === undefined) throw new Error('No game failed.')
    session.table.restart({ played: { seed: failed.seed, agents, decisions: failed.decision } })
    const { note } = finish(session.table.replay(version))
    expect(note.replayed).toBe(note.all - 1)
    expect(note.stopped).toMatch(/^In turn \d a rule fails after \w+ chooses .*: .*no legal answer/)
    const played = session.table.played?.decisions ?? []
    expect(played).toHaveLength(note.replayed)
    expect(played.map(({ by }) => by)).toEqual(played.map(() => 'bot random'))
    expect(session.table.played?.beginning.seed).toBe(failed.seed)
    // The next edit replays it as any other game.
    const repaired = finish(session.update({ 'rules.md': DEAD_END.replace('> 50', '> 0') }, 2))
    if (!('version' in repaired)) throw new Error(JSON.stringify(repaired.problems))
    expect(finish(session.table.replay(repaired.version)).note).toMatchObject({
      replayed: note.all,
      all: note.all,
      stopped: '',
    })
  })
})
