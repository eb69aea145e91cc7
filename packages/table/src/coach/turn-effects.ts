/** What a turn changes for a seat, in words. A change is stated only as far as it is sure in all samples. */
import { type Choice, type State, teammates } from '@ludoforge/kernel'
import { standingValue } from '../log/story.js'
import { type SampledTurn, sampleTurn } from './sampled-turns.js'
import type { CoachContext } from './suggest-turns.js'

const MOST = 2

/** A number that tells how a seat stands. */
interface Measure {
  readonly label: string
  /** What one of it is worth to the learner's seat. Negative: it's a rival's. */
  readonly weight: number
  readonly of: (state: State) => number | undefined
}

/** Returns the changes in favour of the seat that weigh most: `Red margin −3 → −1`. */
export function turnEffects(
  context: CoachContext,
  state: State,
  seat: string,
  choices: readonly Choice[],
): readonly string[] {
  const samples = sampleTurn(context.game, state, seat, choices)
  return measuresOf(context, state, seat)
    .flatMap((measure) => effectOf(measure, samples))
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, MOST)
    .map(({ text }) => text)
}

/** The standing of each seat, and the features of the learner's. */
function measuresOf({ game, reckon, words }: CoachContext, state: State, seat: string): readonly Measure[] {
  const { def } = game
  const index = def.seats.findIndex(({ id }) => id === seat)
  const team = new Set(teammates(def, index).map((mate) => def.seats[mate]?.id))
  const value = standingValue(words)
  const title = words.reckoned.seatValues[value]?.title ?? 'worth'
  const standings = game.present(state).map(
    (id): Measure => ({
      label: `${words.plainSeat(id)} ${title}`,
      weight: id === seat || team.has(id) ? 1 : -1,
      of: (at) => {
        if (reckon === undefined || value < 0) return game.worth(at, id)
        const shown = reckon(at, seat).seats[id]?.[value]
        return typeof shown === 'number' ? shown : undefined
      },
    }),
  )
  // A learned weight may be negative. To lose something good isn't a reason, though.
  const features = (def.features ?? []).map(
    ({ about, weights }, i): Measure => ({
      label: `${about}:`,
      weight: Math.max(0, weights[seat] ?? 0) / 1000,
      of: (at) => {
        const into: number[] = []
        game.features(at, index, into)
        return into[i]
      },
    }),
  )
  return [...standings, ...features]
}

/** A change is sure if it starts from the same number in all samples and has one direction. */
function effectOf(
  { label, weight, of }: Measure,
  samples: readonly SampledTurn[],
): readonly { readonly gain: number; readonly text: string }[] {
  const pairs = samples.map(({ before, after, isWhole }) => ({
    from: of(before),
    to: isWhole ? of(after) : undefined,
  }))
  const [first] = pairs
  const from = first?.from
  const ends = pairs.flatMap(({ to }) => (to === undefined ? [] : [to]))
  if (from === undefined || ends.length < samples.length || pairs.some((pair) => pair.from !== from))
    return []
  const isSure = ends.every((to) => weight * (to - from) > 0)
  if (!isSure) return []
  const mean = ends.reduce((sum, to) => sum + to, 0) / ends.length
  const isExact = ends.every((to) => to === ends[0])
  const text = `${label} ${numberText(from)} → ${isExact ? '' : 'about '}${numberText(Math.round(mean))}`
  return [{ gain: weight * (mean - from), text }]
}

const numberText = (number: number): string => (number < 0 ? `−${-number}` : String(number))
