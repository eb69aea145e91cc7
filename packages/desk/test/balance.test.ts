/** Balance while a rulebook is edited: its figures are those of the command, and a new request cancels the old one. */
import { setImmediate } from 'node:timers/promises'
import {
  BalanceJobs,
  type BalanceRequest,
  type BalanceResult,
  batchAnswerer,
  type FromBalance,
  gameScore,
  type PlayerWorker,
} from '@ludoforge/desk/balance'
import { compareEvaluations, evaluate, evaluationSeries, playSeries } from '@ludoforge/sim'
import { compileFiles, isRuleFile, loadCompilation } from '@ludoforge/compiler/files'
import { lookOfFiles } from '@ludoforge/look/files'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { projectFiles } from './project-files.js'

const FILES = projectFiles('outposts')
const EDITED = {
  ...FILES,
  'rules.md': (FILES['rules.md'] ?? '').replace('repeat up to 2 times', 'repeat up to 3 times'),
}

/** A player that answers in this process, as a worker does: later. */
function playerHere(): PlayerWorker {
  let answered: Parameters<PlayerWorker['listen']>[0] = () => {}
  let isEnded = false
  const handle = batchAnswerer(
    (answer) => void setImmediate().then(() => (isEnded ? undefined : answered(answer))),
  )
  return {
    post: handle,
    listen: (listener) => (answered = listener),
    terminate: () => (isEnded = true),
  }
}

const open: BalanceJobs[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const jobs of open.splice(0)) jobs.end()
})

/** Players that need `ms` for each batch, by a clock that the test moves. */
function slowPlayers(ms: number): () => PlayerWorker {
  const real = performance.now.bind(performance)
  let waited = 0
  vi.spyOn(performance, 'now').mockImplementation(() => real() + waited)
  return watchedPlayers((message) => {
    if ('task' in message) waited += ms
  })
}

type PlayerMessage = Parameters<PlayerWorker['post']>[0]

/** Players whose messages a test sees. */
function watchedPlayers(watch: (message: PlayerMessage) => void): () => PlayerWorker {
  return () => {
    const worker = playerHere()
    return {
      ...worker,
      post: (message) => {
        watch(message)
        worker.post(message)
      },
    }
  }
}

function startJobs(
  make = playerHere,
  size = 2,
): { readonly jobs: BalanceJobs; readonly posted: FromBalance[] } {
  const posted: FromBalance[] = []
  const jobs = new BalanceJobs(make, size, (message) => posted.push(structuredClone(message)))
  open.push(jobs)
  return { jobs, posted }
}

const REQUEST: BalanceRequest = {
  id: 1,
  files: FILES,
  before: undefined,
  players: [],
  seed: 1,
  games: 60,
  isPatient: false,
  withOthers: false,
}

function lastOf(posted: readonly FromBalance[]): BalanceResult {
  const last = posted.at(-1)
  if (last === undefined || !('balance' in last)) throw new Error('No result was posted.')
  return last.balance
}

const sourcesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, text]) => ({ path: name, text }))

const load = (files: Readonly<Record<string, string>>) =>
  loadCompilation(compileFiles(sourcesOf(files).filter(({ path }) => isRuleFile(path))))

describe('the score of a game', () => {
  /** The name and the first expression of the score of rules with a look. */
  const scoreOf = (look: string) => {
    const files = {
      'rules.md': [
        '# Walk',
        '```yaml',
        'game: {id: walk, title: Walk}',
        'seats: {left: Left, right: Right}',
        'seat-variables: {coins: {range: 0..9, start: 0}}',
        '```',
        '```rules',
        'play',
        '  choose seat from seats',
        '  rank seats by it.coins, "over"',
        '',
        'value riches(seat) = seat.coins * 2',
        'value is-rich(seat) = seat.coins > 3',
        '```',
      ].join('\n'),
      'look/board.yaml': look,
    }
    const game = load(files)
    return gameScore(game, lookOfFiles(sourcesOf(files), game).look)
  }

  it.each([
    [
      'the score of the standing',
      'seat-values: {wealth: riches, half: "riches({it}) / 2"}\ntable: {standing: {score: half}}',
      'half',
    ],
    ['the first value', 'seat-values: {wealth: riches, half: "riches({it}) / 2"}', 'wealth'],
    ['no value that is not a number', 'seat-values: {rich: is-rich, wealth: riches}', 'wealth'],
    ['a variable', '', 'coins'],
  ])('is %s', (_, look, name) => {
    const score = scoreOf(look)
    expect(score?.name).toBe(name)
    expect(score?.seats.map((seat) => seat?.type)).toEqual(['number', 'number'])
  })
})

