import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/process.mjs'
import { expect } from 'vitest'
import { gameFrom } from '../../../test/support/games.js'

/** Connect Four on another board. Everything else stays as it is in the rulebook. */
export function connectFour(columns: number, rows: number) {
  const text = readFileSync(path.join(root, 'games', 'connect-four', 'rules.md'), 'utf8')
  const changes: readonly (readonly [string, string])[] = [
    ['columns: 7, rows: 6', `columns: ${columns}, rows: ${rows}`],
    ['repeat up to 42 times', `repeat up to ${columns * rows} times`],
  ]
  return gameFrom(
    changes.reduce(
      (rules, [from, to]) => {
        expect(rules).toContain(from)
        return rules.replace(from, to)
      },
      text.replaceAll(/```example\n[^`]*```/g, ''),
    ),
  )
}
