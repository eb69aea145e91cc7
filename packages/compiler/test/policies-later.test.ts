/** Who plays a game need not wait for its policies: they are compiled when somebody asks for them. */
import { linkGame, Rng, stripSources } from '@ludoforge/kernel'
import { policyOf } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { CompileError } from '../src/evaluator.js'
import { loadCompilation } from '../src/loaded-game.js'
import { compileSmall, compileSmallRules } from './small-game.js'

const RULES = `
play
  as red
    choose space from map where lively(it)
  add fee to gold
  draw
value fee = 2
test lively(space) = width of space >= 1
value crowd(space) = count(guards in space) + width of space
value best = max(map, crowd(it))
`
const POLICY = `
policy calm for red
  at play.space
    only crowd(it) = best
`

/** Lazy compilation reports everything that eager compilation does. */
const messagesOf = (work: () => unknown): string[] => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    return error.diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []))
  }
  return []
}

describe('a game whose policies are compiled later', () => {
  it('is the same game', () => {
    const now = compileSmall(RULES + POLICY).def!
    const game = loadCompilation(compileSmallRules(RULES + POLICY))
    const state = game.start({ seed: 1 })
    expect(game.decision(state)?.options.map(({ id }) => id)).toEqual(['mill', 'ford', 'moor'])
    expect(game.fingerprint).toBe(linkGame(now).fingerprint)
    expect(game.evaluate(state, 'best')).toBe(2)
    expect(policyOf(game, 0).left(state, new Rng(1))).toEqual([[0]])
    expect(stripSources(game.def)).toEqual(stripSources({ ...now }))
    expect(game.def.sources.length).toBe(now.sources.length)
  })

  it('is played in spite of errors no rule depends on, and reading a policy throws them', () => {
    const wrong = 'value odd = nothing-known\npolicy calm for red\n  at play.space\n    only crowds(it)\n'
    const now = messagesOf(() => loadCompilation(compileSmall(RULES + wrong)))
    expect(now).toEqual([expect.stringContaining('`nothing-known`'), expect.stringContaining('`crowds`')])
    const game = loadCompilation(compileSmallRules(RULES + wrong))
    const state = game.start({ seed: 1 })
    expect(game.outcome(game.decide(state, 'ford'))).toMatchObject({ kind: 'draw' })
    for (const ask of [
      () => game.def.policies,
      () => game.def.functions,
      () => policyOf(game, 0),
      () => game.evaluate(state, 'crowd(mill)'),
    ])
      expect(messagesOf(ask)).toEqual(now)
  })

  it('reports all errors at once if its rules have one', () => {
    const wrong = `${RULES}\nprocedure lost\n  add fees to gold\n${POLICY.replace('crowd', 'crowds')}`
    const { def, diagnostics } = compileSmallRules(wrong)
    expect(def).toBeUndefined()
    expect(diagnostics).toEqual(compileSmall(wrong).diagnostics)
    expect(diagnostics.length).toBeGreaterThan(1)
  })
})
