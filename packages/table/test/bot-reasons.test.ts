import { becauseText, hintLines } from '@ludoforge/table'
import type { PolicyReason } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'

type Part = NonNullable<PolicyReason['decided']>['part']
const reason = (text: string, part: Part, rule?: string): PolicyReason => ({
  text,
  decided: { part, picks: 1, pick: 0, before: 3, after: 1 },
  ...(rule === undefined ? {} : { rule, place: `rules.md:${rule}` }),
})
const finds = reason('a Sweep finds Guerrillas there', 'test', '8.7')
const most = reason('most Population (2; next Hue, 1)', 'rank', '8.7')
const fewest = reason('fewest Terror markers', 'rank', '8.8')
const chance = reason('one of 3 equally good', 'chance')

describe('why a bot decided', () => {
  it('joins what decided, in order', () => {
    expect(becauseText([finds, most, fewest])).toBe(
      'because a Sweep finds Guerrillas there; most Population (2; next Hue, 1), then fewest Terror markers',
    )
  })
  it('leaves out chance, unless nothing else decided', () => {
    expect(becauseText([finds, chance])).toBe('because a Sweep finds Guerrillas there')
    expect(becauseText([chance])).toBe('one of 3 equally good')
    expect(becauseText([])).toBeUndefined()
  })
  it('ends after 100 letters, but always has a reason', () => {
    const long = reason(`${'very '.repeat(30)}long`, 'test')
    expect(becauseText([long, most])).toBe(`because ${long.text}`)
    expect(becauseText([most, long])).toBe('because most Population (2; next Hue, 1)')
  })
  it('says each thing once', () => {
    expect(becauseText([finds, finds])).toBe('because a Sweep finds Guerrillas there')
  })
})

describe('a hint', () => {
  const words = { plainSeat: (id: string) => id.toUpperCase() }
  const hint = { seat: 'us', label: 'Binh Dinh', plan: [] }
  it('names the answer, why, and the rules', () => {
    expect(hintLines({ ...hint, reasons: [most, fewest, chance] }, words)).toEqual([
      {
        text: 'Binh Dinh: most Population (2; next Hue, 1), then fewest Terror markers, then one of 3 equally good',
        rules: [
          { rule: '8.7', place: 'rules.md:8.7' },
          { rule: '8.8', place: 'rules.md:8.8' },
        ],
      },
    ])
  })
  it('names the answers that the bot plans, and whose they are', () => {
    const plan = [
      { seat: 'us', choice: 'a', label: 'Sweep' },
      { seat: 'nva', choice: 'b', label: 'Rally' },
    ]
    expect(hintLines({ ...hint, reasons: [], plan }, words)).toEqual([
      { text: 'Then Sweep, then NVA chooses Rally', rules: [] },
    ])
  })
  it('has no line if the bot gives no reason', () => {
    expect(hintLines({ ...hint, reasons: [] }, words)).toEqual([])
  })
})
