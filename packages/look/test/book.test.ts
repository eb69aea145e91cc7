import { fileURLToPath } from 'node:url'
import { headingsOf, proseLines } from '@ludoforge/compiler/headings'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import {
  addressOf,
  type Book,
  codeInProse,
  hasProse,
  locateRule,
  sectionAt,
  termFinder,
} from '../src/index.js'
import { bookOf } from '../src/node.js'

const page = (path: string, markdown: string) => ({ path, title: path, markdown })

/** The file of changes comes first: its headings repeat rule numbers, but have no prose. */
const book = {
  files: [
    page(
      'changes.md',
      '# 4 Changes\n\nWhat changes rules.\n\n## 3.1 Row\n\n```rules\n# 3.2\ntest calm = true\n```\n',
    ),
    page('rules.md', '# 3 Crossing\n\n## 3.1 Row\n\nEverybody rows.\n\n## 3.2 Swim\n\nNobody swims.\n'),
    page('bare.md', '## 5.1 Bare\n\n```rules\nprocedure x  # 5.2.1#2\n```\n'),
  ],
}

describe('the location of a rule', () => {
  it('is the heading with prose, not an empty one before it', () => {
    expect(locateRule(book, { rule: '3.1' })).toEqual({ path: 'rules.md', line: 3 })
    expect(locateRule(book, { rule: '5.1' })).toEqual({ path: 'bare.md', line: 1 })
  })

  it('is never a comment in a fenced block', () => {
    expect(locateRule(book, { rule: '3.2' })).toEqual({ path: 'rules.md', line: 7 })
  })

  it('is undefined for an invalid number, and the search ends', () => {
    for (const rule of ['foo', '3(', '(', '[', '§', '.', '#', '3..', 'a.b.c', '\\', '*', ' ', '9.9.9#'])
      expect(locateRule(book, { rule }), rule).toEqual(
        rule.startsWith('3.') ? { path: 'rules.md', line: 1 } : undefined,
      )
  })

  it('is found by the number of a part, or of the enclosing rule', () => {
    expect(locateRule(book, { rule: '5.2.1#2' })).toEqual({ path: 'bare.md', line: 1, code: 4 })
    expect(locateRule(book, { rule: '3.2.4#1' })).toEqual({ path: 'rules.md', line: 7 })
  })

  it('tells sections with prose from those without', () => {
    expect(hasProse(sectionAt(book, { path: 'bare.md', line: 1 }))).toBe(false)
    expect(hasProse(sectionAt(book, { path: 'rules.md', line: 1 }))).toBe(true)
  })
})

const folder = (name: string): string => fileURLToPath(new URL(`../../../games/${name}`, import.meta.url))

const linked: Book = {
  files: [
    page(
      'rules.md',
      [
        '# 1 Rowing',
        '',
        'Everybody rows,',
        'one by one.',
        '',
        '```yaml',
        'seats: [a]',
        '```',
        '',
        '```rules',
        'action row # 1.1',
        '```',
        '',
        '## 6.1 and 7.2 Victory',
        '',
        '```rules',
        'play',
        '```',
        '',
        '## 1 Storm',
        '',
        'A card.',
      ].join('\n'),
    ),
    page('data.yaml', '# Data\n\n```yaml\nseats: [a]\n```\n'),
    { ...page('5-cards.md', '# Cards\n\n## 7 Storm\n\nRain.\n'), cards: [3] },
    page('7-end.md', '# 7 End\n\nThe last page.\n'),
  ],
}

describe('a link', () => {
  it('opens at the paragraph above the block, and names the line of code', () => {
    for (const line of [6, 7, 10, 11])
      expect(locateRule(linked, { place: `rules.md:${line}:3` })).toEqual({
        path: 'rules.md',
        line: 3,
        code: line,
      })
    expect(locateRule(linked, { place: 'rules.md:4' })).toEqual({ path: 'rules.md', line: 3 })
    expect(locateRule(linked, { rule: '1.1' })).toEqual({ path: 'rules.md', line: 3, code: 11 })
  })

  it('opens at the heading if nothing is between it and the block', () => {
    expect(locateRule(linked, { place: 'rules.md:17' })).toEqual({ path: 'rules.md', line: 14, code: 17 })
    expect(locateRule(linked, { place: 'data.yaml:1' })).toEqual({ path: 'data.yaml', line: 1, code: 4 })
  })

  it('finds every number of a heading, a title, and never a card by the number of a rule', () => {
    expect(locateRule(linked, { rule: '7.2' })).toEqual({ path: 'rules.md', line: 14 })
    expect(locateRule(linked, { rule: '6.1 and 7.2 victory' })).toEqual({ path: 'rules.md', line: 14 })
    expect(locateRule(linked, { rule: '7' })).toEqual({ path: '7-end.md', line: 1 })
    expect(locateRule(linked, { rule: 'nothing' })).toBeUndefined()
  })

  it('has an address that finds it again', () => {
    expect(addressOf(linked, { path: 'rules.md', line: 14 })).toEqual({ rule: '6.1' })
    expect(addressOf(linked, { path: '5-cards.md', line: 1 })).toEqual({ rule: 'Cards' })
    expect(addressOf(linked, { path: 'rules.md', line: 3 })).toEqual({ place: 'rules.md:3' })
    for (const { path, markdown } of linked.files)
      for (const { line } of headingsOf(markdown.split('\n'))) {
        const found = locateRule(linked, addressOf(linked, { path, line }))
        expect(found, `${path}:${line}`).toEqual({ path, line })
      }
  })
})

