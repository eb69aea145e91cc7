/** Fire in the Lake for tests: boards by the notation, operations begun anywhere, questions answered by name. */
import { effectTree } from '@ludoforge/effect-tree'
import { fileURLToPath } from 'node:url'
import {
  compileFiles,
  type LoadedGame,
  loadCompilation,
  readFolder,
  type SourceFile,
} from '@ludoforge/compiler'
import type { Choice, Decision, State, StepEvent } from '@ludoforge/kernel'
import { linkBlock } from '@ludoforge/play'

const folder = fileURLToPath(new URL('../../../fire-in-the-lake', import.meta.url))

/** The rules without the examples, and without the bots that play by them: those are tried elsewhere. */
const ELSEWHERE = /^(?:examples\/|weights\.|8-(?:strong\/|non-players\/8-(?:\d|coin)))/
export const rulebook: readonly SourceFile[] = (await readFolder(folder)).filter(
  ({ path }) => !ELSEWHERE.test(path),
)

export function compiled(files: readonly SourceFile[]): LoadedGame {
  return loadCompilation(compileFiles(files, { dialects: [effectTree] }))
}

/** A board, or what is done to it, in the words of the notation: each becomes a procedure that can be run. */
export function gameWith(procedures: Readonly<Record<string, string>>): LoadedGame {
  const bodies = Object.entries(procedures).map(([name, body]) => {
    const lines = body
      .trim()
      .split('\n')
      .map((line) => line.replace(/^ {0,4}/, ''))
    return `procedure ${name}\n${lines.map((line) => `  ${line}`).join('\n')}\n`
  })
  const text = `# For a test\n\n\`\`\`rules\n${bodies.join('\n')}\`\`\`\n`
  return compiled([...rulebook, { path: 'for-a-test.md', text }])
}

/** Runs one of these procedures on an empty board, up to its first question. */
export function begin(game: LoadedGame, procedure: string, seed = 1): State {
  return begun(game, procedure, seed).state
}

/** As `begin`, with all that happened: answers that are forced, too. */
export function begun(
  game: LoadedGame,
  procedure: string,
  seed = 1,
): { readonly state: State; readonly events: readonly StepEvent[] } {
  return linkBlock(game, [{ call: { procedure, args: [] } }]).step(game.start({ empty: true, seed }))
}

/** Runs one of these procedures on a board that stands, up to its first question. */
export function goOn(game: LoadedGame, state: State, procedure: string): State {
  return linkBlock(game, [{ call: { procedure, args: [] } }]).run(state)
}

/** The rulebook without one of its operations. */
export function without(operations: readonly string[]): readonly SourceFile[] {
  return rulebook.map((file) => {
    let { text } = file
    if (!file.path.endsWith('3-operations.md')) return file
    for (const id of operations) {
      const declaration = new RegExp(`^operation ${id} [\\s\\S]*?\\n\\n`, 'm')
      if (!declaration.test(text)) throw new Error(`There is no operation ${id} in ${file.path}.`)
      text = text.replace(declaration, '')
    }
    return { ...file, text }
  })
}

export function asked(game: LoadedGame, state: State): Decision {
  const decision = game.decision(state)
  if (decision === undefined) throw new Error('Nothing is asked here.')
  return decision
}

/** Answers one question after the other. */
export function answers(game: LoadedGame, state: State, choices: readonly Choice[]): State {
  return choices.reduce<State>((now, choice) => game.decide(now, choice), state)
}

/** As `answers`, with all that happened. */
export function stepping(
  game: LoadedGame,
  start: State,
  choices: readonly Choice[],
): { readonly state: State; readonly events: readonly StepEvent[] } {
  let state = start
  const events: StepEvent[] = []
  for (const choice of choices) {
    const step = game.step(state, choice)
    state = step.state
    events.push(...step.events)
  }
  return { state, events }
}

export interface Space {
  readonly id: string
  readonly category: string
  readonly terrain: string
  readonly country: string
  readonly population: number
  readonly neighbors: readonly string[]
}

/** The map as the rulebook gives it, for tests that reckon for themselves. */
export function mapOf(game: LoadedGame): ReadonlyMap<string, Space> {
  const state = game.start({ empty: true })
  const ids = game.evaluate(state, 'map') as readonly string[]
  const of = (space: string, what: string) => game.evaluate(state, `${what} of ${space}`)
  return new Map(
    ids.map((id) => [
      id,
      {
        id,
        category: String(of(id, 'category')),
        terrain: String(of(id, 'terrain')),
        country: String(of(id, 'country')),
        population: Number(of(id, 'population')),
        neighbors: of(id, 'neighbors') as readonly string[],
      },
    ]),
  )
}

/** How many pieces of these types a space holds, whatever their state. */
export function holds(game: LoadedGame, state: State, space: string, types: RegExp): number {
  let sum = 0
  for (const [kind, count] of Object.entries(game.view(state, null).zones[space]?.pieces ?? {}))
    if (types.test(kind)) sum += count
  return sum
}

/** What lies on the table for all to see. */
export function table(game: LoadedGame, state: State): string {
  const { variables, seats, zones } = game.view(state, null)
  return JSON.stringify({ variables, seats, zones })
}
