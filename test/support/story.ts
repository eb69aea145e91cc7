/** Everything a game can be asked, along random games, as one line per decision. Runs without Node. */
import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { type Game, CompilerUnavailable, Rng, type State } from '@ludoforge/kernel'
import { applyEvents, type Board, determinize, explain, preview } from '@ludoforge/play'
import { beginning, drawChoice } from './play.js'

/** A game that evaluates expressions from text. */
export type OpenQuestion = Game & {
  evaluate(state: State, text: string, seat?: string | null): unknown
}

export interface Story {
  readonly fingerprint: string
  /** `name: digest` of every request, in order. */
  readonly lines: readonly string[]
  /** A late position, to be restored elsewhere. */
  readonly saved: unknown
  readonly hash: string
}

const SELDOM = 12

export function story(game: OpenQuestion, texts: readonly string[], seeds: readonly number[]): Story {
  const lines: string[] = []
  let last: State | undefined
  for (const seed of seeds) {
    const rng = new Rng(seed)
    const { state: first, events } = game.begin(beginning(game, seed))
    lines.push(`begin: ${game.hash(first)} ${digest(events)}`)
    let state = first
    for (let n = 0; ; n += 1) {
      const decision = game.decision(state)
      if (decision === undefined) break
      if (n % SELDOM === 0) {
        last = state
        lines.push(...everything(game, state, texts, rng.below(1 << 30)))
      }
      const choice = drawChoice(decision, rng)
      const step = game.step(state, choice)
      lines.push(`step: ${game.hash(step.state)} ${digest([choice, step.events, step.horizon])}`)
      state = step.state
    }
    lines.push(`outcome: ${digest(game.outcome(state))}`)
  }
  if (last === undefined) throw new Error('No game was played.')
  return {
    fingerprint: game.fingerprint,
    lines,
    saved: JSON.parse(JSON.stringify(game.save(last))),
    hash: game.hash(last),
  }
}

function everything(game: OpenQuestion, state: State, texts: readonly string[], seed: number): string[] {
  const lines: string[] = []
  const tell = (name: string, value: unknown): void => {
    lines.push(`${name}: ${digest(value)}`)
  }
  const rng = new Rng(seed)
  const seats = [...game.def.seats.map(({ id }) => id), null]
  for (const seat of seats) {
    const view = game.view(state, seat)
    tell(`view of ${seat}`, view)
    for (const text of texts)
      tell(
        `${text} for ${seat}`,
        attempt(() => game.evaluate(state, text, seat)),
      )
    if (seat === null) continue
    tell(`worth for ${seat}`, game.worth(state, seat))
    tell(`imagined by ${seat}`, game.hash(determinize(game, state, seat, new Rng(seed))))
  }
  tell(
    'values',
    texts.map((text) => attempt(() => game.evaluate(state, text))),
  )
  for (const index of game.deciding(state)) {
    const { id: seat } = game.def.seats[index] ?? { id: '' }
    const decision = game.decision(state, seat)
    if (decision === undefined) continue
    for (const name of names(game, rng)) tell(`why ${name}`, explain(game, state, name, seat))
    const choice = drawChoice(decision, rng)
    tell('preview', preview(game, state, choice, seat))
    for (const agent of ['random', 'greedy']) {
      const picks = makeAgent(agent, seed).choose(game, state, index)
      tell(agent, choiceOfPicks(decision, picks))
    }
    const { events } = game.step(state, choice, seat)
    tell('followed', applyEvents(boardOf(game, state, seat), events))
  }
  tell('restored', game.hash(game.restore(JSON.parse(JSON.stringify(game.save(state))))))
  return lines
}

function boardOf(game: Game, state: State, seat: string): Board {
  const { variables, seats, zones } = game.view(state, seat)
  return { seat, variables, seats, zones }
}

/** Names to explain. */
function names({ def }: Game, rng: Rng): string[] {
  const zones = def.zones.map(({ id }) => id)
  const zone = zones[rng.below(zones.length)] ?? ''
  return [
    ...rng.shuffle(def.procedures.flatMap(({ id, kind }) => (kind === 'action' ? [id] : []))).slice(0, 24),
    ...rng.shuffle(zones).slice(0, 12),
    ...def.seats.map(({ id }) => id),
    ...rng.shuffle(def.tokens.map(({ id }) => `${id}@${zone}`)).slice(0, 8),
    ...def.enums.flatMap(({ values }) => values.slice(0, 2)),
    '3',
    'nothing of the kind',
  ]
}

/** Both refuse a hidden value, with different messages. */
function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof CompilerUnavailable) throw error
    return 'refused'
  }
}

function digest(value: unknown): string {
  let [a, b] = [1, 2]
  const text = JSON.stringify(value) ?? ''
  for (let i = 0; i < text.length; i += 1) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    b = Math.imul(b + text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13)
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
}
