import { effectTree } from '@ludoforge/effect-tree'
import { type Declarations, declare } from '../src/declare/index.js'
import { renderDiagnostics, Reporter } from '../src/diagnostics/index.js'
import { extractBlocks } from '../src/folder/index.js'
import { Sources } from '../src/source/index.js'

/** A small game that uses every part of the format, in Markdown and in two .yaml files. */
export const TINY: Readonly<Record<string, string>> = {
  '1-components.md': `# Components

\`\`\`yaml
game: {id: tiny, title: A tiny game, summary: Two seats and a mill.}
seats:
  north: {name: The North, side: defender, home: mill}
  south: {side: attacker, home: ford}
\`\`\`

Pieces are of two sorts.

\`\`\`yaml
properties:
  readiness: {values: [ready, spent], start: ready}
  dug-in: {flag: true, start: false}
pieces:
  north-guards: {name: Guards, faction: north, type: guard, count: 12, supply: box, changing: [readiness]}
  south-guards: {faction: south, type: guard, count: 10, supply: box, changing: [readiness, dug-in]}
  tower: {type: tower, strong: true, count: 3, supply: quarry}
cards:
  storm: {supply: deck, count: 2, cost: 3, order: [south, north]}
  ranked: {each: {rank: 1..3, suit: [sun, moon]}, id: '{rank}-{suit}', name: '{rank} of {suit}', supply: deck}
groups: {guards: [north-guards, south-guards], strongholds: tower}
\`\`\`
`,
  'map.yaml': `values: {terrain: [hills, plain, forest], side: [defender, attacker]}
attributes: {terrain: terrain, ends: list zone}
spaces:
  mill: {name: Old Mill, terrain: hills, population: 2, adjacent: [ford], ends: [ford]}
  ford: {terrain: plain, coastal: true, adjacent: [mill, ga1]}
  gate-house: {population: 0}
board:
  grid: {columns: 2, rows: 2, prefix: g, adjacency: all}
  default: {terrain: plain}
  overrides: {ga1: {terrain: forest, population: 1, adjacent: [ford]}}
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
  box: {per: seat}
  quarry: {}
`,
  'tracks.yaml': `variables:
  round: 1..12
  aid: {track: -5..75, start: 15}
  night: flag
  season: {values: [spring, autumn], start: autumn}
  chief: {seat: true, start: none}
  target: {zone: true, start: ford}
  weather: {of: terrain, start: plain}
  score: {start: 5}
seat-variables:
  gold: {range: 0..50, start: {north: 5, south: 10}, hidden: owner}
  honour: 3
space-variables:
  unrest: {range: 0..3, only: {population: {min: 1}}}
  mood: {values: [calm, angry], only: {terrain: [hills, plain], coastal: false}}
  flagged: {flag: true, only: [mill]}
tables:
  lines: {columns: {cells: list zone}, rows: [[ga1, gb1], [ga2, gb2]]}
  prices: {rows: [{what: guard, cost: 3}, {what: tower, cost: 5}]}
  trips: {columns: [from, to], rows: [[mill, ford], [ford, mill]]}
options:
  long-game: {about: Play all rounds, flag: true, default: false}
  players: {about: How many, range: 2..10, default: 6}
  level: {about: How hard, values: [easy, hard]}
scenarios:
  short:
    title: A short game
    about: Six rounds.
    options: {long-game: true, level: hard}
    variables: {round: 6, chief: north, weather: forest}
    seat-variables: {gold: {north: 3}, honour: 1}
    spaces:
      mill: {unrest: 2, mood: angry, pieces: {north-guards: 3, spent dug-in south-guards: 1}}
    zones: {quarry: {north-guards: 2}, 'hand:north': {storm: 1}}
worth: standing
functions: {standing: {params: [seat]}}
`,
}

export interface Read {
  readonly declarations: Declarations
  readonly reporter: Reporter
  /** Each diagnostic as `code file:line:column`. */
  readonly found: readonly string[]
  readonly rendered: string
}

export function read(files: Readonly<Record<string, string>>): Read {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  const reporter = new Reporter()
  const declarations = declare(extractBlocks(sources, reporter), reporter, new Set(effectTree.keys))
  const { diagnostics } = reporter
  const found = diagnostics.map(({ code, span }) =>
    span === undefined ? code : `${code} ${span.file}:${span.line}:${span.column}`,
  )
  const rendered = renderDiagnostics(diagnostics, new Sources(sources), { colour: false })
  return { declarations, reporter, found, rendered }
}

/** One .yaml file with a game of two seats, and what the test is about. */
export function readYaml(yaml: string): Read {
  return read({ 'game.yaml': `game: {id: test}\nseats: [north, south]\n`, 'test.yaml': yaml })
}
