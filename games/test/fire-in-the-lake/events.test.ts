/** The Event cards of Fire in the Lake as a book: all texts are there, each has its example, and they are short (5). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { FOLDER } from './support/game.js'

const EVENTS = join(FOLDER, '5-events')
const files = readdirSync(EVENTS).map((name) => ({ name, text: readFileSync(join(EVENTS, name), 'utf8') }))

/** Cards with one text; those of Coup cards are no Events. */
const ONE_TEXT = new Set([38, 41, 64, 69, 80, 94, 106, 115, 121, 122, 123, 124])
const CARDS = Array.from({ length: 124 }, (_, i) => i + 1)

const blocks = (text: string, kind: 'rules' | 'example') =>
  [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, body = '']) => body)

const cards = new Map(
  files.flatMap(({ text }) =>
    [...text.matchAll(/^## (\d+) .*?(?=^## |$(?![^]))/gms)].map(([section, number]) => {
      const rules = blocks(section, 'rules')
      return [
        Number(number),
        {
          lines: rules.join('\n').match(/\S.*/g)?.length ?? 0,
          sides: rules.flatMap((block) =>
            [...block.matchAll(/^event (\w+) of card-(\d+) "(.*?)"/gm)].map(([, side, of, title = '']) => ({
              id: `${side} of card-${of}`,
              title,
            })),
          ),
        },
      ] as const
    }),
  ),
)

describe('the Event cards', () => {
  it('have their texts, each under its own heading', () => {
    const written = CARDS.map((n) => [
      n,
      cards
        .get(n)
        ?.sides.map(({ id }) => id)
        .toSorted(),
    ])
    const wanted = CARDS.map((n) => [
      n,
      ONE_TEXT.has(n) ? [`unshaded of card-${n}`] : [`shaded of card-${n}`, `unshaded of card-${n}`],
    ])
    expect(written).toEqual(wanted)
  })

  it('are each performed by an example', () => {
    const examples = files.flatMap(({ text }) => blocks(text, 'example')).join('\n')
    const performed = new Set(
      [...examples.matchAll(/ does ((?:un)?shaded of card-\d+)/g)].map(([, id]) => id),
    )
    const sides = [...cards.values()].flatMap((card) => card.sides.map(({ id }) => id))
    expect(sides).toHaveLength(2 * 124 - ONE_TEXT.size)
    expect(sides.filter((id) => !performed.has(id))).toEqual([])
  })

  it('are at most 20 lines of rules, and 10 on average', () => {
    const lengths = CARDS.map((n) => cards.get(n)?.lines ?? 0)
    expect(CARDS.filter((_, i) => itemAt(lengths, i) > 20)).toEqual([])
    expect(lengths.reduce((sum, n) => sum + n, 0) / lengths.length).toBeLessThanOrEqual(10)
    expect(Math.min(...lengths)).toBeGreaterThan(0)
  })

  it('have titles that fit into a menu', () => {
    const titles = [...cards.values()].flatMap((card) => card.sides.map(({ title }) => title))
    expect(titles.filter((title) => title.length > 120)).toEqual([])
  })

  it('leave the rules and data of sections 1 to 7 below 230 KB', () => {
    const written = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(md|yaml)$/.test(name) && !/^(8-|readings|look|examples\/8-)/.test(name),
    )
    const texts = written.map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    const size = texts
      .flatMap((text) =>
        /^```/m.test(text) ? (text.match(/^```(?:rules|yaml)\n.*?^```\n/gms) ?? []) : [text],
      )
      .reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    expect(size).toBeLessThan(230 * 1024)
    expect(size).toBeGreaterThan(200 * 1024)
  })
})
