/** A small game to write trees for, and readers that give what a tree became. */
import { type Effect, type Expr, type GameDef, type ProcedureDef, stripSources } from '@ludoforge/kernel'
import { type Compilation, type CompileOptions, compileFiles } from '@ludoforge/compiler'
import { effectTree } from '../src/index.js'

export const TREES: CompileOptions = { dialects: [effectTree] }

export const FRONTIER = `
game: {id: frontier, title: Frontier}
seats:
  red: {team: east}
  blue: {team: west}
  green: {team: west}
values:
  action-class: [operation, limitedOperation]
  type: [troops, scouts, forts]
spaces:
  harbour: {ground: town, worth: 3, tags: [wet], exits: [ridge], adjacent: [ridge, road]}
  ridge: {ground: hill, worth: 1, tags: [steep, wet], exits: [], adjacent: [harbour, road]}
  road: {ground: way, worth: 0, tags: [], exits: [], adjacent: [harbour, ridge]}
zones:
  box: {per: seat}
  losses: {per: seat}
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
properties:
  stance: {values: [hidden, active]}
pieces:
  red-troops: {side: red, type: troops, count: 8, supply: box}
  red-scouts: {side: red, type: scouts, count: 8, supply: box, changing: [stance]}
  blue-troops: {side: blue, type: troops, count: 8, supply: box}
  blue-scouts: {side: blue, type: scouts, count: 8, supply: box, changing: [stance]}
  blue-forts: {side: blue, type: forts, count: 3, supply: box}
cards:
  storm: {supply: deck, power: 2}
  calm: {supply: deck, power: 1}
groups: {walkers: [troops, scouts]}
variables:
  supplies: 0..50
  markers-placed: 0..15
  leader: seat
  season: {values: [dry, rains]}
seat-variables: {gold: 0..50}
space-variables:
  unrest: {values: [none, unrest]}
  loyalty: {values: [against, neutral, for], start: neutral}
  damaged: flag
  crowd: 0..9
tables:
  prices: {rows: [{what: troops, cost: 3}, {what: forts, cost: 5}]}
options: {long-game: {about: Play on, flag: true, default: false}}
scenarios:
  short: {title: Short}
functions:
  - {id: income, returns: number, body: 4}
  - {id: master, params: [{name: space, type: space}], body: {if: {when: {op: '>', left: {ref: zoneCount, zone: $space}, right: 2}, then: red, else: none}}}
`

export const PLAY = 'procedures:\n  - {id: play, effects: []}\n'

export function compile(yaml: string, rules = '', play = PLAY, more: readonly string[] = []): Compilation {
  const files = [
    { path: 'game.yaml', text: FRONTIER },
    { path: 'tree.yaml', text: yaml },
    ...more.map((text, i) => ({ path: `more-${i}.yaml`, text })),
    ...(play === '' ? [] : [{ path: 'play.yaml', text: play }]),
    ...(rules === '' ? [] : [{ path: 'rules.md', text: `\`\`\`rules\n${rules}\n\`\`\`\n` }]),
  ]
  return compileFiles(files, TREES)
}

/** Each error as `code file:line:column message`. */
export function mistakes(compilation: Compilation): string[] {
  return compilation.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, span, message, hint }) => {
      const place = span === undefined ? '' : ` ${span.file}:${span.line}:${span.column}`
      return `${code}${place} ${message}${hint === undefined ? '' : ` (${hint})`}`
    })
}

export function defOf(compilation: Compilation): GameDef {
  if (compilation.def === undefined) throw new Error(mistakes(compilation).join('\n'))
  return stripSources(compilation.def)
}

export function procedureOf(compilation: Compilation, id: string): ProcedureDef {
  const found = defOf(compilation).procedures.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no procedure ${id}.`)
  return found
}

const indented = (text: string, by: number): string =>
  text
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
    .map((line) => ' '.repeat(by) + line)
    .join('\n')

/** A procedure \`rule\` with these effects; names that it may use are its parameters. */
export function ruleWith(written: string, params = ''): string {
  return `procedures:\n  - id: rule\n    params: [${params}]\n    effects:\n${indented(written, 6)}\n`
}

export const PARAMS =
  '{name: here, type: space}, {name: who, type: seat}, {name: piece, type: piece}, {name: places, type: list zone}'

/** What a list of effects becomes. */
export function effects(yaml: string, extra = ''): readonly Effect[] {
  return procedureOf(compile(`${ruleWith(yaml, PARAMS)}${extra}`), 'rule').body
}

export function effect(yaml: string, extra = ''): Effect {
  const [first, ...others] = effects(yaml, extra)
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} effects`)
  return first
}

