/** A small board for tests of explanations. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { State } from '@ludoforge/kernel'
import { explain, linkBlock, type Reason } from '@ludoforge/play'
import { gameFrom } from './games.js'

export const BOARD = `# Board

\`\`\`yaml
game: {id: valley, title: Valley}
seats: {red: Red, blue: Blue}
values: {mood: [calm, wary, angry], action-class: [full, limited]}
spaces:
  mill: {name: Old Mill, terrain: hill, width: 2, adjacent: [ford]}
  ford: {name: Ford, terrain: water, width: 1, adjacent: [mill, bay]}
  bay: {name: Bay, terrain: water, width: 0, adjacent: [ford]}
zones:
  box: {per: seat}
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
properties: {stance: {values: [hidden, open], start: open}}
pieces:
  red-guard: {owner: red, type: guard, count: 6, supply: box, changing: [stance]}
  blue-guard: {owner: blue, type: guard, count: 6, supply: box, changing: [stance]}
cards:
  sun: {suit: gold, rank: 1, count: 4, supply: deck}
  moon: {suit: silver, rank: 2, count: 4, supply: deck}
variables: {storm: flag, sky: mood}
seat-variables: {gold: 0..20, purse: {range: 0..9, hidden: owner}}
space-variables: {temper: mood}
\`\`\`
`

function valley(rules: string): LoadedGame {
  const text = `${BOARD}\n\`\`\`rules\n${rules.trim()}\n\`\`\`\n`
  return gameFrom(text, 'valley.md')
}

/** The question of a rule on an empty board, for red unless the rule names another seat. */
export function asking(rules: string, setup = ''): { game: LoadedGame; state: State } {
  const begin = `procedure begin\n${setup === '' ? '' : `  ${setup.trim()}\n`}  as red\n    do ask`
  const game = valley(`play\n  do begin\n  draw\n\n${begin}\n\n${rules.trim()}`)
  return {
    game,
    state: linkBlock(game, [{ call: { procedure: 'begin', args: [] } }]).run(game.start({ empty: true })),
  }
}

/** A reason as text: alternatives in brackets, unsatisfied clauses in braces. */
export function said({ text, of, anyOf, allOf, noneWith }: Reason): string {
  const list = (reasons: readonly Reason[] | undefined, open: string, link: string, close: string): string =>
    reasons === undefined ? '' : ` ${open}${reasons.map(said).join(link)}${close}`
  return (
    `${of === undefined ? '' : `${of}: `}${text}` +
    list(anyOf, '[', ' | ', ']') +
    list(allOf, '<', ' & ', '>') +
    list(noneWith, '{', ' & ', '}')
  )
}

export function why(rules: string, option: string, setup = ''): string[] {
  const { game, state } = asking(rules, setup)
  return explain(game, state, option).failed.map(said)
}
