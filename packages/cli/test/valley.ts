/** A game of three spaces for tests of words: each test writes its rules. */
import type { LoadedGame } from '@ludoforge/compiler'
import { gameFrom } from '../../../test/support/games.js'

const BOARD = `game: {id: valley, title: Valley}
seats: {red: Red, blue: Blue}
spaces:
  mill: {name: Old Mill, adjacent: [ford]}
  ford: {name: Ford, adjacent: [mill, bay]}
  bay: {name: Bay, adjacent: [ford]}
variables: {storm: flag}`

export function valley(rules: string): LoadedGame {
  return gameFrom(`\n\`\`\`yaml\n${BOARD}\n\`\`\`\n\`\`\`rules\n${rules.trim()}\n\`\`\`\n`, 'valley.md')
}