describe('the rulebook of Fire in the Lake', () => {
  it('opens none of its links in code', async () => {
    const game = await gameOf('fire-in-the-lake')
    const large = await bookOf(folder('fire-in-the-lake'), game)
    const isProse = new Map(large.files.map(({ path, markdown }) => [path, proseLines(markdown.split('\n'))]))
    const inCode = ({ path, line }: { path: string; line: number }): boolean =>
      isProse.get(path)?.[line - 1] !== true
    const places = new Set(game.def.sources.map(({ file, line }) => `${file}:${line}`))
    const rules = new Set(game.def.sources.flatMap(({ rule }) => rule ?? []))
    const links = [...[...places].map((place) => ({ place })), ...[...rules].map((rule) => ({ rule }))]
    const found = links.map((link) => ({ ...link, at: locateRule(large, link) }))
    expect(links.length).toBeGreaterThan(900)
    expect(found.filter(({ at }) => at === undefined)).toEqual([])
    expect(found.filter(({ at }) => at !== undefined && inCode(at))).toEqual([])
  })
})

describe('code in prose', () => {
  it('is found with its line, outside of fenced blocks', () => {
    const leaking = {
      files: [
        page(
          'a.md',
          '# A `march`\n\nText with `do put(N,\nKIND)` and ``two`` and one ` alone.\n\n```rules\n`no`\n```\n',
        ),
        page('b.md', 'Plain ` text.\n\nMore ` text.\n'),
      ],
    }
    expect(codeInProse(leaking)).toEqual([
      { path: 'a.md', line: 1, text: 'march' },
      { path: 'a.md', line: 3, text: 'do put(N, KIND)' },
      { path: 'a.md', line: 4, text: 'two' },
    ])
  })
})

describe('terms in a text', () => {
  const find = termFinder([
    { name: 'Base', means: 'a stronghold' },
    { name: 'Special Activity', means: 'something more', also: ['SA', 'extra'] },
    { name: 'Activity', means: 'what is done' },
    { name: 'fog', means: 'hides' },
    { name: 'US', kind: 'seat' },
  ])
  const marked = (text: string) =>
    find(text)
      .filter(({ term }) => term !== undefined)
      .map(({ text: word, term }) => `${word}=${term?.name}`)

  it('are found in the singular and plural, the longest first, once each', () => {
    expect(marked('Bases and a Base: two Special Activities, or an SA.')).toEqual([
      'Bases=Base',
      'Special Activities=Special Activity',
    ])
    expect(marked('Fog. In the fog the US has an Activity.')).toEqual(['Fog=fog', 'Activity=Activity'])
  })

  it('are found in the forms of verbs', () => {
    const verbs = termFinder([
      { name: 'Train', means: 'place forces' },
      { name: 'Rally', means: 'place guerrillas' },
      { name: 'Activate', means: 'reveal' },
    ])
    const words = (text: string) =>
      verbs(text).flatMap(({ text: word, term }) => (term === undefined ? [] : [`${word}=${term.name}`]))
    for (const form of ['Train', 'Trains', 'Trained', 'Training'])
      expect(words(`US ${form} here.`)).toEqual([`${form}=Train`])
    for (const form of ['Rally', 'Rallies', 'Rallied']) expect(words(form)).toEqual([`${form}=Rally`])
    for (const form of ['Activates', 'Activated', 'Activating'])
      expect(words(form)).toEqual([`${form}=Activate`])
    expect(words('Trainer, Activation, train')).toEqual([])
  })

  it('are whole words in their own case, and lose no character', () => {
    expect(marked('a base, Baseless, FOGGY, extra, Base-like')).toEqual([])
    const text = 'A Base (SA) in fog.'
    expect(
      find(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
    expect(termFinder([])(text)).toEqual([{ text }])
  })
})
