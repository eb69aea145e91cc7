import type { Reason } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { reasonTree } from '../src/log/reason-tree.js'

describe('reasons', () => {
  const told = (reason: Reason): unknown => {
    const flat = ({ lead, text, below }: ReturnType<typeof reasonTree>): unknown =>
      below.length === 0 ? `${lead}${text}` : [`${lead}${text}`, ...below.map(flat)]
    return flat(reasonTree(reason))
  }
  it.each<[Reason, unknown]>([
    [{ text: 'Gold 1, needs 3' }, 'Gold 1, needs 3'],
    [{ text: 'a and b', anyOf: [{ text: 'a' }, { text: 'b' }] }, 'a and b'],
    [
      { text: 'poor', anyOf: [{ text: 'a' }, { text: 'b' }] },
      ['poor', 'one of these would have to change: a', 'or: b'],
    ],
    [{ text: "March isn't possible", allOf: [{ text: 'a' }] }, "March isn't possible: a"],
    [
      { text: "March isn't possible", allOf: [{ text: 'x' }, { text: 'y', of: 'Hill' }] },
      ["March isn't possible", 'x', 'Hill: y'],
    ],
    [{ text: 'c', code: 'c > 1', place: 'x:1', allOf: [{ text: 'a' }] }, ['c', 'a']],
    [{ text: 'c with a', place: 'x:1', allOf: [{ text: 'a' }] }, 'c with a'],
    [{ text: 'no hill', noneWith: [{ text: 'a' }, { text: 'b' }] }, ['no hill', 'everywhere: a', 'and: b']],
    [
      {
        text: 'no hill',
        noneWith: [
          {
            text: 'x',
            allOf: [
              { text: 'a', of: 'Hill' },
              { text: 'b', of: 'Hill' },
            ],
          },
        ],
      },
      ['no hill', 'nearest is Hill: a', 'and: b'],
    ],
    [
      { text: 'no hill', noneWith: [{ text: 'x', allOf: [{ text: 'a', of: 'Hill, Mill' }] }] },
      ['no hill', 'nearest are Hill, Mill: a'],
    ],
  ])('%j', (reason, lines) => {
    expect(told(reason)).toEqual(lines)
  })

  it('keep their rule, their source location and how the rules write them', () => {
    expect(reasonTree({ text: 'a', code: 'a > 1', rule: '3.1', place: 'x:1' })).toEqual({ lead: '', text: 'a', code: 'a > 1', rule: '3.1', place: 'x:1', below: [] }) // biome-ignore format: one line
  })
})
