/** The parts of the report of an evaluation. */
import type {
  Distribution,
  Evaluation,
  Interval,
  OptionSummary,
  ScoreCurves,
  TournamentResult,
  UseSummary,
} from '@ludoforge/sim/evaluate'
import { count, decimal, percent, range, signed } from './figures.js'
import type { Section } from './report.js'
import { tournamentPlot } from './tournament-plot.js'
import { shortName, firstFinding, skillFinding } from './findings.js'
import {
  actionsChart,
  type Chart,
  chartSvg,
  curvesChart,
  DEFAULT_COLOURS as COLOURS,
  lengthChart,
  marginsChart,
  NO_CAUSE,
  skillChart,
  winsChart,
} from './charts/index.js'

/** All sections, in order. */
export function sectionsOf(of: Evaluation, skill?: TournamentResult): Section[] {
  return [
    winSection(of),
    lengthSection(of),
    ...scoreSections(of),
    ...courseSections(of),
    ...optionSections(of),
    ...(skill === undefined ? [] : [skillSection(skill, of.title)]),
    ...ruleSections(of),
    slowSection(of),
  ]
}

/** The width of charts in a report. */
const WIDTH = 720
const sized = (height: number) => ({ width: WIDTH, height })
const drawn = (of: Pick<Evaluation, 'title'>, chart: Chart): string =>
  chartSvg({ ...chart, title: `${of.title}: ${chart.title.toLowerCase()}` }, { heading: true })

const shares = (interval: Interval): string[] => [percent(interval.value), range(interval, percent)]
const numbers = (interval: Interval): string[] => [
  decimal(interval.value, 2),
  range(interval, (n) => decimal(n, 2)),
]

function winSection(of: Evaluation): Section {
  const { seats } = of
  const scored = seats.some(({ score }) => score !== null)
  return {
    title: 'Who wins',
    sentences: [firstFinding(of)],
    plots: [
      drawn(of, winsChart([{ label: whoPlays(of), evaluation: of, isMain: true }], COLOURS, sized(84))),
    ],
    table: {
      left: 2,
      rows: [
        ['seat', 'agent', 'won', '', 'shared wins', 'points', '', ...(scored ? ['score', ''] : [])],
        ...seats.map(({ name, agent, won, sharedWins, points, score }) => [
          name,
          agent,
          ...shares(won),
          count(sharedWins),
          ...shares(points),
          ...(score === null ? [] : numbers(score)),
        ]),
      ],
    },
    note: 'In brackets: 95 % intervals. Points: a win is 1, shared by several winners or in a draw.',
  }
}

/** The agents of all seats, in a word or two. */
function whoPlays({ seats }: Evaluation): string {
  return [...new Set(seats.map(({ agent }) => agent))].join(', ')
}

const MAX_BARS = 24

const heightOf = (options: number, seats: number): number => 60 + Math.min(MAX_BARS, options * seats) * 18

function lengthSection(of: Evaluation): Section {
  const row = (label: string, { mean, p5, p50, p95, max }: Distribution) => [
    label,
    ...numbers(mean),
    ...[p5, p50, p95, max].map(count),
  ]
  return {
    title: 'Length',
    sentences: [],
    plots: [
      drawn(of, lengthChart(of, COLOURS, sized(220))),
      ...(of.margins === null ? [] : [drawn(of, marginsChart(of, of.margins, COLOURS, sized(220)))]),
    ],
    table: {
      left: 1,
      rows: [
        ['per game', 'mean', '', '5 %', 'median', '95 %', 'longest'],
        row('turns', of.turns),
        row('decisions', of.decisions),
        ['options per decision', ...numbers(of.branching), '', '', '', count(of.statistics.branching.max)],
      ],
    },
    note: 'A turn is a run of decisions by the same seat.',
  }
}

function courseSections(of: Evaluation): Section[] {
  const { course, seats } = of
  if (course === null || seats.length < 2) return []
  return [
    {
      title: 'Course',
      sentences: [],
      table: {
        left: 1,
        rows: [
          ['measured by worth', 'mean', ''],
          ['lead changes per game', ...numbers(course.leadChanges)],
          ['drama, 0 to 1', ...numbers(course.drama)],
          ['decided after', ...shares(course.decidedAt)],
        ],
      },
      note: 'Drama and the moment of decision are of games with one winner. docs/balance.md defines them.',
    },
  ]
}

function scoreSections(of: Evaluation): Section[] {
  const { curves } = of
  if (curves === null) return []
  const chart = curvesChart(of, curves, COLOURS, sized(280))
  return [
    {
      title: chart.title,
      sentences: [chart.finding],
      plots: [drawn(of, chart)],
      table: { left: 0, rows: scoreRows(of, curves) },
      note: 'The mean of the games, at the end of turns. A game that is over keeps its last score.',
    },
  ]
}

