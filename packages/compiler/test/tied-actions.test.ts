/** Actions that cards and pieces have: the word becomes a property of their types. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { loadGame } from '../src/load-game.js'
import { loadCompilation } from '../src/loaded-game.js'
import { expand } from '@ludoforge/effect-tree'
import { entryOf } from '../../../test/support/items.js'
import { TREES } from './trees.js'

const DATA = `game: {id: powers, title: Powers}
seats: [red, blue]
spaces: {field: {}}
zones:
  box: {per: seat}
  deck: {holds: cards}
  table: {holds: cards}
properties: {side: {values: [light, dark]}, worn: flag}
pieces:
  red-knight: {owner: red, type: knight, count: 2, supply: box}
  blue-knight: {owner: blue, type: knight, count: 2, supply: box, changing: worn}
  red-rook: {owner: red, type: rook, count: 1, supply: box}
cards:
  card-1: {name: Storm, supply: deck, price: 3, changing: side}
  card-2: {name: Calm, supply: deck, price: 1, changing: side}
  card-3: {name: Nothing, supply: deck, price: 1, changing: side}
groups: {riders: [knights], strong: [red riders, rook]}
seat-variables: {gold: 0..20}
`
const RULES = `
event dark of card-1 "A storm comes" by red or blue, class weather, tagged wild   # 5.1
  requires actor.gold > 0
  add 2 to actor.gold

event light of card-1 "The storm passes"
  subtract 1 from actor.gold

event dark of card-2 "All is calm"
  add 1 to actor.gold

action leap of riders "It leaps"
  add 5 to actor.gold

action guard(count: number) of red rook "It guards"
  add count to actor.gold

procedure turn-over(card)
  flip card to dark
  move card to table
  if dark of card is none
    finish
  perform dark of card

play
  repeat up to 3 times, seats in turn
    choose card from cards in deck
    do turn-over(card)
    choose side from [light of card, dark of card] where it != none and legal(it), or none
    if side != none
      perform side
  rank seats by it.gold
`
const PLAY = 'play\n  draw\n'

const compile = (rules: string, data = DATA) =>
  compileFiles([
    { path: 'data.yaml', text: data },
    { path: 'rules.md', text: `\`\`\`rules\n${rules}\n\`\`\`\n` },
  ])
const mistakes = (rules: string) =>
  compile(`${PLAY}${rules}`)
    .diagnostics.filter((d) => d.severity === 'error')
    .map((d) => `${d.code}: ${d.message}${d.hint === undefined ? '' : ` (${d.hint})`}`)

const compilation = compile(RULES)
const game = loadCompilation(compilation)
const def = game.def

describe('an action of a card', () => {
  it('is an action with the keyword and the word as tags, and a property of that type', () => {
    expect(def.procedures.find(({ id }) => id === 'dark-of-card-1')).toMatchObject({
      kind: 'action',
      title: 'A storm comes',
      rule: '5.1',
      by: ['red', 'blue'],
      class: 'weather',
      tags: ['event', 'dark', 'wild'],
    })
    expect(def.properties.filter(({ type }) => type === 'action').map(({ id }) => id)).toEqual([
      'dark',
      'guard',
      'leap',
      'light',
    ])
    const powers = def.tokens.map(({ id, props }) => [id, props.dark, props.light, props.leap, props.guard])
    expect(powers).toEqual([
      ['red-knight', undefined, undefined, 'leap-of-riders', undefined],
      ['blue-knight', undefined, undefined, 'leap-of-riders', undefined],
      ['red-rook', undefined, undefined, undefined, 'guard-of-red-rook'],
      ['card-1', 'dark-of-card-1', 'light-of-card-1', undefined, undefined],
      ['card-2', 'dark-of-card-2', undefined, undefined, undefined],
      ['card-3', undefined, undefined, undefined, undefined],
    ])
  })

  it('is performed and chosen by way of the card, and none where a card has none', () => {
    let state = game.start()
    state = game.decide(state, 'card-3@deck')
    expect(game.decision(state)).toMatchObject({ name: 'card', seat: 'blue' })
    state = game.decide(state, 'card-2@deck')
    expect(entryOf(game.view(state, null).seats, 'blue').gold).toBe(1)
    expect(game.decision(state)?.options).toMatchObject([{ id: 'dark-of-card-2', label: 'All is calm' }])
    state = game.decide(state, 'dark-of-card-2')
    expect(entryOf(game.view(state, null).seats, 'blue').gold).toBe(2)
    expect(entryOf(game.view(state, null).zones, 'table').cards).toEqual([
      'card-1+dark',
      'card-2+dark',
      'card-3+dark',
    ])
  })

  it.each(['its folder', 'its compiled form'])('is known to questions about a game from %s', async (from) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'powers-')), 'powers.json')
    writeFileSync(file, JSON.stringify(def))
    const loaded = from === 'its folder' ? loadCompilation(compilation) : await loadGame(file)
    const state = loaded.start()
    expect(loaded.evaluate(state, 'collect(cards in deck, it.dark)')).toEqual([
      'dark-of-card-1',
      'dark-of-card-2',
      'none',
    ])
    expect(loaded.evaluate(state, 'leap of blue-knight')).toBe('leap-of-riders')
    expect(loaded.evaluate(state, 'light of card-2 is none')).toBe(true)
    expect(() => loaded.evaluate(state, 'drak of card-1')).toThrow(/`drak` is not .*dark/s)
  })

  it('is the same when it is written as a tree', () => {
    const { def: again, diagnostics } = compileFiles(
      [
        { path: 'data.yaml', text: DATA },
        { path: 'tree.yaml', text: expand(def) },
      ],
      TREES,
    )
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([])
    expect(linkGame(again!).fingerprint).toBe(game.fingerprint)
  })

  it('needs no id in a tree', () => {
    const tree = `
actions:
  - {as: jump, of: red knights, effects: [{addVar: {scope: pvar, player: actor, var: gold, delta: 1}}]}
`
    const { def: made } = compileFiles(
      [
        { path: 'data.yaml', text: `${DATA}${tree}` },
        { path: 'rules.md', text: `\`\`\`rules\n${PLAY}\`\`\`\n` },
      ],
      TREES,
    )
    expect(made?.procedures.find(({ id }) => id === 'jump-of-red-knights')?.tags).toEqual(['jump'])
    expect(made?.tokens.find(({ id }) => id === 'red-knight')?.props.jump).toBe('jump-of-red-knights')
    expect(made?.tokens.find(({ id }) => id === 'blue-knight')?.props.jump).toBeUndefined()
  })
})

describe('an error in an action of a card', () => {
  const body = '\n  add 1 to actor.gold\n'

  it.each([
    [
      `event dark of card-9${body}`,
      /^unknown-name: `card-9` is not a type of piece or card\. \(did you mean `card-1`\?\)$/,
    ],
    [`event dark of blue rook${body}`, /^unknown-name: No type of piece or card is `blue rook`\.$/],
    [`event price of card-1${body}`, /^duplicate: Pieces and cards already have `price`\./],
    [`event zone of card-1${body}`, /^duplicate: Pieces and cards already have `zone`/],
    [
      `event dark of card-1${body}event dark of card-1${body}`,
      /^duplicate: `card-1` already has an action `dark` \(rules\.md:\d+:15\)\.$/,
    ],
    [
      `action leap of riders${body}action leap of red-knight${body}`,
      /^duplicate: `red-knight` already has an action `leap`/,
    ],
    [
      `action leap of worn knights${body}`,
      /^changing-property: `worn knights` depends on the changing property `worn`/,
    ],
    [`event dark of "A title"${body}`, /^syntax: Expected a type of piece or card, found "A title"\./],
    [
      `event dark of card-1 twice "A title"${body}`,
      /^unknown-name: `twice` is not a type of piece or card\./,
    ],
  ])('is explained: %s', (rules, message) => {
    const found = mistakes(rules)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(message)
  })

  it('of a tree is explained as well', () => {
    const tree = (text: string) =>
      compileFiles(
        [
          { path: 'data.yaml', text: `${DATA}actions:\n  - {${text}, effects: []}\n` },
          { path: 'rules.md', text: `\`\`\`rules\n${PLAY}\`\`\`\n` },
        ],
        TREES,
      )
        .diagnostics.filter((d) => d.severity === 'error')
        .map((d) => d.message)
    expect(tree('as: jump')).toEqual(['An action needs the key `of`.'])
    expect(tree('of: card-1')).toEqual(['An action needs the key `as`.'])
    expect(tree('as: jump, of: card-7')).toEqual(['`card-7` is not a type of piece or card.'])
    expect(tree('as: price, of: card-1')).toEqual(['Pieces and cards already have `price`.'])
  })
})
