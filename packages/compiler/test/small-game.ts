import type { Compilation } from '../src/compilation.js'
import { compileFiles, compileRules } from '../src/compile.js'
import { TREES } from './trees.js'
import type { SourceFile } from '../src/source/index.js'
import { type LoadedGame, loadCompilation } from '../src/loaded-game.js'

/** A small game for rules that a test writes itself. */
const BOARD = `
\`\`\`yaml
game: {id: small, title: Small}
seats: [red, blue]
values: {mood: [calm, angry], weather: [fair, foul]}
spaces:
  mill: {terrain: plain, width: 2, adjacent: [ford]}
  ford: {terrain: wet, width: 1, adjacent: [mill, moor]}
  moor: {terrain: wet, width: 1, adjacent: [ford]}
zones: {reserve: {per: seat}, quarry: {}, lost: {}, deck: {holds: cards}, hand: {holds: cards, per: seat}}
properties:
  stance: {values: [hidden, open], start: open}
  tired: {flag: true, start: false}
pieces:
  red-guard: {owner: red, type: guard, count: 6, supply: reserve, changing: [stance]}
  blue-guard: {owner: blue, type: guard, count: 6, supply: reserve, changing: [stance]}
  scout: {type: scout, count: 4, supply: quarry, changing: [stance, tired]}
  stone: {type: stone, count: 9, supply: quarry}
cards: {ace: {supply: deck, count: 4}}
groups: {everyone: [red pieces, blue pieces], unseen: [hidden guards, stone]}
variables: {gold: 0..20, sky: {of: weather, start: fair}, camp: {zone: true, start: mill}}
seat-variables: {points: 0..9, ready: flag}
space-variables: {temper: {of: mood, start: calm}}
options: {pay: {about: how much, range: 1..3, default: 2}}
\`\`\`
`

/** The game with these rules, and with more Markdown after them. */
export const compileSmall = (rules: string, more = ''): Compilation => compileFiles(small(rules, more), TREES)

/** The same with its policies left for later. */
export const compileSmallRules = (rules: string): Compilation => compileRules(small(rules, ''))

const small = (rules: string, more: string): SourceFile[] => [
  { path: 'game.md', text: `${BOARD}\n\`\`\`rules\n${rules}\n\`\`\`\n${more}` },
]

export const loadSmall = (rules: string, more = ''): LoadedGame => loadCompilation(compileSmall(rules, more))

/** What is wrong with these rules, message and hint together; linking may find it, too. */
export function mistakesOf(rules: string, more = ''): string[] {
  const compilation = compileSmall(rules, more)
  const found = compilation.diagnostics.filter(({ severity }) => severity === 'error')
  if (found.length > 0) return found.map(({ message, hint }) => `${message} ${hint ?? ''}`)
  try {
    loadCompilation(compilation)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