/** What an expression becomes, and its type. */
export function value(yaml: string): { expr: Expr; type: string } {
  const text = `functions:\n  - id: asked\n    params: [${PARAMS}]\n    body:\n${indented(yaml, 6)}\n`
  const found = defOf(compile(text)).functions.find(({ id }) => id === 'asked')
  if (found === undefined) throw new Error('no function')
  return { expr: found.body, type: found.returns }
}

export const MACROS = `
effectMacros:
  - id: remove-some
    params:
      - { name: space, type: string }
      - { name: damage, type: value }
      - { name: attacker, type: string }
    exports: []
    effects:
      - let:
          bind: before
          value: { aggregate: { op: count, query: { query: tokensInZone, zone: { param: space }, filter: [{ prop: type, eq: forts }] } } }
          in:
            - forEach:
                bind: $t
                over: { query: tokensInZone, zone: { param: space }, filter: [{ prop: side, neq: { param: attacker } }] }
                limit: { param: damage }
                effects:
                  - moveToken: { token: $t, from: { param: space }, to: { concat: ['losses:', { param: attacker }] } }
            - macro: pay
              args: { space: { param: space }, resource: supplies, amount: { ref: binding, name: $before } }
  - id: pay
    params: [{ name: space, type: string }, { name: resource, type: string }, { name: amount, type: number }]
    effects:
      - if:
          when: { op: '!=', left: { ref: zoneProp, zone: { param: space }, prop: ground }, right: way }
          then:
            - addVar: { scope: global, var: { param: resource }, delta: { param: amount } }
  - id: enlist
    params: [{ name: what, type: string }, { name: side, type: string }, { name: space, type: space }]
    effects:
      - forEach:
          bind: $t
          over: { query: tokensInZone, zone: { concat: ['box:', { param: side }] }, filter: [{ prop: type, eq: { param: what } }] }
          limit: 1
          effects: [{ moveToken: { token: $t, to: { param: space } } }]
  - id: keep
    params: [{ name: thing, type: string }]
    effects:
      - let: { bind: kept, value: { param: thing } }
`

export const CALLS = `
procedures:
  - id: rule
    effects:
      - macro: remove-some
        args: { space: ridge, damage: 2, attacker: 'blue' }
      - macro: pay
        args: { space: harbour, resource: markersPlaced, amount: -1 }
      - chooseOne: { bind: $kind, options: { query: enums, values: [scouts, forts] } }
      - macro: enlist
        args: { what: { ref: binding, name: $kind }, side: { ref: actor }, space: road }
      - macro: keep
        args: { thing: red }
`

export const PROFILES = `
operationProfiles:
  - id: march-red
    actionId: march
    title: March
    by: red
    class: operation
    rule: '3.1'
    legality: { when: { op: '>', left: { ref: gvar, var: supplies }, right: 0 } }
    cost:
      validate: { op: '>=', left: { ref: gvar, var: supplies }, right: 3 }
      spend: [{ addVar: { scope: global, var: supplies, delta: -3 } }]
    targeting: {}
    resolution:
      - stage: select
        effects:
          - chooseN: { bind: targets, options: { query: zones }, min: 1, max: 2 }
      - stage: resolve
        effects:
          - forEach:
              bind: space
              over: { query: binding, name: targets }
              effects: [{ setMarker: { space: $space, marker: damaged, state: true } }]
    partialExecution: { mode: forbid }
    linkedSpecialActivityWindows: [extras]
specialActivities:
  - id: dig
    accompanyingOps: [march, march-red]
    legality: { when: true }
    cost: { spend: [] }
    resolution: [{ stage: only, effects: [] }]
procedures:
  - { id: extras, offers: { bind: $extra, from: { query: actions, tag: activity } }, effects: [] }
`
