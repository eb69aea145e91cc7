/** Every step stays within its bounds of time and memory, and the error names the rule. */
import { compileFiles, type LoadedGame, loadCompilation } from '@ludoforge/compiler'
import { RunawayRule } from '@ludoforge/kernel'
import { describe, expect, it, vi } from 'vitest'

const YAML = `game: {id: bounds}
seats: [north, south]
zones: {box: {}, pile: {holds: cards}}
pieces: {stone: {count: 400, supply: box}}
cards: {card: {count: 400, supply: pile}}
spaces: {field: {adjacent: [hill]}, hill: {adjacent: [field]}}
variables: {n: 0..1000000}`

function compiled(rules: string, yaml = YAML) {
  const text = `\`\`\`yaml\n${yaml}\n\`\`\`\n\n\`\`\`rules\n${rules}\n\`\`\`\n`
  return compileFiles([{ path: 'small.md', text }])
}

function mistakes(rules: string): string[] {
  return compiled(rules).diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? message : []))
}

function game(rules: string): LoadedGame {
  return loadCompilation(compiled(rules))
}

/** Runs the rule alone, with a list of some items. */
function run(body: string): void {
  const lines = body.split('\n').map((line) => `  ${line}`)
  game(
    `play\n  do greedy\n  draw\n\nprocedure greedy                    # 7.1\n  let l = collect(1..1000, it)\n${lines.join('\n')}`,
  ).start()
}

const LOOP = (work: string): string => `each i in 1..100000\n  ${work}`
const DOUBLED = 'repeat up to 60 times\n  set l to join(l, l)'

describe('a rule ends', () => {
  it.each([
    ['that joins a list to itself', DOUBLED],
    ['that does so without a loop', Array.from({ length: 40 }, () => 'set l to join(l, l)').join('\n')],
    ['that joins', LOOP('set n to count(join(l, l))')],
    ['that unites', LOOP('set n to count(l + [5, 6])')],
    ['that takes away', LOOP('set n to count(l - [5, 6])')],
    ['that takes a long list away', LOOP('set n to count(l - l)')],
    ['that looks for something in a list', LOOP('if 2000 in l\n    set n to 1')],
    ['that compares lists', LOOP('if l = reverse(l)\n    set n to 1')],
    ['that compares lists by their order', LOOP('set n to compare(l, l)')],
    ['that turns a list round', LOOP('set n to count(reverse(l))')],
    ['that keeps each item once', LOOP('set n to count(distinct(l))')],
    ['that sorts', LOOP('set n to count(sort(l, 0 - it))')],
    ['that goes through the seats', LOOP('repeat up to 30 times\n    set n to count(seats-from(north))')],
    ['that looks through many pieces', LOOP('set n to count(take(400, stones in box))')],
    ['that looks through a pile', LOOP('set n to count(take(400, cards in pile))')],
    ['that counts a pile', LOOP('set n to count(cards in pile)')],
    ['that moves pieces', LOOP('move stones in box to field\n  move stones in field to box')],
    ['that shuffles', LOOP('shuffle pile')],
  ])('%s', (_, body) => {
    expect(() => run(body)).toThrow(RunawayRule)
    expect(() => run(body)).toThrow(/small.md:\d+: .* In procedure 'greedy' \(rule 7.1\)/)
  })
})

describe('lists on the stack of a question', () => {
  it("don't grow from question to question", () => {
    const rules = `play
  let l = [1]
  repeat up to 60 times
    choose x from 0..1
    set l to join(l, l)
  draw`
    const growing = game(rules)
    let state = growing.start()
    const play = (): void => {
      for (let i = 0; i < 60; i++) state = growing.decide(state, 1)
    }
    expect(play).toThrow(/The rules hold lists with \d+ items while they ask/)
  })
})

