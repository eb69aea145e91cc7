/** Words and charts of balance: exact figures, marks that differ without colour, and no dot where games are too few. */
import { linkGame } from '@ludoforge/kernel'
import {
  actionsChart,
  chartJson,
  chartSvg,
  chartsBeside,
  comparisonHeadline,
  curvesChart,
  declaredLines,
  DEFAULT_COLOURS,
  differenceBounds,
  effectMark,
  findingCards,
  lengthChart,
  marginsChart,
  rangeValues,
  shortDifference,
  sideTexts,
  skillChart,
  wholePercent,
  winsChart,
  withNumber,
} from '@ludoforge/desk/report'
import {
  batchPlayer,
  type Evaluation,
  type EvaluationBatch,
  evaluationSeries,
  type FigureDifference,
  type ScoreCurves,
  tournamentSeries,
} from '@ludoforge/sim/evaluate'
import { beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'

const SIZE = { width: 400, height: 200 }
const names = (id: string): string => id.toUpperCase()

async function evaluated(games: number): Promise<Evaluation> {
  const { def } = await gameOf('outposts')
  const series = evaluationSeries({ game: { def }, games, agents: ['random'] })
  series.add(batchPlayer(linkGame(def), series.work)(0, games) as EvaluationBatch)
  return series.summary(1)
}

let many: Evaluation

beforeAll(async () => {
  many = await evaluated(120)
})

describe('charts', () => {
  it('draw who wins as parts of a whole, with an interval for each', () => {
    const chart = winsChart([{ label: 'random', evaluation: many, isMain: true }], DEFAULT_COLOURS, SIZE)
    const [red, blue] = many.seats
    const total = (red?.alone.value ?? 0) + (blue?.alone.value ?? 0) + many.shared.value + many.draws.value
    expect(total).toBeCloseTo(1, 3)
    expect(chart.finding).toBe(
      `Red alone ${Math.round(100 * (red?.alone.value ?? 0))} %, shared ${Math.round(100 * many.shared.value)} %, ` +
        `Blue alone ${Math.round(100 * (blue?.alone.value ?? 0))} % (random).`,
    )
    expect(chart.rows[1]?.slice(0, 2)).toEqual(['random', '120'])
    const svg = chartSvg(chart, { heading: false })
    expect(svg).toContain('role="img" aria-label="Who wins. Red alone')
    expect(svg.match(/stroke-width="1.6"/g)).toHaveLength(3)
    expect(svg).not.toContain('<style>')
  })

  it('keep the places of players without games, and names that fit', () => {
    const row = { label: 'random', evaluation: many, isMain: true }
    const svg = (width: number, waiting: readonly string[]) =>
      chartSvg(winsChart([row], DEFAULT_COLOURS, { width, height: 200 }, waiting), { heading: false })
    expect(svg(400, ['greedy', 'easy']).match(/no games yet/g)).toHaveLength(2)
    expect(svg(400, [])).not.toContain('no games yet')
    expect(svg(400, [])).toContain('</tspan> Red alone<')
    expect(svg(260, [])).toContain('</tspan> Red<')
    expect(svg(200, [])).not.toContain('<tspan')
  })

  it('have a bar only for the seats that could choose an option', () => {
    const [march] = many.options.filter(({ kind }) => kind === 'action')
    if (march === undefined) throw new Error('The game has actions.')
    const { red: _, ...others } = march.seats
    const bars = (seats: typeof march.seats) =>
      actionsChart(many, [{ ...march, seats }], 'Actions', DEFAULT_COLOURS, SIZE)
        .parts.join('\n')
        .match(/<g><title>/g)
    expect(bars(march.seats)).toHaveLength(2)
    expect(bars(others)).toHaveLength(1)
  })

  it('draw a band without a figure where the interval is wider than 20 points', async () => {
    const few = await evaluated(12)
    const svg = chartSvg(
      winsChart([{ label: 'random', evaluation: few, isMain: true }], DEFAULT_COLOURS, SIZE),
      { heading: false },
    )
    expect(svg).not.toContain('stroke-width="1.6"')
    expect(svg).toContain('fill-opacity="0.4"')
    expect(svg).not.toMatch(/-ink"/)
  })

  it('distinguish seats by dash and mark as well as by colour', () => {
    const { curves: scores } = many
    if (scores === null) throw new Error('The game has a score.')
    const curves = curvesChart(many, scores, DEFAULT_COLOURS, SIZE).parts.join('\n')
    expect(curves.match(/<polyline/g)).toHaveLength(2)
    expect(curves.match(/stroke-dasharray/g)).toHaveLength(1)
    const actions = many.options.filter(({ kind }) => kind === 'action')
    const marks = actionsChart(many, actions, 'Actions', DEFAULT_COLOURS, SIZE).parts.join('\n')
    expect(marks).toContain('<circle')
    expect(marks).toContain('won when taken')
  })

  it('show the score by its own name, with turns as axis', () => {
    const point = (turn: number, mean: number) => ({ turn, mean, low: mean - 1, high: mean + 1 })
    const scores: ScoreCurves = {
      name: 'hexes',
      isWorth: false,
      games: 2000,
      seats: [
        { seat: 'red', points: [point(0, 1), point(12, 4), point(24, 6.94)] },
        { seat: 'blue', points: [point(0, 1), point(12, 3.5), point(24, 7.1)] },
      ],
    }
    const chart = curvesChart(many, scores, DEFAULT_COLOURS, SIZE)
    expect(chart).toMatchObject({
      title: 'Hexes, turn by turn',
      about: 'Mean of 2,000 games; the band holds 80 %.',
      finding: 'Mean hexes after 24 turns: Red 6.9, Blue 7.1.',
    })
    expect(chart.rows.at(-1)).toEqual(['24', '6.94', '5.94 to 7.94', '7.1', '6.1 to 8.1'])
    const axis = chart.parts.join('\n').match(/text-anchor="middle">\d+</g)
    expect(axis?.map((tick) => Number(/\d+/.exec(tick)?.[0]))).toEqual([0, 5, 10, 15, 20])
    const worth = curvesChart(many, { ...scores, name: 'worth', isWorth: true }, DEFAULT_COLOURS, SIZE)
    expect(worth).toMatchObject({ title: 'Worth, turn by turn', about: expect.stringContaining('estimate') })
  })

  it('stand side by side, with the same axes and one export', () => {
    const { curves } = many
    if (curves === null) throw new Error('The game has a score.')
    const higher = {
      ...curves,
      seats: curves.seats.map(({ seat, points }) => ({
        seat,
        points: points.map((point) => ({ ...point, high: 1000 })),
      })),
    }
    const draw = (size: typeof SIZE) => curvesChart(many, curves, DEFAULT_COLOURS, size, higher)
    const both = chartsBeside(['before', 'now'], [draw, draw], SIZE)
    expect(both.finding).toMatch(/^before: Mean .* now: Mean /)
    expect(both.rows[0]?.slice(0, 2)).toEqual(['', 'after turn'])
    expect(both.rows[1]?.[0]).toBe('before')
    expect(both.rows.at(-1)?.[0]).toBe('now')
    expect(Object.keys(both.data as object)).toEqual(['before', 'now'])
    const svg = chartSvg(both, { heading: false })
    expect(svg.match(/<polyline/g)).toHaveLength(4)
    expect(svg.match(/>1,000</g)).toHaveLength(2)
  })

  it('count every game in their bars', () => {
    const { margins, decisions } = many
    if (margins === null) throw new Error('The ranking has scores.')
    const games = (bins: typeof decisions.bins) => bins.reduce((sum, bin) => sum + bin.games, 0)
    expect(games(margins.bins)).toBe(120)
    expect(margins.signed).toBe(true)
    expect(marginsChart(many, margins, DEFAULT_COLOURS, SIZE).about).toBe(
      'Percent of games; left: Red ahead.',
    )
    const length = lengthChart(many, DEFAULT_COLOURS, SIZE)
    expect(length.rows.slice(1).reduce((sum, [, n]) => sum + Number(n), 0)).toBe(120)
  })

  it('rank players by skill', async () => {
    const game = await gameOf('outposts')
    const series = tournamentSeries({ game, agents: ['random', 'greedy'], games: 20 })
    series.add(batchPlayer(linkGame(game.def), series.work)(0, series.games) as never)
    const chart = skillChart(series.summary(1), DEFAULT_COLOURS, SIZE)
    expect(chart.rows.slice(1).map(([agent]) => agent)).toEqual(['greedy', 'random'])
    expect(chart.rows[1]?.[1]).toMatch(/^\+\d+$/)
  })

  it('are pictures of their own with a heading, and JSON', () => {
    const chart = lengthChart(many, DEFAULT_COLOURS, SIZE)
    const svg = chartSvg(chart, { heading: true })
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg).toContain('<title>Length</title>')
    expect(svg).not.toMatch(/NaN|undefined/)
    expect(JSON.parse(chartJson(chart))).toMatchObject({ title: 'Length', data: { decisions: { p50: 51 } } })
  })
})

describe('findings', () => {
  it('are four cards', () => {
    const cards = findingCards({ players: 'random', evaluation: many })
    expect(cards).toHaveLength(4)
    expect(cards[0]?.text).toMatch(/^(?:Red|Blue) wins alone, (?:Red|Blue) in \d+ %\./)
    expect(cards[3]?.aside).toBe('lead changes in a game')
    expect(cards[1]).toMatchObject({ of: 'shared', text: 'Both seats win the game together.' })
    const first = { ...many.firstPlayer, advantage: { value: -0.098, low: -0.12, high: -0.07 } }
    const none = { value: 0, low: 0, high: 0.01 }
    const evaluation = { ...many, shared: none, draws: none, lost: none, firstPlayer: first, course: null }
    const alone = findingCards({ players: 'random', evaluation })
    expect(alone[1]).toMatchObject({
      figure: '9.8',
      aside: 'points less than an equal share for deciding first',
      text: expect.stringContaining('gets 9.8 percentage points (7.0 to 12.0) less than an equal share.'),
    })
    expect(alone[3]?.aside).toMatch(/^of \d+ statements never ran$/)
  })
})

describe('other players', () => {
  /** Games in which a seat gets these points, ± 2 %. */
  const lineup = (players: string, points: readonly number[], leader: string | null, shared = 0.2) => {
    const interval = (value: number) => ({ value, low: value - 0.02, high: value + 0.02 })
    const seats = many.seats.map((seat, i) => ({ ...seat, points: interval(points[i] ?? 0) }))
    const over = leader === 'red' ? 'blue' : 'red'
    const advantage = leader === null ? null : { seat: leader, over }
    return { players, evaluation: { ...many, seats, advantage, shared: interval(shared) } }
  }
  const verdict = (...[shown, ...others]: ReturnType<typeof lineup>[]): string => {
    if (shown === undefined) throw new Error('Somebody plays.')
    return findingCards(shown, others)[0]?.text.replace(/^[^.]*\. /, '') ?? ''
  }
  const easy = () => lineup('easy', [0.4, 0.6], 'blue')

  it('agree, disagree or contradict, as far as the intervals support it', () => {
    const policy = lineup('policy', [0.45, 0.55], 'blue')
    const greedy = lineup('greedy', [0.5, 0.5], null)
    expect(verdict(easy(), policy, greedy)).toBe('Blue leads with easy and policy, not with greedy.')
    expect(verdict(easy(), lineup('random', [0.6, 0.4], 'red'))).toBe(
      'Blue leads with easy; Red leads with random.',
    )
    expect(verdict(greedy, easy())).toBe('Blue leads with easy, not with greedy.')
  })

  it('are not named if their intervals overlap', () => {
    const close = lineup('greedy', [0.42, 0.58], null)
    expect(verdict(easy(), close)).toBe('Blue is better off than Red.')
    expect(verdict(close, easy())).toBe('No seat is clearly better off.')
  })

  it('are named with their share of shared wins if it is apart', () => {
    const text = (shared: number) =>
      findingCards(easy(), [lineup('policy', [0.5, 0.5], null, shared)])[1]?.text
    expect(text(0.6)).toBe('Both seats win the game together. With policy it is 60 %.')
    expect(text(0.21)).toBe('Both seats win the game together.')
  })
})

const SHARED: FigureDifference = {
  kind: 'shared',
  share: true,
  before: 0.598,
  after: 0.2,
  difference: { value: -0.398, low: -0.43, high: -0.368 },
  effect: -0.91,
}
const MUSTER: FigureDifference = {
  kind: 'taken',
  share: false,
  option: { kind: 'action', name: 'Muster' },
  before: 8,
  after: 6.15,
  difference: { value: -1.85, low: -1.89, high: -1.81 },
  effect: -3,
}

describe('differences', () => {
  it('fit into a line', () => {
    expect(shortDifference(SHARED, names)).toBe('Shared wins 60 → 20 % (−43 to −37)')
    expect(shortDifference(MUSTER, names)).toBe('Muster 8 → 6.2 (−1.9 to −1.8)')
  })

  it('round alike in texts and bars', () => {
    const half = {
      ...SHARED,
      before: 0.5749,
      after: 0.155,
      difference: { value: -0.42, low: -0.485, high: -0.335 },
    }
    expect(sideTexts(half)).toBe('57 % → 16 %')
    expect(shortDifference(half, names)).toBe('Shared wins 57 → 16 % (−48 to −33)')
    expect(differenceBounds(half)).toBe('−48 to −33 points')
    expect(wholePercent(0.155)).toBe('16 %')
  })

  it('have a headline that names what a stronger player does not show', () => {
    const own = { players: 'policy', comparison: { pairs: 2000, found: [SHARED], notFound: [] } }
    const easy = { players: 'easy', comparison: { pairs: 200, found: [], notFound: [SHARED] } }
    expect(comparisonHeadline(own, easy, names)).toEqual({
      title: 'Shared wins are rarer, but not with easy',
      text: 'With policy: Shared wins 60 → 20 % (−43 to −37). With easy, no difference is found.',
    })
    expect(comparisonHeadline(easy, undefined, names).title).toBe('No difference found')
  })

  it('are drawn with a second mark', () => {
    const svg = effectMark(SHARED, MUSTER)
    expect(svg).toContain('aria-label="-0.91 standard deviations; -3.00 standard deviations"')
    expect(svg).toContain('effect-second')
    expect(effectMark(SHARED, undefined)).not.toContain('effect-second')
  })
})

describe('numbers to vary', () => {
  it.each<[string, number[] | undefined]>([
    ['0..3', [0, 1, 2, 3]],
    ['0..20/5', [0, 5, 10, 15, 20]],
    ['1,2,5', [1, 2, 5]],
    ['3..0', undefined],
    ['1..2/0', undefined],
    ['0..1000', undefined],
    ['7', undefined],
    ['two', undefined],
  ])('reads %s', (text, values) => expect(rangeValues(text)).toEqual(values))

  it('are found in actions and values of the rules, the first of each', () => {
    const text = [
      'action none "Only prose: 5"',
      '```rules',
      'action raid "Raid 7"',
      '  choose hex from map',
      '  repeat up to 2 times',
      '    add 3 to coins',
      'value bonus = 12',
      'value whole(seat) = coins of seat',
      'play',
      '  repeat up to 9 times',
      '```',
    ].join('\n')
    expect(declaredLines({ 'rules.md': text, 'look.yaml': text })).toEqual([
      {
        path: 'rules.md',
        line: 3,
        action: 'raid',
        number: { file: 'rules.md', line: 5, column: 15, length: 1, now: 2 },
      },
      {
        path: 'rules.md',
        line: 7,
        action: undefined,
        number: { file: 'rules.md', line: 7, column: 14, length: 2, now: 12 },
      },
    ])
  })

  it('replaces one number of one file', () => {
    const files = [
      { path: 'a.md', text: 'x\nvalue bonus = 1 # 1\n' },
      { path: 'b.md', text: '1' },
    ]
    const place = { file: 'a.md', line: 2, column: 14, length: 1 }
    expect(withNumber(files, place, 12)).toEqual([
      { path: 'a.md', text: 'x\nvalue bonus = 12 # 1\n' },
      { path: 'b.md', text: '1' },
    ])
  })
})