describe('balance of a project', () => {
  it('has the figures of the command, on any number of workers', async () => {
    const { jobs, posted } = startJobs()
    await jobs.handle({ balance: REQUEST })
    const { main, lines } = lastOf(posted)
    const game = load(FILES)
    const score = gameScore(game, lookOfFiles(sourcesOf(FILES), game).look)
    expect(score?.name).toBe('hexes')
    const {
      statistics,
      slowest: _,
      ...figures
    } = await evaluate({
      game,
      games: 60,
      agents: ['policy', 'policy'],
      scenario: game.def.scenarios[0]?.id ?? '',
      jobs: 1,
      ...(score === undefined ? {} : { score }),
    })
    const { statistics: own, slowest: __, ...found } = main.evaluation
    expect(found).toEqual(figures)
    expect(own.wins).toEqual(statistics.wins)
    expect(main).toMatchObject({ players: 'policy', state: 'complete', games: 60 })
    expect(lines.some(({ games }) => games === 60)).toBe(true)
    expect(lines.some(({ games }) => games > 0 && games < 60)).toBe(true)
  })

  it('compares with the rules before an edit, as the command does', async () => {
    const { jobs, posted } = startJobs()
    await jobs.handle({ balance: { ...REQUEST, files: EDITED, before: FILES } })
    const [own] = lastOf(posted).compared
    const seriesOf = (files: typeof FILES) => {
      const game = load(files)
      const scenario = game.def.scenarios[0]?.id ?? ''
      return evaluationSeries({ game, games: 60, agents: ['policy'], scenario })
    }
    const [before, after] = [seriesOf(FILES), seriesOf(EDITED)]
    await playSeries(before, { jobs: 1 })
    await playSeries(after, { jobs: 1 })
    expect(own?.comparison).toEqual(compareEvaluations(before, after))
    expect(own?.comparison.found[0]).toMatchObject({ kind: 'taken', option: { name: 'Muster' } })
  })

  it('finds that an edit of prose changes nothing', async () => {
    const { jobs, posted } = startJobs()
    const files = { ...FILES, 'rules.md': `${FILES['rules.md']}\nThe end.\n` }
    await jobs.handle({ balance: { ...REQUEST, files, before: FILES } })
    expect(lastOf(posted)).toMatchObject({ isSame: true, compared: [] })
  })

  it('posts nothing of a request after the next one', async () => {
    const { jobs, posted } = startJobs()
    const first = jobs.handle({ balance: { ...REQUEST, games: 2000 } })
    await setImmediate()
    await jobs.handle({ balance: { ...REQUEST, id: 2, files: EDITED } })
    await first
    const ids = posted.map((message) => ('balance' in message ? message.balance.id : 0))
    expect(ids.slice(ids.indexOf(2)).every((id) => id === 2)).toBe(true)
    expect(lastOf(posted)).toMatchObject({ id: 2, isDone: true, main: { state: 'complete' } })
  })

  it('reports the first error of rules that do not compile', async () => {
    const { jobs, posted } = startJobs()
    const files = {
      ...FILES,
      'rules.md': (FILES['rules.md'] ?? '').replace('repeat up to 2', 'repaet up to 2'),
    }
    await jobs.handle({ balance: { ...REQUEST, files } })
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ failed: { id: 1, message: expect.stringMatching(/^rules\.md:\d+: /) } })
  })

  it('plays with the other agents and a tournament', async () => {
    const { jobs, posted } = startJobs()
    await jobs.handle({ balance: { ...REQUEST, games: 6, withOthers: true } })
    const { others, skill, agents } = lastOf(posted)
    expect(agents).toEqual(['random', 'greedy', 'policy', 'easy'])
    expect(others.map(({ players }) => players)).toEqual(['random', 'greedy', 'easy'])
    expect(skill?.ratings).toHaveLength(4)
  }, 60_000)

  it('plays no game twice, and knows how long the games took', async () => {
    const messages: PlayerMessage[] = []
    const { jobs, posted } = startJobs(
      watchedPlayers((message) => messages.push(message)),
      1,
    )
    await jobs.handle({ balance: { ...REQUEST, games: 40 } })
    const { seconds, main } = lastOf(posted)
    expect(seconds).toBeGreaterThan(0)
    expect(main.evaluation.statistics.seconds).toBeGreaterThan(0)
    expect(main.evaluation.statistics.seconds).toBeLessThanOrEqual(seconds + 0.01)
    messages.splice(0)
    await jobs.handle({ balance: { ...REQUEST, id: 2, games: 40 } })
    expect(messages).toEqual([])
    expect(lastOf(posted)).toMatchObject({ id: 2, seconds, isDone: true })
  })

  it('plays a large game with its bots, and links it once in each worker', async () => {
    const messages: string[] = []
    const { jobs, posted } = startJobs(
      watchedPlayers((message) => messages.push(Object.keys(message)[0] ?? '')),
      1,
    )
    const files = projectFiles('fire-in-the-lake')
    await jobs.handle({ balance: { ...REQUEST, files, games: 2 } })
    expect(posted[0]).toMatchObject({ balance: { main: { evaluation: { statistics: { games: 1 } } } } })
    expect(lastOf(posted)).toMatchObject({
      isDone: true,
      main: { players: 'policy', state: 'complete', evaluation: { statistics: { completed: 2 } } },
    })
    await jobs.handle({ balance: { ...REQUEST, id: 2, files, games: 2, isPatient: true } })
    expect(messages).toEqual(['start', 'task', 'task'])
  }, 120_000)

  it('plays both versions in turn, so that a slow comparison has pairs when it asks', async () => {
    const { jobs, posted } = startJobs(slowPlayers(2000))
    await jobs.handle({ balance: { ...REQUEST, files: EDITED, before: FILES, games: 100 } })
    const { main, compared, isDone } = lastOf(posted)
    expect({ state: main.state, isDone }).toEqual({ state: 'asks', isDone: true })
    const games = main.evaluation.statistics.games
    expect(games).toBeLessThan(100)
    expect(games).toBeGreaterThan(0)
    expect(compared[0]?.comparison.pairs).toBe(games) // every game is one of a pair
    expect(compared[0]?.before.statistics.games).toBe(games)
    const again = { ...REQUEST, files: EDITED, before: FILES, games: 100 }
    await jobs.handle({ balance: { ...again, id: 2, withOthers: true } })
    expect(lastOf(posted)).toMatchObject({ id: 2, main: { state: 'asks' }, others: [] })
    expect(lastOf(posted).main.evaluation.statistics.games).toBe(games)
    await jobs.handle({ balance: { ...again, id: 3, isPatient: true } })
    const whole = lastOf(posted)
    expect(whole.main.state).toBe('complete')
    expect(whole.compared[0]?.comparison.pairs).toBe(100)
  }, 60_000)

  it('varies a number of the rules', async () => {
    const { jobs, posted } = startJobs()
    const lines = (FILES['rules.md'] ?? '').split('\n')
    const at = lines.findIndex((line) => line.includes('repeat up to 2 times'))
    const place = { file: 'rules.md', line: at + 1, column: (lines[at] ?? '').indexOf('2'), length: 1 }
    await jobs.handle({
      sweep: { id: 3, files: FILES, name: 'muster', place, values: [2, 3], players: [], seed: 1, games: 20 },
    })
    const last = posted.at(-1)
    expect(last).toMatchObject({ sweep: { now: 2, isDone: true, values: [{ value: 2 }, { value: 3 }] } })
  })
})