describe('nesting', () => {
  const VALUES = 'value pick(a: flag) = if a then north else south\nvalue kind-if(a: flag) = stones'
  const small = game(`play\n  draw\n\n${VALUES}`)
  const state = small.start()
  const nested = (innermost: string, form: string, levels: number): string => {
    let text = innermost
    for (let i = 0; i < levels; i++) text = form.replaceAll('X', text)
    return text
  }

  it.each([
    ['1', 'max(X, 1)'],
    ['1', 'max(1, X)'],
    ['[1]', '[max(X)]'],
    ['[1]', 'collect(1..1, max(X, it))'],
    ['true', '(kind-if(X) = stones)'],
    ['stones', '(if true then stones else X)'],
    ['north', '(if true then X else none)'],
    ['[field]', 'collect(stones in X, it.zone)'],
    ['box', 'first(collect(stones in X, it.zone))'],
    ['1', 'count(take(X, stones in box))'],
    ['1', 'count(take(X, stones in [field]))'],
    ['(1..3)', 'leading(X, it > 0, it > 2)'],
  ])('%s in %s takes linear time', (innermost, form) => {
    small.evaluate(state, nested(innermost, form, 30))
  })

  it('of definitions with exponential size is refused', () => {
    const text = nested('true', '(pick(X) is north or south)', 30)
    expect(() => small.evaluate(state, text)).toThrow(/too-large: This expression is too large/)
    expect(mistakes(`play\n  if ${text}\n    set n to 1\n  draw\n\n${VALUES}`)).toEqual([
      'This expression is too large.',
    ])
  })

  it.each([
    ['if n = 0', 3000],
    ['each x in seats', 3000],
    ['repeat up to 2 times', 3000],
  ])('by indentation under %s ends in an error message', (statement, levels) => {
    const lines = Array.from({ length: levels }, (_, i) => '  '.repeat(i + 1) + statement)
    const rules = `play\n${lines.join('\n')}\n${'  '.repeat(levels + 1)}set n to 1\n  draw`
    expect(mistakes(rules)).toContain('This line is nested more than 60 levels deep.')
  })

  it('of definitions ends in an error message', () => {
    const chain = Array.from({ length: 5000 }, (_, i) => `value v${i} = ${i === 4999 ? '1' : `v${i + 1}`}`)
    expect(mistakes(`play\n  set n to v0\n  draw\n\n${chain.join('\n')}`)).toContainEqual(
      expect.stringMatching(/depends on too long a chain of definitions/),
    )
  })

  it('of `if` branches ends in an error message', () => {
    const arms = '  else if n = 1\n    set n to 2\n'.repeat(20_000)
    expect(mistakes(`play\n  if n = 0\n    set n to 1\n${arms}  draw`)).toEqual([
      'An `if` can have at most 100 branches.',
    ])
  })

  it('of calls ends in an error message', () => {
    const chain = Array.from({ length: 40_000 }, (_, i) => `value v${i} = ${i === 0 ? '1' : `v${i - 1} + 1`}`)
    const deep = game(`play\n  draw\n\n${chain.join('\n')}`)
    expect(() => deep.evaluate(deep.start(), 'v39999')).toThrow(RunawayRule)
  })
})

describe('groups of pieces', () => {
  it('of exponentially many groups are refused', () => {
    const groups = Array.from(
      { length: 40 },
      (_, i) => `  g${i}: ${i === 0 ? 'stone' : `[g${i - 1}, g${i - 1}]`}`,
    )
    const { diagnostics } = compiled(
      'play\n  move g39 in box to field\n  draw',
      `${YAML}\ngroups:\n${groups.join('\n')}`,
    )
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/The group `g\d+` expands to too many groups\./),
    )
  })
})

describe('an explanation', () => {
  it('follows rules that call each other, and ends in an error message if they call too deeply', () => {
    const chain = Array.from({ length: 12_000 }, (_, i) => `value v${i} = ${i === 0 ? '1' : `v${i - 1} + 1`}`)
    const deep = game(`play\n  draw\n\n${chain.join('\n')}`)
    expect(deep.evaluate(deep.start(), 'v999', 'north')).toBe(1000)
    expect(() => deep.evaluate(deep.start(), 'v11999', 'north')).toThrow(/Rules call each other too deeply/)
  })
})

describe('the time to compile', () => {
  it("isn't quadratic in the values of an enumeration", () => {
    const values = Array.from({ length: 3000 }, (_, i) => `v${i}`)
    const yaml = `game: {id: bounds}\nseats: [north, south]\nvalues: {shade: [${values.join(', ')}]}`
    let looked = 0
    const { includes } = Array.prototype
    const spy = vi.spyOn(Array.prototype, 'includes').mockImplementation(function (this: unknown[], ...args) {
      looked += this.length
      return includes.apply(this, args)
    })
    const { def } = compiled('play\n  draw', yaml)
    spy.mockRestore()
    expect(def?.enums.find(({ id }) => id === 'shade')?.values).toHaveLength(3000)
    expect(looked).toBeLessThan(100 * values.length)
  })

  it("isn't quadratic in chains of definitions", () => {
    const chain = Array.from({ length: 12_000 }, (_, i) => `value v${i} = ${i === 0 ? '1' : `v${i - 1} + 1`}`)
    expect(mistakes(`play\n  draw\n\n${chain.join('\n')}`)).toEqual([])
    const round = Array.from({ length: 3000 }, (_, i) => `procedure p${i}\n  do p${(i + 1) % 3000}\n`)
    expect(mistakes(`play\n  do p0\n  draw\n\n${round.join('\n')}`)).toEqual([
      '`p0` calls itself (p0 → p1 → p2 → p3 → p4 → 2991 more → p2996 → p2997 → p2998 → p2999 → p0), so it might never end.',
    ])
  })
})
