/** Whatever the rules say, a step ends within its bounds of time and memory, and the error names the rule. */
import { compileFiles, type LoadedGame, loadCompilation } from '@ludoforge/compiler'
import { RunawayRule } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'

const YAML = `game: {id: bounds}
seats: [north, south]
zones: {box: {}, pile: {holds: cards}}
pieces: {stone: {count: 400, supply: box}}
cards: {card: {count: 400, supply: pile}}
spaces: {field: {adjacent: [hill]}, hill: {adjacent: [field]}}
variables: {n: 0..1000000}`

function game(rules: string): LoadedGame {
  const text = `\`\`\`yaml\n${YAML}\n\`\`\`\n\n\`\`\`rules\n${rules}\n\`\`\`\n`
  return loadCompilation(compileFiles([{ path: 'small.md', text }]))
}

/** The rule, run by itself with a list of some items. */
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
