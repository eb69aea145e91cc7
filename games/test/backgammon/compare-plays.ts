/** Compares the plays that the game allows with those of an independent generator, turn by turn in random games. */
import { type Decision, type Game, Rng, type State, type View } from '@ludoforge/kernel'
import { drawChoice } from '../../../test/support/play.js'
import { nameOf, type Plays, playsOf, type Position } from './generator.js'

const WON = 'all borne off'
/** Far enough from the end of the match that every turn but the first begins with the question whether to double. */
const LENGTH = 25

const idOf = (point: number): string => `${String.fromCodePoint(96 + point)}1`

/** Reads the position as a seat sees it. */
function positionOf({ zones }: View, seat: 'white' | 'black'): Position {
  const other = seat === 'white' ? 'black' : 'white'
  const count = (zone: string, owner: string): number => zones[zone]?.pieces?.[`${owner}-checker`] ?? 0
  const places = Array.from({ length: 24 }, (_, i) => idOf(seat === 'white' ? i + 1 : 24 - i))
  return {
    own: [
      count(`${seat}-tray`, seat),
      ...places.map((zone) => count(zone, seat)),
      count(`${seat}-bar`, seat),
    ],
    other: [count(`${other}-bar`, other), ...places.map((zone) => count(zone, other)), 0],
  }
}

const asksToDouble = (decision: Decision | undefined): boolean =>
  decision?.options.some(({ id }) => id === 'double') ?? false

/** Returns the names of all positions in which the turn may end. */
function resultsOf(game: Game, start: State, seat: 'white' | 'black'): Set<string> {
  const results = new Set<string>()
  const seen = new Set<string>()
  const open = [start]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const hash = game.hash(state)
    if (seen.has(hash)) continue
    seen.add(hash)
    const view = game.view(state, null)
    const decision = game.decision(state)
    if (view.variables['game-number'] !== 1) results.add(WON)
    else if (decision === undefined || asksToDouble(decision)) results.add(nameOf(positionOf(view, seat)))
    else for (const option of decision.options) open.push(game.decide(state, option.id))
  }
  return results
}

/** What was compared: how many rolls, and how many of them each rule limited. */
export interface Compared {
  readonly rolls: number
  readonly limits: ReadonlyMap<Plays['limit'], number>
  /** Positions and rolls about which the two disagree. */
  readonly differences: readonly string[]
}

/** How games begin: from which scenarios, and after how many rolls the next one begins. */
interface Beginnings {
  readonly scenarios: readonly string[]
  readonly rollsEach: number
}

/** Plays random games until `rolls` rolls are compared: whole games from the start, or some turns of other beginnings. */
export function comparePlays(
  game: Game,
  rolls: number,
  seed: number,
  { scenarios, rollsEach }: Beginnings = { scenarios: ['match'], rollsEach: rolls },
): Compared {
  const rng = new Rng(seed)
  const limits = new Map<Plays['limit'], number>()
  const differences: string[] = []
  let compared = 0
  for (let number = 1; compared < rolls; number += 1) {
    const scenario = scenarios[number % scenarios.length] ?? 'match'
    const end = Math.min(rolls, compared + rollsEach)
    let state = game.start({ seed: seed * 1000 + number, scenario, options: { length: LENGTH } })
    while (compared < end && game.view(state, null).variables['game-number'] === 1) {
      const decision = game.decision(state)
      if (decision === undefined) break
      if (!asksToDouble(decision)) {
        state = game.decide(state, drawChoice(decision, rng))
        continue
      }
      const seat = decision.seat === 'white' ? 'white' : 'black'
      const before = positionOf(game.view(state, null), seat)
      state = game.decide(state, 'roll')
      const after = game.view(state, null)
      if (after.variables['game-number'] !== 1) break // the roll was played without a question, and has won the game
      const [first, second] = rolledIn(after)
      const expected = playsOf(before, first, second)
      const wanted = new Set([...expected.results].map((name) => (name.startsWith('15 ') ? WON : name)))
      const found = resultsOf(game, state, seat)
      if (found.size !== wanted.size || [...found].some((name) => !wanted.has(name)))
        differences.push(`${nameOf(before)}: ${first} and ${second}`)
      limits.set(expected.limit, (limits.get(expected.limit) ?? 0) + 1)
      compared += 1
    }
  }
  return { rolls: compared, limits, differences }
}

/**
 * Writes scenarios with random positions. Most checkers are on few points, some on the bar and some borne off, so that
 * blocks, entering and bearing off are frequent. In every second one White has few checkers left, so that many rolls can
 * be used in part only.
 */
export function randomScenarios(count: number, seed: number): string {
  const rng = new Rng(seed)
  const scenarios = Array.from(
    { length: count },
    (_, i) => `  random-${i}: {title: Position, spaces: {${layout(rng, i % 2 === 0 ? 3 : 11)}}}`,
  )
  return `# Random positions\n\n\`\`\`yaml\nscenarios:\n${scenarios.join('\n')}\n\`\`\`\n`
}

function layout(rng: Rng, whiteOff: number): string {
  const points = Array.from({ length: 24 }, (_, i) => idOf(i + 1))
  const counts = new Map<string, number>()
  const white = points.filter(() => rng.below(3) === 0)
  const black = points.filter((point) => !white.includes(point) && rng.below(2) === 0)
  for (const [seat, own] of Object.entries({ white, black }))
    for (let checker = 0; checker < 15; checker += 1) {
      const aside = rng.below(12)
      const place = own[rng.below(own.length)]
      const zone =
        aside === 0
          ? `${seat}-bar`
          : aside < (seat === 'white' ? whiteOff : 2) || place === undefined
            ? `${seat}-tray`
            : place
      const key = `${zone} ${seat}-checker`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return [...counts]
    .map(([key, many]) => {
      const [zone, piece] = key.split(' ')
      return `${zone}: {pieces: {${piece}: ${many}}}`
    })
    .join(', ')
}

function rolledIn({ variables }: View): [number, number] {
  const rolled = variables['rolled']
  if (!Array.isArray(rolled) || rolled.length !== 2) throw new Error('Two dice have been rolled')
  const [first, second] = rolled.map(Number)
  if (first === undefined || second === undefined) throw new Error('Two dice have been rolled')
  return [first, second]
}
