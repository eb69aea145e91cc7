/** Fire in the Lake for tests: boards by the notation, operations begun anywhere, questions answered by name. */
import { fileURLToPath } from 'node:url'
import { compileFiles, type LoadedGame, loadCompilation, readFolder, type SourceFile } from '@ludoforge/compiler'
import type { Choice, Decision, State, StepEvent } from '@ludoforge/kernel'

const folder = fileURLToPath(new URL('../../games/fire-in-the-lake', import.meta.url))

/** The rules without the examples: those are run elsewhere. */
export const rulebook: readonly SourceFile[] = (await readFolder(folder)).filter(
  ({ path }) => !path.startsWith('examples/'),
)

export function compiled(files: readonly SourceFile[]): LoadedGame {
  return loadCompilation(compileFiles(files))
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

/** The rulebook without one of its operations. */
export function without(operations: readonly string[]): readonly SourceFile[] {
  return rulebook.map((file) => {
    let { text } = file
    if (!file.path.endsWith('3-operations.md')) return file
    for (const id of operations) {
      const declaration = new RegExp(`^operation ${id} [\\s\\S]*?\\n\\n`, "m")
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

/** What lies on the table for all to see. */
export function table(game: LoadedGame, state: State): string {
  const { variables, seats, zones } = game.view(state, null)
  return JSON.stringify({ variables, seats, zones })
}
