/** `puzzles`: finds positions in which one turn is much better than the rest, verifies them, and serves them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PUZZLE_FILE, readPuzzles } from '@ludoforge/play'
import { type FoundGame, findGame, load, lookOf } from '../games.js'
import { Labels, Table } from '../terminal/board/index.js'
import type { Terminal } from '../terminal/terminal.js'
import { Failure } from '../usage.js'
import { find, verify } from './puzzles/find.js'
import { solve } from './puzzles/solve.js'

export interface PuzzlesOptions {
  readonly count: string
  readonly seed: string
  readonly agents?: string
  readonly scenario?: string
  readonly option: readonly string[]
  readonly budgets: string
  readonly margin: string
  readonly missed: boolean
  readonly maxDecisions: string
  readonly out?: string
  readonly verify?: string
  readonly play?: string | true // true: the file in the game's folder
}

export async function puzzles(name: string, options: PuzzlesOptions, terminal: Terminal): Promise<number> {
  const found = findGame(name)
  const game = await load(found)
  if (options.verify !== undefined) return verify(game, options.verify, terminal)
  if (options.play === undefined) return find(found, game, options, terminal)
  const file = options.play === true ? ownFile(found) : options.play
  const labels = new Labels(game.def, lookOf(found, game, 'words').look, terminal.paint)
  return solve(game, readPuzzles(readFileSync(file, 'utf8')).puzzles, new Table(game, labels), terminal)
}

function ownFile(found: FoundGame): string {
  const file = found.kind === 'folder' ? path.join(found.path, PUZZLE_FILE) : undefined
  if (file === undefined || !existsSync(file))
    throw new Failure('This game has no puzzles. Find some without --play, or name a file: --play FILE.')
  return file
}
