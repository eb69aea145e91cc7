/**
 * Five operations of Fire in the Lake are kept as YAML effect trees, as Spec 26 writes them. Here each takes the
 * place of the notation's version, and two games are played side by side with the same choices.
 */
import { readFileSync } from 'node:fs'
import type { LoadedGame } from '@ludoforge/compiler'
import type { Choice, Decision, Game, State } from '@ludoforge/kernel'
import { Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compiled, rulebook, table, without } from './support/fitl-boards.js'
import { drawLiked } from './support/fitl-operations.js'
import { drawChoice } from './support/play.js'

const notation = compiled(rulebook)

/** The specs choose all spaces first and name the alternatives in their own way; the notation goes one by one. */
const trees: { file: string; operations: string[]; words: Words }[] = [
  { file: 'terror', operations: ['terror-nva', 'terror-vc'], words: {} },
  {
    file: 'rally-nva',
    operations: ['rally-nva'],
    words: {
      guerrilla: 'place-guerrilla',
      base: 'replace-with-base',
      many: 'place-guerrillas',
      'no-forces': 'none-placed',
      improve: 'yes',
    },
  },
  { file: 'assault-us', operations: ['assault-us'], words: { add: 'yes' } },
  {
    file: 'attack-nva',
    operations: ['attack-nva'],
    words: { guerrillas: 'guerrilla-attack', troops: 'troops-attack' },
  },
]

type Words = Readonly<Record<string, string>>

interface Answer {
  readonly name: string
  readonly choice: Choice
}

const SPACES = 'targetSpaces'
const WINDOW = 'activity'

/** Plays an operation to its end at random, without a special activity; tells what was answered. */
function operate(game: Game, start: State, operation: string, rng: Rng): { state: State; given: Answer[] } {
  const given: Answer[] = []
  let state = start
  for (;;) {
    const decision = game.decision(state)
    if (decision?.action !== operation) return { state, given }
    const choice = decision.name === WINDOW ? [] : drawChoice(decision, rng)
    given.push({ name: decision.name, choice })
    state = game.decide(state, choice)
  }
}

/** Gives the same answers to the tree: the spaces at once, everything else in the same order. */
function follow(game: Game, start: State, operation: string, given: readonly Answer[], words: Words): State {
  const spaces = given.flatMap(({ name, choice }) => (name === 'space' ? [choice].flat() : [])) as string[]
  const others = given.filter(({ name }) => name !== 'space' && name !== WINDOW)
  let state = start
  for (;;) {
    const decision = game.decision(state)
    if (decision?.action !== operation) {
      expect(others).toEqual([])
      return state
    }
    state = game.decide(state, answerTo(decision))
  }
  function answerTo(decision: Decision): Choice {
    if (decision.name === SPACES) return spaces
    if (decision.name === WINDOW) return []
    const choice = others.shift()?.choice
    if (choice === undefined) throw new Error(`The tree asks for more: ${decision.prompt}`)
    return typeof choice === 'string' ? (words[choice] ?? choice) : choice
  }
}

/** The tree stands elsewhere in the folder, so that operations may come in another order. */
const ids = (decision: Decision | undefined) => decision?.options.map(({ id }) => id).sort()

function sideBySide(tree: LoadedGame, operations: readonly string[], words: Words, seed: number): number {
  const rng = new Rng(seed)
  const scenario = ['short', 'medium', 'full'][seed % 3]
  let here = notation.start({ scenario, seed })
  let there = tree.start({ scenario, seed })
  let compared = 0
  for (;;) {
    const decision = notation.decision(here)
    if (decision?.action !== undefined && operations.includes(decision.action)) {
      const { state, given } = operate(notation, here, decision.action, rng)
      here = state
      there = follow(tree, there, decision.action, given, words)
      if (table(tree, there) !== table(notation, here))
        throw new Error(`After ${decision.action}, ${JSON.stringify(given)}: the boards differ.`)
      compared += 1
      continue
    }
    const other = tree.decision(there)
    expect(other?.prompt).toBe(decision?.prompt)
    expect(ids(other)).toEqual(ids(decision))
    if (decision === undefined) return compared
    const choice = drawLiked(decision, new RegExp(`^(?:${operations.join('|')})$`), rng)
    here = notation.decide(here, choice)
    there = tree.decide(there, choice)
  }
}

describe.each(trees)('the effect tree of $file', ({ file, operations, words }) => {
  const path = new URL(`./fixtures/fitl-effect-tree/${file}.md`, import.meta.url)
  const tree = compiled([...without(operations), { path: 'tree.md', text: readFileSync(path, 'utf8') }])

  it('leads to the same boards as the notation, in whole random games', () => {
    let compared = 0 // operations
    for (let seed = 1; compared < 40; seed += 1) compared += sideBySide(tree, operations, words, seed)
  })
})