/** The scores after each quarter of the turns. */
function scoreRows({ seats }: Evaluation, curves: ScoreCurves): string[][] {
  const { length } = curves.seats[0]?.points ?? []
  const shown = [...new Set([0, 0.25, 0.5, 0.75, 1].map((at) => Math.round(at * (length - 1))))]
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  return [
    ['after turn', ...curves.seats.map(({ seat }) => name(seat))],
    ...shown.map((at) => [
      count(curves.seats[0]?.points[at]?.turn ?? 0),
      ...curves.seats.map(({ points }) => decimal(points[at]?.mean ?? 0, 2)),
    ]),
  ]
}

const TITLES: Readonly<Record<OptionSummary['kind'], string>> = {
  action: 'Actions',
  card: 'Cards',
  option: 'Options',
}

const KINDS: readonly OptionSummary['kind'][] = ['action', 'card', 'option']

function optionSections(of: Evaluation): Section[] {
  return KINDS.flatMap((kind): Section[] => {
    const own = of.options.filter((option) => option.kind === kind)
    if (own.length === 0) return []
    const seatName = (id: string) => of.seats.find(({ seat }) => seat === id)?.name ?? id
    const row = (name: string, seat: string, use: UseSummary) => [
      name,
      seat,
      count(use.possible),
      count(use.taken),
      percent(use.rate.value),
      ...(use.games === 0 ? [] : shares(use.won)),
    ]
    return [
      {
        title: TITLES[kind],
        sentences: [],
        plots: [
          drawn(
            of,
            actionsChart(of, own, TITLES[kind], COLOURS, sized(heightOf(own.length, of.seats.length))),
          ),
        ],
        table: {
          left: 2,
          rows: [
            ['', 'seat', 'possible', 'taken', 'of possible', 'won when taken', ''],
            ...own.flatMap((option) => {
              const bySeat = Object.entries(option.seats)
              const name = option.question === undefined ? option.name : `${option.question}: ${option.name}`
              return [
                row(
                  shortName(name),
                  bySeat.length === 1 ? seatName(bySeat[0]?.[0] ?? '') : 'all',
                  option.all,
                ),
                ...(bySeat.length === 1 ? [] : bySeat.map(([id, use]) => row('', seatName(id), use))),
              ]
            }),
          ],
        },
        note: `${NO_CAUSE} Forced answers don't count.`,
      },
    ]
  })
}

function skillSection(result: TournamentResult, title: string): Section {
  const { ratings, standings, games } = result
  return {
    title: 'Skill',
    sentences: [skillFinding(result)],
    plots: [
      drawn({ title }, skillChart(result, COLOURS, sized(60 + 40 * ratings.length))),
      tournamentPlot(result, `${title}: how much skill counts`),
    ],
    table: {
      left: 1,
      rows: [
        ['agent', 'rating', '', 'won', '', 'score', ''],
        ...ratings.map((rating) => {
          const own = standings.find(({ agent }) => agent === rating.agent)?.all
          return [
            rating.agent,
            signed(rating.value, 0),
            range(rating, (value) => signed(value, 0)),
            ...(own === undefined ? [] : [...shares(own.rate), ...shares(own.score)]),
          ]
        }),
      ],
    },
    note: `A tournament of ${count(games)} games. The average rating is 0; 400 more place better in 10 of 11 games.`,
  }
}

function ruleSections({ rules }: Evaluation): Section[] {
  const { games, missed, total } = rules
  if (games === 0) return []
  const { covered, all } = total.statements
  const what = (kind: string, side = '') =>
    kind === 'statement' ? 'never ran' : kind === 'branch' ? `never took ${side}` : `never ${side}`
  return [
    {
      title: 'Rules that never ran',
      sentences: [`In ${count(games)} games, ${count(covered)} of ${count(all)} statements ran.`],
      ...(missed.length === 0
        ? {}
        : {
            table: {
              left: 4,
              rows: [
                ['place', 'rule', '', 'text'],
                ...missed.map(({ file, line, rule = '', kind, side, text }) => [
                  `${file}:${line}`,
                  rule,
                  what(kind, side),
                  text,
                ]),
              ],
            },
          }),
    },
  ]
}

function slowSection({ slowest, seats, statistics }: Evaluation): Section {
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  return {
    title: 'Slowest decisions',
    sentences: [
      `${count(statistics.decisions)} decisions, ${count(statistics.decisionsPerSecond)} per second in all threads.`,
    ],
    table: {
      left: 1,
      rows: [
        ['seat', 'ms', 'game', 'decision', 'seed'],
        ...slowest.map(({ seat, ms, game, decision, seed }) => [
          name(seat),
          ms.toFixed(1),
          count(game),
          count(decision),
          String(seed),
        ]),
      ],
    },
  }
}
