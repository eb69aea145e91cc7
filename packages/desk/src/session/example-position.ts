/** Writes a board as the statements under `given`, and compares boards. */
import type { Constant, Game, State, TokenTypeDef, View } from '@ludoforge/kernel'
import type { GameStart } from '@ludoforge/table'
import { zoneText } from './example-steps.js'

/** How pieces are named: `2 soldiers of red`, or `2 red-soldier`. */
export type PieceNames = 'phrases' | 'ids'

/** The `given` of an empty board with statements that set up a position. Returns `undefined` if something is hidden from writing. */
export function givenLines(
  game: Game,
  { scenario, options }: GameStart,
  state: State,
  actor: string,
  names: PieceNames,
): readonly string[] | undefined {
  const setup = { options, empty: true, ...(scenario === undefined ? {} : { scenario }) }
  const empty = wholeView(game, game.start(setup))
  const wanted = wholeView(game, state)
  const head = [
    'an empty board',
    ...Object.entries(options).map(([name, value]) => `option ${name} = ${valueText(value)}`),
    `${actor} to act`,
  ]
  const statements = [
    ...game.def.zones.flatMap(({ id }) => pieceLines(game, id, empty, wanted, names)),
    ...game.def.zones.flatMap(({ id }) => cardLines(id, empty, wanted)),
    ...variableLines(empty, wanted),
  ]
  return [`  given ${head.join(', ')}`, ...statements.map((line) => `    ${line}`)]
}

/** Whether two states look the same to every seat, and ask the same. */
export function hasSameBoard(game: Game, one: State, other: State): boolean {
  return JSON.stringify(comparable(game, one)) === JSON.stringify(comparable(game, other))
}

function comparable(game: Game, state: State): unknown {
  const { zones, variables, seats } = wholeView(game, state)
  const asked = game.decision(state)
  const question =
    asked === undefined
      ? null
      : [asked.seat, asked.name, asked.kind, asked.min, asked.max, asked.options.map(({ id }) => id)]
  return [zones, variables, seats, question, game.outcome(state)?.winners ?? null]
}

type Board = Pick<View, 'zones' | 'variables' | 'seats'>

/** The board with everything that any seat sees. */
function wholeView(game: Game, state: State): Board {
  const views = [null, ...game.def.seats.map(({ id }) => id)].map((seat) => game.view(state, seat))
  const [spectator] = views
  const zones = Object.fromEntries(
    Object.keys(spectator?.zones ?? {}).map((zone) => {
      const shown = views.map((view) => view.zones[zone])
      return [zone, shown.find((one) => one?.cards !== undefined || one?.pieces !== undefined) ?? shown[0]]
    }),
  ) as View['zones']
  const seats = Object.fromEntries(
    Object.keys(spectator?.seats ?? {}).map((seat) => [
      seat,
      Object.assign({}, ...views.map((view) => view.seats[seat] ?? {})) as View['seats'][string],
    ]),
  )
  return { zones, variables: spectator?.variables ?? {}, seats }
}

function pieceLines(
  game: Game,
  zone: string,
  empty: Board,
  wanted: Board,
  names: PieceNames,
): readonly string[] {
  const before = empty.zones[zone]?.pieces ?? {}
  const now = wanted.zones[zone]?.pieces ?? {}
  return Object.entries(now).flatMap(([kind, count]) => {
    const [type = '', ...values] = kind.split('+')
    const token = game.def.tokens.find(({ id }) => id === type)
    if (token === undefined || token.supply === zone || count === (before[kind] ?? 0)) return []
    const name = names === 'ids' ? type : phraseOf(token, count)
    const flips = values.map((value) => `flip ${count} ${name} in ${zoneText(zone)} to ${value}`)
    return [`place ${count} ${name} in ${zoneText(zone)}`, ...flips]
  })
}

/** A piece by its type and owner, as rules name it: `soldiers of red`. */
function phraseOf({ id, props }: TokenTypeDef, count: number): string {
  const { type, owner } = props
  if (typeof type !== 'string' || typeof owner !== 'string') return id
  return `${type}${count === 1 ? '' : 's'} of ${owner}`
}

/** Cards are moved one by one, the lowest first. */
function cardLines(zone: string, empty: Board, wanted: Board): readonly string[] {
  const before = empty.zones[zone]?.cards ?? []
  const now = wanted.zones[zone]?.cards ?? []
  if (JSON.stringify(before) === JSON.stringify(now)) return []
  return now
    .filter((card) => !before.includes(card))
    .toReversed()
    .map((card) => `move ${card.split('+')[0] ?? card} to ${zoneText(zone)}`)
}

function variableLines(empty: Board, wanted: Board): readonly string[] {
  const isChanged = (before: Constant | undefined, now: Constant): boolean =>
    JSON.stringify(before) !== JSON.stringify(now)
  const own = Object.entries(wanted.variables).flatMap(([name, value]) =>
    isChanged(empty.variables[name], value) ? [`set ${name} to ${valueText(value)}`] : [],
  )
  const ofSeats = Object.entries(wanted.seats).flatMap(([seat, variables]) =>
    Object.entries(variables).flatMap(([name, value]) =>
      isChanged(empty.seats[seat]?.[name], value) ? [`set ${name} of ${seat} to ${valueText(value)}`] : [],
    ),
  )
  const ofZones = Object.entries(wanted.zones).flatMap(([zone, { markers }]) =>
    Object.entries(markers).flatMap(([name, value]) =>
      isChanged(empty.zones[zone]?.markers[name], value)
        ? [`set ${name} of ${zoneText(zone)} to ${valueText(value)}`]
        : [],
    ),
  )
  return [...own, ...ofSeats, ...ofZones]
}

const valueText = (value: Constant): string =>
  value === null ? 'none' : Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : String(value)
