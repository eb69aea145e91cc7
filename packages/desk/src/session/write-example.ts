/**
 * Writes an example of a position: `given` from the board, `when` from the decisions of this turn, `then` from the
 * question. Each way to write it is run, and the first that rebuilds the position is taken.
 */
import { CompileError, type LoadedGame, runExamples, setUpPosition } from '@ludoforge/compiler/editing'
import type { Choice, Decision, State, StepEvent } from '@ludoforge/kernel'
import { LudoError } from '@ludoforge/kernel'
import type { DecisionEntry, GameStart } from '@ludoforge/table'
import { answerText, expectationLines } from './example-steps.js'
import { givenLines, hasSameBoard } from './example-position.js'
import { turnOf } from './replay-text.js'

/** An example of the position at a table. */
export interface ExampleDraft {
  readonly title: string
  /** The rule number of the question, or empty. */
  readonly rule: string
  /** The file and line of the rule that asks, if one does. */
  readonly place: string
  /** The lines below the title. */
  readonly lines: readonly string[]
  /** `board`: it sets up the board of this turn. `start`: it plays from the start of the game. */
  readonly from: 'board' | 'start'
}

/** The game at a table: its start, and the decisions up to now. */
export interface PlayedGame {
  readonly beginning: GameStart
  readonly decisions: readonly Pick<DecisionEntry, 'seat' | 'choice'>[]
}

interface PlayedStep {
  readonly state: State // before the decision
  readonly question: Decision
  readonly seat: string
  readonly choice: Choice
  readonly events: readonly StepEvent[]
}

/** Writes an example of the position after these decisions. Returns a sentence if no way to write it rebuilds the position. */
export function draftExample(
  game: LoadedGame,
  played: PlayedGame,
): ExampleDraft | { readonly problem: string } {
  const { steps, state } = replayed(game, played)
  const question = game.decision(state)
  const outcome = game.outcome(state)
  const actor = question?.seat ?? steps.at(-1)?.seat ?? game.def.seats[0]?.id ?? ''
  const since = steps.findLastIndex(({ seat }) => seat !== actor) + 1
  const then = expectationLines(game, question, outcome)
  const turn = steps.slice(since)
  const before = turn[0]?.state ?? state
  const ways = [
    ...(['phrases', 'ids'] as const).flatMap((names) =>
      (['action', 'play'] as const).flatMap((begin) => {
        const given = givenLines(game, played.beginning, before, actor, names)
        const when = whenLines(game, turn, begin)
        return given === undefined || when === undefined ? [] : [{ from: 'board' as const, given, when }]
      }),
    ),
    ...(played.beginning.position === undefined
      ? [{ from: 'start' as const, given: startLines(played.beginning), when: answers(steps, false) }]
      : []),
  ]
  const named = {
    title: titleOf(
      game,
      question,
      turn.map(({ question: asked, choice }) => answerText(asked, choice)),
      turnOf(steps, actor),
    ),
    rule: question?.rule ?? turn.at(-1)?.question.rule ?? '',
    place: question?.place ?? turn.at(-1)?.question.place ?? '',
  }
  for (const { from, given, when } of ways) {
    const position = [...given, ...when]
    const lines = [...position, ...then]
    if (rebuilds(game, position, state) && passes(game, lines)) return { ...named, lines, from }
  }
  return {
    problem:
      'This position can’t be written as an example: neither its board nor the decisions since the start lead to it again.',
  }
}

function replayed(
  game: LoadedGame,
  { beginning, decisions }: PlayedGame,
): { readonly steps: readonly PlayedStep[]; readonly state: State } {
  const { position, ...options } = beginning
  let state = position === undefined ? game.start(options) : game.restore(position)
  const steps = decisions.flatMap(({ seat, choice }): PlayedStep[] => {
    const question = game.decision(state, seat)
    if (question === undefined) return []
    const before = state
    const step = game.step(state, choice, seat)
    state = step.state
    return [{ state: before, question, seat, choice, events: step.events }]
  })
  return { steps, state }
}

/** The steps of a turn on a board without a running game: the action itself, or the whole procedure of play. */
function whenLines(
  { def }: LoadedGame,
  turn: readonly PlayedStep[],
  begin: 'action' | 'play',
): readonly string[] | undefined {
  if (begin === 'play') return [...diceLine(turn), `  when do ${def.play}`, ...answers(turn, true)]
  const [first, ...rest] = turn
  if (first?.question.type !== 'action' || typeof first.choice !== 'string') return undefined
  return [...diceLine(turn), `  when ${first.seat} does ${first.choice}`, ...answers(rest, true)]
}

const diceLine = (turn: readonly PlayedStep[]): readonly string[] => {
  const rolls = turn.flatMap(({ events }) => events.flatMap((e) => (e.type === 'rolled' ? [e.value] : [])))
  return rolls.length === 0 ? [] : [`  dice ${rolls.join(', ')}`]
}

const answers = (steps: readonly PlayedStep[], isContinued: boolean): readonly string[] =>
  steps.map(
    ({ seat, question, choice }, i) =>
      `  ${i === 0 && !isContinued ? 'when' : ' and'} ${seat} ${answerText(question, choice)}`,
  )

/** The start of the game as it was at the table. */
function startLines({ scenario, seed, options }: GameStart): readonly string[] {
  const parts = [
    scenario === undefined ? 'the start' : `the scenario ${scenario}`,
    ...(typeof seed === 'number' ? [`seed ${seed}`] : []),
    ...Object.entries(options).map(([name, value]) => `option ${name} = ${optionText(value)}`),
  ]
  return [`  given ${parts.join(', ')}`]
}

const optionText = (value: GameStart['options'][string]): string =>
  Array.isArray(value) ? `[${value.join(', ')}]` : String(value)

function titleOf(
  game: LoadedGame,
  question: Decision | undefined,
  chosen: readonly string[],
  turn: number,
): string {
  const name = (seat: string): string => game.def.seats.find(({ id }) => id === seat)?.name ?? seat
  if (question === undefined) return `The game ends in turn ${turn}`
  const asked = `${name(question.seat)} is asked for ${question.name.replaceAll('-', ' ')}`
  return chosen.length === 0
    ? asked
    : `${asked} after ${chosen.length === 1 ? 'an answer' : `${chosen.length} answers`}`
}

/** Whether the lines lead to the same board and the same question. */
function rebuilds(game: LoadedGame, lines: readonly string[], wanted: State): boolean {
  try {
    const state = setUpPosition(game, lines.map((line) => line.slice(2)).join('\n'))
    return hasSameBoard(game, state, wanted)
  } catch (error) {
    if (error instanceof CompileError || error instanceof LudoError) return false
    throw error
  }
}

const FILE = 'draft-of-an-example.md'

function passes(game: LoadedGame, lines: readonly string[]): boolean {
  const text = ['```example', 'A draft', ...lines, '```', ''].join('\n')
  const { results, diagnostics } = runExamples(game, [{ path: FILE, text }])
  const isSound = diagnostics.every(({ severity }) => severity !== 'error')
  return isSound && results.length === 1 && results.every(({ failure }) => failure === undefined)
}
